# SPDX-License-Identifier: Apache-2.0
"""What belongs to the class of a dataclass: class methods, constants, and cached properties. Numba has no dataclasses."""
import enum
import functools
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np
from cases import case
from numba import njit


@dataclass(frozen=True)
class Point:
    x: float
    y: float = 0.5
    unit: ClassVar[float] = 2.5
    sizes: ClassVar[tuple] = (1, 2.0, "three")
    count = 7
    table: ClassVar[np.ndarray] = np.array([1.0, 2.0, 4.0])
    name: ClassVar[str] = "point"
    nothing: ClassVar[None] = None

    class Side(enum.Enum):
        LEFT = 3
        RIGHT = 4

    @classmethod
    def origin(cls):
        return cls(0.0)

    @classmethod
    def scaled(cls, x, y=3.0, *more):
        return cls(x * cls.unit, y=y * cls.table[1] + len(more))

    @classmethod
    def both(cls):
        return cls.origin(), cls.scaled(2.0), cls.number()

    @classmethod
    def number(cls):
        return cls.count + len(cls.sizes) + (1 if cls.nothing is None else 0)

    @staticmethod
    def twice():
        return Point.scaled(Point.unit)

    def from_object(self):
        return self.scaled(self.x), self.origin(), self.__class__(self.y)

    def constants(self):
        return self.unit, self.sizes[1], self.count, self.table.sum(), self.name, self.nothing is None

    @cached_property
    def norm(self):
        return self.x * self.x + self.y * self.y * self.unit

    @functools.cached_property
    def pair(self):
        return self.norm, Point(self.norm)


@dataclass
class Base:
    a: int
    factor: ClassVar[int] = 3

    @classmethod
    def of(cls, n):
        return cls(n * cls.factor)

    @cached_property
    def value(self):
        return self.a * self.factor


@dataclass
class Derived(Base):
    b: int = 5
    factor: ClassVar[int] = 4


@dataclass
class Checked:
    low: float
    high: float
    limit: ClassVar[float] = 10.0
    calls: int = field(default=0)

    def __post_init__(self):
        if not self.low <= self.high <= self.limit:
            raise ValueError("bad", self.low)

    @classmethod
    def around(cls, x, by):
        return cls(x - by, x + by)


@njit
def origin():
    return Point.origin()


@njit
def scaled(x):
    return Point.scaled(x), Point.scaled(y=1.0, x=x), Point.scaled(x, 1.0, 2, 3)


@njit
def both():
    return Point.both(), Point.twice()


@njit
def from_object(p):
    return p.from_object(), p.scaled(1.0), p.origin().scaled(2.0)


@njit
def constants(p):
    return p.constants(), Point.unit, Point.sizes, Point.count, Point.table[2], Point.name, Point.y, p.y


@njit
def copied_table():
    return Point.table


@njit
def sides(p):
    return Point.Side.LEFT, Point.Side.LEFT == Point.Side.RIGHT


@njit
def cached(p):
    return p.norm + p.norm, p.pair, p.pair[1].norm


@njit
def inherited(n):
    d = Derived.of(n)
    return d, Base.of(n), d.value, Base(n).value, d.of(1)


@njit
def checked(x, by):
    return Checked.around(x, by)


@njit
def caught(x, by):
    try:
        return Checked.around(x, by).high
    except Exception:
        return Checked.limit


@njit
def class_as_argument(x):
    def made(cls, v):
        return cls(v, 2 * v)
    return made(Point, x), made(Checked, x)


@njit
def in_loop(n):
    found = [Point.scaled(float(i)) for i in range(n)]
    best = Point.origin()
    for p in found:
        if p.norm > best.norm:
            best = p
    return best, len(found)


@njit
def evaluated_once(n):
    made = [0]

    def point():
        made.append(n)
        return Point(1.0)
    return point().scaled(2.0), point().unit, len(made)


@dataclass(frozen=True)
class Segment:
    start: Point
    length: float = 1.0

    def end(self):
        return self.start.x + self.length


# Objects of the class as attributes of it, which there are only when it is there.
Point.ORIGIN = Point(0.0, 0.0)
Point.CORNERS = (Point(1.0), Point(2.0, 3.0), "corners")
Segment.UNIT = Segment(Point.ORIGIN)
Point.FIRST = Segment(Point(5.0), 2.0)


@njit
def object_of_class():
    return Point.ORIGIN, Point.ORIGIN.x + Point.ORIGIN.norm


@njit
def objects_of_class():
    return Point.CORNERS[1].y + Point.CORNERS[0].x, Point.CORNERS


@njit
def object_of_another():
    return Segment.UNIT.end() + Point.FIRST.end() + Point.FIRST.start.y, Segment.UNIT


@njit
def compared(p):
    return p == Point.ORIGIN, p != Point.ORIGIN, Point.ORIGIN in (p, Point.ORIGIN)


def cases():
    why = "it has no dataclasses"
    p = Point(3.0, 4.0)
    for f in (origin, both, copied_table, object_of_class, objects_of_class, object_of_another):
        yield case(f, numba=why)
    for f in (from_object, constants, sides, cached):
        yield case(f, p, numba=why)
        yield case(f, Point(-0.5), numba=why)
    for q in (p, Point(0.0, 0.0)):
        yield case(compared, q, numba=why)
    yield case(scaled, 2.0, numba=why)
    yield case(inherited, 3, numba=why)
    for f in (checked, caught):
        yield case(f, 5.0, 2.0, numba=why)
        yield case(f, 5.0, 20.0, numba=why)
        yield case(f, 5.0, -1.0, numba=why)
    yield case(class_as_argument, 1.5, numba=why)
    for n in (0, 1, 4):
        yield case(in_loop, n, numba=why)
    yield case(evaluated_once, 2, numba=why)
