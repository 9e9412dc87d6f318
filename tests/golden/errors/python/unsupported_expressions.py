# k(f32[:])
from numba import cuda


@cuda.jit
def k(a):
    b = [1, 2]
    c = {1: 2}
    d = [x for x in range(3)]
    e = {x for x in (1, 2)}
    f = f"{a}"
    g = a[0] in (1, 2)
    h = a is b
    i = sorted(b)
    print(a[0])
    for x, y in zip(a, a):
        pass
    for x in 5:
        pass
    j = (yield)
    k = cuda.grid(**b)
