# SPDX-License-Identifier: Apache-2.0
"""any, all, sum, min and max of generator expressions and of lists."""
import numpy as np
from numba import cuda

TABLE = np.array([[3, 1, 2], [9, 7, 8]])
PRIMES = (2, 3, 5, 7)


@cuda.jit
def asked(x, m, n, out):
    out[0] = any(v > n for v in x)
    out[1] = all(v < 9 for v in x if v > 0)
    out[2] = any(v == w for v in x for w in m)
    out[3] = all(i < 3 or v > 2 for i, v in enumerate(m))
    out[4] = any(a > b for a, b in zip(x, x[1:]))
    out[5] = any(p == n for p in PRIMES)
    out[6] = all(any(w == v for w in row) for row in TABLE for v in (n, row[0]) if v < 9)
    out[7] = any(v for v in (n - 4, x[0] * 0, n == 4))
    out[8] = all(TABLE[p] > 0 for p in np.ndindex(2, 3)) + 2 * any(n for n in range(3, 3))
    out[9] = all([v > 0 for v in x]) + 2 * any([v > 4 for v in m[:3]])
    out[10] = any(not v for v in TABLE.flat) + 2 * all(v is not None for v in (n, 1.5))


@cuda.jit
def added(x, m, n, out):
    out[0] = sum(v * 2 for v in x)
    out[1] = sum(1 for v in x if v > n)
    out[2] = sum((a - b for a, b in zip(x, m)), 0.5)
    out[3] = sum(i * j for i in range(4) for j in range(i) if j % 2)
    out[4] = sum((v for v in m), start=n)
    out[5] = sum([w for v in TABLE for w in v if w > n])
    out[6] = sum(v for v in (n, 2.5, True) if v)
    out[7] = sum(v * v for v in range(0))
    z = sum(v * 1j for v in x)
    out[8] = z.imag
    out[9] = sum(x[k] * PRIMES[k] for k in range(3))


@cuda.jit
def chosen(x, m, n, out):
    out[0] = min(v * n for v in m)
    out[1] = max(i * v for i, v in enumerate(x))
    out[2] = max((v for v in x if v > 1000), default=-1)
    out[3] = min((v + 0.5 for v in m if v > n), default=n)
    out[4] = max([v % 5 for v in m])
    out[5] = min(abs(v - w) for v in x for w in m)
    out[6] = max(v for v in (n, 2.5, 7))
    out[7] = max(p * q for (p, q), v in np.ndenumerate(TABLE) if v > n)


@cuda.jit
def without_any(x, out):
    out[0] = min(v for v in x if v > 1000)


@cuda.jit
def stops(x, m, out):
    out[0] = any(x[k] > 4 for k in m)
    out[1] = all(x[k] < 5 for k in m)


def count_of(a, wanted):
    return sum(1 for v in a if v == wanted)


def largest(a, key):
    return max(key(v) for v in a)


@cuda.jit
def scopes(x, m, n, out):
    v = 7.5
    i = cuda.grid(1)
    out[0] = any(v > 100 for v in x)
    out[1] = v
    for k in range(3):
        n += k
        out[2] += sum(x[j] * n for j in range(k))
    out[3] = count_of(m, m[1])
    out[4] = largest(x, lambda v: -v) + largest(m, abs)
    f = lambda t: sum(t * w + v for w in m)
    out[5] = f(2)
    v = 0.5
    out[6] = f(3)

    def inner(a):
        return any(a == w for w in m) + sum(n for w in m)
    out[7] = inner(m[0])
    t = tuple((n, v))
    out[8] = sum(w * u for w in t for u in t) if any(w for w in t) else max(w for w in x)
    out[9] = n > 1000 and any(v / 0 for v in x) or all(w != sum(u for u in m) for w in m)
    while any(w < n + 3 for w in out[:2]) and i == 0:
        out[0] += 5
        out[1] += 4


@cuda.jit
def together(x, out):
    s = cuda.shared.array(8, np.int64)
    i = cuda.threadIdx.x
    s[i] = x[i]
    cuda.syncthreads()
    out[i] = sum(1 for v in s if v < s[i]) + 10 * sum(1 for k in range(i) if s[k] == s[i])
