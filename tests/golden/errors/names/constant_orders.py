# k(f32[:])
import numpy as np
from numba import cuda

TABLE = np.array([[1, 2], [3, 4]])
ROWS = np.arange(12).reshape(3, 4)[::2]
COLUMNS = np.arange(12).reshape(3, 4)[:, 1:]
TURNED = TABLE.T
NESTED = np.zeros((2, 3), order='F').reshape(3, 2)
KEPT = np.ones((2, 3), order='K')
SUNK = np.array([[1, 2]], order='Z')
LINE = np.asfortranarray(3)
MOVED = np.transpose(np.ones((2, 3)))
FORTRAN = np.array([[1, 2], [3, 4]], order='F')


@cuda.jit
def k(a):
    t = ROWS
    a[0] = t[0, 0]
    a[1] = COLUMNS[0, 0]
    a[2] = TURNED[0, 0]
    a[3] = NESTED[0, 0]
    a[4] = KEPT[0, 0]
    a[5] = SUNK[0, 0]
    a[6] = LINE[0]
    a[7] = MOVED[0, 0]
    FORTRAN[0, 0] = 1
