from numba import cuda, float32


@cuda.jit("void(float32[:, ::1])")
def k(A):
    col, row = cuda.grid(2)
    if row < A.shape[0] and col < A.shape[1]:
        A[row, col] = 0
