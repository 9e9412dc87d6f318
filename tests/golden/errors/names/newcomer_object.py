# k(f32[:])
from types import SimpleNamespace

import numba
from numba import cuda
from numba.experimental import jitclass


class Point(SimpleNamespace):
    x: float
    y: float


@jitclass([('n', numba.int32)])
class Counter:
    def __init__(self, n):
        self.n = n


@cuda.jit
def k(a):
    p = Point(1.0, 2.0)
    c = Counter(3)
    a[0] = p.x + c.n
