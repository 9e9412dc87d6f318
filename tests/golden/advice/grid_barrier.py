from numba import cuda, int64


@cuda.jit("void(int64[::1])")
def k(a):
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1
    g.sync()
