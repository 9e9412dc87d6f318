# SPDX-License-Identifier: Apache-2.0
"""Intel's compiler took the sign of -x, an int16 made wider, for that of x turned round, also where
x is the least number."""
from numba import cuda


@cuda.jit
def k(a, o, s, b):
    i = cuda.grid(1)
    o[i] = -a[i] >> -2
    s[i] = -b[i] >> 40


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (2, 1, 1), 'block': (4, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i16', (8,), (1,), 0, 'in', [-32768, -32767, -1, 0, 1, 2, 32767, -32768]),
    ('array', 'f64', (8,), (1,), 0, 'out', [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
    ('array', 'i64', (8,), (1,), 0, 'out', [0, 0, 0, 0, 0, 0, 0, 0]),
    ('array', 'i8', (8,), (1,), 0, 'in', [-128, -127, -1, 0, 1, 2, 127, -128]),
]
