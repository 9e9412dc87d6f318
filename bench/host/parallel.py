# SPDX-License-Identifier: Apache-2.0
"""Loops over prange, for compare.py --of parallel."""
import math

import numpy as np
from portkern import njit, prange


@njit(parallel=True)
def axpy(a, x, y):
    out = np.empty_like(x)
    for i in prange(x.size):
        out[i] = a * x[i] + y[i]
    return out


@njit(parallel=True)
def sum_squares(x):
    total = 0.0
    for i in prange(x.size):
        total += x[i] ** 2
    return total


@njit(parallel=True)
def bounds(x):
    low = np.inf
    high = -np.inf
    for i in prange(x.size):
        low = min(low, x[i])
        high = max(high, x[i])
    return low, high


@njit(parallel=True)
def expression(x):
    out = np.empty_like(x)
    for i in prange(x.size):
        out[i] = math.sin(x[i]) * math.exp(-x[i]) + math.sqrt(x[i])
    return out


@njit(parallel=True)
def black_scholes(price, strike, t):
    out = np.empty_like(price)
    for i in prange(price.size):
        root = 0.2 * math.sqrt(t[i])
        d1 = (math.log(price[i] / strike[i]) + 0.06 * t[i]) / root
        d2 = d1 - root
        out[i] = (price[i] * 0.5 * (1 + math.erf(d1 / 1.4142135623730951)) - strike[i] * math.exp(-0.05 * t[i]) * 0.5
                  * (1 + math.erf(d2 / 1.4142135623730951)))
    return out


@njit(parallel=True)
def mandelbrot(h, w, limit):
    out = np.empty((h, w), np.int64)
    for i in prange(h):
        for j in range(w):
            cr = -2 + 3 * j / w
            ci = -1.5 + 3 * i / h
            x = 0.0
            y = 0.0
            n = 0
            while n < limit and x * x + y * y < 4:
                x, y = x * x - y * y + cr, 2 * x * y + ci
                n += 1
            out[i, j] = n
    return out


@njit(parallel=True)
def nbody(p):
    out = np.empty_like(p)
    for i in prange(p.shape[0]):
        ax = 0.0
        ay = 0.0
        az = 0.0
        for j in range(p.shape[0]):
            dx = p[j, 0] - p[i, 0]
            dy = p[j, 1] - p[i, 1]
            dz = p[j, 2] - p[i, 2]
            r = dx * dx + dy * dy + dz * dz + 1e-9
            w = 1.0 / (r * math.sqrt(r))
            ax += dx * w
            ay += dy * w
            az += dz * w
        out[i, 0] = ax
        out[i, 1] = ay
        out[i, 2] = az
    return out


@njit(parallel=True)
def jacobi(a):
    b = a.copy()
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
    return b


@njit(parallel=True)
def matmul(a, b):
    out = np.empty((a.shape[0], b.shape[1]))
    for i in prange(a.shape[0]):
        for j in range(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            out[i, j] = s
    return out


@njit(parallel=True)
def kmeans(points, centres):
    out = np.empty(points.shape[0], np.int64)
    for i in prange(points.shape[0]):
        best = np.inf
        at = 0
        for k in range(centres.shape[0]):
            s = 0.0
            for j in range(points.shape[1]):
                d = points[i, j] - centres[k, j]
                s += d * d
            if s < best:
                best = s
                at = k
        out[i] = at
    return out


@njit(parallel=True)
def spmv(row, col, val, x):
    out = np.empty(row.size - 1)
    for i in prange(row.size - 1):
        s = 0.0
        for k in range(row[i], row[i + 1]):
            s += val[k] * x[col[k]]
        out[i] = s
    return out


@njit(parallel=True)
def short(x):
    for i in prange(x.size):
        x[i] += 1
    return x


# ---- whole arrays, without prange ----

@njit(parallel=True)
def arrays(x):
    return np.sqrt(x * x + 1.0) + np.sin(x) * np.exp(-x)


@njit(parallel=True)
def arrays_axpy(a, x, y):
    y += a * x
    return y


@njit(parallel=True)
def reductions(x, y):
    return x.sum(), np.mean(y), np.sum((x - y) ** 2)


@njit(parallel=True)
def least_most(x):
    return np.min(x), x.max()


@njit(parallel=True)
def cdf(x):
    k = 1.0 / (1.0 + 0.2316419 * np.abs(x))
    p = 0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429)))
    tail = np.exp(-0.5 * x * x) * 0.3989422804014327 * k * p
    return np.where(x > 0, 1.0 - tail, tail)


@njit(parallel=True)
def arrays_black_scholes(price, strike, t, rate, vol):
    root = vol * np.sqrt(t)
    d1 = (np.log(price / strike) + (rate + 0.5 * vol * vol) * t) / root
    return price * cdf(d1) - strike * np.exp(-rate * t) * cdf(d1 - root)


@njit(parallel=True)
def heat(steps, a, b):
    for _ in range(steps):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        a[1:-1, 1:-1] = 0.2 * (b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1])
    return a


@njit(parallel=True)
def softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


@njit(parallel=True)
def logistic_regression(y, x, w, steps):
    for _ in range(steps):
        w -= 0.1 * np.dot(((1.0 / (1.0 + np.exp(-y * np.dot(x, w))) - 1.0) * y), x) / y.size
    return w


@njit(parallel=True)
def correlation(x, y):
    dx = x - x.mean()
    dy = y - y.mean()
    return (dx * dy).sum() / math.sqrt((dx * dx).sum() * (dy * dy).sum())


RNG = np.random.default_rng(1)


def random(*shape):
    """Numbers from 0 to 1."""
    return RNG.random(shape)


PROGRAMS = {
    "axpy": (2.5, random(2_000_000), random(2_000_000)),
    "sum_squares": (random(2_000_000),),
    "bounds": (random(2_000_000),),
    "expression": (random(500_000) * 5,),
    "black_scholes": (random(200_000) * 90 + 10, random(200_000) * 90 + 10, random(200_000) + 0.1),
    "mandelbrot": (300, 400, 200),
    "nbody": (random(1000, 3),),
    "jacobi": (random(1000, 1000),),
    "matmul": (random(250, 250), random(250, 250)),
    "kmeans": (random(50_000, 8), random(16, 8)),
    "spmv": (np.arange(0, 12 * 40_000 + 1, 12), RNG.integers(0, 40_000, 12 * 40_000), random(12 * 40_000),
             random(40_000)),
    "short": (random(100),),
    "arrays": (random(500_000) * 5,),
    "arrays_axpy": (2.5, random(2_000_000), random(2_000_000)),
    "reductions": (random(1_000_000), random(1_000_000)),
    "least_most": (random(2_000_000),),
    "arrays_black_scholes": (random(200_000) * 90 + 10, random(200_000) * 90 + 10, random(200_000) + 0.1, 0.03, 0.2),
    "heat": (20, random(400, 400), random(400, 400)),
    "softmax": (random(1_000_000),),
    "logistic_regression": (np.where(random(100_000) < 0.5, -1.0, 1.0), random(100_000, 10), random(10), 5),
    "correlation": (random(1_000_000), random(1_000_000)),
}
