# SPDX-License-Identifier: Apache-2.0
"""Intel's compiler took the sign of -x for that of x turned round, also where x is the least
number."""
from numba import cuda


@cuda.jit
def k(n, o):
    o[0] = -n >> 250


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('scalar', 'i32', -2147483648),
    ('array', 'u8', (1,), (1,), 0, 'out', []),
]
