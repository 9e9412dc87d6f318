# SPDX-License-Identifier: Apache-2.0
"""Intel's compiler took LLVM's negation of floats for a value that all work-items share, and
lost it at the next barrier: where a minus stands, a product with -1, or a sign bit."""
from numba import cuda, float32, float64


@cuda.jit
def k(x, o, p):
    s = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    a = -x[t]
    b = float64(t) * -1.0
    c = -0.0 - float64(x[t])
    d = float64(x[t]) / -1.0
    s[t] = x[t]
    cuda.syncthreads()
    o[t, 0] = a
    o[t, 1] = s[31 - t]
    p[t, 0] = b
    p[t, 1] = c
    p[t, 2] = d


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (32, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'f32', (32,), (1,), 0, 'in', [float(n) for n in range(5, 37)]),
    ('array', 'f32', (32, 2), (2, 1), 0, 'out', []),
    ('array', 'f64', (32, 3), (3, 1), 0, 'out', []),
]
