from numba import cuda


@cuda.jit(void(float32[:], int32))
def k(a, n):
    a[0] = n


@cuda.jit('void(float32[:], int)', devise=True)
def m(a, n):
    a[0] = n


@cuda.jit
def halves(a, n):
    s = cuda.shared.array(n, 'float32')
    s[0] = a[0] / 2
    a[0] = s[0][0]
