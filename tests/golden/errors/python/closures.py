# k(f32[:], i64)
from numba import cuda, njit


@cuda.jit(device=True)
def call(f):
    return f()


@cuda.jit(device=True)
def pair(a, b):
    return a + b


@cuda.jit
def k(a, n):
    @njit
    def decorated(x):
        return x
    def fib(x):
        return x if x < 2 else fib(x - 1) + fib(x - 2)
    a[0] = fib(n)
    def early():
        return late
    a[0] = early()
    late = 1
    count = 0
    def bump():
        nonlocal count
        count += 1
        return count
    a[1] = call(bump)
    if n > 0 and bump() > 1:
        a[2] = 1
    def nowhere():
        nonlocal count, what
        what = 1
    f = lambda x: x
    if n > 3:
        f = lambda x: -x * n
    a[3] = f(n)
    a[4] = pair(*a)
    a[5] = pair(*(1, 2, 3))
    a[6] = (lambda x, y: x)(1)
    a[7] = early(y=2)
    a[8] = bump
    a[9] = n(2)
