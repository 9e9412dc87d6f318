# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(4)


def cases():
    x = R.standard_normal(500)
    p = np.concatenate([[0.0], x, [0.0]])
    want = (0.25 * p[:-2] + 0.5 * p[1:-1]) + 0.25 * p[2:]
    yield Case("smooth", 2, 256, [x, np.zeros(500)], {1: want})
    f = x.astype(np.float32)
    yield Case("smooth", 2, 256, [f, np.zeros(500, np.float32)],
               {1: ((0.25 * p[:-2].astype("f4").astype("f8") + 0.5 * f.astype("f8"))
                    + 0.25 * p[2:].astype("f4").astype("f8")).astype(np.float32)})

    m = R.integers(-99, 99, (40, 6)).astype(np.int32)
    want = m[::-1, -2].astype(np.int64) + m[:, -1]
    for a in (m, np.asfortranarray(m)):
        yield Case("negative", 1, 64, [a, np.zeros(40, np.int64)], {1: want})
        yield Case("shape_of", 1, 1, [a, np.zeros(6, np.int64)], {1: np.array([40, 6, 240, 2, 40, 4006])})

    q = R.integers(-50, 50, (70, 2))
    a, b = q[:, 0], q[:, 1]
    # after the swap: a, b = b, a + b; then out[:, 1] = b + (a + b)
    yield Case("pairs", 3, 32, [q, np.zeros((70, 2), np.int64)], {1: np.stack([b, b + a + b], 1)})

    v = R.standard_normal(300).astype(np.float32)
    windows = np.stack([np.roll(v, -k) for k in range(5)], 1)
    yield Case("scratch", 5, 64, [v, np.zeros_like(v)], {1: np.sort(windows, 1)[:, 2].copy()})

    i = np.arange(50)
    yield Case("grid_table", 1, 64, [np.zeros(50, np.int64)], {0: 4 * i * (i % 3) - 6})

    yield Case("past_the_end", 1, 32, [np.zeros(32), np.zeros(30)], error=["out", "30"], only=["interp"])
    yield Case("past_the_end", 1, 32, [np.zeros(31), np.zeros(32)], error=["x", "31"], only=["interp"])
