# SPDX-License-Identifier: Apache-2.0
"""CPython runs the kernels' own text for what must come of them."""
import pathlib

import numpy as np
from corpus import Case

TEXT = pathlib.Path(__file__).with_name("once.py").read_text()


def cases():
    plain = {}
    exec(TEXT.replace("from numba import cuda\n", "").replace("@cuda.jit\n", ""), plain)
    for kernel in ("updated", "row", "filled", "spread", "reduced", "in_a_loop"):
        want = np.zeros((4, 8))
        plain[kernel](want)
        yield Case(kernel, 1, 1, [np.zeros((4, 8))], {0: want})
