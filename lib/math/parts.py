# SPDX-License-Identifier: Apache-2.0
"""The parts of a number: frexp, ldexp, modf, nextafter; remainder, the greatest
common divisor and the least common multiple. All exact."""
from portkern.lib import (abs, bitcast, copysign, I, INF, pick, select, T,
                          trunc, u64)
from exp import exponent_T, power_of_two_T, scale_T
from remainder import fmod_T


# x = fraction 2^exponent, 1/2 <= |fraction| < 1.
def frexp_T(x: T) -> (T, i32):
    a = abs(x)
    plain = a > 0.0 and a < INF
    n = exponent_T(a) - pick(126, 1022)
    return (select(plain, scale_T(x, -n), x), select(plain, n, 0))


# x 2^n in steps of which only the last one rounds: going down they stop where
# what they leave has all its digits.
def ldexp_f32(x: f32, n: i32) -> f32:
    n = select(n < -400, -400, select(n > 400, 400, n))
    step = select(n > 127, 127, select(n < -126, i32(-102), i32(0)))
    x = x * power_of_two_f32(step)
    n = n - step
    step = select(n > 127, 127, select(n < -126, i32(-102), i32(0)))
    x = x * power_of_two_f32(step)
    n = n - step
    n = select(n < -126, -126, select(n > 127, 127, n))
    return x * power_of_two_f32(n)


def ldexp_f64(x: f64, n: i32) -> f64:
    n = select(n < -3000, -3000, select(n > 3000, 3000, n))
    step = select(n > 1023, 1023, select(n < -1022, i32(-969), i32(0)))
    x = x * power_of_two_f64(step)
    n = n - step
    step = select(n > 1023, 1023, select(n < -1022, i32(-969), i32(0)))
    x = x * power_of_two_f64(step)
    n = n - step
    n = select(n < -1022, -1022, select(n > 1023, 1023, n))
    return x * power_of_two_f64(n)


# Fraction and whole, both with the sign of x.
def modf_T(x: T) -> (T, T):
    whole = trunc(x)
    part = select(whole == x, 0.0, x - whole)
    return copysign(part, x), whole


# Towards y; numbers of one sign are in the order of their bits.
def nextafter_T(x: T, y: T) -> T:
    step = select((x < y) == (x > 0.0), I(1), I(-1))
    z = bitcast(bitcast(x, I) + step, T)
    z = select(x == 0.0, copysign(bitcast(I(1), T), y), z)
    z = select(x == y, y, z)
    return select(x != x or y != y, x + y, z)


# x - n y with n the whole number nearest to x / y, the even one of two (IEEE
# 754, 5.3.1).
def remainder_f32(x: f32, y: f32) -> f32:
    b = abs(y)
    a = abs(x)
    # twice b, where there is that: else a is less
    a = select(b < 0x1p127, fmod_f32(a, b + b), a)
    if b < 0x1p-125:
        if a + a > b:
            a = a - b
            if a + a >= b:
                a = a - b
    else:
        if a > b * 0.5:
            a = a - b
            if a >= b * 0.5:
                a = a - b
    r = bitcast(bitcast(a, i32) ^ (bitcast(x, i32) & -0x80000000), f32)
    r = select(a == 0.0, copysign(f32(0.0), x), r)
    bad = abs(x) == bitcast(i32(0x7f800000), f32) or y == 0.0
    r = select(bad, bitcast(i32(0x7fc00000), f32), r)
    return select(x != x or y != y, x + y, r)


def remainder_f64(x: f64, y: f64) -> f64:
    b = abs(y)
    a = abs(x)
    a = select(b < 0x1p1023, fmod_f64(a, b + b), a)
    if b < 0x1p-1021:
        if a + a > b:
            a = a - b
            if a + a >= b:
                a = a - b
    else:
        if a > b * 0.5:
            a = a - b
            if a >= b * 0.5:
                a = a - b
    r = bitcast(bitcast(a, i64) ^ (bitcast(x, i64) & (i64(1) << 63)), f64)
    r = select(a == 0.0, copysign(f64(0.0), x), r)
    bad = abs(x) == bitcast(i64(0x7ff0000000000000), f64) or y == 0.0
    r = select(bad, bitcast(i64(0x7ff8000000000000), f64), r)
    return select(x != x or y != y, x + y, r)


# Euclid's.
def gcd_u64(a: u64, b: u64) -> u64:
    while b != 0:
        r = a % b
        a = b
        b = r
    return a


def size_u64(a: i64) -> u64:
    return u64(select(a < 0, -a, a))


def gcd_i64(a: i64, b: i64) -> i64:
    return i64(gcd_u64(size_u64(a), size_u64(b)))


def lcm_u64(a: u64, b: u64) -> u64:
    if a == 0 or b == 0:
        return u64(0)
    return a // gcd_u64(a, b) * b


def lcm_i64(a: i64, b: i64) -> i64:
    return i64(lcm_u64(size_u64(a), size_u64(b)))
