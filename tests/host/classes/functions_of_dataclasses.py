# SPDX-License-Identifier: Apache-2.0
"""Functions of dataclasses: methods, properties, static methods, operators, __post_init__, and
the comparisons that the decorator writes. Numba has none of that."""
from dataclasses import dataclass, field

import numpy as np
from cases import case
from numba import njit

SCALE = 3.0


@njit
def halved(x):
    return x / 2


@dataclass(frozen=True, order=True)
class Point:
    x: float
    y: float = 2.0
    tag: int = field(default=0, compare=False)

    def norm(self, scale=1.0):
        return scale * np.sqrt(self.x * self.x + self.y * self.y)

    def moved(self, dx, dy=0.5):
        return Point(self.x + dx, y=self.y + dy, tag=self.tag + 1)

    def further(self, n):
        p = self
        for i in range(n):
            p = p.moved(i * 1.0)
        return p

    @property
    def mean(self):
        return halved(self.x + self.y) * SCALE

    @staticmethod
    def made(v):
        return Point(v, v + 1)

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __radd__(self, v):
        return Point(v + self.x, v + self.y)

    def __mul__(self, k):
        return Point(self.x * k, self.y * k)

    def __neg__(self):
        return Point(-self.x, -self.y)

    def __getitem__(self, i):
        return self.y if i else self.x

    def __len__(self):
        return 2

    def __contains__(self, v):
        return self.x == v or self.y == v

    def __abs__(self):
        return self.norm()

    def __bool__(self):
        return self.x != 0.0


@dataclass
class Plain:
    a: int
    b: int = 1


@dataclass
class Wrapped:
    low: Plain
    name: str = "w"

    def width(self):
        return self.low.b - self.low.a

    def same(self, other):
        return self == other


@dataclass(frozen=True)
class Checked:
    low: float
    high: float

    def __post_init__(self):
        if self.high < self.low:
            raise ValueError("high is below low")

    def shifted(self, by):
        return Checked(self.low + by, self.high)


@dataclass(frozen=True)
class Modulo:
    n: int
    by: int = 7

    def __eq__(self, other):
        return self.n % self.by == other.n % self.by

    def __hash__(self):
        return self.n % self.by


@dataclass
class Grid:
    values: np.ndarray
    step: float = 0.5

    @property
    def size(self):
        return self.values.size

    def fill(self, v):
        self.values[:] = v * self.step

    def total(self):
        return self.values.sum() + self.size


@dataclass(order=True)
class Version:
    major: int
    minor: int = 0


@dataclass(frozen=True)
class Based(Point):
    z: float = 4.0

    def norm(self, scale=1.0):
        return scale + self.x + self.z


@dataclass
class Empty:
    pass


ORIGIN = Point(0.5, 0.25)


@njit
def methods(p, d):
    return p.norm(), p.norm(scale=d), p.norm(2.0), p.mean, p.moved(d), p.moved(d, 1.0), p.further(3), Point.made(d)


@njit
def static_of_object(p, d):
    return p.made(d), ORIGIN.norm(), ORIGIN.moved(d)


@njit
def operators(p, q):
    r = p + q
    r += p
    return r, 1.5 + p, p * 2.0, -p, p[0], p[1], len(p), q.x in p, q.y not in p, abs(p), bool(p), not q, 1 if p else 2


@njit
def compared(p, q):
    return p == q, p != q, p < q, p <= q, p > q, p >= q


@njit
def equal(p, q):
    return p == q, p != q


@njit
def wrapped(w):
    return w.width(), w.same(Wrapped(Plain(1, 2), "w")), w == Wrapped(w.low, w.name), (w.low, 1) == (w.low, 1)


@njit
def checked(c, by):
    return c.shifted(by)


@njit
def caught(c, by):
    try:
        return c.shifted(by).low
    except Exception:
        return -1.0


@njit
def made_checked(low, high):
    return Checked(high=high, low=low).low


@njit
def modulo(a, b):
    return a == b, a != b, a == Modulo(1)


@njit
def grid(g, v):
    g.fill(v)
    return g.total(), g.size


@njit
def largest(points):
    best = points[0]
    for p in points:
        if best < p:
            best = p
    return best, best.norm()


@njit
def versions(n):
    out = [Version(n - i, i) for i in range(n)]
    out.append(Version(0))
    return out, out[0] > out[1], Version(n) == out[0], out[0] in out


@njit
def checked_list(items):
    s = 0.0
    for c in items:
        s += c.shifted(0.0).high
    return s


@njit
def counted(points):
    out = {Point(0.0): 0}
    for p in points:
        if p in out:
            out[p] += 1
        else:
            out[p] = 1
    return out


@njit
def based(b):
    return b.norm(), b.mean, b.moved(1.0)


@njit
def empty(e):
    return e == Empty(), Empty(), 1 if e else 2


@njit
def kinds(p, q):
    return isinstance(p, Point), isinstance(q, Point), isinstance(p, tuple), isinstance(p, Plain)


def cases():
    why = "it has no dataclasses"
    p, q = Point(1.0, 3.0), Point(4.0)
    yield case(methods, p, 1.5, numba=why)
    yield case(methods, q, -1.0, numba=why)
    yield case(static_of_object, p, 2.0, numba=why)
    yield case(operators, p, q, numba=why)
    yield case(operators, Point(0.0, 1.0), Point(0.0, 0.0), numba=why)
    for other in p, q, Point(1.0, 3.0, 5), Point(1.0, 2.5), Point(float("nan")):
        yield case(compared, p, other, numba=why)
    yield case(compared, Version(1, 2), Version(1, 3), numba=why)
    yield case(compared, Version(2), Version(1, 3), numba=why)
    yield case(equal, Plain(1, 2), Plain(1, 2), numba=why)
    yield case(equal, Plain(1, 2), Plain(1, 3), numba=why)
    yield case(equal, Wrapped(Plain(1, 2)), Wrapped(Plain(1, 2)), numba=why)
    yield case(equal, Wrapped(Plain(1, 2)), Wrapped(Plain(1, 2), "v"), numba=why)
    yield case(wrapped, Wrapped(Plain(1, 2)), numba=why)
    yield case(wrapped, Wrapped(Plain(1, 4), "v"), numba=why)
    yield case(checked, Checked(1.0, 2.0), 0.5, numba=why)
    yield case(checked, Checked(1.0, 2.0), 1.5, numba=why)
    yield case(caught, Checked(1.0, 2.0), 0.5, numba=why)
    yield case(caught, Checked(1.0, 2.0), 1.5, numba=why)
    yield case(made_checked, 1.0, 2.0, numba=why)
    yield case(made_checked, 3.0, 2.0, numba=why)
    yield case(modulo, Modulo(1), Modulo(8), numba=why)
    yield case(modulo, Modulo(1), Modulo(9), numba=why)
    yield case(grid, Grid(np.zeros(4)), 3.0, numba=why)
    yield case(grid, Grid(np.arange(6)[::2], 2.0), 3.0, numba=why)
    yield case(largest, [p, q, Point(0.5)], numba=why)
    yield case(largest, (p, q, Point(9.5)), numba=why)
    yield case(versions, 3, numba=why)
    yield case(checked_list, [Checked(1.0, 2.0), Checked(3.0, 3.5)], numba=why)
    yield case(counted, [p, q, p, Point(1.0, 3.0)], numba=why)
    yield case(based, Based(1.0), numba=why)
    yield case(empty, Empty(), numba=why)
    yield case(kinds, p, Plain(1), numba=why)
