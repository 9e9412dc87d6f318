# k(Color, Mode, (Color, f32), f32[:])
from enum import Enum, IntEnum

from numba import cuda


class Color(Enum):
    RED = 1
    BLUE = 2.5


class Mode(IntEnum):
    ON = 3
    OFF = 4


@cuda.jit("void(int64, float32[:])")
def numbers(c, out):
    out[0] = c


@cuda.jit
def k(c, m, t, out):
    out[0] = c.value
    out[1] = len(m.name)
    if c == 1:
        out[2] = c
    if c is Mode.ON or c.colour:
        out[3] = c + m
    if c == t:
        numbers[1, 1](c, out)
    out[4] = out[c]
