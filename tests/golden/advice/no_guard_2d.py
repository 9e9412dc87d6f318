from numba import cuda, float32


@cuda.jit("void(float32[:, ::1])")
def k(A):
    row, col = cuda.grid(2)
    A[row, col] = 0
