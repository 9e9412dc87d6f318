# k(f32[:])
from numba import cuda


@cuda.jit
def k(a):
    assert a[0] > 0
    try:
        a[0] = 1
    except ValueError:
        pass
    with a:
        pass
    def inner():
        pass
    class C:
        pass
    global x
    import os
    del a
    raise ValueError("no")
