# SPDX-License-Identifier: Apache-2.0
import math
from fractions import Fraction

import numpy as np
from corpus import Case

R = np.random.default_rng(79)
EDGES = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3e9, -3e9, 1e30, np.inf, -np.inf, np.nan, 0.49999997, 8388609.0]


def fma(x, y, z, dtype):
    """x * y + z, rounded once."""
    out = np.empty(x.size, dtype)
    for i, (a, b, c) in enumerate(zip(x.tolist(), y.tolist(), z.tolist())):
        finite = all(map(math.isfinite, (a, b, c)))
        if not finite or (exact := Fraction(a) * Fraction(b) + Fraction(c)) == 0 or abs(exact) > 2.0**127:
            out[i] = dtype(a) * dtype(b) + dtype(c)
            continue
        shift = 24 - exact.numerator.bit_length() + exact.denominator.bit_length()
        scaled = round(exact * Fraction(2) ** shift)
        if abs(scaled) >= 2**24:  # one bit too many: once more
            shift -= 1
            scaled = round(exact * Fraction(2) ** shift)
        out[i] = math.ldexp(scaled, -shift)
    return out


def half_away(x):
    t = np.trunc(np.abs(x))
    return np.copysign(np.where(np.abs(x) - t >= 0.5, t + 1, t), x).astype(x.dtype)


def saturate(x, dtype):
    info = np.iinfo(dtype)
    out = np.zeros(x.size, dtype)
    for i, v in enumerate(x.astype(np.float64).tolist()):
        out[i] = 0 if v != v else info.max if v >= info.max else info.min if v <= info.min else int(v)
    return out


def floats(dtype):
    x = np.concatenate([np.array(EDGES), R.normal(0, 3, 50)]).astype(dtype)
    y = np.concatenate([R.permutation(np.array(EDGES)), R.normal(0, 3, 50)]).astype(dtype)
    return x, y


def reversed_bits(x, width):
    return [int(f"{int(v) & (1 << width) - 1:0{width}b}"[::-1], 2) for v in x]


def wrapped(values, width=32):
    half = 1 << (width - 1)
    return np.array([(int(v) + half) % (2 * half) - half for v in values])


def fmin(x, y, pick):
    out = getattr(np, pick)(x, y)
    both = (x == 0) & (y == 0)  # -0 is below +0
    sign = np.logical_or if pick == "fmin" else np.logical_and
    return np.where(both, np.where(sign(np.signbit(x), np.signbit(y)), -0.0, 0.0), out).astype(x.dtype)


def cases():
    with np.errstate(all="ignore"):
        x, y = floats(np.float32)
        one = np.float32(1)
        want = np.stack([np.abs(x), np.floor(x), half_away(x), np.sqrt(np.abs(x)), fma(x, y, x, np.float32),
                         fmin(x, y, "fmin"), fmin(x, y, "fmax"),
                         np.where(np.isnan(x), 0, np.clip(x, 0, 1)) + np.float32(0), x + y, x / y, one / x,
                         np.where(x > y, x - y, np.where(x <= y, 0, x + y))]).astype(np.float32)
        yield Case("singles", 1, 96, [x, y, np.zeros_like(want)], {2: want})
        x, y = floats(np.float64)
        want = np.stack([np.abs(x), np.ceil(x), half_away(x), np.sqrt(np.abs(x)), np.fmod(x, y),
                         fmin(x, y, "fmin"), fmin(x, y, "fmax"), x.astype(np.float32).astype(np.float64), x * y, x])
        yield Case("doubles", 1, 96, [x, y, np.zeros_like(want)], {2: want})
        x = R.normal(0, 5, 64)
        single = np.abs(x).astype(np.float32)
        want = np.stack([np.sin(x), np.cos(x), np.exp(x), 1 / np.sqrt(np.abs(x)), np.cbrt(x), np.arctan2(x, 2.0),
                         np.power(single.astype(np.float64), 1.5).astype(np.float32),
                         np.cbrt(x) + 1 / np.sqrt(np.abs(x) + 1)])
        yield Case("functions", 1, 64, [x, np.zeros((8, 64))], {1: want}, rtol=3e-7)

    x = np.concatenate([[0, 1, -1, -2**31, 2**31 - 1, 7], R.integers(-2**31, 2**31, 58)]).astype(np.int32)
    y = R.permutation(x)
    a, b = x.astype(object), y.astype(object)
    ua, ub = a % 2**32, b % 2**32
    low = lambda v: (v % 2**24 + 2**23) % 2**24 - 2**23  # noqa: E731
    octets = [(p | q << 32).to_bytes(8, "little") for p, q in zip(ua, ub)]
    perm = [int.from_bytes(bytes([o[5], o[1], o[7], o[3]]), "little") for o in octets]
    want = [[bin(v).count("1") for v in ua], [32 - v.bit_length() for v in ua], reversed_bits(ua, 32),
            [(v & -v).bit_length() for v in ua], a * b >> 32, ua * ub >> 32, low(a) * low(b),
            (ua % 2**24) * (ub % 2**24), abs(a - b) + 3, abs(ua - ub) + 3, (a + b) >> 1, (a + b + 1) >> 1,
            perm, np.minimum(ua, ub), (ua + ub) >> 1]
    want = np.stack([wrapped(row) for row in want]).astype(np.int32)
    yield Case("integers", 1, 64, [x, y, np.zeros((15, 64), np.int32)], {2: want})
    yield Case("cuda_bits", 1, 64, [x, np.zeros((4, 64), np.int32)],
               {1: np.stack([want[0], want[1], want[3], np.where(x > 3, x, want[0])])})

    x = np.concatenate([[0, 1, -1, -2**63, 2**63 - 1], R.integers(-2**63, 2**63 - 1, 59)]).astype(np.int64)
    y = R.permutation(x)
    a, b = x.astype(object), y.astype(object)
    ua, ub = a % 2**64, b % 2**64
    want = [[bin(v).count("1") for v in ua], [64 - v.bit_length() for v in ua], reversed_bits(ua, 64),
            [(v & -v).bit_length() for v in ua], a * b >> 64, ua * ub >> 64, np.maximum(a, b), abs(a)]
    yield Case("long_integers", 1, 64, [x, y, np.zeros((8, 64), np.int64)],
               {2: np.stack([wrapped(row, 64) for row in want]).astype(np.int64)})

    x, _ = floats(np.float32)
    with np.errstate(all="ignore"):
        back = saturate(np.trunc(x), np.int32).astype(np.float32)
        want = np.stack([saturate(np.rint(x), np.int32), saturate(np.trunc(x), np.int32),
                         saturate(np.floor(x), np.int32), saturate(np.ceil(x), np.int32),
                         saturate(np.rint(x), np.int64), x.view(np.int32), saturate(np.trunc(x), np.int32),
                         saturate(np.trunc(x), np.uint32).view(np.int32), back.astype(np.int64)])
    nan = np.isnan(x)
    want[5, nan] = 0x7FC00000
    yield Case("conversions", 1, 96, [x, np.zeros((9, x.size), np.int64)], {1: want})
