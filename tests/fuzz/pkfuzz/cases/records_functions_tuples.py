# SPDX-License-Identifier: Apache-2.0
"""Records, functions as values, tuples with names and enumerations in one kernel."""
import math
from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

REC = np.dtype([('x', '<f4'), ('n', '<i8'), ('v', '<i4', (3,)), ('p', [('re', '<f8'), ('b', '|b1')])])

class T0(NamedTuple):
    x: int
    y: float

class E0(IntEnum):
    A = 3
    B = 7

class C0(Enum):
    R = 1
    S = 5

@cuda.jit(device=True)
def ap(g, x, y):
    return int64(g(x, y)) ^ int64(y)

@cuda.jit(device=True)
def mk(n):
    return lambda p0: int64(p0) * int64(n) + 5

@cuda.jit(device=True)
def setr(r, z):
    r.n += int64(z)
    r['x'] = z
    return r

@cuda.jit
def k(R, O, P, n):
    i = cuda.grid(1)
    v1 = int64(n)
    c2 = int64(i)
    h1 = lambda p0, p1: int64(p0) + v1 * int64(p1)
    def h2(p0):
        nonlocal c2
        c2 += int64(p0) * 2
        if c2 > 4:
            return int64(c2)
        return v1
    O[i, 0] = h1(i, 3) + ap(h1, i, 7) + mk(i)(4)
    v1 = int64(9)
    O[i, 1] = h1(i, 3)
    for j in range(3):
        w = h2(i + j)
        O[i, 2] += w * c2
    h3 = (mk(2 + i), h1)
    O[i, 3] = h3[0](i) + h3[1](i, i)
    q = T0(i + E0.A, y=float64(i))
    O[i, 4] = q.x + q[1] + (E0.B == i)
    e = C0.R if i > 1 else C0.S
    O[i, 5] = e.value + (e == C0.R) * 100 + ((i, 2) < (2, i))
    r = P[i]
    r.x = R[i].x + R.n[i]
    r['n'] = R[i]['v'][2] + R['v'][i, 0] + R[i].v.sum() + R.p.re[i]
    P[i].v[:] = (1, i, 3)
    P.p.b[i] = R[i].p.b
    P[i].p.re += 2
    O[i, 6] = setr(P[i], 3).n
    l = cuda.local.array(2, REC)
    l[0] = R[i]
    l[1] = P[i]
    l[1].n *= 2
    t = (i, i + 1, 5)
    O[i, 7] = l.n[1] + l[0].n + t[i % 3]
    P.v[i, ::-1] += R.v[i] * 3 + R.v[i, 1]
    P.n[i] += R.v[0].prod() + R.v[:, 1].argmax()


NAN, INF = float("nan"), float("inf")
LAUNCH = {"kernel": "k", "grid": (2, 1, 1), "block": (3, 1, 1), "place": "host"}
ARGS = [("array", "[('x','<f4'),('n','<i8'),('v','<i4',(3,)),('p',[('re','<f8'),('b','|b1')])]", (6,), (2,), 0, "in", 7),
    ("array", "i64", (6, 8), (8, 1), 0, "out", 9),
    ("array", "[('x','<f4'),('n','<i8'),('v','<i4',(3,)),('p',[('re','<f8'),('b','|b1')])]", (6,), (1,), 0, "out", 8),
   ("scalar", "i64", -3)]
