# SPDX-License-Identifier: Apache-2.0
"""Bessel functions of whole orders, by the recurrence between three of them: up
from the orders 0 and 1 where that is stable, else down by Miller's way, as
fdlibm does it (Sun Microsystems)."""
from bessel import j0_T, j1_T, y0_T, y1_T
from portkern.lib import abs, bitcast, fma, I, INF, NAN, pick, select, T, u32


# For x < 1: (x / 2)^n / n! times a series in x^2.
def jn_small_T(n: i32, x: T) -> T:
    p = T(1.0)
    k = i32(0)
    while k < n and p > 0.0:
        k = k + 1
        p = p * ((x * 0.5) / T(k))
    s = x * x * 0.25
    series = T(1.0)
    j = T(pick(5.0, 9.0))
    while j > 0.0:
        series = 1.0 - series * s / (j * (T(n) + j))
        j = j - 1.0
    return p * series


# For 1 <= x < n, where it is positive: the ratio of order n to n - 1 as a
# continued fraction, and down from there to the larger one of order 0 and 1.
def jn_down_T(n: i32, x: T, j0: T, j1: T) -> T:
    h = 2.0 / x
    w = T(n) * h
    z = w + h
    q = w
    more = w * z - 1.0
    k = u32(n) + 1
    while more < pick(0x1p14, 0x1p30):
        z = z + h
        next = z * more - q
        q = more
        more = next
        k = k + 1
    t = T(0.0)
    while k >= u32(n):
        t = 1.0 / (T(k) * 2.0 / x - t)
        k = k - 1
    y = t
    above = t
    b = T(1.0)
    i = n - 1
    while i > 0 and y != 0.0:
        next = fma(T(i) * 2.0 / x, b, -above)
        above = b
        b = next
        if b > pick(0x1p60, 0x1p500):
            above = above / b
            y = y / b
            b = T(1.0)
        i = i - 1
    return abs(select(abs(j0) >= abs(j1), y * j0 / b, y * j1 / above))


# From the orders 0 and 1 up; until it is minus infinity, as y may be.
def upwards_T(n: i32, x: T, below: T, y: T) -> T:
    i = i32(1)
    while i < n and y > -INF:
        next = fma(T(i) * 2.0 / x, y, -below)
        below = y
        y = next
        i = i + 1
    return select(n == 0, below, y)


def jn_T(n: i32, x: T) -> T:
    a = abs(x)
    j0 = j0_T(a)
    j1 = j1_T(a)
    if a < 1.0 and n > 0:
        y = jn_small_T(n, a)
    elif a < T(n):
        y = jn_down_T(n, a, j0, j1)
    else:
        y = upwards_T(n, a, j0, j1)
    y = select(a == INF, 0.0, y)
    y = select((n & 1) != 0 and bitcast(x, I) < 0, -y, y)
    return select(n < 0, NAN, y)


# Upwards is stable for these.
def yn_T(n: i32, x: T) -> T:
    y = upwards_T(n, x, y0_T(x), y1_T(x))
    return select(n < 0, NAN, y)
