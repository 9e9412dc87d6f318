# k(f32[:], f32[:])
import numpy as np
from numba import cuda

KEPT = np.array([1, 2], dtype=np.int32)
STORED = np.zeros(4)
STORED[0] = 1
PASSED = np.ones(4)
SLICED = np.arange(4)
METHOD = np.full((2, 2), 1.5)
ADDED = np.zeros(2)
ADDED += 1
OTHER = np.zeros(3)
ALIAS = OTHER
ALIAS[1] = 2
ROWS = np.zeros((2, 2))
RAGGED = np.array([[1, 2], [3]])
LARGE = np.zeros(10**9)
VIEW = SLICED[1:]
METHOD.sort()
TURNED = KEPT.copy()
SAME = TURNED.reshape(1, 2)
LACKS = np.arange(6).reshape(4, 2)
DEVICE = cuda.device_array(3)
ROUNDED = np.array([0.1, 0.2]).sum()


def fill(array):
    array[:] = 1


class Keeper:
    def keep(self):
        ROWS[0][0] = 3


fill(PASSED)


@cuda.jit
def k(a, b):
    KEPT[0] = 1
    cuda.atomic.add(KEPT, 0, 1)
    a[0] = STORED[0] + PASSED[0]
    a[1] = SLICED[0]
    a[2] = METHOD[0, 0]
    a[3] = ADDED[0]
    a[4] = OTHER[0]
    a[5] = ROWS[0, 0]
    a[6] = RAGGED[0, 0]
    a[7] = LARGE[0]
    a[8] = cuda.const.array_like(b)[0]
    a[9] = KEPT[0, 0]
    a[10] = SAME[0, 0] + TURNED[0]
    a[11] = LACKS[0, 0]
    a[12] = ROUNDED
    a[13] = DEVICE[0]
