# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(31)


def reals(dtype):
    edges = np.array([0.0, -0.0, 1, -1, 0.5, -2.5, 1.5, 3, np.inf, -np.inf, np.nan, 1e-30, -7e20, 65504], dtype)
    x, y = (a.ravel() for a in np.meshgrid(edges, edges))
    more = R.standard_normal((2, 60)).astype(dtype) * dtype(8)
    return np.concatenate([x, more[0]]), np.concatenate([y, more[1]])


def integers(dtype, low):
    x = R.integers(low, 100, 200).astype(dtype)
    y = R.integers(1, 12, 200).astype(dtype)
    if low == 0:
        return x, y
    x[0], y[0] = 1, np.iinfo(dtype).min  # whose size it does not have
    return x, np.append(y[:1], y[1:] * R.choice(np.array([1, -1], dtype), 199))


def complexes(dtype):
    parts = R.standard_normal((2, 60)) * 3 + 1j * R.standard_normal((2, 60)) * 3
    edges = np.array([1, -1, 1j, 2 - 1j, 0.5 + 2.5j, 3, 2 + 1j], complex)
    x, y = (a.ravel() for a in np.meshgrid(edges, edges))
    return np.concatenate([x, parts[0]]).astype(dtype), np.concatenate([y, parts[1]]).astype(dtype)


def stack(rows, dtype):
    return np.stack([np.asarray(r).astype(dtype) for r in rows])


def exact(x, y):
    q, r = np.divmod(x, y)
    n = np.arange(x.size) % 7
    return [x + y, x - y, x * y, x / y, np.fmod(x, y), np.remainder(x, y), -x, x, x * x, np.sign(x), abs(x), 1 / y,
            np.minimum(x, y) + np.fmin(x, y) + 0.0, np.maximum(x, y) + np.fmax(x, y) + 0.0, q, r, np.sqrt(abs(x)),
            np.floor(x) + np.ceil(x) + np.trunc(x) + np.rint(x), np.copysign(x, y) + abs(x), np.nextafter(x, y),
            np.spacing(x), np.ldexp(x, n)]


def whole(x, y):
    q, r = np.divmod(x, y)
    wide = np.uint64 if x.dtype.kind == "u" else np.int64
    p, s = x.astype(wide), y.astype(wide)
    shifted = x if x.dtype.kind == "u" else p
    return [q, r, q, r, np.gcd(x, y), np.lcm(x, y), (shifted << np.uint8(3)).astype(wide) + (x >> np.uint8(1)).astype(wide), x & y,
            (x | y).astype(wide) - (x ^ y).astype(wide), ~x, np.maximum(p, s) + np.minimum(p, s),
            np.round(p, -1) + s + p, x, x // 2 + y]  # floor, ceil and trunc as since NumPy 2.1


def truths(x, y):
    return [x == y, x != y, x < y, x <= y, x > y, x >= y, np.logical_and(x, y), np.logical_or(x, y),
            np.logical_xor(x, y), np.logical_not(x), np.isnan(x), np.isinf(x), np.isfinite(x), np.isreal(x),
            np.iscomplex(y)]


def near(x, y):
    return [np.exp2(x) + np.expm1(y), np.log1p(x * x) + np.float_power(abs(x), y),
            np.logaddexp(x, y) + np.logaddexp2(x, y), np.deg2rad(x) + np.radians(y), np.rad2deg(x) + np.degrees(y),
            np.cbrt(x) + np.hypot(x, y), np.arctan2(x, y) + np.arctan(x) + np.arcsin(np.sin(x)) + np.arccos(np.cos(y)), np.sinc(x) + 1 + np.arcsinh(x) + np.arccosh(np.exp(y)),
            np.angle(x) + np.angle(y, True), np.power(abs(x), y)]


def of_complexes(x, y):
    return [np.exp2(x), np.expm1(x), np.log1p(x), np.rint(x), np.minimum(x, y), np.maximum(x, y), np.fmin(x, y),
            np.fmax(x, y), 1 / x, x ** y, np.float_power(x, y), x / abs(x) + y.conj() + np.log2(x),
            x.real + y.imag * 1j, np.angle(x) + np.angle(y, True) * 1j, np.round(x, 1),
            np.log(x) / np.log(y + 3) + np.log(y) / np.log(2)]


def operators(x, y):
    return [3 * 0 + (x + y) + (x - y) + x * y, x // y + x % y, (x & y) + (x | y) + (x ^ y), (x << 2) + (x >> 1),
            -x + y + ~x + abs(x), x ** 3 + x + y + x, x / y * 1000, (x + y) * 2, x * 3]


def all_functions():
    with np.errstate(all="ignore"):
        for dtype in (np.float32, np.float64):
            x, y = reals(dtype)
            want = stack(exact(x, y), dtype)
            yield Case("exact", 4, 64, [x, y, np.zeros_like(want)], {2: want})
            want = stack(truths(x, y), bool)
            yield Case("truths", 4, 64, [x, y, np.zeros_like(want)], {2: want})
            x, y = (R.standard_normal((2, 99)) * 4).astype(dtype)
            want = stack(near(x, y), np.float64)
            tolerance = 2e-6 if dtype is np.float32 else 1e-14
            yield Case("near", 2, 64, [x, y, np.zeros_like(want)], {2: want}, rtol=tolerance, atol=20 * tolerance)
            for v in (x, np.repeat(x, 2)[::2]):
                want = np.stack([np.nextafter(v, y), np.spacing(v), np.round(v, 1), np.round(v), v, np.minimum(v, y),
                                 v, np.copysign(v, y[:1])])
                want[4], want[6] = np.round(v, 2) + np.sinc(y), np.hypot(v, dtype(3))
                yield Case("places", 1, 32, [v, y, np.zeros_like(want), np.zeros(99, bool)],
                           {2: want, 3: np.isfinite(v)}, rtol=tolerance, atol=tolerance)
        x, y = reals(np.float16)
        want = np.stack([np.nextafter(x, y), np.spacing(x), np.minimum(x, y) + np.float16(0)])
        yield Case("halves", 4, 64, [x, y, np.zeros_like(want)], {2: want})
        for dtype, low in ((np.int8, -100), (np.int32, -100), (np.int64, -100), (np.uint8, 0), (np.uint64, 0)):
            x, y = integers(dtype, low)
            wide = np.uint64 if low == 0 else np.int64
            want = stack(whole(x, y), wide)
            yield Case("whole", 4, 64, [x, y, np.zeros_like(want)], {2: want})
        x, y = integers(np.int32, -100)
        want = stack(truths(x, y), bool)
        yield Case("truths", 4, 64, [x, y, np.zeros_like(want)], {2: want})
        for dtype in (np.complex64, np.complex128):
            x, y = complexes(dtype)
            want = stack(of_complexes(x, y), np.complex128)
            tolerance = 3e-5 if dtype is np.complex64 else 1e-12
            yield Case("complexes", 2, 64, [x, y, np.zeros_like(want)], {2: want}, rtol=tolerance, atol=tolerance)
            x = x.copy()
            x[:4] = [np.nan, 1, complex(2, np.nan), np.inf]
            want = stack(truths(x, y), bool)
            yield Case("truths", 2, 64, [x, y, np.zeros_like(want)], {2: want})
        x, y = integers(np.int64, -100)
        y = abs(y)
        want = stack(operators(x, y), np.float64)
        flags = np.stack([x < y, x >= y, (x == y) != (x != 3), (x == 0) | (x > 0) & (x < 4)])
        yield Case("operators", 4, 64, [x, y, np.zeros((9, 200)), np.zeros((4, 200), bool)], {2: want, 3: flags})
        for dtype in (np.float32, np.int32, np.int8):
            x = R.integers(-90, 90, (9, 14)).astype(dtype)
            want = np.array([[r.min(), r.max(), r.sum(), r.sum(), r.sum(), 3 + 62, x.sum()] for r in x.astype(float)])
            for v in (x, np.asfortranarray(x)):
                yield Case("reduced", 1, 16, [v, 7, np.zeros((9, 7))], {2: want})
        x = np.array([[np.nan, 1, 2], [2, np.nan, 1]], np.float32)
        want = np.array([[np.nan, np.nan], [1, 2]])
        out = np.zeros((2, 7))
        every = np.full((2, 7), np.nan)
        every[:, :2], every[:, 3], every[:, 5] = want, 0, 65
        yield Case("reduced", 1, 2, [x, 7, out], {2: every})
        yield Case("reduced", 1, 2, [np.zeros((2, 0), np.float32), 7, out], error="min() arg is an empty sequence")


def equal_operands():
    # Numba takes the first of two that are equal; NumPy what the processor does.
    some = np.array([0.0, -0.0, 1.5, -2.0, np.inf, -np.inf, np.nan])
    x, y = (v.ravel() for v in np.meshgrid(some, some))
    zero = np.zeros_like(x)

    def extreme(x, y, of, nan_wins):
        first = np.isnan(x) | of(x, y) if nan_wins else np.isnan(y) | of(x, y)
        return np.where(first, x, y)

    for dtype in (np.float16, np.float32, np.float64):
        rows = [extreme(x, y, np.less_equal, True), extreme(x, y, np.greater_equal, True),
                extreme(x, y, np.less_equal, False), extreme(x, y, np.greater_equal, False)]
        want = np.stack(rows + [rows[0], extreme(x, zero, np.greater_equal, True), rows[3]]).astype(dtype)
        yield Case("extremes", 2, 32, [x.astype(dtype), y.astype(dtype), np.zeros_like(want)], {2: want})


def directions():
    # As since NumPy 2.0: the number by its length.
    inf, nan, top, low = np.inf, np.nan, 1.7e308, 5e-324
    pairs = {(3, -4): (0.6, -0.8), (-2, 0): (-1, 0), (0, -7): (0, -1), (-0.0, 2): (-0.0, 1), (5, -0.0): (1, -0.0),
             (0, 0): (0, 0), (-0.0, -0.0): (0, 0), (inf, 0): (1, 0), (inf, -2): (1, 0), (-inf, -1): (-1, 0),
             (-2, -inf): (0, -1), (inf, inf): (nan, nan), (inf, nan): (1, 0), (nan, -inf): (0, -1),
             (nan, 1): (nan, nan), (1, nan): (nan, nan), (low, 0): (1, 0), (low, low): (1, 1), (top, top): (0, 1)}
    z, want = (np.array([complex(*pair) for pair in side]) for side in (pairs, pairs.values()))
    yield Case("directions", 1, 32, [z, np.zeros_like(want)], {1: want})
    some = z[:15].astype(np.complex64)
    yield Case("directions", 1, 32, [some, np.zeros_like(some)], {1: want[:15].astype(np.complex64)})


def cases():
    yield from all_functions()
    yield from directions()
    yield from equal_operands()
