#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Values of Python as globals of a module: functions of an integer are compiled with
records, members of enumerations, named tuples, tuples of these and names with dots,
on each backend, and give what CPython and Numba give with the same globals.

    test_globals.py BACKEND...        PORTKERN_LIBRARY: libportkern.so
"""
import collections
import enum
import os
import sys
import types
from typing import NamedTuple

import numpy as np

import bound

COUNT = 5


class Color(enum.Enum):
    RED = 1
    BLUE = 2
    NAVY = 2


class Level(enum.Enum):
    LOW = 0.5
    HIGH = 2.5


class Mode(enum.IntEnum):
    OFF = 0
    ON = 3
    FAST = 7


class Small(enum.IntEnum):
    LESS = -1
    MORE = 5


class Rgb(enum.Enum):
    RED = (255, 0, 1)
    GREEN = (0, 255, 2)


class Word(enum.Enum):
    SHORT = "a"
    LONG = "longer"


class Point(NamedTuple):
    x: float
    y: float = 2.5


Line = collections.namedtuple("Line", "start end color")
Empty = collections.namedtuple("Empty", "")

INNER = np.dtype([("re", "f8"), ("im", "f4")])
REC = np.dtype([("x", "f4"), ("n", "i8"), ("v", "i2", (3,)), ("z", INNER), ("ok", "?")])
ALIGNED = np.dtype([("a", "i1"), ("b", "f8"), ("c", "u2")], align=True)
ITEMS = np.array([(0.1 * i, 7 - i, (i, -i, 300 * i), (i / 3, -i), i % 2) for i in range(COUNT)], REC).view(np.recarray)
PLACED = np.array([(i, i + 0.5, 2 * i) for i in range(COUNT)], ALIGNED).view(np.recarray)
GRID = np.array([[(i * j, i, (j, j, j), (0, i), True) for j in range(3)] for i in range(2)], REC).view(np.recarray)

OPAQUE = np.array([(b"ab", i + 0.5, 0) for i in range(COUNT)],
                  [("name", "S8"), ("x", "f8"), ("when", "M8[us]")]).view(np.recarray)

config = types.ModuleType("config")
config.N = 4
config.SCALE = np.float32(0.1)
config.TABLE = np.arange(6.0)
config.Color = Color
config.inner = types.ModuleType("config.inner")
config.inner.M = (3, (4.5, Mode.ON))
config.inner.HOME = Point(1, 2)
config.inner.make = Point

NAMES = dict(config=config, Color=Color, Level=Level, Mode=Mode, Point=Point, Line=Line, Empty=Empty, REC=REC,
             ITEMS=ITEMS, PLACED=PLACED, GRID=GRID, BACK=ITEMS[::-2], ITEM=ITEMS[1], BEST=Color.NAVY, FAST=Mode.FAST,
             LOW=Level.LOW, AT=Point(0.5), LINE=Line(Point(1), Point(y=np.int8(-3), x=2), Color.RED), NOTHING=Empty(),
             MIXED=(Mode.ON, (Color.RED, Point(1.5, 4)), None, "two", np.uint8(200)),
             POINTS=(Point(1, 2), Point(3, 4), Point(5, 6)), Rgb=Rgb, Word=Word, SMALL=(Small.LESS, Small.MORE),
             OPAQUE=OPAQUE, FORTRAN=np.asfortranarray(np.arange(6.0).reshape(2, 3)), ZERO=np.array(2.5),
             NONE=np.zeros(0, REC).view(np.recarray), DEEP=(1, (2, (3, (4, (5, (6,)))))),
             ARRAYS=(np.arange(3.0), np.arange(4)), Z=np.complex64(1 + 2j), BITS=(True, np.bool_(True)),
             HELD=Point(ITEMS[1], np.arange(3.0)), PAIR=Point(Color.RED, Mode.ON))

# Bodies of functions of i; behind '#' who does not have it, or types it otherwise.
FUNCTIONS = """
return config.N + i * config.SCALE  # CPython
return config.TABLE[i] + config.TABLE.size
return config.inner.M[1][0] + config.inner.M[0] * i
return config.inner.HOME.x + 10 * config.inner.HOME[1]
return config.inner.make(i, 3).x + config.inner.make(i).y  # Numba
return (config.Color.RED == Color.RED) + 2 * (config.Color.BLUE is BEST)
return BEST.value + 10 * Color.RED.value + 100 * (Color.NAVY == Color.BLUE)
return (Color.RED == BEST) + 2 * (Color.RED != BEST) + 4 * (BEST is Color.NAVY) + 8 * (BEST is not Color.RED)
c = Color.RED if i % 2 else BEST; return (c == Color.BLUE) + 10 * c.value
c = Level.HIGH if i > 2 else LOW; return c.value * 3 + (c is Level.LOW)
return Mode.ON + i + FAST * 2 + (Mode.FAST == FAST) + (FAST > Mode.ON) + FAST // Mode.ON
return (10, 20, 30, 40)[Mode.ON] + Mode.FAST.value + Mode['ON'] + Color['RED'].value  # Numba
m = Mode.ON if i == 3 else Mode.OFF; return m + (i == Mode.ON) + (m == 3) + m.value
return Mode(3) + Color(2).value  # Numba
return AT.x + 10 * AT[1] + len(AT)
p = Point(i, y=AT.x); q = Point(x=2.0); return p.x + 10 * p.y + 100 * q.y + 1000 * q[0]  # Numba
p = AT if i % 2 else Point(1.0, 3.0); return p.x + p.y
x, y = LINE.end; return LINE.start.x + LINE.start.y * 10 + 100 * x + 1000.0 * y
return (LINE.color == Color.RED) + LINE[0][1] + len(LINE[1:]) + len(NOTHING)
return MIXED[0] + MIXED[1][1].y * i + (MIXED[2] is None) + len(MIXED) + MIXED[4]
return (MIXED[3] == "two") + (MIXED[1][0] is Color.RED) * 2
return POINTS[i % 3].y + POINTS[-1].x
s = 0.0; j = 0
while j < len(POINTS): s += POINTS[j].x * (j + i); j += 1
return s
s = 0.0
for p in POINTS: s += p.x * p.y + i
return s
return ITEMS[i].x + ITEMS[i].n * 10 + ITEMS.size
return ITEMS[i]["v"][2] + ITEMS[-1].v[i % 3] + ITEMS["n"][i]  # Numba
return ITEMS[i].z.re + ITEMS[i]["z"]["im"] + ITEMS[i].ok
return PLACED[i].a + PLACED[i].b * 10 + PLACED[i].c * 1000
return GRID[i % 2, i % 3].x + GRID[1, 2].n + GRID.shape[1] * GRID[-1, -1].v[0]
return BACK[i % 3].n + BACK.shape[0]
return ITEM.x + ITEM.n * i + ITEM["z"].re + ITEM.v[i % 3]
s = 0
for r in ITEMS: s += r.n * i
return s
return Rgb.RED.value[0] + Rgb.GREEN.value[i % 3] + len(Word.LONG.value)
return SMALL[0] * 2 + SMALL[i % 2] % 3 + (-SMALL[0]) + (SMALL[0] | SMALL[1]) + abs(SMALL[0])
return (Mode.ON == i) + (i < Mode.ON) + min(Mode.ON, i) + (Mode.ON in (1, 3)) + (i in (Mode.ON, Mode.OFF))
return (Color.RED in (Color.RED, BEST)) + bool(Mode.OFF) + Mode.ON / 2 + Mode.ON ** 2 + float(Mode.ON)
s = 0; j = 0
for j in range(Mode.ON): s += j * i
return s
return (AT == Point(0.5, 2.5)) + 2 * (AT == (0.5, 2.5)) + 4 * (AT != Point(1, 1)) + 8 * (AT < Point(1, 1))
return AT[::-1][0] + AT[1:][0] + (2.5 in AT) + max(AT) + sum(AT) + AT.count(0.5) + AT.index(2.5)  # Numba
s = 0.0
for v in AT: s += v * i
return s
return isinstance(AT, Point) + 2 * isinstance(AT, tuple)
return ITEMS.x[i] + ITEMS[1:3][i % 2].x + ITEMS[::-1][i].n
return ITEMS[i].v.sum() + ITEMS[i].v.size + len(ITEMS[i].v) + ITEMS[i].v[-1]
return GRID[i % 2][1].x + GRID[1].size + len(GRID)
return OPAQUE[i].x + OPAQUE.x[i] + OPAQUE.shape[0]  # Numba
return FORTRAN[i % 2, i % 3] + FORTRAN[0].sum() + FORTRAN.T[2, 1] + ZERO[()]
return NONE.size + len(NONE) + DEEP[1][1][1][1][1][0] + ARRAYS[0][i % 3] + ARRAYS[1][-1]
return Z.real + Z.imag + BITS[0] + BITS[1]
return HELD.x.n + HELD.y[i % 3] + PAIR.y + (PAIR.x == Color.RED)
a = ITEM if i % 2 else ITEMS[2]; return a.n
m = config; return m.N + m.inner.HOME.y
"""


def functions():
    """The texts, each of which ends with a return."""
    lines = []
    for line in FUNCTIONS.strip().splitlines():
        body, _, missing = line.partition("  # ")
        lines += body.split("; ") if not body.startswith(("while", "for")) else [body]
        if lines[-1].startswith("return"):
            yield "def f(i):\n" + "".join(f"    {each}\n" for each in lines), missing
            lines = []


def by_python(text):
    names = dict(NAMES)
    exec(text, names)  # pylint: disable=exec-used
    return names["f"]


def by_numba(f, text):
    try:
        compiled = numba.njit(f)
        return [float(compiled(i)) for i in range(COUNT)]
    except numba.core.errors.NumbaError as error:
        print(f"Numba {numba.__version__} refuses\n{text}    {str(error).splitlines()[0]}")
        return None


def expected(text, missing):
    """What CPython and Numba give: the same, unless one of them is missing. None: both are."""
    f = by_python(text)
    want = None if missing == "CPython" else [float(f(i)) for i in range(COUNT)]
    got = by_numba(f, text) if numba and missing != "Numba" else None
    assert not got or not want or np.allclose(got, want, rtol=1e-15, atol=0), f"{text}Numba: {got}, CPython: {want}"
    return want or got


def kernel(text):
    return ("from numba import cuda\n@cuda.jit(device=True)\n" + text +
            "@cuda.jit\ndef k(out):\n    i = cuda.grid(1)\n    out[i] = f(i)\n")


def check(portkern, wanted):
    failed = 0
    for text, want in wanted.items():
        try:
            got = bound.run(portkern, kernel(text), NAMES, COUNT)
            wrong = None if np.allclose(got, want, rtol=1e-15, atol=0) else f"gives {list(got)}, CPython {want}"
        except bound.Failure as error:
            wrong = f"fails: {error}"
        if wrong:
            failed += 1
            print(f"{os.environ['PORTKERN_BACKEND']}:\n{text}    {wrong}")
    return failed


def main():
    wanted = {text: expected(text, missing) for text, missing in functions()}
    wanted = {text: want for text, want in wanted.items() if want}
    failed = 0
    for backend in sys.argv[1:]:
        os.environ["PORTKERN_BACKEND"] = backend
        portkern = bound.Portkern()
        failed += check(portkern, wanted)
        portkern.close()
    print(f"{len(wanted)} functions on {len(sys.argv) - 1} backends, {failed} wrong")
    return failed > 0


if __name__ == "__main__":
    try:
        import numba
        import numba.core.errors
    except ImportError:
        numba = None  # CPython remains
    sys.exit(main())
