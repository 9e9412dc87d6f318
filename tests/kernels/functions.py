# SPDX-License-Identifier: Apache-2.0
"""Calls: device functions here and in a file beside, mathematics, NumPy's
scalar functions, conversions by constructor."""
import math
from math import floor, sqrt as root
import numpy as np
from numba import cuda, float32, int16, njit
from functions_beside import cube, SCALE


@njit
def clamp(v, low=0.0, high=1.0):
    return min(max(v, low), high)


@cuda.jit(device=True)
def norms(x, y):
    return abs(x) + abs(y), math.sqrt(x * x + y * y)


@cuda.jit
def calls(x, out):
    i = cuda.grid(1)
    if i < x.size:
        taxi, euclid = norms(x[i], 3.0)
        out[i, 0] = clamp(x[i])
        out[i, 1] = clamp(x[i], -1.0, 2.0)
        out[i, 2] = taxi
        out[i, 3] = euclid
        out[i, 4] = cube(x[i]) * SCALE
        out[i, 5] = clamp(x[i], high=0.25)


@cuda.jit
def rounding(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[i, 0] = floor(v)
        out[i, 1] = math.ceil(v)
        out[i, 2] = math.trunc(v)
        out[i, 3] = math.fabs(v)
        out[i, 4] = root(math.fabs(v))
        out[i, 5] = int(v)
        out[i, 6] = math.copysign(2.0, v)
        out[i, 7] = np.sqrt(abs(v)) + np.floor(v)


@cuda.jit
def tests(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = math.isnan(x[i])
        out[i, 1] = math.isinf(x[i])
        out[i, 2] = math.isfinite(x[i])
        out[i, 3] = x[i] == math.inf


@cuda.jit
def casts(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = np.int8(x[i])
        out[i, 1] = int16(x[i])
        out[i, 2] = np.uint8(x[i])
        out[i, 3] = float32(x[i])
        out[i, 4] = np.float32(x[i]) * np.float32(0.1)
        out[i, 5] = bool(x[i])


@cuda.jit
def library(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = math.exp(x[i])
        out[i, 1] = math.log(abs(x[i]))
        out[i, 2] = math.sin(x[i])
        out[i, 3] = math.cos(x[i])
        out[i, 4] = math.pow(abs(x[i]), x[i])
        out[i, 5] = abs(x[i]) ** 0.3


@cuda.jit(device=True)
def scaled(v, *, by=2.0, plus):
    return v * by + plus


@cuda.jit
def by_name(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = scaled(x[i], plus=1)
        out[i, 1] = scaled(plus=x[i], v=2, by=3)


HALF = 0.5


@cuda.jit
def defaults(out, n=3, z=1 - 2.5j, f=HALF, b=True, nothing=None):
    out[0] = n
    out[1] = z.real * 10 + z.imag
    out[2] = f
    out[3] = b
    out[4] = nothing is None


@cuda.jit("void(f8[:], i4, f4)")
def declared_defaults(out, n=2**33 + 5, f=0.1):
    out[0] = n
    out[1] = f


@cuda.jit
def launches_defaults(out):
    defaults[1, 1](out, 7)


@cuda.jit
def digits(x, n, out, two):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = round(x[i], n[i])
        two[i] = round(x[i], 2)
