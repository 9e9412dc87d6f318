# SPDX-License-Identifier: Apache-2.0
import language_python as py
import numpy as np
from corpus import Case

R = np.random.default_rng(43)


def known():
    steps, third, back = np.linspace(-1, 2, 7), np.arange(0, 1, 0.3), np.arange(2.0, -1, -0.7)
    doubled = np.arange(4) * 2.0 + 1
    single = np.array([0, 1, 4, 9], dtype=np.float32) / np.float32(3) - np.float32(0.1)
    for i in range(3):
        yield [i + (21, 15, 9)[i] + 3 + 4, 16 + 2.5 + 2.5 + i + 3, 8 + 2 + 4 + i + (4, 6)[i % 2] * 2.0, steps[i] + 10 * 2.0 + 7,
               third[i] + 10 * third[3], back[i] + 10 * back[-1], doubled[i] + 10 * doubled[3],
               single[i] + single[3], 2 * i + 8 + (-4, -5)[i % 2]]


def cases():
    a = R.integers(-4, 9, 60)
    f = np.round(R.uniform(-4, 4, 60), 3)
    want = np.array([py.run("operators", i, int(a[i]), float(f[i]), file="calls") for i in range(60)])
    yield Case("operators", 2, 32, [a, f, np.zeros_like(want)], {2: want}, rtol=1e-15)
    rows, single = R.integers(-4, 9, (20, 3)), f[:20].astype("f4")
    third = float(2 + (np.float32(1) / np.float32(3)).astype("f8") + np.float64(np.float32(0.1)))
    want = np.array([[2 + 3 + 8, 1 + 4 + 8, r[0] + rows.size, third, 4, 1] for r in rows])
    yield Case("asked", 1, 32, [rows, single, np.zeros_like(want)], {2: want})
    want = np.array(list(known()))
    yield Case("known", 1, 3, [np.zeros_like(want)], {0: want})
