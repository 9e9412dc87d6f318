# k(f32[:], i64)
# A parameter is given another thing than its annotation says.
from enum import Enum
from types import SimpleNamespace
from typing import NamedTuple
from numba import cuda


class Body(SimpleNamespace):
    mass: float


class Point(NamedTuple):
    x: float


class Mode(Enum):
    ON = 1


@cuda.jit(device=True)
def annotated(a, b: Body, p: Point, m: Mode):
    a[0] = b.mass
    a[1] = p.x
    a[2] = m.value


@cuda.jit
def k(a, n):
    annotated(a, a, n, n)
