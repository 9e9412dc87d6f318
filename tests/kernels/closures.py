# SPDX-License-Identifier: Apache-2.0
"""Functions within functions, and functions as values: what they use of the
function around them, when they look it up, and where they may go."""
from numba import cuda


@cuda.jit(device=True)
def apply(f, x):
    return f(x)


@cuda.jit(device=True)
def twice(f, x):
    return f(f(x))


@cuda.jit(device=True)
def adder(n):
    def add(x):
        return x + n
    return add


@cuda.jit(device=True)
def compose(f, g):
    return lambda x: f(g(x))


@cuda.jit(device=True)
def fold(f, first, *rest):
    s = first
    for r in rest:
        s = f(s, r)
    return s


def total(first, *rest, scale=1):
    s = first
    for r in rest:
        s += r
    return s * scale + len(rest)


def scaled_total(*args):
    return total(*args, scale=2)


@cuda.jit(device=True)
def ends(*args):
    return args[0], args[-1]


def square(x):
    return x * x


@cuda.jit
def looked_up(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        n, v = a[i], f[i]
        x = n
        late = lambda y: x + y
        x = 100
        out[i, 0] = late(1)
        s = 0
        def add(z):
            return s + z
        for j in range(5):
            s = add(j)
        out[i, 1] = s
        def scaled(z, by=n + 1):
            return z * by
        n = 1000
        out[i, 2] = scaled(3) + scaled(3, by=2) + scaled(by=4, z=1)
        q = 0
        for j in range(3):
            def times(z):
                return z * j
            q += times(v)
        out[i, 3] = q
        w = 1
        same = lambda: w
        out[i, 4] = same()
        w = v
        out[i, 5] = same()
        if a[i] > 2:
            def pick(z):
                return z + hidden
            hidden = 7
            out[i, 6] = pick(1)
        else:
            out[i, 6] = 0
        def outer(z):
            def inner(y):
                return y + a[i] + deep
            deep = z * 2
            return inner(z) * x
        out[i, 7] = outer(v)
        alias = add
        s = 50
        out[i, 8] = alias(1) + add(1)


@cuda.jit
def values(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        n, v = a[i], f[i]
        out[i, 0] = apply(lambda x: x + a[i], 10)
        out[i, 1] = apply(square, v) + apply(adder(3), n)
        out[i, 2] = compose(square, adder(v))(2)
        out[i, 3] = twice(lambda x: x * n + 1, v)
        g = square if n > 0 else square
        out[i, 4] = g(n)
        fs = (square, adder(n), lambda x: -x)
        out[i, 5] = fs[0](v) + fs[1](v) + fs[2](n)
        out[i, 6] = fold(lambda p, q: p * 3 + q, n, 1.0, v, 2.5)
        out[i, 7] = fold(max, n, 1, 2, 0)
        h = twice
        out[i, 8] = h(adder(1), v)
        out[i, 9] = (lambda p, q=2, *r, s=n: p + q + len(r) + s)(v, 1, 2, 3)


@cuda.jit
def stars(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        n, v = a[i], f[i]
        t = (1, 2, n)
        out[i, 0] = total(*t)
        out[i, 1] = scaled_total(5, *t, 6)
        out[i, 2] = total(v, *(), *t)
        p, q = ends(v, *t)
        out[i, 3] = p * 100 + q
        u = (*t, 7, *(v, 8))
        out[i, 4] = max(*u) + len(u) + u[4]
        out[i, 5] = min(*t, v)
        out[i, 6] = total(*(n, v), scale=3)


@cuda.jit
def outside(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        n, v = a[i], f[i]
        c = 0
        def count(by=1):
            nonlocal c
            c += by
            return c
        count()
        count(by=n)
        out[i, 0] = count() * 10 + c
        while c < 20:
            count(3)
        out[i, 1] = c
        least = most = v
        def see(z):
            nonlocal least, most
            if z < least:
                least = z
                return
            most = max(most, z)
        for j in range(4):
            see(n * j - 2)
        out[i, 2] = least
        out[i, 3] = most
        def early(z):
            nonlocal c
            if z > 3:
                c = -1
                return 1
            c = 0
            return 2
        out[i, 4] = early(n) * 100 + c


def make(n, scale=2.0, *, op=None, sizes=(1, 2)):
    """What a kernel finds of the function that makes it."""
    m = n * 2
    if n > 5:
        extra = sizes[0]
    elif n == 3:
        extra = -1
    else:
        extra = sizes[1] if op is None else 10

    def helper(x, by=m):
        return x * by + extra

    @cuda.jit
    def kernel(a, f, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i, 0] = f[i] * scale + m
            out[i, 1] = helper(a[i]) + helper(a[i], 3)
            if op is not None:
                out[i, 2] = op(f[i])
            else:
                out[i, 2] = n
            deep = lambda x: x + n * a[i]
            out[i, 3] = deep(f[i])
    return kernel


def parts(n):
    def first(x, by=n):
        return x + by
    return first, lambda x: first(x) * n


add_two, twice_more = parts(2)
made = make(4)
made_more = make(n=7, op=twice_more, sizes=(30, 40))
made_of_made = make(6, 0.5, op=add_two)
