# SPDX-License-Identifier: Apache-2.0

import language_python as py
import numpy as np
from corpus import Case

R = np.random.default_rng(12)


def cases():
    a = R.integers(-2, 11, 120).astype(np.int32)
    b = R.integers(0, 7, 120).astype(np.int32)
    want = np.array([py.operands(int(x), int(y)) for x, y in zip(a, b)], np.int64)
    yield Case("operands", 2, 64, [a, b, np.zeros_like(want)], {2: want}, rtol=1e-14)

    a = R.integers(-9, 10, 40)
    f = R.standard_normal(40)
    want = np.array([py.joins(i, int(a[i]), float(f[i])) for i in range(40)])
    yield Case("joins", 1, 64, [a, f, np.zeros_like(want)], {2: want}, rtol=1e-14)

    x = R.uniform(-20, 20, 200)
    x[:6] = [0.5, 1.5, -2.5, 1e-3, 7.0, -0.75]
    n = R.integers(-50, 50, 200)
    want = np.array([py.numbers(float(v), int(k)) for v, k in zip(x, n)])
    yield Case("numbers", 2, 128, [x, n, np.zeros_like(want)], {2: want}, rtol=1e-14)
