"""A grid that an array's extent gives: as many threads as elements, and no guard."""
import numpy as np
from numba import cuda, int32, void


@cuda.jit(void(int32[:, ::1]))
def rows(M):
    col = cuda.grid(1)
    for row in range(1, M.shape[0]):
        M[row, col] = M[row - 1, col] + 1


A = np.zeros((1024, 1024), dtype=np.int32)
block = 32
grid = A.shape[1] // block
rows[grid, block](A)
