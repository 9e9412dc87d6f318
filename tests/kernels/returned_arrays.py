# SPDX-License-Identifier: Apache-2.0
"""Functions that return arrays of their own: each place that calls one has memory
of its own for them, through functions, closures and recursion, in tuples and on
several paths; a shared array is one for all calls."""
import numpy as np
from numba import cuda, float32


def own(v):
    l = cuda.local.array(4, float32)
    for i in range(4):
        l[i] = v + i
    return l


@cuda.jit
def two(out):
    a = own(1)
    b = own(2)
    out[0] = a[0]
    out[1] = b[0]
    out[2] = own(5)[1] + own(7)[1]


def pair(v):
    a = own(v)
    b = own(v + 10)
    return a, b[1:]


@cuda.jit
def pairs(out):
    a, b = pair(1)
    c, d = pair(2)
    e = c if out.size > 3 else a
    out[0] = a[0]
    out[1] = b[0]
    out[2] = c[0]
    out[3] = d[0]
    out[4] = e[3]


def choose(v):
    if v > 1:
        return own(v)
    l = cuda.local.array(4, float32)
    l[:] = 100
    return l


@cuda.jit
def chosen(out):
    a, b, c = choose(0), choose(3), choose(1)
    c[0] = 5
    out[0] = a[0]
    out[1] = b[0]
    out[2] = c[0]
    out[3] = c[1]


def step(a):
    l = cuda.local.array(4, float32)
    for i in range(4):
        l[i] = a[3 - i] * 2 + 1
    return l


@cuda.jit
def steps(out):
    cur = own(1)
    for j in range(5):
        cur = step(cur)
        out[j] = cur[0] + 1000 * cur[1]


def steps_of(n):
    cur = own(n)
    for j in range(n):
        cur = step(cur)
    return cur


@cuda.jit
def stepped(out):
    a = steps_of(3)
    b = steps_of(4)
    out[0] = a[0]
    out[1] = a[1]
    out[2] = b[0]
    out[3] = b[1]


@cuda.jit
def closures(out):
    def make(v):
        l = cuda.local.array(3, float32)
        l[:] = v
        def get(i):
            return l[i]
        return get
    f, g = make(3), make(4)
    out[0] = f(0)
    out[1] = g(1)
    v = own(1)
    w = v
    def set():
        nonlocal v
        v = own(9)
    set()
    out[2] = v[0]
    out[3] = w[0]
    h = lambda x: own(x)
    y, z = h(20), h(30)
    out[4] = y[0]
    out[5] = z[0]


def cp(a, i):
    return a[i:i + 2].copy()


@cuda.jit
def copied(out):
    l = own(3)
    a, b = cp(l, 0), cp(l, 2)
    a[0] += 100
    out[0] = a[0]
    out[1] = b[0]
    out[2] = l[0]
    for j in range(2):
        a = cp(a[::-1], 0)
        out[3 + j] = a[0]


def rec(n):
    l = cuda.local.array(2, float32)
    l[0] = n
    l[1] = 0
    if n > 0:
        h = rec(n - 1)
        l[1] = h[0] + 10 * h[1]
    return l


@cuda.jit
def recursive(out):
    a = rec(3)
    b = rec(2)
    out[0] = a[0]
    out[1] = a[1]
    out[2] = b[0]
    out[3] = b[1]


def board(a):
    s = cuda.shared.array(2, float32)
    s[0] = a[0]
    return s


@cuda.jit
def shared(out):
    p, q = own(1), own(5)
    x = board(p)
    y = board(q)
    out[0] = x[0]
    out[1] = y[0]
    y[1] = 3
    out[2] = x[1]


def views(v):
    l = cuda.local.array((2, 3), float32)
    for i in range(2):
        for j in range(3):
            l[i, j] = v + 3 * i + j
    return l.T, l[1], l.reshape(6)[::2], l[0].flat


@cuda.jit
def viewed(out):
    a, b, c, d = views(1)
    e, f, g, h = views(100)
    out[0] = a[0, 1]
    out[1] = b[0]
    out[2] = c[1]
    for x in d:
        out[3] += x
    out[4] = e[2, 1]
    out[5] = f[0]
    out[6] = g[1]


@cuda.jit
def spreading(out):
    t = (1,)
    for j in range(3):
        a = own(*t)
        b = own(*(j,))
        out[j] = a[0] + 10 * b[0]


R = np.dtype([("x", np.float32), ("n", np.int64)])


def rcd(v):
    l = cuda.local.array(2, R)
    l[0]["x"] = v
    l[1]["x"] = v + 1
    l[0]["n"] = 5
    return l[1], l[0]


@cuda.jit
def records(out):
    a, b = rcd(1)
    c, d = rcd(7)
    out[0] = a["x"]
    out[1] = b["x"]
    out[2] = c["x"]
    out[3] = d["x"]


def maybe(v):
    if v > 2:
        return own(v)


@cuda.jit
def optional(out):
    a, b, c = maybe(3), maybe(4), maybe(0)
    out[0] = a[0]
    out[1] = b[0]
    out[2] = c is None


def grow(a, b, n):
    s = cuda.local.array(3, float32)
    t = cuda.local.array(3, float32)
    for i in range(3):
        s[i] = a[i] + b[2 - i]
        t[i] = a[i] - n
    return t, s


@cuda.jit
def two_at_a_time(out):
    a, b = grow(own(1), own(2), 3)
    for n in range(4):
        a, b = grow(a, b, n)
        out[n] = a[0] + 100 * b[1] + 10000 * a[2]


def through(n):
    cur = own(n)
    for j in range(n):
        new = step(cur)
        if j % 2 == 0:
            new[0] += 0.5
        cur = new
    return cur if n > 1 else own(-1)


@cuda.jit
def many_paths(out):
    for k in range(4):
        a = through(k)
        b = through(k + 1)
        out[k] = a[0] + 64 * b[0]


@cuda.jit
def threads(x, out):
    i = cuda.grid(1)
    a, b = own(x[i]), own(x[i] * 2)
    s = cuda.shared.array(16, float32)
    s[cuda.threadIdx.x] = a[1] + b[2]
    cuda.syncthreads()
    c = own(s[15 - cuda.threadIdx.x])
    out[i] = a[0] + 100 * b[0] + 10000 * c[3]


def in_turns(x, n):
    for j in range(n):
        l = cuda.local.array(2, float32)
        l[0] = x[j]
        l[1] = j
        if x[j] > 2:
            return l
    return own(n)[:2]


@cuda.jit
def early(x, out):
    a = in_turns(x, 3)
    b = in_turns(x[1:], 3)
    c = in_turns(x[4:], 2)
    out[0] = a[0]
    out[1] = a[1]
    out[2] = b[0]
    out[3] = b[1]
    out[4] = c[0]


def apply(f, a):
    return f(a), f(a[::-1])


@cuda.jit
def given_functions(out):
    a, b = apply(step, own(1))
    c, d = apply(lambda v: own(v[0]), b)
    out[0] = a[0]
    out[1] = b[0]
    out[2] = c[0]
    out[3] = d[0]
    out[4] = c[3]
