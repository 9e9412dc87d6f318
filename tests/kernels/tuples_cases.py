# SPDX-License-Identifier: Apache-2.0
import language_python as py
import numpy as np
from corpus import Case

R = np.random.default_rng(32)


def cases():
    a = R.integers(-2, 6, 60)
    f = np.round(R.uniform(-4, 4, 60), 2)
    for kernel in ("plain", "unrolled", "named", "members"):
        want = np.array([py.run(kernel, i, int(a[i]), float(f[i]), file="tuples") for i in range(60)])
        yield Case(kernel, 2, 32, [a, f, np.zeros_like(want)], {2: want}, rtol=1e-14)
    names = py.module("tuples")
    for color in names["Color"]:
        for mode in names["Mode"]:
            speeds = (names["Speed"].FAST, names["Speed"].SLOW)
            given = [color, mode, speeds]
            want = np.array([py.run("given_members", i, int(a[i]), *map(py.Itself, given), file="tuples") for i in range(60)])
            yield Case("given_members", 2, 32, [a, *given, np.zeros_like(want)], {4: want})
    for dtype in (np.float32, np.float64):
        i, x, m = np.arange(40), R.integers(-9, 9, 40).astype(dtype), R.integers(0, 9, (2, 2))
        args = [(3, -4), ((2.5, 0.5), np.float32(0.25), np.int8(7)), (x, (m, np.uint16(3))), (), None]
        want = np.stack([3 - 4 * i, np.full(40, 2 + 1.75), x + m[i % 2, 1] * 3, np.full(40, 10), -1 + np.array([3, -4])[i % 2]], 1)
        yield Case("given", 2, 32, [*args, np.zeros((40, 5))], {5: want.astype(np.float64)})
