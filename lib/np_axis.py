# SPDX-License-Identifier: Apache-2.0
"""Reductions of host functions along an axis, running sums, and products of
matrices. The elements come one after another, as in lib/np_reduce.py."""
import math
import numpy as np
from portkern.lib import common
from np_shape import axis_first, axis_last, axis_of


def wide_of(a):
    zero = a.dtype(0)
    if isinstance(zero, (np.float16, np.float32, np.float64, np.complex64, np.complex128)):
        return a.dtype
    if isinstance(zero, (np.uint8, np.uint16, np.uint32, np.uint64)):
        return np.uint64
    return np.int64


# ---- running ----

def host_cumsum(a):
    out = np.empty(a.size, wide_of(a))
    total = out.dtype(0)
    at = 0
    for v in a.flat:
        total += v
        out[at] = total
        at += 1
    return out


def host_cumprod(a):
    out = np.empty(a.size, wide_of(a))
    total = out.dtype(1)
    at = 0
    for v in a.flat:
        total *= v
        out[at] = total
        at += 1
    return out
