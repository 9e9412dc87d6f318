# SPDX-License-Identifier: Apache-2.0
"""Constants that modules have: np.finfo and np.iinfo of all types, and of
mathematics."""
import cmath
import math

import numpy as np
from numba import cuda

EPS = np.finfo(np.float32).eps
DOUBLE = np.finfo(float)
BITS = np.iinfo(np.int16).bits * 2


@cuda.jit(device=True)
def of_floats(f, out):
    out[0] = f.bits
    out[1] = f.iexp
    out[2] = f.machep
    out[3] = f.maxexp
    out[4] = f.minexp
    out[5] = f.negep
    out[6] = f.nexp
    out[7] = f.nmant
    out[8] = f.precision
    out[9] = f.eps
    out[10] = f.epsneg
    out[11] = f.max
    out[12] = f.min
    out[13] = f.resolution
    out[14] = f.tiny
    out[15] = f.smallest_normal
    out[16] = f.smallest_subnormal


@cuda.jit
def floats(out):
    of_floats(np.finfo(np.float16), out[0])
    of_floats(np.finfo(np.float32), out[1])
    of_floats(np.finfo(np.float64), out[2])
    of_floats(np.finfo(np.complex64), out[3])
    of_floats(np.finfo(1j), out[4])
    of_floats(DOUBLE, out[5])


@cuda.jit
def integers(x, out):
    j = 0
    for t in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32):
        i = np.iinfo(t)
        out[j, 0] = i.bits
        out[j, 1] = i.min
        out[j, 2] = i.max
        j += 1
    i = np.iinfo(x[0])
    out[7, 0] = i.bits
    out[7, 1] = i.min
    out[7, 2] = i.max >> 1
    out[8, 0] = BITS
    out[8, 1] = np.iinfo(int).max
    out[8, 2] = np.iinfo(x.dtype).max == 0xffffffffffffffff


@cuda.jit
def numbers(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = max(x[i], EPS)
        out[i, 1] = x[i] if x[i] > np.finfo(np.float32).tiny else np.Infinity
        z = x[i] + cmath.infj
        out[i, 2] = z.real
        out[i, 3] = z.imag
        out[i, 4] = (x[i] * cmath.nanj).imag
        out[i, 5] = math.tau + math.e + cmath.tau - cmath.pi + np.euler_gamma
        out[i, 6] = -math.inf if cmath.isnan(cmath.nanj) and cmath.isinf(cmath.infj) else math.nan
        out[i, 7] = np.finfo(x.dtype).eps * x[i]
