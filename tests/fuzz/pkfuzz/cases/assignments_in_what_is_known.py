# SPDX-License-Identifier: Apache-2.0
"""What := assigns where the expression around it is known when compiling: it was
lost, or its type."""
from numba import cuda


@cuda.jit
def k(x, o):
    if (a := 10) > 861:
        o[9] = 7
    a -= x[5]
    w = 3 if (b := 6) > 99 else 4
    b -= x[5]
    y = (1, 2)[(c := 1)]
    c -= x[5]
    n = len(((d := 1), 2))
    d -= x[5]
    if (e := 3) is None:
        o[9] += 1
    e -= x[5]
    p = isinstance((f := 4), int)
    p -= not (g := 2)
    f -= x[5]
    assert (h := 3) > 2
    h -= x[5]
    q = (m := 4) > 9 and x[0] > 0
    m -= x[5]
    z = (r := 3) * 0
    r -= x[5]
    o[0] = a
    o[1] = w + b
    o[2] = y + c
    o[3] = n + d
    o[4] = e
    o[5] = p + f + g
    o[6] = h
    o[7] = q + m
    o[8] = z + r


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i64', (6,), (1,), 0, 'in', [1, 2, 3, 4, 5, 2]),
    ('array', 'i64', (10,), (1,), 0, 'out', []),
]
