# SPDX-License-Identifier: Apache-2.0
"""The least int64 is one number, in a kernel, of the module and in an array of it."""
import numpy as np
from numba import cuda

LEAST = -9223372036854775808
TABLE = np.array([1, -9223372036854775808], dtype=np.int64)

@cuda.jit
def k(o, f, n):
    o[0] = n if n > 2 else -9223372036854775808
    o[1] = n if n > 2 else LEAST
    o[2] = TABLE[n % 2]
    o[3] = LEAST >> n
    f[0] = -9223372036854775808
    f[1] = -9223372036854775808 // n


LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i64', (4,), (1,), 0, 'out', [7, 7, 7, 7]),
    ('array', 'f64', (2,), (1,), 0, 'out', [7.0, 7.0]),
    ('scalar', 'i64', 1),
]
