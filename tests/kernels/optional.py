# SPDX-License-Identifier: Apache-2.0
"""Values that may be None: where paths meet, as results of functions, in
tuples, and what tests say of them."""
from numba import cuda


@cuda.jit(device=True)
def half_of_even(n):
    if n % 2 == 0:
        return n // 2


@cuda.jit(device=True)
def root(x):
    if x < 0:
        return None
    return x ** 0.5


@cuda.jit(device=True)
def bounds(n):
    if n > 0:
        return (n, n + 0.5)
    return None


@cuda.jit(device=True)
def or_else(x, other):
    if x is None:
        return other
    return x


@cuda.jit(device=True)
def doubled(x):
    return None if x is None else 2 * x


@cuda.jit
def merged(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        x = None
        if a[i] > 2:
            x = 1.0
        out[i, 0] = -1.0
        if x is not None:
            out[i, 0] = x
        y = None
        if a[i] > 0:
            y = a[i]
        elif a[i] < -1:
            y = f[i]
        out[i, 1] = 0.25 if y is None else y
        z = 5
        if f[i] > 0:
            z = None
        out[i, 2] = 7 if z == None else z * 2  # noqa: E711
        if z is None and y is not None:
            out[i, 3] = y + 1
        elif not (z is None or y is None):
            out[i, 3] = y + z
        else:
            out[i, 3] = -2


@cuda.jit
def least(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        best = None
        last = None
        for k in range(a[i]):
            v = (f[i] + k * 0.75) % 3
            if best is None or v < best:
                best = v
            if v > 2.5:
                last = k
                if k > 4:
                    break
        out[i, 0] = -1 if best is None else best
        out[i, 1] = or_else(last, 100)
        count = 0
        left = half_of_even(abs(a[i]) + 1)
        while left is not None and left > 0:
            count += 1
            left = half_of_even(left)
        out[i, 2] = count


@cuda.jit
def results(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        r = root(f[i])
        h = half_of_even(a[i])
        out[i, 0] = or_else(r, -3)
        out[i, 1] = or_else(h, 0.5)
        out[i, 2] = or_else(doubled(h), 9) + or_else(doubled(r), 1)
        b = bounds(a[i])
        if b is not None:
            lo, hi = b
            out[i, 3] = lo + hi + b[1]
        else:
            out[i, 3] = 0
        if r is None:
            out[i, 4] = 4
            return
        out[i, 4] = r * 2


@cuda.jit
def stored(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        t = (root(f[i]), half_of_even(a[i]), i)
        out[i, 0] = or_else(t[0], 8) + t[2]
        n = 0
        for x in t:
            if x is not None:
                n += 1
        out[i, 1] = n
        p, q, _ = t
        out[i, 2] = 1.0 if p else 2.0
        out[i, 3] = 1.0 if not q else 2.0
        out[i, 4] = (q or 3) + (0 if p is None else 1)
        g = lambda d: d if p is None else d + p  # noqa: E731
        out[i, 5] = g(0.5)
        q = None
        w = 1 if q is None else q
        q = 2.5
        out[i, 6] = w + q


@cuda.jit
def views(a, f, out):
    i = cuda.grid(1)
    row = None
    if i % 2:
        row = a[i]
    if row is not None:
        out[i] = row[0] + row[-1]
    else:
        out[i] = f[i]


@cuda.jit
def absent(a, out):
    i = cuda.grid(1)
    h = half_of_even(a[i])
    out[i] = h + 1


@cuda.jit
def absent_item(a, out):
    i = cuda.grid(1)
    b = bounds(a[i])
    out[i] = b[1]


@cuda.jit
def absent_stored(a, out):
    i = cuda.grid(1)
    x = None
    if a[i] > 0:
        x = a[i]
    out[i] = x


@cuda.jit
def asserted(a, out):
    i = cuda.grid(1)
    h = half_of_even(a[i])
    assert h is not None, a[i]
    out[i] = h


@cuda.jit(device=True)
def added(x, y):
    if x is not None and y is not None and x > y:
        return x + y
    return 0.5 if y is None or x is None else y


@cuda.jit
def known(a, f, out):
    """One of two is known to be None when compiling, the other is not."""
    i = cuda.grid(1)
    if i < a.size:
        x = None
        if a[i] > 0:
            x = a[i]
        out[i, 0] = added(x, None)
        out[i, 1] = added(None, x)
        out[i, 2] = added(x, f[i])
        out[i, 3] = x + None if x is not None and False else 2
        out[i, 4] = 1 if x is None or f is not None else f + None
        y = added(x, a[i] - 3) is not None and out is None
        out[i, 5] = y
