# SPDX-License-Identifier: Apache-2.0
import language_python as py
import numpy as np
from corpus import Case

R = np.random.default_rng(41)


def cases():
    a = R.integers(-4, 9, 60)
    f = np.round(R.uniform(-4, 4, 60), 3)
    for kernel in ("merged", "least", "results", "stored", "known"):
        want = np.array([py.run(kernel, i, int(a[i]), float(f[i]), file="optional") for i in range(60)])
        yield Case(kernel, 2, 32, [a, f, np.zeros_like(want)], {2: want}, rtol=1e-15)
    rows = np.arange(64.0).reshape(16, 4)
    want = np.where(np.arange(16) % 2, rows[:, 0] + rows[:, -1], np.arange(16) / 4)
    yield Case("views", 1, 16, [rows, np.arange(16) / 4, np.zeros(16)], {2: want})
    yield Case("views", 1, 16, [rows[:, ::2], np.arange(16) / 4, np.zeros(16)],
               {2: np.where(np.arange(16) % 2, rows[:, 0] + rows[:, 2], np.arange(16) / 4)})
    even, out = np.arange(2, 34, 2), np.zeros(16)
    yield Case("absent", 1, 16, [even, out], {1: even // 2 + 1.0})
    odd = even.copy()
    odd[11] = 3
    yield Case("absent", 1, 16, [odd, out], error=["optional.py:151:14", "TypeError: expected int64, got None",
                                                    "thread (11, 0, 0) of block (0, 0, 0)"])
    yield Case("absent_item", 1, 16, [even, out], {1: even + 0.5})
    yield Case("absent_item", 1, 16, [even - 2, out],
               error=["TypeError: expected Tuple(int64, float64), got None", "thread (0, 0, 0)"])
    yield Case("absent_stored", 1, 16, [even, out], {1: even * 1.0})
    yield Case("absent_stored", 1, 16, [-even, out], error=["TypeError: expected int64, got None"])
    yield Case("asserted", 1, 16, [even, out], {1: even / 2})
    yield Case("asserted", 1, 16, [odd, out], error=["AssertionError: 3;"])
