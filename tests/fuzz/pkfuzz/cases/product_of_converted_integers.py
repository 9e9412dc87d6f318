# SPDX-License-Identifier: Apache-2.0
"""A product of floats that were 32-bit integers is one of floats."""
from numba import cuda, float32, float64

@cuda.jit
def k(n, m, o):
    o[0] = float64(n) * float64(n)
    o[1] = float64(n) * float64(m)
    o[2] = float32(n) * float32(m)


LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('scalar', 'i32', -70000),
    ('scalar', 'i32', 90001),
    ('array', 'f64', (3,), (1,), 0, 'out', []),
]
