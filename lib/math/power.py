# SPDX-License-Identifier: Apache-2.0
"""Number ** integer, by repeated squaring (Knuth, TAOCP 2, 4.6.3). Integers
wrap exactly: a negative exponent gives 1 / a**-b cut to an integer, which is 0
but for a = 1 and -1; 0 to a negative exponent gives the smallest integer, as in
Numba. Floats multiply as long as the exponent is small, else they take pow.
power_A_B has an exponent of type B, power_A one of the base's type."""
from portkern.lib import f32, f64, i64, select, u64
from pow import pow_f64, pow_whole_f32


def power_u64(a: u64, b: u64) -> u64:
    result = u64(1)
    while b != 0:
        if b & 1 != 0:
            result *= a
        a *= a
        b >>= 1
    return result


def power_i64(a: i64, b: i64) -> i64:
    if b >= 0:
        return i64(power_u64(u64(a), u64(b)))
    if a == 0:
        return i64(1) << 63
    if a == 1 or a == -1:
        return a if b & 1 != 0 else a * a
    return i64(0)


def power_i64_u64(a: i64, b: u64) -> i64:
    return i64(power_u64(u64(a), b))


def power_u64_i64(a: u64, b: i64) -> u64:
    if b >= 0:
        return power_u64(a, u64(b))
    if a == 0:
        return u64(1) << 63
    return a if a == 1 else u64(0)


# A power that float64 rounds is even. One of 2^62 is as large as any.
def power_far_f32(a: f32, b: u64, negative: bool) -> f32:
    odd = b & 1 != 0 and b < u64(1) << 53
    whole = i64(select(b < u64(1) << 62, b, u64(1) << 62))
    whole = select(negative, -whole, whole)
    high = f32(whole)
    return pow_whole_f32(a, high, f32(whole - i64(high)), odd)


def power_f32_u64(a: f32, b: u64) -> f32:
    if b > 65536:
        return power_far_f32(a, b, False)
    result = f32(1.0)
    while b != 0:
        if b & 1 != 0:
            result *= a
        a *= a
        b >>= 1
    return result


def power_f64_u64(a: f64, b: u64) -> f64:
    if b > 65536:
        return pow_f64(a, f64(b))
    result = f64(1.0)
    while b != 0:
        if b & 1 != 0:
            result *= a
        a *= a
        b >>= 1
    return result


def power_f32_i64(a: f32, b: i64) -> f32:
    if b >= 0:
        return power_f32_u64(a, u64(b))
    if b < -65536:
        return power_far_f32(a, u64(-b), True)
    return 1.0 / power_f32_u64(a, u64(-b))


def power_f64_i64(a: f64, b: i64) -> f64:
    if b >= 0:
        return power_f64_u64(a, u64(b))
    if b < -65536:
        return pow_f64(a, f64(b))
    return 1.0 / power_f64_u64(a, u64(-b))
