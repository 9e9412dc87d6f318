# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(8)


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

        t = np.array([0.0, -1.5, np.inf, -np.inf, np.nan], dtype)
        want = np.stack([np.isnan(t), np.isinf(t), np.isfinite(t), t == np.inf], 1)
        yield Case("tests", 1, 32, [t, np.zeros(want.shape, np.bool_)], {1: want})

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
