# SPDX-License-Identifier: Apache-2.0
"""What the kernels (bench/kernels.py, streams.py) and bench/rivals/numba_twins.py both do."""
import math

from numba import float32, njit, uint64


@njit
def pull(x, y, z, i):
    """The forces of all bodies on body i."""
    sx = float32(0.0)
    sy = float32(0.0)
    sz = float32(0.0)
    for j in range(x.size):
        dx = x[j] - x[i]
        dy = y[j] - y[i]
        dz = z[j] - z[i]
        d2 = dx * dx + dy * dy + dz * dz + float32(0.01)
        w = float32(1.0) / (d2 * d2)
        sx += dx * w
        sy += dy * w
        sz += dz * w
    return sx, sy, sz


@njit
def escape(cr, ci, limit):
    """How many steps a point of the plane stays in the Mandelbrot set."""
    zr = 0.0
    zi = 0.0
    n = 0
    while n < limit and zr * zr + zi * zi <= 4.0:
        zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
        n += 1
    return n


@njit
def prices(price, strike, years):
    """What a call and a put cost, by Black and Scholes."""
    root = math.sqrt(years)
    d1 = ((math.log(price / strike) + (float32(0.02) + float32(0.5) * float32(0.09)) * years)
          / (float32(0.3) * root))
    d2 = d1 - float32(0.3) * root
    n1 = float32(0.5) * (float32(1.0) + math.erf(d1 * float32(0.70710678)))
    n2 = float32(0.5) * (float32(1.0) + math.erf(d2 * float32(0.70710678)))
    later = strike * math.exp(float32(-0.02) * years)
    return price * n1 - later * n2, later * (float32(1.0) - n2) - price * (float32(1.0) - n1)


@njit
def steps(x):
    """Two loops, left and gone on with as the numbers have it."""
    total = 0.0
    for a in range(1, 40):
        if a * x > 30.0:
            break
        for b in range(1, 40):
            t = x * a - 0.25 * b
            if t < 0.0:
                break
            if t * t < 0.5:
                continue
            total += t * 0.5
    return total


@njit
def inside(s0, s1, points):
    """Points by xoroshiro128+ whose distance from the origin is below 1."""
    n = 0
    for _ in range(points):
        x = ((s0 + s1) >> uint64(11)) * 1.1102230246251565e-16
        s1 ^= s0
        s0 = (s0 << uint64(24) | s0 >> uint64(40)) ^ s1 ^ (s1 << uint64(16))
        s1 = s1 << uint64(37) | s1 >> uint64(27)
        y = ((s0 + s1) >> uint64(11)) * 1.1102230246251565e-16
        s1 ^= s0
        s0 = (s0 << uint64(24) | s0 >> uint64(40)) ^ s1 ^ (s1 << uint64(16))
        s1 = s1 << uint64(37) | s1 >> uint64(27)
        n += x * x + y * y < 1.0
    return n
