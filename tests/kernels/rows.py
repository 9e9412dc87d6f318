# SPDX-License-Identifier: Apache-2.0
"""Rows of docs/language.md that no other kernel uses (scripts/language)."""
import cmath
import math

import numpy as np
from numba import cuda, literal_unroll

FAST = "fast"


def choose(mode, x):
    if mode == "fast":
        return x * 2
    return x if mode != "none" else 0


@cuda.jit
def scalars(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        n, v = a[i], f[i]
        x: float = v
        out[i, 0] = (y := x + 1) * y
        s = 0.0
        for w in literal_unroll((n, v, 2)):
            s += w
        out[i, 1] = s + np.float64(n)
        part, whole = math.modf(v)
        out[i, 2] = part * 10 + whole + math.ldexp(v, 3)
        out[i, 3] = cmath.phase(complex(v, n)) + math.pi
        out[i, 4] = sum((n, v), 10) + sum((1, 2), start=v)
        out[i, 5] = choose(FAST, v) + choose("none", v) + choose("slow", v)


@cuda.jit
def arrays(m, r, out):
    i = cuda.grid(1)
    if i < r.size:
        t = m.transpose(1, 0)
        out[i, 0] = t[i % 3, i % 4] * 2 + np.transpose(m)[i % 3, 0]
        out[i, 1] = r.view(np.int32)[i]
        x = r.dtype(i)
        out[i, 2] = x + m.dtype.type(3)
        out[i, 3] = cuda.fma(m[0, 1], m[1, 1], m[i % 4, 2])
        out[i, 4] = cuda.libdevice.rsqrtf(r[i])
        out[i, 5] = sum(r)
        out[i, 6] = sum(m[i % 4], 0.5)
        out[i, 7] = sum(r.view(np.int32), r[0])


@cuda.jit
def places(out):
    i = cuda.grid(1)
    print(cuda.threadIdx, "of", cuda.blockDim, cuda.blockIdx, cuda.gridDim)
    out[i] = i
