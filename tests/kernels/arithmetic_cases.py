# SPDX-License-Identifier: Apache-2.0
import math

import numpy as np
from corpus import Case

R = np.random.default_rng(2)
SIGNED = [np.int8, np.int16, np.int32, np.int64]
UNSIGNED = [np.uint8, np.uint16, np.uint32, np.uint64]


def edges(dtype):
    info = np.iinfo(dtype)
    near = [0, 1, 2, 3, 7, info.max, info.max - 1, info.min, info.min + 1, info.max // 2]
    if info.min:
        near += [-1, -2, -3, -7, info.min // 2]
    return np.array(near, dtype)


def pairs(values):
    a, b = np.meshgrid(values, values)
    return a.ravel().copy(), b.ravel().copy()


def wrap(value, signed):
    value &= 2**64 - 1
    return value - 2**64 if signed and value >= 2**63 else value


def integers(x, y, signed, bits):
    """Python's integers, wrapped to 64 bits; / 0 gives 0, MIN / -1 gives 0."""
    low = -2**63
    bad = y == 0 or (signed and x == low and y == -1)
    narrow = 1 << bits
    neg = -x if signed else (narrow - x) % narrow  # at its own width
    if signed and x == -(narrow >> 1):
        neg = x
    row = [x + y, x - y, x * y, 0 if bad else x // y, 0 if bad else x % y,
           x & y, x | y, x ^ y, x < y, x <= y, x == y, neg, neg if signed and x < 0 else x, x != y]
    return [wrap(int(v), signed) for v in row]


def shift(x, y, signed):
    y &= 2**64 - 1
    left = 0 if y >= 64 else x << y
    right = (-1 if x < 0 else 0) if y >= 64 else x >> y
    return [wrap(left, signed), wrap(right, signed)]


def float_edges(dtype):
    info = np.finfo(dtype)
    v = [0.0, 1.0, 0.5, 1.5, 2.0, 3.0, 7.25, 0.1, info.max, info.tiny, info.tiny / 8, 1e10, 12345.678, np.inf]
    v = np.array(v + [-x for x in v] + [np.nan], dtype)
    return np.concatenate([v, R.standard_normal(12).astype(dtype) * 100])


def divmod_typed(x, y, dtype):
    """CPython's float_divmod, every step rounded to dtype; by 0 as / and NaN."""
    with np.errstate(all="ignore"):
        if y == 0:
            return x / y, dtype(np.nan)
        mod = np.fmod(x, y)
        div = (x - mod) / y
        if mod:
            if (y < 0) != (mod < 0):
                mod = dtype(mod + y)
                div = dtype(div - dtype(1))
        else:
            mod = np.copysign(dtype(0), y)
        if div:
            floor = np.floor(div)
            if div - floor > dtype(0.5):
                floor = dtype(floor + dtype(1))
        else:
            floor = np.copysign(dtype(0), x / y)
        return floor, mod


def floats(x, y, dtype):
    with np.errstate(all="ignore"):
        floor, mod = divmod_typed(x, y, dtype)
        return [x + y, x - y, x * y, x / y, floor, mod, -x, abs(x)]


def squares(x, n):
    """x ** n by repeated squaring in x's own type, as Numba does."""
    result, base = type(x)(1), x
    with np.errstate(all="ignore"):
        for bit in range(abs(n).bit_length()):
            if abs(n) >> bit & 1:
                result = result * base
            base = base * base
        return type(x)(1) / result if n < 0 else result


def saturate(a, dtype):
    """float to integer as the language defines it: truncated, saturated,
    NaN gives 0."""
    info = np.iinfo(dtype)
    out = []
    for v in a:
        v = float(v)
        out.append(0 if math.isnan(v) else info.max if v >= info.max else info.min if v <= info.min else int(v))
    return np.array(out, dtype)


def cases():
    for dtype in SIGNED + UNSIGNED:
        a, b = pairs(edges(dtype))
        signed = dtype in SIGNED
        bits = 8 * a.itemsize
        out = np.array([integers(int(x), int(y), signed, bits) for x, y in zip(a, b)],
                       np.int64 if signed else np.uint64)
        yield Case("integers", 4, 64, [a, b, np.zeros_like(out)], {2: out})
        out = np.array([shift(int(x), int(y), signed) for x, y in zip(a, b)], np.int64 if signed else np.uint64)
        yield Case("shifts", 4, 64, [a, b, np.zeros_like(out)], {2: out})
        a, b = pairs(np.arange(-9, 10).astype(dtype) if signed else np.arange(0, 12).astype(dtype))
        want = []
        for x, y in zip(a.astype(object), b.astype(object)):
            power = x**y if y >= 0 else (1 if x == 1 else (-1 if y % 2 else 1) if x == -1 else 0)
            if x == 0 and y < 0:
                power = -2**63
            want.append([wrap(int(v), signed) for v in (x * x, x**3, power)])
        out = np.array(want, np.int64 if signed else np.uint64)
        yield Case("powers", 3, 128, [a, b, np.zeros_like(out)], {2: out})

    for dtype in (np.float32, np.float64):
        a, b = pairs(float_edges(dtype))
        out = np.array([floats(x, y, dtype) for x, y in zip(a, b)], dtype)
        yield Case("floats", 27, 64, [a, b, np.zeros_like(out)], {2: out})
        with np.errstate(all="ignore"):
            out = np.stack([a < b, a <= b, a == b, a != b, a > b, a >= b], 1)
        yield Case("compares", 27, 64, [a, b, np.zeros(out.shape, np.bool_)], {2: out})
        x = R.standard_normal((3, 1000)).astype(dtype)
        x[2] = -(x[0] * x[1])
        yield Case("contraction", 8, 128, [*x, np.zeros(1000, dtype)], {3: x[0] * x[1] + x[2]})

    for dtype in (np.float32, np.float64):
        a, b = pairs(np.array([0.5, -1.5, 3.0, 1.0009765625, 0.0, -2.0]))
        a, b = a.astype(dtype), np.array([0, 1, -3, 7, 12, 40])[np.arange(36) // 6]
        out = np.array([[squares(x, int(y)), squares(x, 5), squares(x, -2)] for x, y in zip(a, b)], dtype)
        yield Case("float_powers", 1, 64, [a, b, np.zeros_like(out)], {2: out})

    numbers = [np.bool_, *SIGNED, *UNSIGNED, np.float32, np.float64]
    for source in numbers:
        if source is np.bool_:
            a = np.array([True, False])
        elif np.issubdtype(source, np.integer):
            a = edges(source)
        else:
            a = np.concatenate([float_edges(source), [300, -300, 127.9, -128.9, 255.9, 2.0**31, 2.0**32, 2.0**63, 2.0**64,
                                                      -2.0**63, 1e30, -1e30, 3.5, -0.9]]).astype(source)
        for target in numbers:
            with np.errstate(all="ignore"):
                if source in (np.float32, np.float64) and np.issubdtype(target, np.integer):
                    want = saturate(a, target)
                else:
                    want = a.astype(target)
            yield Case("convert", 1, 64, [a, np.zeros(a.size, target)], {1: want})
    # Of float64 fastmath=True rounds what it does not contract.
    a, b, i = R.normal(size=500) * 1e3, R.normal(size=500), np.arange(500)
    want = np.stack([a / b, 1 / b, a / 3, i / 7], 1)
    yield Case("fast_quotients", 4, 128, [a, b, np.zeros_like(want)], {2: want})
