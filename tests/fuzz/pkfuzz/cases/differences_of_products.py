# SPDX-License-Identifier: Apache-2.0
"""Intel's compiler added up what a loop of threads takes away, where it makes vectors of it."""
from numba import cuda, int32, int64


@cuda.jit
def k(n4, n5, o0, acc):
    t = cuda.threadIdx.x + cuda.blockDim.x * cuda.threadIdx.y
    s14 = cuda.shared.array((2, 17), int32)
    v27 = int64(cuda.threadIdx.x << (t << n5))
    s14[cuda.threadIdx.y, cuda.threadIdx.x] = t * (n4 == n4) + (5 | t)
    cuda.syncthreads()
    for j28 in range(cuda.blockDim.x):
        v27 -= s14[cuda.threadIdx.y, j28] * s14[(cuda.threadIdx.y + j28) % 2, cuda.threadIdx.x]
    cuda.atomic.min(acc, 0, (int(0.0 * n4) + t) % 16)
    o0[t] = v27


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (16, 2, 1), 'place': 'host'}
ARGS = [
    ('scalar', 'f32', -2.0),
    ('scalar', 'u8', 17),
    ('array', 'i64', (32,), (1,), 0, 'out', 1034029582),
    ('array', 'f32', (1,), (1,), 0, 'out', [3.0]),
]
