# SPDX-License-Identifier: Apache-2.0
"""Stores of an own array turned round became one behind the loads of the same
iteration: the negated index was no step to the test for that."""
from numba import cuda, int16, uint8

@cuda.jit(device=True)
def d12(g, p, q):
    return g(0, 0) ^ p

@cuda.jit
def k(a1, a2, n6, acc, ow):
    t = cuda.threadIdx.x + 0
    v17 = a1[0 % 5, -2, int16(0)]
    v18 = 0 if v17 else 1
    l19 = cuda.local.array(5, uint8)
    for j21 in range(5):
        l19[j21] = 0
    l20 = l19[::-1]
    for j21 in range(l20.shape[0]):
        l20[j21] = l20[-1 - j21] + 1
    cuda.syncthreads()
    ow[0 + 0, t & 31] = v18
    a35 = a2
    cuda.atomic.max(acc, 0, d12(lambda x, y: l20[a35[0] % 5], n6, 0))


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (2, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'f32', (5, 3, 2), (6, 2, 1), 0, 'read', []),
    ('array', 'u32', (96,), (1,), 0, 'in', 880841067),
    ('scalar', 'u16', 65535),
    ('array', 'i64', (2,), (1,), 0, 'out', [3, 3]),
    ('array', 'f32', (4, 32), (33, -1), 31, 'out', []),
]
