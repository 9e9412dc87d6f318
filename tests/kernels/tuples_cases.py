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
