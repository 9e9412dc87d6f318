from numba import cuda, float32, int64


@cuda.jit("void(float32[:, ::1], int64)")
def k(A, n):
    s = cuda.shared.array((32, 33), float32)
    x = cuda.threadIdx.x
    y = cuda.threadIdx.y
    s[x, y] = A[y, x] if x < n and y < n else float32(0)
    cuda.syncthreads()
    if x < n and y < n:
        A[y, x] = s[y, x]
