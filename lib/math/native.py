# SPDX-License-Identifier: Apache-2.0
"""What fastmath=True calls in place of the exact functions: the device's own
instructions where it has them, short polynomials where it does not, with the
accuracy of CUDA's intrinsics. float32 only; results below 2^-125 may be 0, and
what sin and cos say of large arguments is worth little."""
from portkern.lib import (abs, bitcast, copysign, cos_approx, div_approx,
                          exp2_approx, f32, fma, has_approx, i32, log2_approx,
                          max_nan, min_nan, rsqrt_approx, select,
                          sin_approx, sqrt, trunc)


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
    x = min_nan(max_nan(x, -126.0), 128.0)
    shifted = x + 0x1.8p23
    return fast_power_of_two_f32(bitcast(shifted, i32),
                                 x - (shifted - 0x1.8p23))


# exp is 2^(x log2 e).
def fast_exp_f32(x: f32) -> f32:
    if has_approx():
        return exp2_approx(x * 0x1.715476p0)
    x = min_nan(max_nan(x, -0x1.5d58ap6), 0x1.62e6p6)
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


# The sine of (n + quadrant) pi/2 + r, x = n pi/2 + r.
def fast_wave_f32(x: f32, quadrant: i32) -> f32:
    shifted = fma(x, 0x1.45f306p-1, 0x1.8p23)
    n = shifted - 0x1.8p23
    r = fma(n, -0x1.921fb6p0, x)
    r = fma(n, 0x1.777a5cp-25, r)
    r = min_nan(max_nan(r, -0x1.921fb6p-1), 0x1.921fb6p-1)
    turn = bitcast(shifted, i32) + quadrant
    s = r * r
    even = (turn & 1) == 0
    p = fma(select(even, f32(-0x1.9956b6p-13), f32(0x1.99e0e4p-16)), s,
            select(even, f32(0x1.11077ep-7), f32(-0x1.6c0c1ap-10)))
    p = fma(p, s, select(even, f32(-0x1.555546p-3), f32(0x1.55554ap-5)))
    y = select(even, fma(p * s, r, r), fma(fma(p, s, -0.5), s, 1.0))
    return select((turn & 2) == 0, y, -y)


def fast_sin_f32(x: f32) -> f32:
    if has_approx():
        return sin_approx(x)
    return fast_wave_f32(x, 0)


def fast_cos_f32(x: f32) -> f32:
    if has_approx():
        return cos_approx(x)
    return fast_wave_f32(x, 1)


def fast_tan_f32(x: f32) -> f32:
    return div_approx(fast_sin_f32(x), fast_cos_f32(x))


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
