# SPDX-License-Identifier: Apache-2.0
"""Parallel loops."""
import math

import numpy as np
from cases import case
from numba import (get_num_threads, get_parallel_chunksize, get_thread_id, njit, parallel_chunksize, prange,
                   set_num_threads, set_parallel_chunksize)


@njit(parallel=True)
def scale(x, a):
    out = np.empty_like(x)
    for i in prange(x.size):
        out[i] = a * x[i]
    return out


@njit(parallel=True)
def from_to(n, a, b):
    out = np.zeros(n)
    for i in prange(a, b):
        out[i] = i
    return out


@njit(parallel=True)
def neighbours(x):
    out = x.copy()
    for i in prange(1, x.size - 1):
        out[i] = (x[i - 1] + x[i] + x[i + 1]) / 3
    return out


@njit(parallel=True)
def every_other(x):
    for i in prange(x.size // 2):
        x[2 * i] = -x[2 * i + 1]


@njit(parallel=True)
def table(h, w):
    out = np.empty((h, w), np.int64)
    for i in prange(h):
        for j in range(w):
            out[i, j] = 10 * i + j
    return out


@njit(parallel=True)
def nested(h, w):
    out = np.zeros((h, w))
    for i in prange(h):
        for j in prange(w):
            out[i, j] += i - j
    return out


@njit(parallel=True)
def twice(x):
    a = np.zeros_like(x)
    b = np.zeros_like(x)
    for i in prange(x.size):
        t = x[i]
        a[i] = t * t
    for i in prange(x.size):
        t = a[i]
        b[i] = t + 1
    return a, b


@njit(parallel=True)
def in_a_loop(x, n):
    for step in range(n):
        for i in prange(x.size):
            x[i] = x[i] * 2 + step
    return x.sum()


@njit(parallel=True)
def skips(x):
    out = np.zeros(x.size)
    for i in prange(x.size):
        if x[i] < 0:
            continue
        out[i] = math.sqrt(x[i])
    return out


@njit(parallel=True)
def arrays_within(n, m):
    out = np.zeros(n)
    for i in prange(n):
        row = np.ones(m) * i
        row[0] = 5
        out[i] = row.sum()
    return out


@njit(parallel=True)
def views(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        row = x[i]
        out[i] = row[::2].sum() + row.max()
    return out


@njit(parallel=True)
def tuples(n):
    out = np.zeros(n)
    pair = (2.0, 3)
    for i in prange(n):
        a, b = pair
        low, high = min(a, i), max(b, i)
        out[i] = high - low
    return out


@njit
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@njit(parallel=True)
def calls(n):
    out = np.zeros(n, np.int64)
    for i in prange(n):
        out[i] = collatz(i + 1)
    return out


@njit(parallel=True)
def squares(x):
    out = np.empty_like(x)
    for i in prange(x.size):
        out[i] = x[i] ** 2
    return out


@njit(parallel=True)
def calls_parallel(n):
    out = np.zeros((n, 40))
    for i in prange(n):
        out[i] = squares(np.arange(40.0) + i)
    return out


@njit
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


@njit(parallel=True)
def recursive(n):
    out = np.zeros(n, np.int64)
    for i in prange(n):
        out[i] = fib(i)
    return out


@njit(parallel=True)
def may_make(n, kind):
    out = np.zeros(n)
    if kind:
        scratch = np.full(n, 2.0)
    else:
        scratch = np.full(n, 3.0)
    for i in prange(n):
        out[i] = scratch[i] * i
    return out, scratch


@njit(parallel=True)
def uint8s(x):
    out = np.zeros(x.shape, np.uint8)
    for i in prange(x.size):
        out[i] = x[i] + 200
    return out


# ---- reductions ----

@njit(parallel=True)
def total(x):
    s = 0.0
    for i in prange(x.size):
        s += x[i]
    return s


@njit(parallel=True)
def total_of_squares(x):
    s = 0
    for i in prange(len(x)):
        s += x[i] ** 2
    return s


@njit(parallel=True)
def minus(x):
    s = 10.0
    for i in prange(len(x)):
        s -= x[i]
    return s


@njit(parallel=True)
def product(x):
    p = 2.0
    for i in prange(len(x)):
        p *= x[i]
    return p


@njit(parallel=True)
def quotient(x):
    p = 1e6
    for i in prange(len(x)):
        p /= x[i]
    return p


@njit(parallel=True)
def bounds(x):
    low = np.inf
    high = -np.inf
    for i in prange(len(x)):
        low = min(low, x[i])
        high = max(high, x[i])
    return low, high


@njit(parallel=True)
def largest_of_ints(x):
    m = np.int64(-1)
    for i in prange(len(x)):
        m = max(x[i], m)
    return m


@njit(parallel=True)
def sometimes(x):
    n = 0
    s = 0.0
    for i in prange(len(x)):
        if x[i] > 3:
            n += 1
            s += x[i]
    return n, s


@njit(parallel=True)
def inner_loop(x, m):
    s = 0.0
    for i in prange(len(x)):
        for j in range(m):
            s += x[i] * j
    return s


@njit(parallel=True)
def of_complex(x):
    s = 0j
    for i in prange(len(x)):
        s += x[i] * 1j
    return s


@njit(parallel=True)
def pi(n):
    s = 0.0
    for i in prange(n):
        x = (i + 0.5) / n
        s += 4.0 / (1.0 + x * x)
    return s / n


@njit(parallel=True)
def counts_twice(n):
    s = 0
    for i in prange(n):
        s += 1
    for i in prange(n):
        s += 2
    return s


# ---- arrays that are reduced ----

@njit(parallel=True)
def sum_of_rows(x):
    y = np.zeros(x.shape[1], x.dtype)
    for i in prange(x.shape[0]):
        y += x[i]
    return y


@njit(parallel=True)
def into_an_argument(x, y):
    z = y
    for i in prange(2, x.shape[0], 3):
        y -= 2 * x[i]
    return z


@njit(parallel=True)
def into_a_view(x, y):
    z = y[::-2]
    for i in prange(x.shape[0]):
        z += x[i]
        if x[i, 0] > 50:
            z += 1
    return z


@njit(parallel=True)
def product_of_rows(x):
    y = np.full(x.shape[1], 3.0)
    z = np.zeros((2, x.shape[1]))
    for i in prange(x.shape[0]):
        t = 1 + x[i] / 1e6
        y *= t
        z += i
    return y, z


@njit(parallel=True)
def quotient_of_rows(x):
    y = np.full(x.shape[1], 3.0)
    for i in prange(x.shape[0]):
        y /= 1 + x[i] / 1e6
    return y


@njit(parallel=True)
def bits_of_rows(x):
    low = np.full(x.shape[1], -1)
    high = np.zeros(x.shape[1], np.int64)
    odd = np.zeros(x.shape[1], np.int64)
    for i in prange(x.shape[0]):
        low &= x[i]
        high |= x[i]
        odd ^= x[i]
    return low, high, odd


@njit(parallel=True)
def nested_rows(x):
    y = np.zeros(x.shape[1])
    for i in prange(x.shape[0]):
        for j in prange(3):
            y += x[i] * j
    return y


@njit(parallel=True)
def own_rows(x):
    out = np.zeros_like(x)
    for i in prange(x.shape[0]):
        y = np.zeros(x.shape[1])
        y += x[i]
        y += 1
        out[i] = y
    return out


@njit(parallel=True)
def raises_in_reduced(x, y):
    for i in prange(x.shape[0]):
        if x[i, 0] < 0:
            raise ValueError("negative", i)
        y += x[i]
    return y


@njit(parallel=True)
def wrong_shape(x):
    y = np.zeros(x.shape[1] + 1)
    for i in prange(x.shape[0]):
        y += x[i]
    return y


# ---- threads ----

@njit(parallel=True)
def forces(p, m):
    out = np.empty_like(p)
    for i in prange(p.shape[0]):
        ax = 0.0
        ay = 0.0
        for j in range(m):
            dx = p[j, 0] - p[i, 0]
            dy = p[j, 1] - p[i, 1]
            w = 1.0 / (dx * dx + dy * dy + 0.25)
            ax += dx * w
            ay += dy * w
        out[i, 0] = ax
        out[i, 1] = ay
        out[i, 2] = p[i, 2]
    return out


@njit(parallel=True)
def steps_in_place(p, n):
    for i in prange(p.shape[0]):
        for _ in range(n):
            p[i, 0] += p[i, 1]
            p[i, 1] -= 0.125 * p[i, 0]


@njit(parallel=True)
def overlapping(x, y, n):
    out = np.empty(x.size)
    for i in prange(x.size):
        s = 0.0
        for k in range(n):
            s += x[i] * (k + 1)
            y[i] = s
        out[i] = s + x[i]
    return out


@njit(parallel=True)
def scratch_of_threads(x, n):
    scratch = np.zeros((get_num_threads(), n))
    out = np.empty(x.size)
    for i in prange(x.size):
        mine = get_thread_id()
        for k in range(n):
            scratch[mine, k] = x[i] * k
        s = 0.0
        for k in range(n):
            s += scratch[mine, k]
        out[i] = s
    return out


@njit(parallel=True)
def held_by_a_list(x, n):
    made = np.zeros(x.size)
    held = [x, made]
    for i in prange(x.size):
        for k in range(n):
            made[i] += x[i] * k
            held[1][i] += 1.0
    return made


@njit(parallel=True)
def by_thread(x):
    parts = np.zeros(get_num_threads())
    for i in prange(len(x)):
        parts[get_thread_id()] += x[i]
    return parts.sum(), get_thread_id()


@njit(parallel=True)
def in_chunks(x, n):
    y = np.empty(x.size)
    before = get_parallel_chunksize()
    with parallel_chunksize(n):
        within = get_parallel_chunksize()
        for i in prange(x.size):
            y[i] = x[i] + 1.0
    set_parallel_chunksize(n + 1)
    last = set_parallel_chunksize(before)
    return y, before, within, last, get_parallel_chunksize()


@njit
def on_threads(n):
    before = get_num_threads()
    try:
        set_num_threads(n)
    except Exception:  # its words name the machine's number
        return -1, get_num_threads() == before
    now = get_num_threads()
    set_num_threads(before)
    return now, get_num_threads() == before


# ---- what is read behind the loop ----

@njit(parallel=True)
def magnitudes(n):
    w = np.arange(n + 4.0) - n // 2
    out = np.zeros((n, 3))
    for i in prange(n):
        out[i, 2] += w[i] * 2
        out[i, 1] = abs(w[i])  # of guarded loads, which LLVM 14 must be kept from
    return out


@njit(parallel=True)
def around(a):
    out = np.zeros(a.shape)
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            for di, dj in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
                if i + di in (-1, a.shape[0]) or not 0 <= j + dj < a.shape[1]:
                    continue
                for k in [1, 2]:
                    if j not in [3, 4]:
                        out[i, j] += k * a[i + di, j + dj]
    return out


@njit(parallel=True)
def found_at(x, limit):
    found = -1
    for i in prange(len(x)):
        if x[i] == limit:
            found = i
    return found


# ---- exceptions ----

@njit(parallel=True)
def raises(x):
    out = np.empty_like(x)
    for i in prange(x.size):
        if x[i] < 0:
            raise ValueError("negative", i)
        out[i] = x[i]
    return out


@njit(parallel=True)
def divides(x, y):
    out = np.empty_like(x)
    for i in prange(x.size):
        out[i] = x[i] / y[i]
    return out


@njit(parallel=True)
def fails_within(n, m):
    out = np.zeros(n)
    for i in prange(n):
        row = np.zeros(m)
        assert row.size == 3
        out[i] = row[0]
    return out


def cases():
    x = np.arange(1.0, 5001.0)
    ints = np.arange(3000) * 7 % 1001
    for n in (0, 1, 7, 1024, 1025, 5000):
        yield scale, x[:n], 3.0
    yield scale, np.arange(6, dtype=np.float32)[::-1], np.float32(0.5)
    yield from_to, 50, 3, 41
    yield from_to, 50, 30, 10
    yield from_to, 5000, np.int32(100), np.int32(5000)
    yield neighbours, x
    yield neighbours, x[:2]
    yield every_other, ints.copy()
    yield table, 70, 11
    yield table, 0, 3
    yield nested, 40, 30
    yield twice, x
    yield in_a_loop, x[:100].copy(), 5
    yield skips, x - 2500
    yield arrays_within, 500, 20
    yield views, np.arange(600.0).reshape(60, 10)
    yield tuples, 100
    yield calls, 3000
    yield calls_parallel, 20
    yield case(recursive, 15, numba="it does not link")
    yield may_make, 100, True
    yield may_make, 100, False
    yield uint8s, np.arange(100, dtype=np.uint8)
    for f in (total, total_of_squares, minus):
        yield case(f, x, close=1e-12)
        yield case(f, x[:1], close=1e-12)
        yield f, x[:0]
    yield total_of_squares, ints
    yield case(product, 1 + x / 1e5, close=1e-12)
    yield case(quotient, 1 + x / 1e5, close=1e-12)
    yield bounds, 1000 / (x - 77.5)
    yield largest_of_ints, ints
    yield largest_of_ints, ints[:0]
    yield case(sometimes, x, close=1e-12)
    yield case(inner_loop, x, 3, close=1e-12)
    yield case(of_complex, x * (1 + 2j), close=1e-12)
    yield case(pi, 10000, close=1e-12)
    yield counts_twice, 2000
    for rows in (0, 1, 5, 64, 200):
        rows_of = np.arange(rows * 7.0).reshape(rows, 7)
        yield sum_of_rows, rows_of
        yield sum_of_rows, rows_of.astype(np.float32)
        yield sum_of_rows, rows_of.astype(np.int64)
        yield sum_of_rows, rows_of.astype(np.uint8)
        yield into_an_argument, rows_of, np.ones(7)
        yield into_a_view, rows_of, np.arange(13.0)
        yield case(product_of_rows, rows_of, close=1e-12)
        yield case(quotient_of_rows, rows_of, close=1e-12)
        yield case(bits_of_rows, rows_of.astype(np.int64) * 77, numba="it has no such reduction")
        yield nested_rows, rows_of
        yield own_rows, rows_of
    yield raises_in_reduced, rows_of, np.ones(7)
    yield case(wrong_shape, rows_of, numba="it raises other words",
               says="could not broadcast input array from shape (7,) into shape (8,)")
    yield by_thread, ints
    yield in_chunks, np.arange(1000.0), 8
    yield in_chunks, np.arange(10.0), 0
    yield in_chunks, np.arange(10.0), -1
    yield on_threads, 1
    yield on_threads, 0
    yield on_threads, -3
    for n in (3, 1503):
        yield magnitudes, n
    yield around, np.arange(1300.0).reshape(130, 10)
    for rows in (7, 512, 1003):
        yield forces, (np.arange(rows * 3.0) * 0.37 % 2 - 1).reshape(rows, 3), min(rows, 40)
        yield steps_in_place, (np.arange(rows * 2.0) * 0.59 % 2 - 1).reshape(rows, 2), 5
        ends = np.arange(rows + 9.0)
        same = np.arange(float(rows))
        yield case(overlapping, same, same, 3, numba="it takes the arguments for apart")
        yield overlapping, ends[:rows], np.zeros(rows), 3
        yield scratch_of_threads, ends, 4
        yield held_by_a_list, ends, 3
    yield case(found_at, x, 700.0, numba="it does not find it")
    yield case(found_at, x, -700.0)
    negative = x.copy()
    negative[[4000, 77, 300]] = -1
    yield raises, x
    yield case(raises, negative, numba="which exception it raises depends on the number of threads")
    zeros = x.copy()
    zeros[[4000, 77, 300]] = 0
    yield divides, x, x + 1
    yield divides, x, zeros
    yield fails_within, 100, 3
    yield case(fails_within, 100, 4, numba="it raises the words of another Python")
