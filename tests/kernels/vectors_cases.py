# SPDX-License-Identifier: Apache-2.0
import types

import language_python as py
import numpy as np
import one_thread
from corpus import Case

R = np.random.default_rng(57)


class Row(py.Rows):
    """Elements are read again, too."""

    def __getitem__(self, at):
        return super().__getitem__(at[1] if isinstance(at, tuple) else at)


def cases():
    """The answers are CPython's, with vectors of NumPy's numbers."""
    cuda = types.SimpleNamespace(**one_thread.vectors(), jit=lambda f: f, grid=lambda _: 0)
    scope = {"cuda": cuda}
    text = (py.KERNELS / "vectors.py").read_text().replace("from numba import cuda\n", "").replace("@cuda.jit(device=True)\n", "")
    exec(text, scope)  # pylint: disable=exec-used
    n = R.integers(0, 9, 60)
    f = R.integers(-40, 40, 60) / 8
    for kernel in ("composed", "converted", "passed"):
        want = []
        for k, a in zip(n, f):
            row = Row()
            scope[kernel](py.One(int(k)), py.One(float(a)), row)
            want.append(row.row())
        want = np.array(want)
        yield Case(kernel, 2, 32, [n, f, np.zeros_like(want)], {2: want})
