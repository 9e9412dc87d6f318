# SPDX-License-Identifier: Apache-2.0
"""Tuples, with and without names, and enumerations."""
import enum
from collections import namedtuple
from enum import Enum, IntEnum
from typing import NamedTuple

from numba import cuda

Point = namedtuple("Point", "x, y")
Range = namedtuple("Range", ["low", "high", "step"], defaults=(1,))


class Cell(NamedTuple):
    """A class with defaults."""
    at: Point
    weight: float = 0.5
    tag: int = 3

    def area(self):
        return self.weight


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = GREEN + 3
    VERT = 2


class Speed(enum.Enum):
    SLOW = 0.5
    FAST = 8.0


class Mode(IntEnum):
    OFF = 0
    ON = enum.auto()
    FULL = ON + 9


class Depth(IntEnum):
    FLOOR = -5
    STEP = enum.auto()
    TOP = 4
    ROOF = enum.auto()


ORIGIN = Point(1, 2)
BOX = (ORIGIN, Point(5, 7))
START = Color.GREEN
MODES = (Mode.ON, Mode.FULL)


@cuda.jit(device=True)
def middle(p, q):
    return Point((p.x + q.x) / 2, (p.y + q.y) / 2)


@cuda.jit(device=True)
def turn(p):
    return Point(y=p.x, x=-p.y)


@cuda.jit(device=True)
def lighter(color, by=Mode.ON):
    if color is Color.RED:
        return Color.GREEN
    if color == Color.GREEN and by == Mode.ON:
        return Color.BLUE
    return color


@cuda.jit(device=True)
def minmax(t):
    return min(t), max(t)


@cuda.jit
def plain(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        n, v = a[i], f[i]
        t = (1, v, n, True, 2.5)
        out[i, 0] = len(t[1:3]) + t[1:3][0] + t[-2:][1] + len(t[5:])
        r = t[::-1]
        out[i, 1] = r[0] * 100 + r[2] + len(t[::-2]) + t[3::-2][1]
        out[i, 2] = ((1, n) < (1, 2)) + 2 * ((n, v) <= (2, 0.5)) + 4 * ((n, 1) == (2, True)) + 8 * ((n,) != (n, n))
        out[i, 3] = ((n, 2, 3) > (n, 2)) + 2 * ((v, n) >= (0.0, 1)) + 4 * ((1, (n, v)) < (1, (2, 0.0))) + 8 * (() == ())
        out[i, 4] = ((n, 1) in ((1, 1), (2, 1))) + 2 * (n in t) + 4 * ((n, v) not in ((1, v), (2, 3)))
        u = t[:2] + (n,) + t[4:]
        out[i, 5] = u[3] + len(u) + u[0]
        lo, hi = minmax((n, 2, 4))
        out[i, 6] = lo * 10 + hi
        deep = ((1, n), (v, (3, n)))
        out[i, 7] = deep[1][1][1] + deep[0][0] + deep[1][0]
        p = (1, n)
        if n > 2:
            p = (v, 2)
        out[i, 8] = p[0] + p[1]
        s = 0
        for k in range(3):
            s += (4, n, 6)[k] * (7, 8, 9)[-k]
        out[i, 9] = s
        s = 0.0
        for w in (n, v, 1):
            s = s * 2 + w
        for w in ((1, 2), (v,), ()):
            s = s + len(w)
        out[i, 10] = s
        out[i, 11] = sum((n, v, 2)) + bool(()) + bool((0,)) + (not ())


@cuda.jit(device=True)
def sort_of(x):
    if isinstance(x, int):
        return 1
    elif isinstance(x, (complex, float)):
        return 2
    elif isinstance(x, Point):
        return 3
    elif isinstance(x, tuple):
        return sum(x)
    return 0


@cuda.jit
def unrolled(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        n, v = a[i], f[i]
        s = 0.0
        for w in (n, v, True, 2.5):
            if w == 1:
                continue
            s = s * 2 + w
        for w in ((2, v), (n,), ()):
            s = s + len(w)
        out[i, 0] = s
        s = 0
        for g in (half, lambda x: x * n, half):
            s += g(4)
            if s > 20:
                break
        else:
            s = -s
        out[i, 1] = s
        q = 1
        for w in (n, v):
            for z in (1, 2.5):
                if z > w:
                    continue
                q = q + z * w
            if q > 6:
                break
        out[i, 2] = q
        k = 0
        for name, w in (("a", 1), ("b", 2.5)):
            k += w
        for w in (n, v, Point(n, v), (n, 1), tuple((3, 4)), 1j, True, Mode.ON):
            k = k * 2 + sort_of(w)
        for w in ():
            k = w.none
        else:
            k += 1
        out[i, 3] = k


@cuda.jit(device=True)
def half(x):
    return x / 2


@cuda.jit
def named(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        n, v = a[i], f[i]
        p = Point(n, v)
        out[i, 0] = p.x * 10 + p.y + p[0] + p[-1] + len(p)
        m = middle(p, ORIGIN)
        out[i, 1] = m.x + m.y
        c = Cell(turn(m), tag=n)
        out[i, 2] = c.at.x + c.at.y * c.weight + c.tag
        if n > 2:
            p = Point(v, n)
        x, y = p
        out[i, 3] = x - y
        r = Range(1, high=n)
        s = 0
        for k in range(r.low, r.high, r.step):
            s += k
        out[i, 4] = s
        out[i, 5] = (p == (n, v)) + 2 * (Point(1, 2) == ORIGIN) + 4 * (n in p)
        out[i, 6] = BOX[1].y + BOX[0].x + BOX[n % 2].x
        out[i, 7] = sum(p[1:]) + max(*p)


@cuda.jit
def members(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        n, v = a[i], f[i]
        c = Color.RED
        if n > 2:
            c = Color.BLUE
        elif n == 1:
            c = START
        out[i, 0] = c.value
        out[i, 1] = (c == Color.RED) + 2 * (c is Color.VERT) + 4 * (c != Color.BLUE) + 8 * (c in (Color.RED, Color.GREEN))
        out[i, 2] = lighter(c).value * 10 + lighter(lighter(c), Mode.OFF).value
        speed = Speed.FAST if n > 0 else Speed.SLOW
        out[i, 3] = speed.value * v
        m = Mode.ON if v > 0 else Mode.FULL
        out[i, 4] = m + n * Mode.FULL - Mode.ON.value
        out[i, 5] = (m == Mode.FULL) + 2 * (m > 0) + 4 * (n == Mode.ON) + (Mode.ON | 6) + m.value
        out[i, 6] = (10, 20, 30)[Mode.ON] + Color["BLUE"].value + Color(2).value + Mode(10)
        out[i, 7] = MODES[n % 2] + (Color.VERT is Color.GREEN)
        if Mode.OFF or not m:
            out[i, 7] = -1


@cuda.jit
def given(pair, cell: Cell, nest, nothing, maybe, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        x, rest = nest
        out[i, 0] = pair[0] + pair[1] * i
        out[i, 1] = cell.at.x - cell.at[1] + cell.weight * cell.tag
        out[i, 2] = x[i] + rest[0][i % 2, 1] * rest[1]
        out[i, 3] = len(nothing) + (10 if maybe is None else 20)
        s = 0
        for v in pair:
            s += v
        rest[0][i % 2, 0] = i % 2
        out[i, 4] = s + pair[i % 2]


@cuda.jit
def given_members(a, color, mode, speeds, out):
    """Members of enumerations as arguments, also in tuples."""
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = color.value * 10 + mode
        out[i, 1] = (color is Color.RED) + 2 * (color == Color.VERT) + 4 * (mode == Mode.ON) + 8 * (color != Color.BLUE)
        now = speeds[0] if i % 2 else speeds[1]
        out[i, 2] = now.value * i
        out[i, 3] = lighter(color, mode).value if mode != Mode.FULL else mode.value + a[i]


@cuda.jit
def auto_members(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = Depth.STEP * 100 + Depth.ROOF + i


@cuda.jit
def tuple_defaults(out, shape=(2, 3), at=Point(1.5, 0.25), cell=((3, 1 + 2j, True), (None, ())), color=Color.BLUE):
    i = cuda.grid(1)
    if i < out.size:
        row, column = divmod(i, shape[1])
        out[i] = row * shape[0] + column + at.x * at.y + cell[0][1].imag * len(cell[1])
        if cell[1][0] is None and color is Color.RED:
            out[i] = -i


@cuda.jit("void(float64[:], UniTuple(int32, 2))")
def declared_default(out, shape=(2, 3)):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = shape[0] * i + shape[1]


@cuda.jit
def launches_with_defaults(out):
    i = cuda.grid(1)
    if i == 0:
        tuple_defaults[1, 32](out[:20])
        tuple_defaults[1, 32](out[20:], (5, 4))


@cuda.jit
def given_names(p, pair, out):
    """The launch says the names of the items."""
    i = cuda.grid(1)
    if i < out.shape[0]:
        both, scale = pair
        out[i, 0] = p.x[i] * p.y + scale
        out[i, 1] = both.x - both.y.real * i


@cuda.jit
def hands_names_on(p, pair, out):
    if cuda.grid(1) == 0:
        given_names[2, 32](p, pair, out)
        given_names[1, 8](Point(p.x, 3), (pair[0], p.y), out[:8])
