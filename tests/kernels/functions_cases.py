# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(8)


def round_digits(x, n):
    """round(x, n) of Numba's kernels (numba/cuda/cudaimpl.py, round_to_impl), in
    float64, with what its scales make NaN or infinite as it was."""
    kind = type(x)
    with np.errstate(all="ignore"):
        wide = np.float64(x)
        up, square, left = np.float64(1), np.float64(10), min(abs(n), 400) - (22 if n > 22 else 0)
        while left:
            up, square, left = up * square if left & 1 else up, square * square, left >> 1
        if n < 0:
            z = np.rint(wide / up)
            return x if not np.isfinite(x) else kind(z) if z == 0 else kind(z * up)
        more = np.float64(1e22 if n > 22 else 1)
        y = wide * up * more
        return kind(np.rint(y) / more / up) if np.isfinite(y) else x


def cases():
    x = R.uniform(-3, 3, 300)
    want = np.stack([np.clip(x, 0, 1), np.clip(x, -1, 2), abs(x) + 3, np.sqrt(x * x + 9.0), x * x * x * 0.5,
                     np.clip(x, 0, 0.25)], 1)
    yield Case("calls", 3, 128, [x, np.zeros_like(want)], {1: want})

    yield Case("by_name", 3, 128, [x, np.zeros((300, 2))], {1: np.stack([x * 2.0 + 1, 6 + x], 1)})
    out = np.zeros(5)
    for given, want in (([], [3, 7.5, 0.5, 1, 1]), ([-1], [-1, 7.5, 0.5, 1, 1]),
                        ([2, 3j, 4, False, 0], [2, 3, 4, 0, 0])):
        yield Case("defaults", 1, 1, [out, *given], {0: np.array(want, np.float64)})
    yield Case("defaults", 1, 1, [], error="defaults takes 1 to 6 arguments (out, n, z, f, b, nothing), got 0")
    yield Case("declared_defaults", 1, 1, [np.zeros(2)], {0: np.array([5, np.float32(0.1)])})
    yield Case("launches_defaults", 1, 1, [out], {0: np.array([7, 7.5, 0.5, 1, 1])})

    for dtype in (np.float64, np.float32):
        v = np.concatenate([R.uniform(-50, 50, 100), np.arange(-4, 5) / 2]).astype(dtype)
        a = abs(v)
        want = np.stack([np.floor(v), np.ceil(v), np.trunc(v), a, np.sqrt(a), v.astype(np.int64),
                         np.copysign(2.0, v), np.sqrt(a) + np.floor(v)], 1).astype(np.float64)
        yield Case("rounding", 1, 128, [v, np.zeros(want.shape)], {1: want})

        info = np.finfo(dtype)
        v = np.array([0.0, -0.0, 0.5, 1.5, 2.5, 2.675, -2.675, 1.005, 0.125, 123456.789, -987654.321, 1e20, 1e38,
                      info.max, info.tiny, info.smallest_subnormal, np.inf, -np.inf, np.nan,
                      *R.uniform(-1000, 1000, 13)], dtype)
        v, d = (a.ravel() for a in np.meshgrid(v, [0, 1, 2, 3, 5, 7, 15, 20, 22, 300, 400, -1, -2, -3, -5, -22, -400,
                                                   2**63 - 1, -2**63]))
        want = np.array([round_digits(a, int(b)) for a, b in zip(v, d)], dtype)
        two = np.array([round_digits(a, 2) for a in v], dtype)
        yield Case("digits", 5, 128, [v, d, np.zeros_like(v), np.zeros_like(v)], {2: want, 3: two})

        t = np.array([0.0, -1.5, np.inf, -np.inf, np.nan], dtype)
        want = np.stack([np.isnan(t), np.isinf(t), np.isfinite(t), t == np.inf], 1)
        yield Case("tests", 1, 32, [t, np.zeros(want.shape, np.bool_)], {1: want})

    for dtype in (np.int16, np.uint8, np.int64, np.float16):
        v = np.array([0, 1, 24, 25, 35, 55, 125], dtype)
        kind = np.float64 if dtype == np.int64 else np.float32
        d = np.array([-1, 0, 3, -1, -1, -2, -2], np.int8)
        want = np.array([round_digits(kind(a), int(b)) for a, b in zip(v, d)])
        yield Case("digits", 1, 32, [v, d, np.zeros(v.size), np.zeros(v.size)], {2: want.astype(np.float64),
                                                                                3: v.astype(np.float64)})

    k = R.integers(-100000, 100000, 200)
    k[:4] = [0, 127, 128, -129]
    want = np.stack([k.astype(np.int8), k.astype(np.int16), k.astype(np.uint8), k.astype(np.float32),
                     k.astype(np.float32) * np.float32(0.1), k != 0], 1).astype(np.float64)
    yield Case("casts", 2, 128, [k, np.zeros(want.shape)], {1: want})

    y = np.concatenate([R.uniform(-30, 30, 400), [1.0, -1.0, 0.5, 1e-300, 700.0, 1e6, -745.0]])
    with np.errstate(all="ignore"):
        want = np.stack([np.exp(y), np.log(abs(y)), np.sin(y), np.cos(y), np.power(abs(y), y), abs(y) ** 0.3], 1)
    yield Case("library", 4, 128, [y, np.zeros_like(want)], {1: want}, rtol=4e-16, atol=5e-324)
    f = np.concatenate([R.uniform(-30, 30, 400), [1.0, -1.0, 0.5, 1e-30, 88.0, 1e6, -103.0]]).astype(np.float32)
    w = f.astype(np.float64)
    with np.errstate(all="ignore"):
        want = np.stack([np.exp(w), np.log(abs(w)), np.sin(w), np.cos(w), np.power(abs(w), w),
                         (abs(w) ** 0.3)], 1).astype(np.float32)
    yield Case("library", 4, 128, [f, np.zeros_like(want)], {1: want}, rtol=1.3e-7, atol=2e-45)
