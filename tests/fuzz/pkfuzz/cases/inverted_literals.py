# SPDX-License-Identifier: Apache-2.0
"""~ of a bool is `not`, of one known when compiling, too."""
from numba import cuda

@cuda.jit
def k(o):
    v = ~False
    w = ~True
    o[0] = v
    o[1] = w
    o[2] = ~(o[3] == 0)


LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i64', (4,), (1,), 0, 'out', [7, 7, 7, 0]),
]
