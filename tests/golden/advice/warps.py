from numba import cuda, int64


@cuda.jit("void(int64[::1], int64[::1])")
def scan(x, out):
    i = cuda.grid(1)
    if i >= x.size:
        return
    v = x[i]
    d = 1
    while d < 32:
        n = cuda.shfl_up_sync(0xffffffff, v, d)
        if cuda.laneid >= d:
            v += n
        d *= 2
    out[i] = v
