from numba import cuda, float32


@cuda.jit("void(float32[:])")
def first(a):
    a[0] = missing


@cuda.jit("void(float32[:])")
def second(a):
    a[0] = [1, 2]
    with a:
        pass


@cuda.jit("void(float32[:])")
def third(a):
    if cuda.threadIdx.x == 0:
        a[0] = 1
