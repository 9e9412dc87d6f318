# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions of complex elements with an array for what they give ended the
compiler."""
from numba import complex64, cuda
import numpy as np


@cuda.jit
def k(a, b, o):
    la = cuda.local.array(6, complex64)
    for j in range(6):
        la[j] = a[j] * 2j
    np.maximum(a, b, o[0])
    np.minimum(a, b[::-1], o[1])
    np.fmax(a, la, o[2])
    np.fmin(la[::-1], b, o[3])
    np.rint(a, o[4])
    np.exp2(a, la)
    np.maximum(o[0], o[1], o[0])


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'c64', (6,), (1,), 0, 'in', [1.5-2j, 1.5-1j, -0.5+3j, 2+0.5j, 8-8j, -1+1j]),
    ('array', 'c64', (6,), (1,), 0, 'in', [1.5+2j, 1.25-1j, -0.5+4j, 2+0.25j, -8-8j, -1+1j]),
    ('array', 'c64', (5, 6), (6, 1), 0, 'out', []),
]
