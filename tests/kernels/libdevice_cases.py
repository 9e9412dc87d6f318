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


MODES = (math.floor, math.ceil, math.trunc)


def toward(exact, mode, dtype):
    """A number that is not 0 as the next one of the type in that direction."""
    info, sign = np.finfo(dtype), 1 if exact > 0 else -1
    size = exact.numerator.bit_length() - exact.denominator.bit_length()
    size -= abs(exact) < Fraction(2) ** size
    step = Fraction(2) ** (max(size, info.minexp) - info.nmant)
    value = mode(exact / step) * step
    if abs(value) > Fraction(float(info.max)):
        inside = mode is math.trunc or (mode is math.floor) == (exact > 0)
        return sign * (float(info.max) if inside else math.inf)
    return math.copysign(float(value), sign)


def root_toward(x, mode, dtype):
    """By integers: roots of numbers of this size differ by more than 2^-700."""
    x = Fraction(x)
    below = Fraction(math.isqrt(x.numerator * 4**700 // x.denominator), 2**700)
    return toward(below if below * below == x else below + Fraction(1, 2**701), mode, dtype)


def sum_toward(parts, mode, dtype):
    """The parts are Fractions with the signs of zeros."""
    exact = sum(part for part, _ in parts)
    if exact:
        return toward(exact, mode, dtype)
    minus = [sign < 0 for _, sign in parts]
    return -0.0 if all(minus) or mode is math.floor and any(minus) else 0.0


def directed(x, y, z):
    """All operations in all modes; of what is not finite the nearest."""
    dtype, sign = x.dtype.type, lambda v: math.copysign(1.0, v)
    fused = np.where(np.isfinite(x) & np.isfinite(y), z, x * y + z)
    near = [x + y, x - y, x * y, x / y, fused, 1 / x, np.sqrt(x)]
    out = [[row.copy() for _ in MODES] for row in near]
    for i, (a, b, c) in enumerate(zip(x.tolist(), y.tolist(), z.tolist())):
        for k, mode in enumerate(MODES):
            def put(row, value):
                out[row][k][i] = value
            if math.isfinite(a) and math.isfinite(b):
                p, q = (Fraction(a), sign(a)), (Fraction(b), sign(b))
                put(0, sum_toward((p, q), mode, dtype))
                put(1, sum_toward((p, (-q[0], -q[1])), mode, dtype))
                ab = (p[0] * q[0], p[1] * q[1])
                if ab[0]:
                    put(2, toward(ab[0], mode, dtype))
                    put(3, toward(p[0] / q[0], mode, dtype))
                if math.isfinite(c):
                    put(4, sum_toward((ab, (Fraction(c), sign(c))), mode, dtype))
            if math.isfinite(a) and a:
                put(5, toward(1 / Fraction(a), mode, dtype))
                if a > 0:
                    put(6, root_toward(a, mode, dtype))
    return np.stack([row for rows in out for row in rows])


def directed_numbers(dtype):
    info = np.finfo(dtype)
    edges = [info.max, -info.max, info.tiny, -info.tiny, info.smallest_subnormal, 3 * info.smallest_subnormal, 1.0,
             -1.0, 1 + info.eps, 4.0, 3.0, 0.0, -0.0, np.inf, np.nan]
    low, high = info.minexp - info.nmant, info.maxexp
    wide = np.ldexp(R.uniform(-2, 2, 150), R.integers(low, high - 1, 150))
    x = np.concatenate([np.repeat(edges, 15), R.normal(0, 3, 100), wide]).astype(dtype)
    y = np.concatenate([np.tile(edges, 15), R.normal(0, 3, 100), R.permutation(wide)]).astype(dtype)
    z = np.where(np.arange(x.size) % 3 == 0, -(x * y), np.where(np.arange(x.size) % 3 == 1, R.permutation(x), 1)).astype(dtype)
    y[-20:] = -x[-20:]
    return x, y, z


def remainders(x, y):
    """Remainders, and low bits of the quotients, by Python's fractions."""
    rest, whole = [], []
    for a, b in zip(x.tolist(), y.tolist()):
        if not math.isfinite(a) or math.isnan(b) or b == 0:
            rest.append(math.nan)
            whole.append(0)
            continue
        n = round(Fraction(a) / Fraction(b)) if math.isfinite(b) else 0
        r = float(Fraction(a) - n * Fraction(b)) if n else a
        rest.append(r if r else math.copysign(0, a))
        whole.append(abs(n) % 8 * (-1 if math.copysign(1, a) != math.copysign(1, b) else 1))
    return np.array(rest, x.dtype), whole


def more():
    x, y = floats(np.float32)
    u, v = floats(np.float64)
    some = R.permutation(np.array([1e30, 7e-44, 3.4e38, 2.5, -2.5, 0.75, 1e-40, 2e38], np.float32))
    x[-8:], y[-8:] = some, R.permutation(some)
    u[-8:], v[-8:] = some.astype(np.float64) ** 5, y[-8:].astype(np.float64) ** 3
    with np.errstate(all="ignore"):
        root = (1 / np.sqrt(x.astype(np.longdouble))).astype(np.float32)
        halves = x.astype(np.float16)
        r, n = remainders(x, y)
        s, m = remainders(u, v)
    bits = halves.view(np.int16).copy()
    bits[np.isnan(x)] = 0x7E00
    singles = np.stack([root, r, halves.astype(np.float32)])
    size = x.size
    yield Case("more_exact", 1, size, [x, y, u, v, np.zeros_like(singles), np.zeros_like(s),
                                       np.zeros((2, size), np.int32), bits * 0],
               {4: singles, 5: s, 6: np.array([n, m], np.int32)})
    u = R.normal(0, 5, 64)
    x = u.astype(np.float32)
    w, t = x.astype(np.float64), u.astype(np.longdouble)
    turn = np.longdouble(np.pi) + np.longdouble(1.2246467991473532e-16)
    singles = np.stack([1 / np.cbrt(w), np.sin(np.pi * w), np.cos(np.pi * w), np.sin(w), np.cos(w), 10 ** w])
    doubles = np.stack([1 / np.cbrt(t), np.sin(turn * t), np.cos(turn * t)]).astype(np.float64)
    yield Case("more_singles", 1, 64, [x, np.zeros((6, 64), np.float32)], {1: singles.astype(np.float32)}, rtol=4e-7)
    yield Case("more_doubles", 1, 64, [u, np.zeros((3, 64))], {1: doubles}, rtol=4e-16)


def length(parts):
    exact = np.sqrt((parts.astype(np.longdouble) ** 2).sum(0))
    return np.where(np.isinf(parts).any(0), np.inf, exact)


def norms():
    """Lengths and their inverses; an infinity makes one, whatever stands beside it."""
    for kernel, dtype in (("norm_singles", np.float32), ("norm_doubles", np.float64)):
        info = np.finfo(dtype)
        edges = np.array([0, info.tiny, info.smallest_subnormal, info.max, -info.max, 3, -4, np.inf, np.nan], dtype)
        wide = np.ldexp(R.uniform(-2, 2, (4, 80)), R.integers(info.minexp - 10, info.maxexp - 2, 80)).astype(dtype)
        args = np.concatenate([np.stack([R.permutation(np.tile(edges, 5)) for _ in range(4)]),
                               R.normal(0, 3, (4, 80)).astype(dtype), wide], 1)
        with np.errstate(all="ignore"):
            lengths = np.stack([length(args[:3]), length(args)])
            want = np.concatenate([lengths, 1 / lengths]).astype(dtype)
        yield Case(kernel, 2, 128, [*args, np.zeros_like(want)], {4: want}, rtol=float(2.5 * info.eps),
                   atol=float(info.smallest_subnormal))


def bessel(n, x):
    """Of the first and second kind, by Bessel's and Schlaefli's integrals (DLMF 10.9.2 and 10.9.7): the first is of
    a function with a period, where equal steps are exact; for 1/2 <= x <= 40."""
    n, x = n.astype(np.longdouble)[:, None], x.astype(np.longdouble)[:, None]
    t = np.arange(400) * np.longdouble(np.pi) / 200
    first = np.cos(n * t - x * np.sin(t)).mean(1)
    at, weight = np.polynomial.legendre.leggauss(160)
    t = (at + 1) * np.longdouble(np.pi) / 2
    second = (np.sin(x * np.sin(t) - n * t) * weight).sum(1) / 2
    t = (at + 1) * np.longdouble(3.2)  # from there on it is nothing
    tail = (np.exp(n * t) + np.cos(n * np.pi) * np.exp(-n * t)) * np.exp(-x * np.sinh(t))
    return first, second - (tail * weight).sum(1) * 3.2 / np.pi


def bessel_functions():
    x = np.concatenate([np.linspace(0.5, 40, 55), [2.404825557695773, 3.957678419314858, 7.086051060301773, 7.999999, 8]])
    n = np.arange(x.size) % 7
    for kind, dtype in (("singles", np.float32), ("doubles", np.float64)):
        at = x.astype(dtype)
        known = np.stack([part for order in (0, 1) for part in bessel(np.full_like(n, order), at)]).astype(dtype)
        nth = np.stack(bessel(n, at)).astype(dtype)
        eps = float(np.finfo(dtype).eps)
        near = {"rtol": 9 * eps, "atol": max(4 * eps, 2e-14)}  # the integrals are good to 1e-14
        yield Case(f"bessel_{kind}", 1, 64, [at, np.zeros_like(known)], {1: known}, **near)
        yield Case(f"bessel_orders_{kind}", 1, 64, [n.astype(np.int32), at, np.zeros_like(nth)], {2: nth}, **near)


def cases():
    yield from directed_cases()
    yield from plain_cases()
    yield from more()
    yield from norms()
    yield from bessel_functions()


def directed_cases():
    with np.errstate(all="ignore"):
        for kernel, dtype in (("directed_singles", np.float32), ("directed_doubles", np.float64)):
            x, y, z = directed_numbers(dtype)
            want = directed(x, y, z)
            yield Case(kernel, 8, 64, [x, y, z, np.zeros_like(want)], {3: want})
        n = np.concatenate([[0, 1, -1, 2**24 + 1, -(2**24) - 1, 2**31 - 1, -2**31, 2**53 + 1, -(2**53) - 1, 2**63 - 1,
                             -2**63], R.integers(-2**63, 2**63 - 1, 40), R.integers(-2**40, 2**40, 13)]).astype(np.int64)
        x, _, _ = directed_numbers(np.float64)
        x = x[R.permutation(x.size)[: n.size]]
        x[:6] = [1e39, -1e39, 1e-46, -1e-46, 0.1, -0.0]
        each = n.tolist()
        kinds = [[(v + 2**31) % 2**32 - 2**31 for v in each], [v % 2**32 for v in each], each, [v % 2**64 for v in each]]

        def rows(values, dtype):
            return [[toward(Fraction(v), mode, dtype) if math.isfinite(v) and v else v for v in values] for mode in MODES]
        singles = sum([rows(kind, np.float32) for kind in kinds + [x.tolist()]], [])
        doubles = sum([rows(kind, np.float64) for kind in kinds[2:]], [])
        singles, doubles = np.array(singles, np.float32), np.array(doubles, np.float64)
        yield Case("directed_conversions", 1, 64, [n, x, np.zeros_like(singles), np.zeros_like(doubles)],
                   {2: singles, 3: doubles})


def log_b(x):
    return np.where(np.isfinite(x) & (x != 0), np.frexp(x)[1] - 1.0, np.where(x == 0, -np.inf, np.abs(x)))


def kinds():
    x = np.concatenate([EDGES, np.ldexp(R.uniform(-2, 2, 70), R.integers(-1060, 100, 70)), [5e-324, 2.5, 3.5, -0.5]])
    y = np.concatenate([EDGES, np.ldexp(R.uniform(-2, 2, 70), R.integers(-140, 40, 70)), [1e-45, 2.5, 3.5, -0.5]])
    y = y.astype(np.float32)

    def kind(v):
        return np.isnan(v) + 2 * np.isinf(v) + 4 * np.isfinite(v)
    logs = [log_b(x), log_b(y.astype(np.float64)).astype(np.float32)]
    ints = [np.where(np.isfinite(v), v, np.where(v > 0, 2**31 - 1, -2**31)).astype(np.int64) for v in logs]
    want = [kind(x), kind(y), np.signbit(x) + 2 * np.signbit(y), *ints]
    for turn in (np.rint, half_away):
        want += [saturate(turn(x), np.int64), saturate(turn(y), np.int64)]
    logs += [x * x * x, (1 / y.astype(np.float64)).astype(np.float32)]
    want, logs = np.stack(want).astype(np.int64), np.stack(logs)
    yield Case("kinds", 2, 64, [x, y, np.zeros_like(want), np.zeros_like(logs)], {2: want, 3: logs})


def plain_cases():
    with np.errstate(all="ignore"):
        yield from kinds()
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
