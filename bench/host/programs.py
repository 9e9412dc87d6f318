# SPDX-License-Identifier: Apache-2.0
"""Programs of scientific Python (of the kinds that npbench has) as functions for
the host. compare.py replaces the decorator: the same text runs with portkern
and with Numba. PROGRAMS has the function and the arguments of each."""
import math

import numpy as np
from portkern import njit


@njit
def go_fast(a):
    trace = 0.0
    for i in range(a.shape[0]):
        trace += np.tanh(a[i, i])
    return a + trace


@njit
def expression(x):
    return np.sqrt(x * x + 1.0) + np.sin(x) * np.exp(-x)


@njit
def axpy(a, x, y):
    return a * x + y


@njit
def sum_squares(x):
    total = 0.0
    for i in range(len(x)):
        total += x[i] ** 2
    return total


@njit
def heat(steps, a, b):
    for _ in range(steps):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]
                               + a[2:, 1:-1] + a[:-2, 1:-1])
        a[1:-1, 1:-1] = 0.2 * (b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:]
                               + b[2:, 1:-1] + b[:-2, 1:-1])
    return a


@njit
def relax(steps, x, y):
    for _ in range(steps):
        x = np.sqrt(x * x + y) - 0.5 * y
        y = y * 0.99
    return x


@njit
def heat_loops(steps, a, b):
    n, m = a.shape
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, j + 1]
                                 + a[i + 1, j] + a[i - 1, j])
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                a[i, j] = 0.2 * (b[i, j] + b[i, j - 1] + b[i, j + 1]
                                 + b[i + 1, j] + b[i - 1, j])
    return a


@njit
def nbody(x, v, m, dt, steps):
    n = len(m)
    for _ in range(steps):
        for i in range(n):
            ax = 0.0
            ay = 0.0
            az = 0.0
            for j in range(n):
                dx = x[j, 0] - x[i, 0]
                dy = x[j, 1] - x[i, 1]
                dz = x[j, 2] - x[i, 2]
                d = dx * dx + dy * dy + dz * dz + 1e-3
                f = m[j] / (d * math.sqrt(d))
                ax += f * dx
                ay += f * dy
                az += f * dz
            v[i, 0] += dt * ax
            v[i, 1] += dt * ay
            v[i, 2] += dt * az
        for i in range(n):
            for k in range(3):
                x[i, k] += dt * v[i, k]
    return x


@njit
def kmeans(points, centres):
    n, dim = points.shape
    k = centres.shape[0]
    sums = np.zeros((k, dim))
    counts = np.zeros(k, dtype=np.int64)
    for i in range(n):
        best = 0
        least = 1e300
        for c in range(k):
            d = 0.0
            for j in range(dim):
                t = points[i, j] - centres[c, j]
                d += t * t
            if d < least:
                least = d
                best = c
        counts[best] += 1
        for j in range(dim):
            sums[best, j] += points[i, j]
    for c in range(k):
        if counts[c] > 0:
            for j in range(dim):
                sums[c, j] /= counts[c]
    return sums


@njit
def normal_cdf(x):
    return 0.5 * (1.0 + math.erf(x * 0.7071067811865476))


@njit
def black_scholes(price, strike, t, rate, vol):
    call = np.empty_like(price)
    for i in range(len(price)):
        root = vol * math.sqrt(t[i])
        d1 = (math.log(price[i] / strike[i])
              + (rate + 0.5 * vol * vol) * t[i]) / root
        d2 = d1 - root
        call[i] = (price[i] * normal_cdf(d1)
                   - strike[i] * math.exp(-rate * t[i]) * normal_cdf(d2))
    return call


@njit
def convolve(x, w):
    n = len(x) - len(w) + 1
    out = np.empty(n)
    for i in range(n):
        s = 0.0
        for j in range(len(w)):
            s += x[i + j] * w[j]
        out[i] = s
    return out


@njit
def floyd_warshall(d):
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])
    return d


@njit
def floyd_rows(d):
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            d[i, :] = np.minimum(d[i, :], d[i, k] + d[k, :])
    return d


@njit
def mandelbrot(h, w, limit):
    out = np.empty((h, w), dtype=np.int32)
    for i in range(h):
        for j in range(w):
            c = complex(-2.0 + 3.0 * j / w, -1.5 + 3.0 * i / h)
            z = 0.0j
            n = 0
            while n < limit and z.real * z.real + z.imag * z.imag <= 4.0:
                z = z * z + c
                n += 1
            out[i, j] = n
    return out


@njit
def monte_carlo(n):
    state = np.uint64(88172645463325252)
    inside = 0
    for _ in range(n):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        x = (state >> np.uint64(11)) * 1.1102230246251565e-16
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        y = (state >> np.uint64(11)) * 1.1102230246251565e-16
        if x * x + y * y <= 1.0:
            inside += 1
    return 4.0 * inside / n


@njit
def crc16(data):
    crc = 0xFFFF
    for b in data:
        cur = 0xFF & b
        for _ in range(8):
            if (crc & 1) ^ (cur & 1):
                crc = (crc >> 1) ^ 0x8408
            else:
                crc >>= 1
            cur >>= 1
    crc = ~crc & 0xFFFF
    crc = (crc << 8) | ((crc >> 8) & 0xFF)
    return crc & 0xFFFF


@njit
def histogram(x, bins, low, high):
    counts = np.zeros(bins, dtype=np.int64)
    scale = bins / (high - low)
    for v in x:
        i = int((v - low) * scale)
        if 0 <= i < bins:
            counts[i] += 1
    return counts


@njit
def softmax(x):
    out = np.empty_like(x)
    for i in range(x.shape[0]):
        row = x[i]
        e = np.exp(row - row.max())
        out[i] = e / e.sum()
    return out


@njit
def correlation(m, data):
    n = data.shape[0]
    for j in range(m):
        mean = data[:, j].mean()
        sd = math.sqrt(((data[:, j] - mean) ** 2).sum() / n)
        data[:, j] = (data[:, j] - mean) / (math.sqrt(n) * sd)
    out = np.eye(m)
    for i in range(m - 1):
        for j in range(i + 1, m):
            s = 0.0
            for k in range(n):
                s += data[k, i] * data[k, j]
            out[i, j] = s
            out[j, i] = s
    return out


@njit
def conv2d(image, weights):
    k = weights.shape[0]
    n, h, w, c_in = image.shape
    c_out = weights.shape[3]
    h_out = h - k + 1
    w_out = w - k + 1
    out = np.zeros((n, h_out, w_out, c_out), dtype=np.float32)
    for b in range(n):
        for i in range(h_out):
            for j in range(w_out):
                for y in range(k):
                    for x in range(k):
                        for ci in range(c_in):
                            v = image[b, i + y, j + x, ci]
                            for co in range(c_out):
                                out[b, i, j, co] += v * weights[y, x, ci, co]
    return out


@njit
def lu(a):
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[k, j]
            a[i, j] = s / a[j, j]
        for j in range(i, n):
            s = a[i, j]
            for k in range(i):
                s -= a[i, k] * a[k, j]
            a[i, j] = s
    return a


@njit
def lu_rows(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            f = a[i, k] / a[k, k]
            a[i, k] = f
            a[i, k + 1:] -= f * a[k, k + 1:]
    return a


@njit
def cholesky(a):
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[j, k]
            a[i, j] = s / a[j, j]
        s = a[i, i]
        for k in range(i):
            s -= a[i, k] * a[i, k]
        a[i, i] = math.sqrt(s)
    return a


@njit
def adi(steps, u):
    n = u.shape[0]
    v = np.empty((n, n))
    p = np.empty((n, n))
    q = np.empty((n, n))
    dx = 1.0 / n
    dt = 1.0 / steps
    mul1 = 2.0 * dt / (dx * dx)
    mul2 = dt / (dx * dx)
    a = -mul1 / 2.0
    b = 1.0 + mul1
    c = a
    d = -mul2 / 2.0
    e = 1.0 + mul2
    f = d
    for _ in range(steps):
        v[0, 1:n - 1] = 1.0
        p[1:n - 1, 0] = 0.0
        q[1:n - 1, 0] = v[0, 1:n - 1]
        for j in range(1, n - 1):
            p[1:n - 1, j] = -c / (a * p[1:n - 1, j - 1] + b)
            q[1:n - 1, j] = ((-d * u[j, 0:n - 2]
                              + (1.0 + 2.0 * d) * u[j, 1:n - 1]
                              - f * u[j, 2:n] - a * q[1:n - 1, j - 1])
                             / (a * p[1:n - 1, j - 1] + b))
        v[n - 1, 1:n - 1] = 1.0
        for j in range(n - 2, 0, -1):
            v[j, 1:n - 1] = p[1:n - 1, j] * v[j + 1, 1:n - 1] + q[1:n - 1, j]
        u[1:n - 1, 0] = 1.0
        p[1:n - 1, 0] = 0.0
        q[1:n - 1, 0] = u[1:n - 1, 0]
        for j in range(1, n - 1):
            p[1:n - 1, j] = -f / (d * p[1:n - 1, j - 1] + e)
            q[1:n - 1, j] = ((-a * v[0:n - 2, j]
                              + (1.0 + 2.0 * a) * v[1:n - 1, j]
                              - c * v[2:n, j] - d * q[1:n - 1, j - 1])
                             / (d * p[1:n - 1, j - 1] + e))
        u[1:n - 1, n - 1] = 1.0
        for j in range(n - 2, 0, -1):
            u[1:n - 1, j] = p[1:n - 1, j] * u[1:n - 1, j + 1] + q[1:n - 1, j]
    return u


@njit
def spmv(row, col, val, x):
    out = np.zeros(len(row) - 1)
    for i in range(len(row) - 1):
        s = 0.0
        for k in range(row[i], row[i + 1]):
            s += val[k] * x[col[k]]
        out[i] = s
    return out


@njit
def matmul(a, b):
    n, m = a.shape
    out = np.zeros((n, b.shape[1]))
    for i in range(n):
        for k in range(m):
            for j in range(b.shape[1]):
                out[i, j] += a[i, k] * b[k, j]
    return out


@njit
def pairwise(x):
    n = x.shape[0]
    out = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            d = x[i] - x[j]
            out[i, j] = math.sqrt((d * d).sum())
    return out


@njit
def sieve(n):
    is_prime = np.ones(n, dtype=np.bool_)
    is_prime[:2] = False
    for i in range(2, int(math.sqrt(n)) + 1):
        if is_prime[i]:
            is_prime[i * i::i] = False
    return is_prime.sum()


@njit
def grayscale(image):
    out = np.empty(image.shape[:2], dtype=np.uint8)
    for i in range(image.shape[0]):
        for j in range(image.shape[1]):
            out[i, j] = int(0.2989 * image[i, j, 0] + 0.587 * image[i, j, 1]
                            + 0.114 * image[i, j, 2])
    return out


@njit
def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


RNG = np.random.default_rng(7)


def random(*shape):
    """Numbers from 0 to 1."""
    return RNG.random(shape)


def dominant(n):
    """A symmetric matrix whose diagonal is large."""
    a = random(n, n)
    return a + a.T + 2 * n * np.eye(n)


def sparse(rows, each):
    """A matrix in CSR form, and a vector."""
    row = np.arange(rows + 1, dtype=np.int64) * each
    col = RNG.integers(0, rows, rows * each)
    return row, col, random(rows * each), random(rows)


PROGRAMS = {
    "go_fast": (random(1500, 1500),),
    "expression": (random(1_000_000) * 5,),
    "axpy": (2.5, random(1_000_000), random(1_000_000)),
    "sum_squares": (random(1_000_000),),
    "heat": (20, random(400, 400), random(400, 400)),
    "relax": (10, random(1_000_000), random(1_000_000)),
    "heat_loops": (20, random(400, 400), random(400, 400)),
    "nbody": (random(600, 3), random(600, 3), random(600), 0.01, 4),
    "kmeans": (random(50_000, 4), random(16, 4)),
    "black_scholes": (random(200_000) * 90 + 10, random(200_000) * 90 + 10,
                      random(200_000) + 0.1, 0.03, 0.2),
    "convolve": (random(200_000), random(65)),
    "floyd_warshall": (random(250, 250),),
    "floyd_rows": (random(250, 250),),
    "mandelbrot": (250, 250, 200),
    "monte_carlo": (2_000_000,),
    "crc16": (RNG.integers(0, 256, 200_000).astype(np.uint8),),
    "histogram": (random(2_000_000), 100, 0.0, 1.0),
    "softmax": (random(1000, 512).astype(np.float32),),
    "correlation": (150, random(300, 150)),
    "conv2d": (random(4, 32, 32, 3).astype(np.float32),
               random(5, 5, 3, 16).astype(np.float32)),
    "lu": (dominant(300),),
    "lu_rows": (dominant(300),),
    "cholesky": (dominant(300),),
    "adi": (10, random(200, 200)),
    "spmv": sparse(40_000, 12),
    "matmul": (random(250, 250), random(250, 250)),
    "pairwise": (random(400, 3),),
    "sieve": (2_000_000,),
    "grayscale": (RNG.integers(0, 256, (600, 800, 3)).astype(np.uint8),),
    "fibonacci": (27,),
}
