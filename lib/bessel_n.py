# SPDX-License-Identifier: Apache-2.0
"""Bessel functions of whole orders, by the recurrence between three of them: up
from the orders 0 and 1 where that is stable, else down by Miller's way, as
fdlibm does it (Sun Microsystems)."""
from bessel import (j0_f32, j0_f64, j1_f32, j1_f64, y0_f32, y0_f64, y1_f32,
                    y1_f64)
from portkern.lib import abs, bitcast, f32, f64, fma, i32, i64, select, u32


# For x < 1: (x / 2)^n / n! times a series in x^2.
def jn_small_f32(n: i32, x: f32) -> f32:
    p = f32(1.0)
    k = i32(0)
    while k < n and p > 0.0:
        k = k + 1
        p = p * ((x * 0.5) / f32(k))
    s = x * x * 0.25
    series = f32(1.0)
    j = f32(5.0)
    while j > 0.0:
        series = 1.0 - series * s / (j * (f32(n) + j))
        j = j - 1.0
    return p * series


# For 1 <= x < n, where it is positive: the ratio of order n to n - 1 as a
# continued fraction, and down from there to the larger one of order 0 and 1.
def jn_down_f32(n: i32, x: f32) -> f32:
    h = 2.0 / x
    w = f32(n) * h
    z = w + h
    q = w
    more = w * z - 1.0
    k = u32(n) + 1
    while more < 0x1p14:
        z = z + h
        next = z * more - q
        q = more
        more = next
        k = k + 1
    t = f32(0.0)
    while k >= u32(n):
        t = 1.0 / (f32(k) * 2.0 / x - t)
        k = k - 1
    y = t
    above = t
    b = f32(1.0)
    i = n - 1
    while i > 0 and y != 0.0:
        next = fma(f32(i) * 2.0 / x, b, -above)
        above = b
        b = next
        if b > 0x1p60:
            above = above / b
            y = y / b
            b = f32(1.0)
        i = i - 1
    j0 = j0_f32(x)
    j1 = j1_f32(x)
    return abs(select(abs(j0) >= abs(j1), y * j0 / b, y * j1 / above))


# For x >= n >= 1.
def jn_up_f32(n: i32, x: f32) -> f32:
    below = j0_f32(x)
    y = j1_f32(x)
    i = i32(1)
    while i < n:
        next = fma(f32(i) * 2.0 / x, y, -below)
        below = y
        y = next
        i = i + 1
    return y


def jn_f32(n: i32, x: f32) -> f32:
    a = abs(x)
    if n <= 0:
        return select(n < 0, bitcast(i32(0x7fc00000), f32), j0_f32(x))
    if a < 1.0:
        y = jn_small_f32(n, a)
    elif a < f32(n):
        y = jn_down_f32(n, a)
    else:
        y = jn_up_f32(n, a)
    y = select(a == bitcast(i32(0x7f800000), f32), 0.0, y)
    return select((n & 1) != 0 and bitcast(x, i32) < 0, -y, y)


# Upwards, which is stable, until it is minus infinity.
def yn_f32(n: i32, x: f32) -> f32:
    below = y0_f32(x)
    if n <= 0:
        return select(n < 0, bitcast(i32(0x7fc00000), f32), below)
    y = y1_f32(x)
    i = i32(1)
    while i < n and y > bitcast(i32(-0x800000), f32):
        next = fma(f32(i) * 2.0 / x, y, -below)
        below = y
        y = next
        i = i + 1
    return y


# For x < 1: (x / 2)^n / n! times a series in x^2.
def jn_small_f64(n: i32, x: f64) -> f64:
    p = f64(1.0)
    k = i32(0)
    while k < n and p > 0.0:
        k = k + 1
        p = p * ((x * 0.5) / f64(k))
    s = x * x * 0.25
    series = f64(1.0)
    j = f64(9.0)
    while j > 0.0:
        series = 1.0 - series * s / (j * (f64(n) + j))
        j = j - 1.0
    return p * series


# For 1 <= x < n, where it is positive: the ratio of order n to n - 1 as a
# continued fraction, and down from there to the larger one of order 0 and 1.
def jn_down_f64(n: i32, x: f64) -> f64:
    h = 2.0 / x
    w = f64(n) * h
    z = w + h
    q = w
    more = w * z - 1.0
    k = u32(n) + 1
    while more < 0x1p30:
        z = z + h
        next = z * more - q
        q = more
        more = next
        k = k + 1
    t = f64(0.0)
    while k >= u32(n):
        t = 1.0 / (f64(k) * 2.0 / x - t)
        k = k - 1
    y = t
    above = t
    b = f64(1.0)
    i = n - 1
    while i > 0 and y != 0.0:
        next = fma(f64(i) * 2.0 / x, b, -above)
        above = b
        b = next
        if b > 0x1p500:
            above = above / b
            y = y / b
            b = f64(1.0)
        i = i - 1
    j0 = j0_f64(x)
    j1 = j1_f64(x)
    return abs(select(abs(j0) >= abs(j1), y * j0 / b, y * j1 / above))


# For x >= n >= 1.
def jn_up_f64(n: i32, x: f64) -> f64:
    below = j0_f64(x)
    y = j1_f64(x)
    i = i32(1)
    while i < n:
        next = fma(f64(i) * 2.0 / x, y, -below)
        below = y
        y = next
        i = i + 1
    return y


def jn_f64(n: i32, x: f64) -> f64:
    a = abs(x)
    if n <= 0:
        return select(n < 0, bitcast(i64(0x7ff8000000000000), f64), j0_f64(x))
    if a < 1.0:
        y = jn_small_f64(n, a)
    elif a < f64(n):
        y = jn_down_f64(n, a)
    else:
        y = jn_up_f64(n, a)
    y = select(a == bitcast(i64(0x7ff0000000000000), f64), 0.0, y)
    return select((n & 1) != 0 and bitcast(x, i64) < 0, -y, y)


# Upwards, which is stable, until it is minus infinity.
def yn_f64(n: i32, x: f64) -> f64:
    below = y0_f64(x)
    if n <= 0:
        return select(n < 0, bitcast(i64(0x7ff8000000000000), f64), below)
    y = y1_f64(x)
    i = i32(1)
    while i < n and y > bitcast(i64(-0x10000000000000), f64):
        next = fma(f64(i) * 2.0 / x, y, -below)
        below = y
        y = next
        i = i + 1
    return y
