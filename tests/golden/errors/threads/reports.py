# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    print(a)
    print("all of", a, file=None)
    print(f"{n:{n}}", f"{n:q}", f"{a[0]:5x}", f"{(n, n):5}", sep=n)
    assert a
    assert n > 0, a
    if n == 1:
        raise
    if n == 2:
        raise n
    if n == 3:
        raise ValueError("no") from KeyError("cause")
    if n == 4:
        raise ValueError(a, what=1)
    if n == 5:
        raise Unknown("x")
    raise ValueError((n, n, n, n, n, n, n, n), (n, n, n, n, n, n, n, n), n)
