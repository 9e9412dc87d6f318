# SPDX-License-Identifier: Apache-2.0
"""What fastmath=True calls in place of the exact functions where native.py has none:
float64's, for which no device has instructions, and the rest of float32's. One
polynomial, and nothing for what is lost, within some 5 ulps (pow: docs/math.md).
Results of exp and pow below 2^-1020 may be 0, and logarithms, cbrt and pow take
subnormal arguments for 0."""
from portkern.lib import (abs, bitcast, copysign, f32, f64, fma, i32, i64,
                          INF, mulhi, NAN, pick, select,
                          sqrt, T, u32, u64)
from erf import erf_near_f32
from exp import exp_f32
from log import log1p_series_f32
from native import fast_clamp_T
from pow import pow_ends_f64
from trig import cos_T, sin_f64, tan_f64


# ---- exponentials: x = n c + r, 2^(n - k) from the bits of n ----

# exp(x) / 2^(k - 1), for x from -708.4 on.
def fast_exp_over_f64(x: f64, k: i64) -> f64:
    shifted = fma(x, 0x1.71547652b82fep0, 0x1.8p52)
    n = shifted - 0x1.8p52
    r = fma(n, -0x1.62e42fefa39efp-1, x)
    r = fma(n, -0x1.abc9e3b39803fp-56, r)
    p = fma(0x1.27301b24f66e8p-21, r, 0x1.72f775c126a1p-18)
    p = fma(p, r, 0x1.a01b5b4a5ee1fp-15)
    p = fma(p, r, 0x1.a0197cb91dbf9p-12)
    p = fma(p, r, 0x1.6c16c0cd31719p-9)
    p = fma(p, r, 0x1.1111112c4f237p-6)
    p = fma(p, r, 0x1.555555558b991p-4)
    p = fma(p, r, 0x1.555555554c60cp-2)
    p = fma(p, r, 0x1.ffffffffffe93p-1)
    p = fma(p, r, 0x1.0000000000019p1)
    p = fma(p, r, 2.0)
    return p * bitcast((bitcast(shifted, i64) + 1023 - k) << 52, f64)


def fast_exp_f64(x: f64) -> f64:
    return fast_exp_over_f64(fast_clamp_f64(x, -0x1.6231p9, 0x1.62e5p9), i64(1))


# 2^(n + r) for r in [-1/2, 1/2], n the lowest bits of `shifted`, from -1022 to 1024.
def fast_power_of_two_f64(shifted: f64, r: f64) -> f64:
    p = fma(0x1.e3a8908777f23p-27, r, 0x1.b671af6e9ce64p-23)
    p = fma(p, r, 0x1.62c147edea7c6p-19)
    p = fma(p, r, 0x1.ffcb58ce7eb3fp-16)
    p = fma(p, r, 0x1.4309126be05f8p-12)
    p = fma(p, r, 0x1.5d87fe9b8d2a2p-9)
    p = fma(p, r, 0x1.3b2ab6fbd6dbep-6)
    p = fma(p, r, 0x1.c6b08d703e18ep-4)
    p = fma(p, r, 0x1.ebfbdff82c431p-2)
    p = fma(p, r, 0x1.62e42fefa3a12p0)
    p = fma(p, r, 2.0)
    return p * bitcast((bitcast(shifted, i64) + 1022) << 52, f64)


def fast_exp2_f64(x: f64) -> f64:
    x = fast_clamp_f64(x, -1022.0, 1024.0)
    shifted = x + 0x1.8p52
    r = x - (shifted - 0x1.8p52)
    return fast_power_of_two_f64(shifted, r)


# (exp(x) - 1) / 4, which is finite where sinh is.
def fast_quarter_expm1_f64(x: f64) -> f64:
    x = fast_clamp_f64(x, -40.0, 0x1.6342p9)
    shifted = fma(x, 0x1.71547652b82fep0, 0x1.8p52)
    n = shifted - 0x1.8p52
    r = fma(n, -0x1.62e42fefa39efp-1, x)
    r = fma(n, -0x1.abc9e3b39803fp-56, r)
    p = fma(0x1.ae7759161b75ap-26, r, 0x1.28a2879f6a954p-22)
    p = fma(p, r, 0x1.71de8115c2875p-19)
    p = fma(p, r, 0x1.a019a6a84b11bp-16)
    p = fma(p, r, 0x1.a01a0177ef8dep-13)
    p = fma(p, r, 0x1.6c16c17f2d325p-10)
    p = fma(p, r, 0x1.1111111118833p-7)
    p = fma(p, r, 0x1.5555555552111p-5)
    p = fma(p, r, 0x1.555555555553bp-3)
    p = fma(p, r, 0x1.0000000000005p-1)
    s = bitcast((bitcast(shifted, i64) + 1021) << 52, f64)
    return fma(s, fma(p * r, r, r), s - 0.25)


def fast_expm1_f32(x: f32) -> f32:
    x = fast_clamp_f32(x, -18.0, 89.0)
    shifted = fma(x, 0x1.715476p0, 0x1.8p23)
    n = shifted - 0x1.8p23
    r = fma(n, 0x1.05c61p-29, fma(n, -0x1.62e43p-1, x))
    p = fma(0x1.9e0c3cp-13, r, 0x1.6d4376p-10)
    p = fma(p, r, 0x1.111306p-7)
    p = fma(p, r, 0x1.5554fp-5)
    p = fma(p, r, 0x1.555554p-3)
    p = fma(p, r, 0.5)
    s = bitcast((bitcast(shifted, i32) << 23) + 0x3f000000, f32)
    y = fma(s, fma(p * r, r, r), s - 0.5)
    return y + y


def fast_expm1_f64(x: f64) -> f64:
    return fast_quarter_expm1_f64(x) * 4.0


# (e - 1 + (e - 1) / e) / 2
def fast_sinh_f64(x: f64) -> f64:
    t = fast_quarter_expm1_f64(abs(x))
    return copysign(2.0 * (t + t / fma(t, 4.0, 1.0)), x)


def fast_cosh_f64(x: f64) -> f64:
    a = abs(x)
    q = fast_exp_over_f64(select(a > 0x1.6342p9, 0x1.6342p9, a), i64(3))
    return 2.0 * (q + 0.0625 / q)


def fast_tanh_f64(x: f64) -> f64:
    x = fast_clamp_f64(x, -20.0, 20.0)
    t = fast_quarter_expm1_f64(x + x)
    return t / (t + 0.5)


# ---- logarithms: x = 2^n (1 + f), 2 atanh s with s = f / (2 + f) ----

# log(1 + f)
def fast_log_series_f64(f: f64) -> f64:
    s = f / (2.0 + f)
    z = s * s
    p = fma(0x1.2b5d2f49cdac3p-3, z, 0x1.39fdf803d78ddp-3)
    p = fma(p, z, 0x1.7462b7d8ce97ap-3)
    p = fma(p, z, 0x1.c71c62dab0edep-3)
    p = fma(p, z, 0x1.2492492df8654p-2)
    p = fma(p, z, 0x1.99999999952d1p-2)
    p = fma(p, z, 0x1.5555555555558p-1)
    return s * fma(p, z, 2.0)


# n, in a float without a conversion of 64 bits, and f.
def fast_log_parts_f64(x: f64) -> (f64, f64):
    bits = bitcast(x, u64) + 0x95f619980c433
    n = bitcast((bits >> 52) | 0x4330000000000000, f64) - 0x1.00000000003ffp52
    return n, bitcast((bits & 0xfffffffffffff) + 0x3fe6a09e667f3bcd, f64) - 1.0


def fast_log_ends_f64(x: f64, y: f64) -> f64:
    y = select(x < bitcast(i64(0x7ff0000000000000), f64), y, x)
    y = select(x < 0x1p-1022, bitcast(i64(-0x10000000000000), f64), y)
    return select(x < 0.0, bitcast(i64(0x7ff8000000000000), f64), y)


def fast_log_f64(x: f64) -> f64:
    n, f = fast_log_parts_f64(x)
    return fast_log_ends_f64(x, fma(n, 0x1.62e42fefa39efp-1, fast_log_series_f64(f)))


# log2(1 + f) is s times 2 / ln 2 + z times this, z = s^2.
def fast_log2_tail_f64(z: f64) -> f64:
    p = fma(0x1.afdb92247de3ep-3, z, 0x1.c4ff7b8cffaaep-3)
    p = fma(p, z, 0x1.0c9e8fea1e95bp-2)
    p = fma(p, z, 0x1.484b092542f38p-2)
    p = fma(p, z, 0x1.a61762b5170ap-2)
    p = fma(p, z, 0x1.2776c50ef6a0fp-1)
    return fma(p, z, 0x1.ec709dc3a0401p-1)


def fast_log2_f64(x: f64) -> f64:
    n, f = fast_log_parts_f64(x)
    s = f / (2.0 + f)
    z = s * s
    p = fast_log2_tail_f64(z)
    p = fma(p, z, 0x1.71547652b82fep1)
    return fast_log_ends_f64(x, fma(p, s, n))


def fast_log10_f64(x: f64) -> f64:
    n, f = fast_log_parts_f64(x)
    s = f / (2.0 + f)
    z = s * s
    p = fma(0x1.0402f4b9e6667p-4, z, 0x1.10bb33da134d6p-4)
    p = fma(p, z, 0x1.437332bfac27ap-4)
    p = fma(p, z, 0x1.8b4de60ad3535p-4)
    p = fma(p, z, 0x1.fc3fa6254712fp-4)
    p = fma(p, z, 0x1.63c6277521438p-3)
    p = fma(p, z, 0x1.287a7636f4361p-2)
    p = fma(p, z, 0x1.bcb7b1526e50ep-1)
    return fast_log_ends_f64(x, fma(n, 0x1.34413509f79ffp-2, p * s))


# log(1 + x) for x above -1: u is the sum, and c what it lacks, which counts little
# beyond 1.
def fast_log_one_plus_f64(x: f64) -> f64:
    u = 1.0 + x
    c = x - (u - 1.0)
    bits = bitcast(u, u64) + 0x95f619980c433
    top = bits & 0xfff0000000000000
    n = bitcast((bits >> 52) | 0x4330000000000000, f64) - 0x1.00000000003ffp52
    m = bitcast((bits - top) + 0x3fe6a09e667f3bcd, f64)
    part = select(x < 1.0, bitcast(0x7fe0000000000000 - top, f64), 0.0)
    f = fma(c, part, m - 1.0)
    return fma(n, 0x1.62e42fefa39efp-1, fast_log_series_f64(f))


# As log1p_f32.
def fast_log_one_plus_f32(x: f32) -> f32:
    exponent = (bitcast(1.0 + x, i32) - 0x3f400000) & -0x800000
    part = bitcast(0x40800000 - exponent, f32)
    f = bitcast(bitcast(x, i32) - exponent, f32) + fma(part, 0.25, -1.0)
    low = log1p_series_f32(f) * (f * f)
    return fma(f32(exponent) * 0x1p-23, 0x1.62e43p-1, f + low)


def fast_log1p_T(x: T) -> T:
    y = fast_log_one_plus_T(x)
    y = select(x < INF, y, x + x)
    y = select(x == -1.0, -INF, y)
    return select(x < -1.0, NAN, y)


# Beyond 2^60 log(2 a).
def fast_asinh_T(x: T) -> T:
    a = abs(x)
    far = a > 0x1p60
    s = a * a
    t = a + s / (1.0 + sqrt(1.0 + s))
    y = fast_log_one_plus_T(select(far, a, t)) + select(far, T(pick(0x1.62e43p-1, 0x1.62e42fefa39efp-1)), T(0.0))
    return copysign(select(a < INF, y, a), x)


def fast_acosh_T(x: T) -> T:
    far = x > 0x1p60
    m = x - 1.0
    t = m + sqrt(fma(m, m, m + m))
    y = fast_log_one_plus_T(select(far, x, t)) + select(far, T(pick(0x1.62e43p-1, 0x1.62e42fefa39efp-1)), T(0.0))
    y = select(x < INF, y, x + x)
    return select(x < 1.0, NAN, y)


def fast_atanh_T(x: T) -> T:
    a = abs(x)
    y = 0.5 * fast_log_one_plus_T((a + a) / (1.0 - a))
    y = select(a < 1.0, y, select(a == 1.0, INF, NAN))
    return copysign(y, x)


# ---- trigonometry ----

# The sine of x - n pi, with the sign of the lowest bit.
def fast_wave_f64(x: f64, n: f64, odd: u64) -> f64:
    r = fma(n, -0x1.921fb54442d18p1, x)
    r = fma(n, -0x1.1a62633145c07p-53, r)
    r = fma(n, 0x1.f1976b7ed8fbcp-109, r)
    s = r * r
    p = fma(-0x1.9f14d78c51d9bp-41, s, 0x1.60e6bc93dc23fp-33)
    p = fma(p, s, -0x1.ae635599f4db2p-26)
    p = fma(p, s, 0x1.71de380670ddfp-19)
    p = fma(p, s, -0x1.a01a019a64b53p-13)
    p = fma(p, s, 0x1.111111110a558p-7)
    p = fma(p, s, -0x1.55555555554a8p-3)
    return bitcast(bitcast(fma(p * s, r, r), u64) ^ (odd << 63), f64)


def fast_sin_f64(x: f64) -> f64:
    shifted = fma(x, 0x1.45f306dc9c883p-2, 0x1.8p52)
    y = fast_wave_f64(x, shifted - 0x1.8p52, bitcast(shifted, u64))
    if abs(x) > 0x1p30:
        y = sin_f64(x)
    return y


# cos x = sin(x + pi/2)
def fast_cos_f64(x: f64) -> f64:
    shifted = fma(x, 0x1.45f306dc9c883p-2, 0.5) + 0x1.8p52
    y = fast_wave_f64(x, (shifted - 0x1.8p52) - 0.5, bitcast(shifted, u64))
    if abs(x) > 0x1p30:
        y = cos_f64(x)
    return y


# r from -pi/4 to pi/4, tan r = r P(r^2) / Q(r^2), in odd quadrants -1 / tan r.
def fast_tan_f64(x: f64) -> f64:
    shifted = fma(x, 0x1.45f306dc9c883p-1, 0x1.8p52)
    n = shifted - 0x1.8p52
    r = fma(n, -0x1.921fb54442d18p0, x)
    r = fma(n, -0x1.1a62633145c07p-54, r)
    r = fma(n, 0x1.f1976b7ed8fbcp-110, r)
    s = r * r
    p = fma(-0x1.f637e0a231bc9p-18, s, 0x1.6fc6fe8fd3fe7p-9)
    p = r * fma(fma(p, s, -0x1.06b97bfe90a9ap-3), s, 1.0)
    q = fma(-0x1.b525b1f7f2c49p-13, s, 0x1.7e7b690cb5e20p-6)
    q = fma(fma(q, s, -0x1.d8b213549da6fp-2), s, 1.0)
    odd = (bitcast(shifted, i64) & 1) != 0
    y = select(odd, -q, p) / select(odd, p, q)
    if abs(x) > 0x1p30:
        y = tan_f64(x)
    return y


# asin s for s from 0 to 1/2, z = s^2.
def fast_asin_series_f32(s: f32, z: f32) -> f32:
    p = fma(0x1.39fbbcp-5, z, 0x1.b1164ap-6)
    p = fma(p, z, 0x1.70ce26p-5)
    p = fma(p, z, 0x1.332638p-4)
    p = fma(p, z, 0x1.55555ep-3)
    return fma(p * z, s, s)


def fast_asin_series_f64(s: f64, z: f64) -> f64:
    p = fma(0x1.d14ec2a65c826p-6, z, -0x1.6a9bf3f0ba285p-7)
    p = fma(p, z, 0x1.09cd5f20b7408p-6)
    p = fma(p, z, 0x1.fb415039fcd4cp-8)
    p = fma(p, z, 0x1.859067ccac786p-7)
    p = fma(p, z, 0x1.c863c930ca99p-7)
    p = fma(p, z, 0x1.1c59dc9879a71p-6)
    p = fma(p, z, 0x1.6e8b22b1a5054p-6)
    p = fma(p, z, 0x1.f1c71fd904ad1p-6)
    p = fma(p, z, 0x1.6db6db67c1797p-5)
    p = fma(p, z, 0x1.333333333746dp-4)
    p = fma(p, z, 0x1.555555555554ep-3)
    return fma(p * z, s, s)


# From 1/2 on pi/2 - 2 asin(sqrt((1 - a) / 2)).
def fast_asin_T(x: T) -> T:
    a = abs(x)
    far = a > 0.5
    z = select(far, fma(a, -0.5, 0.5), a * a)
    y = fast_asin_series_T(select(far, sqrt(z), a), z)
    return copysign(select(far, fma(y, -2.0, pick(0x1.921fb6p0, 0x1.921fb54442d18p0)), y), x)


def fast_acos_T(x: T) -> T:
    a = abs(x)
    far = a > 0.5
    z = select(far, fma(a, -0.5, 0.5), a * a)
    y = copysign(fast_asin_series_T(select(far, sqrt(z), a), z), x)
    start = select(x < 0.0, T(pick(0x1.921fb6p1, 0x1.921fb54442d18p1)), T(0.0))
    start = select(far, start, T(pick(0x1.921fb6p0, 0x1.921fb54442d18p0)))
    return fma(y, select(far, T(2.0), T(-1.0)), start)


# atan t for t from 0 to 1.
def fast_atan_series_f32(t: f32) -> f32:
    z = t * t
    p = fma(-0x1.449a16p-9, z, 0x1.c62ea6p-7)
    p = fma(p, z, -0x1.2a759ap-5)
    p = fma(p, z, 0x1.01e514p-4)
    p = fma(p, z, -0x1.636df2p-4)
    p = fma(p, z, 0x1.c423eep-4)
    p = fma(p, z, -0x1.246f74p-3)
    p = fma(p, z, 0x1.99984cp-3)
    p = fma(p, z, -0x1.555554p-2)
    return fma(p * z, t, t)


def fast_atan_series_f64(t: f64) -> f64:
    z = t * t
    p = fma(-0x1.e9c4af26240fp-16, z, 0x1.4128a9f16ffa3p-12)
    p = fma(p, z, -0x1.8eb1e09ea21f9p-10)
    p = fma(p, z, 0x1.39ce7d86d0e04p-8)
    p = fma(p, z, -0x1.6359f4c76089ep-7)
    p = fma(p, z, 0x1.391946700488p-6)
    p = fma(p, z, -0x1.c892d079ebbc6p-6)
    p = fma(p, z, 0x1.23380fcdbb2d3p-5)
    p = fma(p, z, -0x1.56039c7ee5d7cp-5)
    p = fma(p, z, 0x1.81c3d9b55fe63p-5)
    p = fma(p, z, -0x1.ae2230faa89d4p-5)
    p = fma(p, z, 0x1.e1b2f1ab7ec85p-5)
    p = fma(p, z, -0x1.110dfa8c6470dp-4)
    p = fma(p, z, 0x1.3b1367c13d4f2p-4)
    p = fma(p, z, -0x1.745d12b74b5f4p-4)
    p = fma(p, z, 0x1.c71c719add075p-4)
    p = fma(p, z, -0x1.2492492420ba8p-3)
    p = fma(p, z, 0x1.9999999998b35p-3)
    p = fma(p, z, -0x1.5555555555553p-2)
    return fma(p * z, t, t)


def fast_atan_T(x: T) -> T:
    a = abs(x)
    far = a > 1.0
    y = fast_atan_series_T(select(far, 1.0 / a, a))
    return copysign(select(far, pick(0x1.921fb6p0, 0x1.921fb54442d18p0) - y, y), x)


def fast_atan2_T(y: T, x: T) -> T:
    a = abs(x)
    b = abs(y)
    big = select(a < b, b, a)
    small = select(a < b, a, b)
    t = small / select(big == 0.0, T(1.0), big)
    r = fast_atan_series_T(select(small == INF and big == INF, T(1.0), t))
    r = select(b > a, pick(0x1.921fb6p0, 0x1.921fb54442d18p0) - r, r)
    r = select(copysign(1.0, x) < 0.0, pick(0x1.921fb6p1, 0x1.921fb54442d18p1) - r, r)
    return copysign(r, y)


# ---- roots ----

# 2^(1 - n) and 2^(n - 1) with 2^n about x, n no less than -125 (-1021); for infinity
# and NaN 0 and something.
def fast_scales_f32(x: f32) -> (f32, f32):
    exponent = bitcast(x, i32) & 0x7f800000
    exponent = select(exponent < 0x1000000, i32(0x1000000), exponent)
    return bitcast(0x7f800000 - exponent, f32), bitcast(exponent - 0x800000, f32)


def fast_scales_f64(x: f64) -> (f64, f64):
    exponent = bitcast(x, i64) & 0x7ff0000000000000
    exponent = select(exponent < 0x20000000000000, i64(0x20000000000000), exponent)
    return (bitcast(0x7ff0000000000000 - exponent, f64),
            bitcast(exponent - 0x10000000000000, f64))


# Scaled so that no square passes the largest number or is lost.
def fast_hypot_T(x: T, y: T) -> T:
    a = abs(x)
    b = abs(y)
    big = select(a < b, b, a)
    scale, back = fast_scales_T(big)
    p = x * scale
    q = y * scale
    r = sqrt(fma(p, p, q * q)) * back
    return select(r >= 0.0, r, a + b)


# A guess at 1 / cbrt(a) from a third of the exponent, one step of the fifth order,
# and the root with one step of the third.
def fast_cbrt_f64(x: f64) -> f64:
    a = abs(x)
    a = select(a < 0x1p-1022, 0.0, a)
    third = ((bitcast(a, u64) >> 32) * 0x55555556) & 0xffffffff00000000
    y = bitcast(0x553ee94000000000 - third, f64)
    e = fma(-(a * y), y * y, 1.0)
    p = fma(0x1.2b278ba2b314p-3, e, 0x1.6518e1443eebap-3)
    p = fma(fma(p, e, 0x1.c7181d9081b57p-3), e, 0x1.5554ba2148018p-2)
    y = fma(y, p * e, y)
    r = a * y * y
    e = fma(-r, y, 1.0)
    r = fma(r * e, fma(e, 0x1.1c71c71c71c72p-1, 0x1.5555555555555p-1), r)
    return copysign(select(a < bitcast(i64(0x7ff0000000000000), f64), r, a), x)


def fast_cbrt_f32(x: f32) -> f32:
    a = abs(x)
    a = select(a < 0x1p-126, 0.0, a)
    y = bitcast(0x54a2fa8c - i32(mulhi(bitcast(a, u32), u32(0x55555556))), f32)
    e = fma(-(a * y), y * y, 1.0)
    p = fma(fma(0x1.61f9aep-3, e, 0x1.c71c72p-3), e, 0x1.555556p-2)
    y = fma(y, p * e, y)
    r = a * y * y
    r = fma(r * fma(-r, y, 1.0), 0x1.555556p-1, r)
    return copysign(select(a < bitcast(i32(0x7f800000), f32), r, a), x)


# ---- powers: 2^(y log2 x), the logarithm and the product with what they lack ----

def fast_pow_f64(x: f64, y: f64) -> f64:
    n, f = fast_log_parts_f64(abs(x))
    r = 1.0 / (2.0 + f)
    s = f * r
    sl = fma(-s, f, fma(s, -2.0, f)) * r
    z = s * s
    p = fast_log2_tail_f64(z)
    h = s * 0x1.71547652b82fep1
    l = fma(s, 0x1.71547652b82fep1, -h)
    l = fma(s, 0x1.777d0ffda0d24p-55, fma(sl, 0x1.71547652b82fep1, l))
    u = n + h
    v = ((n - u) + h) + fma(p * z, s, l)
    t = u + v
    l = (u - t) + v
    c = fast_clamp_f64(y, -0x1p80, 0x1p80)
    w = t * c
    l = fma(t, c, -w) + l * c
    b = fast_clamp_f64(w, -1022.0, 1024.0)
    shifted = b + 0x1.8p52
    r = (b - (shifted - 0x1.8p52)) + select(b == w, l, 0.0)
    z = fast_power_of_two_f64(shifted, r)
    if not (x >= 0x1p-1022 and x < bitcast(i64(0x7ff0000000000000), f64) and y == y):
        z = pow_ends_f64(select(abs(x) < 0x1p-1022, x * 0.0, x), y, z)
    return z


# ---- erf and erfc: near 0 a polynomial ----

def fast_erf_near_f64(a: f64) -> f64:
    s = a * a
    p = fma(-0x1.ac1a4196e3b8fp-31, s, 0x1.d73d744d56d18p-27)
    p = fma(p, s, -0x1.5c0bc3130e26fp-23)
    p = fma(p, s, 0x1.b9807f233887fp-20)
    p = fma(p, s, -0x1.f4ca5bb2856d7p-17)
    p = fma(p, s, 0x1.f9a2bb4bba0e4p-14)
    p = fma(p, s, -0x1.c02db03ff6859p-11)
    p = fma(p, s, 0x1.565bccf908894p-8)
    p = fma(p, s, -0x1.b82ce311f7069p-6)
    p = fma(p, s, 0x1.ce2f21a040b02p-4)
    p = fma(p, s, -0x1.812746b0379b5p-2)
    p = fma(p, s, 0x1.06eba8214db68p-3)
    return fma(p, a, a)


# Beyond 1 it is 1 - p(a)^-16, after Abramowitz and Stegun 7.1.28.
def fast_erf_f64(x: f64) -> f64:
    a = abs(x)
    a = select(a > 5.95, 5.95, a)
    p = fma(-0x1.143500a6c29cdp-40, a, 0x1.4310d83100ab8p-35)
    p = fma(p, a, -0x1.4d62e7f5a10b3p-31)
    p = fma(p, a, 0x1.90effee0248c7p-28)
    p = fma(p, a, -0x1.28413e00638b5p-25)
    p = fma(p, a, 0x1.de315f98c6d02p-24)
    p = fma(p, a, 0x1.cc7df1c33bf86p-25)
    p = fma(p, a, -0x1.632e20aaadc75p-19)
    p = fma(p, a, 0x1.1684ddc89762ap-16)
    p = fma(p, a, -0x1.bb2731df0442bp-15)
    p = fma(p, a, 0x1.0f4d36409df8bp-13)
    p = fma(p, a, 0x1.bb2e7fc9524cbp-13)
    p = fma(p, a, 0x1.5679df7f33b89p-13)
    p = fma(p, a, 0x1.301c02f3718fap-7)
    p = fma(p, a, 0x1.5a5758266d481p-5)
    p = fma(p, a, 0x1.20dce9aa1cb07p-4)
    p = fma(p, a, 0x1.000000dc39187p0)
    p = p * p
    p = p * p
    p = p * p
    far = 1.0 - 1.0 / (p * p)
    return copysign(select(a < 1.0, fast_erf_near_f64(a), far), x)


def fast_erf_f32(x: f32) -> f32:
    a = abs(x)
    a = select(a > 4.0, 4.0, a)
    p = fma(0x1.73dfcap-18, a, -0x1.08824p-14)
    p = fma(p, a, 0x1.b320bap-12)
    p = fma(p, a, -0x1.209eacp-10)
    p = fma(p, a, 0x1.bdddf2p-9)
    p = fma(p, a, 0x1.23f3b6p-8)
    p = fma(p, a, 0x1.7dd77ap-5)
    p = fma(p, a, 0x1.180608p-4)
    p = fma(p, a, 0x1.001dfcp0)
    p = p * p
    p = p * p
    p = p * p
    far = 1.0 - 1.0 / (p * p)
    return copysign(select(a < 1.0, erf_near_f32(a), far), x)


def fast_erfc_f32(x: f32) -> f32:
    a = abs(x)
    a = select(a > 10.5, 10.5, a)
    u = a + 2.0
    v = fma(a, 2.0, 1.0)
    r = 1.0 / (u * v)
    t = (a - 2.0) * (r * v)
    p = fma(0x1.70a7acp-14, t, 0x1.7fc8e6p-13)
    p = fma(p, t, -0x1.ace7e8p-12)
    p = fma(p, t, -0x1.798d72p-10)
    p = fma(p, t, 0x1.48fe58p-10)
    p = fma(p, t, 0x1.1dbacp-7)
    p = fma(p, t, -0x1.072822p-7)
    p = fma(p, t, -0x1.bc2cb4p-5)
    p = fma(p, t, 0x1.4ff9f8p-3)
    p = fma(p, t, -0x1.5407a8p-3)
    p = fma(p, t, -0x1.7bf5eap-4)
    p = fma(p, t, 0x1.46e80ep0)
    s = a * a
    e = exp_f32(-s)
    y = p * (r * u) * fma(e, fma(a, -a, s), e)
    y = select(x < 0.0, 2.0 - y, y)
    return select(a < 0.47, 1.0 - copysign(erf_near_f32(a), x), y)


# exp(-a^2) g(t) / (1 + 2 a) with t = (a - 4) / (a + 4), as the exact one, and one
# division.
def fast_erfc_f64(x: f64) -> f64:
    a = abs(x)
    a = select(a > 27.5, 27.5, a)
    u = a + 4.0
    v = fma(a, 2.0, 1.0)
    r = 1.0 / (u * v)
    t = (a - 4.0) * (r * v)
    p = fma(0x1.4b03270d3d583p-24, t, 0x1.1526e368b27c2p-25)
    p = fma(p, t, -0x1.a7c550437c73cp-21)
    p = fma(p, t, 0x1.6ed01870e91cdp-22)
    p = fma(p, t, 0x1.7da9bacaaacecp-18)
    p = fma(p, t, -0x1.79960a4b5b58cp-17)
    p = fma(p, t, -0x1.9934bf81d101cp-16)
    p = fma(p, t, 0x1.3be6fa521a764p-13)
    p = fma(p, t, -0x1.a1e03e8cbf648p-13)
    p = fma(p, t, -0x1.8d4b040c640cap-11)
    p = fma(p, t, 0x1.49c673d96f5e6p-8)
    p = fma(p, t, -0x1.0962380570786p-6)
    p = fma(p, t, 0x1.3079edf2a1ee5p-5)
    p = fma(p, t, -0x1.0fb06e0108f9ap-4)
    p = fma(p, t, 0x1.7fee004e2be62p-4)
    p = fma(p, t, -0x1.9ddb23c3caa2cp-4)
    p = fma(p, t, 0x1.16ecefcfa496dp-4)
    p = fma(p, t, 0x1.f7f5df66f9968p-7)
    p = fma(p, t, -0x1.1df1ad154a284p-3)
    p = fma(p, t, 0x1.3ba5916e9fd7fp0)
    s = a * a
    e = fast_exp_f64(-s)
    e = fma(e, fma(a, -a, s), e)
    y = p * (r * u) * e
    y = select(x < 0.0, 2.0 - y, y)
    return select(a < 0.47, 1.0 - copysign(fast_erf_near_f64(a), x), y)
