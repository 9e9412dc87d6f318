# SPDX-License-Identifier: Apache-2.0
from fractions import Fraction

import language_python as py
import numpy as np
from corpus import Case

R = np.random.default_rng(33)


def cases():
    a = R.integers(-3, 9, 40)
    f = np.round(R.uniform(-4, 4, 40), 3)
    want = np.array([py.run("scalars", i, int(a[i]), float(f[i]), file="rows") for i in range(40)])
    yield Case("scalars", 2, 32, [a, f, np.zeros_like(want)], {2: want}, rtol=1e-14)

    m = R.uniform(-2, 2, (4, 3))
    r = R.uniform(0.5, 2, 24).astype(np.float32)
    i = np.arange(24)
    bits = r.view(np.int32)
    fma = [float(Fraction(m[0, 1]) * Fraction(m[1, 1]) + Fraction(m[k % 4, 2])) for k in i]
    total = row = 0
    for v in r:
        total = total + float(v)
    row = [((0.5 + m[k % 4, 0]) + m[k % 4, 1]) + m[k % 4, 2] for k in i]
    whole = float(r[0])
    for v in bits:
        whole = whole + int(v)
    want = np.stack([m[i % 4, i % 3] * 2 + m[0, i % 3], bits, i + 3.0, fma, 1 / np.sqrt(r.astype(np.float64)),
                     np.full(24, total), row, np.full(24, whole)], 1)
    yield Case("arrays", 1, 32, [m, r, np.zeros_like(want)], {2: want}, rtol=1.2e-7)

    out = np.arange(4, dtype=np.int64)
    lines = [f"({t}, 0, 0) of (2, 1, 1) ({b}, 0, 0) (2, 1, 1)" for b in range(2) for t in range(2)]
    yield Case("places", 2, 2, [np.zeros_like(out)], {0: out}, prints=lines)
