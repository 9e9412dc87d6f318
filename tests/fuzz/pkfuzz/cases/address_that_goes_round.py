# SPDX-License-Identifier: Apache-2.0
"""An address that goes round was evenly apart to LLVM, which loaded a group of
neighbours, some from behind the array."""
from numba import cuda


@cuda.jit
def k(x, o):
    t = cuda.threadIdx.x
    o[t] = x[(t * 7) % 32]


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (32, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i64', (32,), (1,), 0, 'in', 7),
    ('array', 'i64', (32,), (1,), 0, 'out', 3),
]
