# SPDX-License-Identifier: Apache-2.0
"""Kernels that are stepped through, and the same text for CPython (test_debug.py). A statement
takes one line: CPython tells lines of expressions, too."""
import collections
import math

import numpy as np

from portkern import cuda

Pair = collections.namedtuple("Pair", "first second")
SCALE = 3


@cuda.jit(device=True)
def clamp(v, low, high):
    if v < low:
        return low
    elif v > high:
        return high
    return v


@cuda.jit(device=True)
def norm(a, n):
    total = 0.0
    for k in range(n):
        total += clamp(a[k], -2.0, 2.0) ** 2
    return math.sqrt(total)


@cuda.jit
def branches(x, y):
    i = cuda.grid(1)
    if i % 3 == 0:
        v = x[i] * 2
    elif i % 3 == 1:
        v = x[i] + 0.5
        if v > 2:
            v -= 1
    else:
        v = 0.0
    y[i] = v


@cuda.jit
def loops(x, y):
    i = cuda.grid(1)
    total = 0.0
    for j in range(2, 8, 2):
        if j == 4:
            continue
        for k in range(j):
            total += x[k] * j
            if k > i:
                break
        else:
            total += 100.0
    for j in range(3, 0, -1):
        total -= j
    y[i] = total


@cuda.jit
def whiles(x, y):
    i = cuda.grid(1)
    n = i + 5
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    while True:
        steps += 1
        if steps > 12:
            break
    else:
        steps = -1
    y[i] = steps


@cuda.jit
def calls(x, y):
    i = cuda.grid(1)
    a = clamp(x[i], 0.5, 1.5)
    b = norm(x, 3)
    y[i] = a + b


@cuda.jit
def shared(x, y):
    tile = cuda.shared.array(8, np.float64)
    t = cuda.threadIdx.x
    tile[t] = x[t] * SCALE
    cuda.syncthreads()
    step = 4
    while step > 0:
        if t < step:
            tile[t] += tile[t + step]
        cuda.syncthreads()
        step //= 2
    total = tile[0]
    y[t] = total


@cuda.jit
def tuples(x, y):
    i = cuda.grid(1)
    p = (i, x[i])
    a, b = p
    a, b = b, a
    pair = Pair(b, (a, 2.5))
    q = pair.second[1] + pair.first
    y[i] = q
    for u in (1, 2):
        y[i] += u
    for u, v in ((1, 0.5), (2, 1.5)):
        y[i] += u * v


@cuda.jit
def early(x, y):
    i = cuda.grid(1)
    if i > 4:
        y[i] = -1.0
        return
    if x[i] > 2:
        return
    y[i] = x[i]
    pass


@cuda.jit
def local_arrays(x, y):
    i = cuda.grid(1)
    a = cuda.local.array(4, np.float64)
    for k in range(4):
        a[k] = k * x[i]
    view = a[1:3]
    view[0] += 10.0
    y[i] = a[1] + view[1]


@cuda.jit
def two_axes(m, y):
    i = cuda.threadIdx.x
    row = m[i % 3]
    column = m[:, 1]
    cell = m[i % 3, 2]
    m2 = m.T
    y[i] = row[0] + column[1] + cell + m2[0, 1]


@cuda.jit
def numbers(x, y):
    i = cuda.grid(1)
    f = np.float32(x[i])
    n = np.int16(i)
    u = np.uint8(200)
    z = 1j * x[i]
    z = z + 2
    yes = i > 2 and f < 100
    y[i] = f + n + u + z.imag + yes


@cuda.jit
def nested(x, y):
    i = cuda.grid(1)

    def scaled(v):
        w = v * 2
        return w
    total = scaled(x[i])
    total += scaled(total)
    y[i] = total


@cuda.jit
def changing(x, y):
    i = cuda.grid(1)
    v = 1
    if x[i] > 2:
        v = x[i]
    v = v * 2
    for k in range(2):
        v = v + 0.5
    y[i] = v


@cuda.jit
def records(r, y):
    i = cuda.grid(1)
    one = r[i]
    one.b = i + 1
    a = one.a
    y[i] = a + r[i].b


@cuda.jit
def barriers(x, y):
    t = cuda.threadIdx.x
    tile = cuda.shared.array(8, np.float64)
    for k in range(3):
        tile[t] = x[t] + k
        cuda.syncthreads()
        other = tile[(t + 1) % 8]
        cuda.syncthreads()
        if other > 5.0:
            y[t] += other
    y[t] += t


@cuda.jit
def sized_by_the_launch(x, y):
    tile = cuda.shared.array(0, np.float64)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    cuda.syncthreads()
    y[t] = tile[7 - t]


@cuda.jit(device=True)
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


@cuda.jit
def recursive(x, y):
    i = cuda.grid(1)
    y[i] = fib(i)


@cuda.jit
def optional(x, y):
    i = cuda.grid(1)
    w = None
    if i > 2:
        w = i
    if w is not None:
        y[i] = w


@cuda.jit
def odds(x, y):
    """A text that is no line."""
    i = cuda.grid(1)
    a = b = i + 1
    twice = lambda v: v * 2  # noqa: E731
    a = twice(b) + (c := b * 3)
    x[i], y[i] = y[i] + a, x[i]
    for u in (1, 2.5, 3):
        if u == 1:
            continue
        c += u
        if i == 3:
            break
    else:
        c -= 1
    del u
    for n, v in enumerate(x[i:i + 2][:1]):
        b += n
    for v, w in zip(y[i:i + 1], (1, 2)):
        b += w
    for v in y[i:i + 1]:
        b += 1 if i > 2 else 2
    n = 3
    while n:
        n -= 1
    else:
        b += 1
    y[i] = b + c


@cuda.jit
def faulty(x, y):
    i = cuda.grid(1)
    j = i * 2
    y[i] = x[j]


@cuda.jit
def asserting(x, y):
    i = cuda.grid(1)
    k = i + 1
    assert k < 6, "k is large"
    y[i] = k


@cuda.jit
def raising(x, y):
    i = cuda.grid(1)
    if x[i] > 3:
        raise ValueError("too large")
    y[i] = clamp(x[i], 0.0, 1.0)


@cuda.jit(error_model="python")
def dividing(x, y):
    i = cuda.grid(1)
    d = i - 3
    y[i] = 10 // d
