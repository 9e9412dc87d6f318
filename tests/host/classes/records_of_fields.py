# SPDX-License-Identifier: Apache-2.0
"""Dataclasses: objects as arguments, results and constants, made in functions, in tuples and
containers. Numba has none of that."""
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from cases import case
from numba import njit


@dataclass(frozen=True)
class Point:
    x: float
    y: float = 2.0

    def norm(self):
        return (self.x * self.x + self.y * self.y) ** 0.5


@dataclass(frozen=True, slots=True)
class Box:
    low: Point
    unit: ClassVar[float] = 1.0
    high: Point
    count: int = field(default=3)


@dataclass
class Grid:
    values: np.ndarray
    origin: Point = Point(0.0)
    name: str = "grid"


@dataclass
class Log:
    rate: float
    entries: list = field(default_factory=list)


ORIGIN = Point(0.5, 0.25)


@njit
def moved(p, dx):
    return Point(p.x + dx, y=p.y), Point(dx), p


@njit
def norm(p):
    return np.sqrt(p.x * p.x + p.y * p.y)


@njit
def from_constant(a):
    return ORIGIN.x + a, ORIGIN, Box(ORIGIN, Point(a))


@njit
def same(p, q):
    return p == q, p != q, p == ORIGIN, Point(1.0, 2.0) == p


@njit
def area(box):
    return (box.high.x - box.low.x) * (box.high.y - box.low.y), box.count


@njit
def grown(box, by):
    return Box(box.low, Point(box.high.x + by, box.high.y + by), box.count + 1)


@njit
def filled(grid, v):
    grid.values[:] = v + grid.origin.x
    return grid.values.sum(), Grid(grid.values * 2, Point(v, v), grid.name)


@njit
def total(points):
    s = 0.0
    for p in points:
        s += p.x * p.y
    return s


@njit
def listed(n):
    out = [Point(-1.0)]
    for i in range(n):
        out.append(Point(i * 1.0, 1.0))
    out[0] = Point(out[-1].x)
    return out


@njit
def logged(log, v):
    log.entries.append(v * log.rate)
    return len(log.entries)


@njit
def named(values):
    grid = Grid(values)
    return grid, len(grid.name)


@njit
def chosen(p, first):
    q = Point(1.0, 1.5)
    r = p if first else q
    while r.x < 10.0:
        r = Point(r.x * 2 + 1, r.y)
    return r


@njit
def keyed(points):
    out = {0: Point(0.0)}
    for k, p in points.items():
        out[k] = Point(p.y, p.x)
    return out


def cases():
    why = "it has no dataclasses"
    p, q = Point(1.0, 3.0), Point(4.0)
    yield case(moved, p, 0.5, numba=why)
    yield case(moved, Point(2.5), 1.0, numba=why)
    yield case(norm, p, numba=why)
    yield case(from_constant, 1.5, numba=why)
    yield case(same, p, q, numba=why)
    yield case(same, Point(1.0), Point(1.0, 2.0), numba=why)
    yield case(area, Box(p, q), numba=why)
    yield case(grown, Box(p, q, 5), 2.0, numba=why)
    yield case(filled, Grid(np.arange(4.0)), 2.0, numba=why)
    yield case(filled, Grid(np.arange(6.0)[::2], p, "other"), 2.0, numba=why)
    yield case(total, (p, q), numba=why)
    yield case(total, [p, q, Point(0.5)], numba=why)
    yield case(listed, 3, numba=why)
    yield case(logged, Log(0.5, [1.0, 2.0]), 3.0, numba=why)
    yield case(named, np.arange(2.0), numba=why)
    yield case(chosen, p, True, numba=why)
    yield case(chosen, p, False, numba=why)
    yield case(keyed, {1: p, 2: q}, numba=why)
