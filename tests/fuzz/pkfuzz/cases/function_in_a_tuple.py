# SPDX-License-Identifier: Apache-2.0
"""Seed 1036789, all legs: a function in a tuple kept what it used when the tuple was made."""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit(device=True)
def second(h, x):
    return h[1](x)

@cuda.jit(device=True)
def inner(h, x):
    return h[1][0](x)

@cuda.jit
def k(o1):
    i = 0
    v7 = 0

    def h10(p0):
        return v7 * 10 + p0
    h11 = (lambda x: 0, h10)
    h12 = (3, (h10, lambda x: v7 - x))
    v7 = 1
    o1[i, 0] = h11[1](0)
    o1[i, 1] = second(h11, 2)
    v7 = 2
    o1[i, 2] = h12[1][0](3) + h12[1][1](1)
    h13 = h12[1]
    v7 = 3
    o1[i, 3] = h13[1](1) + inner(h12, 7)
    for j in range(3):
        v7 += j
        o1[i, 4] += h11[1](j) + h13[0](1)


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'f64', (32, 5), (6, 1), 0, 'out', []),
]
