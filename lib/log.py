# SPDX-License-Identifier: Apache-2.0
"""log: x = 2^n m with m about 1, and log m by a polynomial (f32) or by the
series of atanh(f / (2 + f)) (f64, after fdlibm)."""
from portkern.lib import bitcast, f32, f64, fma, i32, i64, select


def log_f32(x: f32) -> f32:
    tiny = x < 0x1p-126
    a = select(tiny, x * 0x1p23, x)
    bits = bitcast(a, i32)
    exponent = (bits - 0x3f2aaaab) & -0x800000
    n = fma(f32(exponent), 0x1p-23, select(tiny, f32(-23.0), f32(0.0)))
    f = bitcast(bits - exponent, f32) - 1.0
    p = fma(-0x1.080caap-3, f, 0x1.1e73b8p-3)
    p = fma(p, f, -0x1.f30e34p-4)
    p = fma(p, f, 0x1.1ed422p-3)
    p = fma(p, f, -0x1.559de4p-3)
    p = fma(p, f, 0x1.99d05ep-3)
    p = fma(p, f, -0x1.fffefp-3)
    p = fma(p, f, 0x1.555506p-2)
    p = fma(p, f, -0.5)
    # n ln 2 + f keeps its rounding error: |n ln 2| is 0 or above |f|.
    high = fma(n, 0x1.62e4p-1, f)
    low = fma(n, 0x1.62e4p-1, -high) + f
    y = high + fma(p, f * f, fma(n, 0x1.7f7d1cp-20, low))
    y = select(x < bitcast(i32(0x7f800000), f32), y, x + x)
    y = select(x < 0.0, bitcast(i32(0x7fc00000), f32), y)
    return select(x == 0.0, bitcast(i32(-0x800000), f32), y)


# 1 / (2 + f) for f in [-1/3, 1/2] to half an ulp or so: division costs more
# than a seed and two Newton steps.
def reciprocal_2_f64(f: f64) -> f64:
    d = 2.0 + f
    y = fma(0x1.c9a9342820855p-6, f, -0x1.0789150598d61p-4)
    y = fma(y, f, 0x1.00b39aa3a81b6p-3)
    y = fma(y, f, -0x1.ffe76af51697p-3)
    y = fma(y, f, 0x1.ffff0a40a98a9p-2)
    y = fma(fma(-d, y, 1.0), y, y)
    return fma(fma(-d, y, 1.0), y, y)


def log_f64(x: f64) -> f64:
    tiny = x < 0x1p-1022
    a = select(tiny, x * 0x1p54, x)
    bits = bitcast(a, i64)
    # In 32-bit halves: exponent and top of the mantissa are in the upper one.
    top = i32(bits >> 32)
    exponent = (top - 0x3fe6a09e) & -0x100000
    n = f64(exponent >> 20) + select(tiny, f64(-54.0), f64(0.0))
    f = bitcast(bits - (i64(exponent) << 32), f64) - 1.0
    s = f * reciprocal_2_f64(f)
    z = s * s
    p = fma(0x1.2f112df3e5244p-3, z, 0x1.39a09d078c69fp-3)
    p = fma(p, z, 0x1.7466496cb03dep-3)
    p = fma(p, z, 0x1.c71c51d8e78afp-3)
    p = fma(p, z, 0x1.2492494229359p-2)
    p = fma(p, z, 0x1.999999997fa04p-2)
    p = fma(p, z, 0x1.5555555555593p-1)
    half = 0.5 * f * f
    tail = fma(s, fma(p, z, half), n * 0x1.ef35793c7673p-45)
    y = fma(n, 0x1.62e42fefa38p-1, f - (half - tail))
    y = select(x < bitcast(i64(0x7ff0000000000000), f64), y, x + x)
    y = select(x < 0.0, bitcast(i64(0x7ff8000000000000), f64), y)
    return select(x == 0.0, bitcast(i64(-0x10000000000000), f64), y)
