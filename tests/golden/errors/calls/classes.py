# k(f32[:], i64)
from collections import namedtuple
from enum import Enum, IntEnum
from typing import NamedTuple
import sys
from numba import cuda

Point = namedtuple("Point", "x y")
Unknown = namedtuple("Unknown", sys.argv)


class Line(NamedTuple):
    start: Point
    width: float = 1.0


class Color(Enum):
    RED = 1
    GREEN = "green"


class Other(Enum):
    RED = 1


class Mode(IntEnum):
    OFF = 0
    ARGS = len(sys.argv)


class Plain:
    pass


@cuda.jit
def k(a, n):
    p = Point(1)
    p = Point(1, 2, 3)
    p = Point(1, z=2)
    p = Point(1, x=2)
    p = Point(1, 2)
    a[0] = p.z
    a[1] = (1, 2).x
    p.x = 3
    a[2] = Line(p).widht
    a[3] = Unknown(1)
    c = Color.REDD
    c = Color.RED
    a[4] = c + 1
    a[5] = c == Other.RED
    a[6] = c == 1
    a[7] = c
    d = Color.GREEN if n > 1 else Color.RED
    a[8] = d.value
    a[8] = Color(7).value
    a[9] = Color(n).value
    a[9] = Color["BLUE"].value
    a[9] = Mode.OFF
    a[9] = Plain()
    if c:
        a[9] = 1
    print(d)
    a[9] = isinstance(n, p)
    a[9] = p[0:n][0]
    a[9] = p[::0][0]
    a[9] = (1, p) < (1, c)
    for w in (1, p):
        a[9] = w
