"""Functions of a C library: portkern build stats.py -o libstats"""
import numpy as np

import portkern
from portkern import njit, prange


@portkern.export("f8(f8[:])")
@njit(parallel=True)
def mean(x):
    if len(x) == 0:
        raise ValueError("the mean of nothing")
    total = 0.0
    for i in prange(len(x)):
        total += x[i]
    return total / len(x)


@portkern.export("f8[:](f8[:], i8)")
@njit
def smooth(x, width):
    sums = np.cumsum(np.append(0.0, x))
    return (sums[width:] - sums[:-width]) / width
