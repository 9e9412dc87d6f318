# SPDX-License-Identifier: Apache-2.0
"""sin, cos and tan: |x| = q pi/2 + r with r as a sum of two floats, then one
polynomial in r * r whose coefficients the quadrant selects (tan in f32 has its
own, in f64 takes both). Beyond the reach of a pi/2 in three parts, Payne and
Hanek's way: x times the bits of 2/pi that matter, in integers."""
from portkern.lib import (abs, bitcast, fma, i32, i64, mulhi, rint, select, T,
                          u32, u64)

# 64 zero bits, then the bits of 2/pi.
TWO_OVER_PI = (
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
    0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0,
    0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7,
    0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea,
    0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab)


# x at least 1e5, mantissa times 2/pi. The window of 2/pi begins with the bit that
# still counts below a whole turn: there are the quadrant in two bits and a fraction
# in 62, which may be near 0: hence the two floats of the rest.
def turns_f32(x: f32) -> (u32, u32):
    bits = bitcast(x, u32)
    start = i32(bits >> 23) - 88
    i = start >> 5
    left = u32(start & 31)
    t0 = u32(TWO_OVER_PI[i])
    t1 = u32(TWO_OVER_PI[i + 1])
    t2 = u32(TWO_OVER_PI[i + 2])
    t3 = u32(TWO_OVER_PI[i + 3])
    g2 = (t0 << left) | (t1 >> (32 - left))
    g1 = (t1 << left) | (t2 >> (32 - left))
    g0 = (t2 << left) | (t3 >> (32 - left))
    m = (bits & 0x7fffff) | 0x800000
    carry = mulhi(m, g0)
    low = m * g1 + carry
    return m * g2 + mulhi(m, g1) + u32(low < carry), low


def rare_quadrant_f32(x: f32) -> i32:
    high, low = turns_f32(x)
    return i32((high + 0x20000000) >> 30)


def rare_rest_f32(x: f32) -> (f32, f32):
    high, low = turns_f32(x)
    s = i32(high << 2) >> 2
    a = f32(s >> 8) * 0x1p-22
    b = f32(i32(((u32(s) & 255) << 16) | (low >> 16))) * 0x1p-46
    c = f32(i32(low & 0xffff)) * 0x1p-62
    h = a + b
    l = (a - h) + b + c
    r = h * 0x1.921fb6p0
    e = fma(h, 0x1.921fb6p0, -r)
    e = fma(l, 0x1.921fb6p0, fma(h, -0x1.777a5cp-25, e))
    # x - x: infinity and NaN become NaN.
    top = r + e + (x - x)
    return top, (r - top) + e


def reduce_f32(x: f32) -> (i32, f32, f32):
    shifted = fma(x, 0x1.45f306p-1, 0x1.8p23)
    n = shifted - 0x1.8p23
    q = bitcast(shifted, i32)
    a = fma(n, -0x1.921fcp0, x)
    h = fma(n, 0x1.5777a6p-21, a)
    # What h lost; a - h itself may lose something, v, when h is small.
    u = a - h
    v = (a - u) - h
    l = fma(n, -0x1.84698ap-48, fma(n, 0x1.5777a6p-21, u) + v)
    if x > 100000.0:
        q = rare_quadrant_f32(x)
        h, l = rare_rest_f32(x)
    return q, h, l


# sin(h + l), or cos where q is odd, with the sign of the quadrant.
def quadrant_f32(q: i32, h: f32, l: f32) -> f32:
    odd = (q & 1) != 0
    s = h * h
    p = select(odd, f32(0x1.99e8fcp-16), f32(0.0))
    p = fma(p, s, select(odd, f32(-0x1.6c0c2ap-10), f32(-0x1.9952ecp-13)))
    p = fma(p, s, select(odd, f32(0x1.55554ap-5), f32(0x1.110776p-7)))
    p = fma(p, s, select(odd, f32(-0.5), f32(-0x1.555546p-3)))
    base = select(odd, f32(1.0), h)
    # cos also wants what h * h lost.
    low = select(odd, fma(fma(h, h, -s), -0.5, -(h * l)), l)
    y = base + fma(p, s * base, low)
    return bitcast(bitcast(y, i32) ^ ((q & 2) << 30), f32)


def sin_f32(x: f32) -> f32:
    q, h, l = reduce_f32(abs(x))
    y = quadrant_f32(q, h, l)
    return bitcast(bitcast(y, i32) ^ (bitcast(x, i32) & -0x80000000), f32)


def cos_T(x: T) -> T:
    q, h, l = reduce_T(abs(x))
    return quadrant_T(q + 1, h, l)


def window_f64(i: i32, left: u64) -> u64:
    t0 = (u64(TWO_OVER_PI[i]) << 32) | u64(TWO_OVER_PI[i + 1])
    t1 = (u64(TWO_OVER_PI[i + 2]) << 32) | u64(TWO_OVER_PI[i + 3])
    return (t0 << left) | (t1 >> (64 - left))


# As for f32, with 126 bits of fraction. x at least 1e6.
def turns_f64(x: f64) -> (u64, u64):
    bits = bitcast(x, u64)
    start = i32(bits >> 52) - 1013
    i = (start >> 6) << 1
    left = u64(start & 63)
    g2 = window_f64(i, left)
    g1 = window_f64(i + 2, left)
    g0 = window_f64(i + 4, left)
    m = (bits & 0xfffffffffffff) | 0x10000000000000
    carry = mulhi(m, g0)
    low = m * g1 + carry
    return m * g2 + mulhi(m, g1) + u64(low < carry), low


def rare_quadrant_f64(x: f64) -> i32:
    high, low = turns_f64(x)
    return i32((high + 0x2000000000000000) >> 62)


def rare_rest_f64(x: f64) -> (f64, f64):
    high, low = turns_f64(x)
    s = i64(high << 2) >> 2
    a = f64(s >> 10) * 0x1p-52
    b = f64(i64(((u64(s) & 1023) << 43) | (low >> 21))) * 0x1p-105
    c = f64(i64(low & 0x1fffff)) * 0x1p-126
    h = a + b
    l = (a - h) + b + c
    r = h * 0x1.921fb54442d18p0
    e = fma(h, 0x1.921fb54442d18p0, -r)
    e = fma(l, 0x1.921fb54442d18p0, fma(h, 0x1.1a62633145c07p-54, e))
    top = r + e + (x - x)
    return top, (r - top) + e


def reduce_f64(x: f64) -> (i32, f64, f64):
    shifted = fma(x, 0x1.45f306dc9c883p-1, 0x1.8p52)
    n = shifted - 0x1.8p52
    q = i32(bitcast(shifted, i64))
    a = fma(n, -0x1.921fb544p0, x)
    h = fma(n, -0x1.0b4611a626331p-34, a)
    u = a - h
    v = (a - u) - h
    l = fma(n, -0x1.1701b839a252p-88, fma(n, -0x1.0b4611a626331p-34, u) + v)
    if x > 1000000.0:
        q = rare_quadrant_f64(x)
        h, l = rare_rest_f64(x)
    return q, h, l


def quadrant_f64(q: i32, h: f64, l: f64) -> f64:
    odd = (q & 1) != 0
    s = h * h
    p = select(odd, f64(-0x1.8fa5c165deabdp-37), f64(0.0))
    p = fma(p, s, select(odd, f64(0x1.1ee9da88f4795p-29),
                         f64(0x1.5d8d6e1091e0bp-33)))
    p = fma(p, s, select(odd, f64(-0x1.27e4f7f008783p-22),
                         f64(-0x1.ae5e52092adc7p-26)))
    p = fma(p, s, select(odd, f64(0x1.a01a019c8d949p-16),
                         f64(0x1.71de355c5f14p-19)))
    p = fma(p, s, select(odd, f64(-0x1.6c16c16c1500cp-10),
                         f64(-0x1.a01a019befb93p-13)))
    p = fma(p, s, select(odd, f64(0x1.555555555554bp-5),
                         f64(0x1.111111110f751p-7)))
    p = fma(p, s, select(odd, f64(-0.5), f64(-0x1.5555555555548p-3)))
    base = select(odd, f64(1.0), h)
    low = select(odd, fma(fma(h, h, -s), -0.5, -(h * l)), l)
    y = base + fma(p, s * base, low)
    return bitcast(bitcast(y, i64) ^ (i64(q & 2) << 62), f64)


def sin_f64(x: f64) -> f64:
    q, h, l = reduce_f64(abs(x))
    y = quadrant_f64(q, h, l)
    return bitcast(bitcast(y, i64) ^ (bitcast(x, i64) & (i64(1) << 63)), f64)


# tan(h + l) as a sum of two floats, and where q is odd -1 over it, with what
# the division loses.
def tan_f32(x: f32) -> f32:
    q, h, l = reduce_f32(abs(x))
    s = h * h
    p = fma(0x1.1ed6dp-8, s, 0x1.7bf92p-14)
    p = fma(p, s, 0x1.62f874p-7)
    p = fma(p, s, 0x1.5cb958p-6)
    p = fma(p, s, 0x1.bada54p-5)
    p = fma(p, s, 0x1.110d9cp-3)
    p = fma(p, s, 0x1.55556p-2)
    u = s * h
    y = fma(p, u, h)
    # y's slope, and half of what s lacks of the square
    tail = fma(fma(h, h, -s), h * 0.5, fma(l, y * y, l))
    tail = fma(p, u, tail)
    y = h + tail
    if (q & 1) != 0:
        r = -1.0 / y
        low = (h - y) + tail
        y = fma(r, fma(r, low, fma(r, y, 1.0)), r)
    return bitcast(bitcast(y, i32) ^ (bitcast(x, i32) & -0x80000000), f32)


# Sine and cosine as sums of two floats, and their quotient: sine by cosine,
# or where q is odd cosine by -sine.
def tan_f64(x: f64) -> f64:
    q, h, l = reduce_f64(abs(x))
    odd = (q & 1) != 0
    s = h * h
    sl = fma(h, l + l, fma(h, h, -s))
    p = fma(-0x1.8fa5c165deabdp-37, s, 0x1.1ee9da88f4795p-29)
    p = fma(p, s, -0x1.27e4f7f008783p-22)
    p = fma(p, s, 0x1.a01a019c8d949p-16)
    p = fma(p, s, -0x1.6c16c16c1500cp-10)
    p = fma(p, s, 0x1.555555555554bp-5)
    # 1 - s / 2 is exact in two
    c = fma(s, -0.5, 1.0)
    cl = fma(s, -0.5, 1.0 - c)
    tail = fma(p, s * s, fma(sl, -0.5, cl))
    cos = c + tail
    cosl = (c - cos) + tail
    p = fma(0x1.5d8d6e1091e0bp-33, s, -0x1.ae5e52092adc7p-26)
    p = fma(p, s, 0x1.71de355c5f14p-19)
    p = fma(p, s, -0x1.a01a019befb93p-13)
    p = fma(p, s, 0x1.111111110f751p-7)
    p = fma(p, s, -0x1.5555555555548p-3)
    tail = fma(p, s * h, fma(l, s * -0.5, l))
    sin = h + tail
    sinl = (h - sin) + tail
    a = select(odd, cos, sin)
    al = select(odd, cosl, sinl)
    b = select(odd, -sin, cos)
    bl = select(odd, -sinl, cosl)
    t = a / b
    r = fma(-t, bl, fma(-t, b, a) + al)
    y = t + r / b
    # tan 0 is 0 / 1: the sign is x's
    return bitcast(bitcast(y, i64) ^ (bitcast(x, i64) & (i64(1) << 63)), f64)


# Halves of x are exact, and what is left times pi is a sum of two floats. Zeros
# are positive but for the sign of x, as IEEE 754 has it.
def reduce_pi_f32(a: f32) -> (i32, f32, f32):
    b = select(a < 0x1p24, a, 0.0)
    n = rint(b + b)
    r = fma(n, -0.5, b) + (a - a)
    h = r * 0x1.921fb6p1
    l = fma(r, -0x1.777a5cp-24, fma(r, 0x1.921fb6p1, -h))
    return i32(n), h, l


def reduce_pi_f64(a: f64) -> (i32, f64, f64):
    b = select(a < 0x1p53, a, 0.0)
    n = rint(b + b)
    r = fma(n, -0.5, b) + (a - a)
    h = r * 0x1.921fb54442d18p1
    l = fma(r, 0x1.1a62633145c07p-53, fma(r, 0x1.921fb54442d18p1, -h))
    return i32(i64(n)), h, l


def sinpi_f32(x: f32) -> f32:
    q, h, l = reduce_pi_f32(abs(x))
    y = quadrant_f32(q, h, l)
    y = select(y == 0.0, abs(y), y)
    return bitcast(bitcast(y, i32) ^ (bitcast(x, i32) & -0x80000000), f32)


def sinpi_f64(x: f64) -> f64:
    q, h, l = reduce_pi_f64(abs(x))
    y = quadrant_f64(q, h, l)
    y = select(y == 0.0, abs(y), y)
    return bitcast(bitcast(y, i64) ^ (bitcast(x, i64) & (i64(1) << 63)), f64)


def cospi_T(x: T) -> T:
    q, h, l = reduce_pi_T(abs(x))
    y = quadrant_T(q + 1, h, l)
    return select(y == 0.0, abs(y), y)
