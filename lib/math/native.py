# SPDX-License-Identifier: Apache-2.0
"""What fastmath=True calls in place of the exact functions: the device's own
instructions where it has them, short polynomials where it does not, with the
accuracy of CUDA's intrinsics. float32 only; results below 2^-125 may be 0, and
what sin and cos say of large arguments is worth little."""
from portkern.lib import (abs, bitcast, copysign, cos_approx, div_approx,
                          exp2_approx, f32, fma, has_approx, i32, log2_approx,
                          rsqrt_approx, select, sin_approx, sqrt, T, trunc)


# x is no less than the least and no more than the most, or NaN: an instruction
# of its own for each on processors.
def fast_clamp_T(x: T, least: T, most: T) -> T:
    x = select(x < least, least, x)
    return select(x > most, most, x)


# 2^(n + r) for r in [-1/2, 1/2] and -126 < n <= 128, 0 for -126; n has anything
# in its upper half. The polynomial is twice 2^r, for 2^128 is no float.
def fast_power_of_two_f32(n: i32, r: f32) -> f32:
    p = fma(0x1.5bd898p-9, r, 0x1.3ce8cp-6)
    p = fma(p, r, 0x1.c6b6dcp-4)
    p = fma(p, r, 0x1.ebf9c2p-2)
    p = fma(p, r, 0x1.62e42ap0)
    p = fma(p, r, 2.0)
    return p * bitcast((n << 23) + 0x3f000000, f32)


def fast_exp2_f32(x: f32) -> f32:
    if has_approx():
        return exp2_approx(x)
    x = fast_clamp_f32(x, -126.0, 128.0)
    shifted = x + 0x1.8p23
    return fast_power_of_two_f32(bitcast(shifted, i32),
                                 x - (shifted - 0x1.8p23))


# exp is 2^(x log2 e).
def fast_exp_f32(x: f32) -> f32:
    if has_approx():
        return exp2_approx(x * 0x1.715476p0)
    x = fast_clamp_f32(x, -0x1.5d58ap6, 0x1.62e6p6)
    shifted = fma(x, 0x1.715476p0, 0x1.8p23)
    n = shifted - 0x1.8p23
    return fast_power_of_two_f32(bitcast(shifted, i32),
                                 fma(x, 0x1.715476p0, -n))


def fast_log2_f32(x: f32) -> f32:
    if has_approx():
        return log2_approx(x)
    bits = bitcast(x, i32)
    exponent = (bits - 0x3f2aaaab) & -0x800000
    f = bitcast(bits - exponent, f32) - 1.0
    p = fma(-0x1.c1f694p-3, f, 0x1.f8c264p-3)
    p = fma(p, f, -0x1.e626c4p-3)
    p = fma(p, f, 0x1.248078p-2)
    p = fma(p, f, -0x1.71673cp-2)
    p = fma(p, f, 0x1.ec81a8p-2)
    p = fma(p, f, -0x1.715478p-1)
    p = fma(p, f, 0x1.715472p0)
    y = fma(p, f, f32(exponent) * 0x1p-23)
    y = select(x < bitcast(i32(0x7f800000), f32), y, x + x)
    y = select(x < 0x1p-126, bitcast(i32(-0x800000), f32), y)
    return select(x < 0.0, bitcast(i32(0x7fc00000), f32), y)


def fast_log_f32(x: f32) -> f32:
    return fast_log2_f32(x) * 0x1.62e43p-1


def fast_log10_f32(x: f32) -> f32:
    return fast_log2_f32(x) * 0x1.344136p-2


# The sign of a power of a negative number is that of its exponent's last bit.
def fast_pow_f32(x: f32, y: f32) -> f32:
    r = fast_exp2_f32(y * fast_log2_f32(abs(x)))
    if x < 0.0:
        half = y * 0.5
        odd = select(trunc(half) == half, r, -r)
        r = select(trunc(y) == y, odd, bitcast(i32(0x7fc00000), f32))
    return select(y == 0.0, f32(1.0), r)


# The sine of x - n pi, with the sign of the lowest bit.
def fast_wave_f32(x: f32, n: f32, odd: i32) -> f32:
    r = fma(n, -0x1.921fb6p1, x)
    r = fma(n, 0x1.777a5cp-24, r)
    r = fast_clamp_f32(r, -0x1.921fb6p0, 0x1.921fb6p0)
    s = r * r
    p = fma(0x1.616a62p-19, s, -0x1.9fb2bcp-13)
    p = fma(p, s, 0x1.11103ap-7)
    p = fma(p, s, -0x1.555554p-3)
    return bitcast(bitcast(fma(p * s, r, r), i32) ^ (odd << 31), f32)


def fast_sin_f32(x: f32) -> f32:
    if has_approx():
        return sin_approx(x)
    shifted = fma(x, 0x1.45f306p-2, 0x1.8p23)
    return fast_wave_f32(x, shifted - 0x1.8p23, bitcast(shifted, i32))


# cos x = sin(x + pi/2)
def fast_cos_f32(x: f32) -> f32:
    if has_approx():
        return cos_approx(x)
    shifted = fma(x, 0x1.45f306p-2, 0.5) + 0x1.8p23
    return fast_wave_f32(x, (shifted - 0x1.8p23) - 0.5, bitcast(shifted, i32))


# r from -pi/4 to pi/4, tan r = r P(r^2) / Q(r^2), in odd quadrants -1 / tan r.
def fast_tan_f32(x: f32) -> f32:
    if has_approx():
        return div_approx(sin_approx(x), cos_approx(x))
    shifted = fma(x, 0x1.45f306p-1, 0x1.8p23)
    n = shifted - 0x1.8p23
    r = fma(n, -0x1.921fb6p0, x)
    r = fma(n, 0x1.777a5cp-25, r)
    r = fast_clamp_f32(r, -0x1.921fb6p-1, 0x1.921fb6p-1)
    s = r * r
    p = r * fma(s, -0x1.886772p-4, 1.0)
    q = fma(fma(0x1.3e66ecp-7, s, -0x1.b76f5ep-2), s, 1.0)
    odd = (bitcast(shifted, i32) & 1) != 0
    return div_approx(select(odd, -q, p), select(odd, p, q))


# exp(|x|) / 2, which is finite where cosh is.
def fast_half_exp_f32(x: f32) -> f32:
    return fast_exp2_f32(fma(abs(x), 0x1.715476p0, -1.0))


def fast_cosh_f32(x: f32) -> f32:
    e = fast_half_exp_f32(x)
    return e + div_approx(0.25, e)


def fast_sinh_f32(x: f32) -> f32:
    s = x * x
    p = fma(0x1.ab5438p-13, s, 0x1.10f6fap-7)
    p = fma(p, s, 0x1.55559ap-3)
    e = fast_half_exp_f32(x)
    far = copysign(e - div_approx(0.25, e), x)
    return select(s < 1.0, fma(p * s, x, x), far)


def fast_tanh_f32(x: f32) -> f32:
    s = x * x
    p = fma(0x1.0042a8p-6, s, -0x1.abe132p-5)
    p = fma(p, s, 0x1.10a93ap-3)
    p = fma(p, s, -0x1.555378p-2)
    e = fast_exp2_f32(abs(x) * 0x1.715476p1)
    far = copysign(1.0 - div_approx(2.0, e + 1.0), x)
    return select(s < 0.36, fma(p * s, x, x), far)


def fast_rsqrt_f32(x: f32) -> f32:
    if has_approx():
        return rsqrt_approx(x)
    return div_approx(1.0, sqrt(x))
