# SPDX-License-Identifier: Apache-2.0
"""NumPy's Generator as an argument, and the tables by which it draws normal and exponential numbers: Marsaglia and
Tsang's ziggurat (2000) of 256 layers with one area. Those of normal numbers are what the
recurrence gives in double precision, those of exponential ones what it is exactly, rounded."""
import collections
import ctypes
import decimal
import math

import numpy as np

from .. import errors

_LAYERS = 256
_MOST = 16  # generators whose tuples are kept, and they with them
_known = {}  # id -> (Generator, its tuple)
_drawn_by = []  # the tables, when they are first wanted


def _normal():
    """(limits of 52 bits, width of a bit, heights)"""
    edge, area, scale = 3.6541528853610088, 0.004928673233974652, 2.0**52
    limits, widths, heights = [0] * _LAYERS, [0.0] * _LAYERS, [1.0] * _LAYERS
    x, y = edge, math.exp(-0.5 * edge * edge)
    limits[0], widths[0] = int(x * y / area * scale), area / y / scale
    for i in range(_LAYERS - 1, 0, -1):
        widths[i], heights[i] = x / scale, y
        inner = math.sqrt(-2.0 * math.log(area / x + y)) if i > 1 else 0.0
        limits[i] = round(inner / x * scale)
        x, y = inner, math.exp(-0.5 * inner * inner)
        if i == 39:  # the one that NumPy's tables have rounded the other way
            y = math.nextafter(y, 1.0)
    return limits, widths, heights


def _exponential():
    """The same of 53 bits."""
    with decimal.localcontext() as context:
        context.prec = 34
        x = decimal.Decimal("7.6971174701310497140446280481")
        y, scale = (-x).exp(), 2**53
        area = (x + 1) * y
        limits, widths, heights = [0] * _LAYERS, [0.0] * _LAYERS, [1.0] * _LAYERS
        limits[0], widths[0] = int(x * y / area * scale / 2) * 2, float(area / y / scale)
        for i in range(_LAYERS - 1, 0, -1):
            widths[i], heights[i] = float(x / scale), float(y)
            y += area / x
            inner = -y.ln() if i > 1 else decimal.Decimal(0)
            limits[i] = int(inner / x * scale / 2) * 2
            x = inner
        return limits, widths, heights


def _single(limits, widths, heights, bits):
    """The tables for float32, of so many bits less."""
    return [round(n / 2**bits) for n in limits], [np.float32(w * 2.0**bits) for w in widths], [*map(np.float32, heights)]


def _tables():
    """Rows of the bits of limits, widths and heights: of normal and of exponential numbers, then the same of float32."""
    normal, exponential = _normal(), _exponential()
    single = _single(*normal, 29), _single(*exponential, 30)
    for row, i, up in ((1, 226, 1), (2, 128, -1), (2, 154, 1), (2, 171, -1)):  # as above
        single[1][row][i] = np.nextafter(single[1][row][i], np.float32(up))
    made = np.zeros((12, _LAYERS), np.uint64)
    for row, values in enumerate([*normal, *exponential]):
        made[row] = np.array(values, np.uint64 if row % 3 == 0 else np.float64).view(np.uint64)
    for row, values in enumerate([*single[0], *single[1]]):
        made[6 + row] = np.array(values, np.uint32 if row % 3 == 0 else np.float32).view(np.uint32)
    made.flags.writeable = False
    return made


def of_generator(generator):
    """The tuple that stands for a Generator: its memory, and the tables. TypingError where its bits are not PCG64's."""
    found = _known.get(id(generator))
    if not found:
        if len(_known) >= _MOST:
            _known.clear()
        found = _known[id(generator)] = (generator, _made(generator))
    return found[1]


def _made(generator):
    bits = generator.bit_generator
    if type(bits) is not np.random.PCG64:
        raise errors.TypingError(f"a function of the host takes a Generator of PCG64, not of {type(bits).__name__}: "
                                 "make it by np.random.default_rng(seed)")
    place = bits.ctypes.state_address
    words = np.frombuffer((ctypes.c_uint64 * 4).from_address(ctypes.c_uint64.from_address(place).value), np.uint64)
    kept = np.frombuffer((ctypes.c_uint32 * 2).from_address(place + 8), np.uint32)
    state = bits.state["state"]
    if [int(w) for w in words] != [part >> shift & (1 << 64) - 1 for part in (state["state"], state["inc"]) for shift in (0, 64)]:
        raise errors.TypingError("this build of NumPy keeps the state of PCG64 in a way that compiled functions do not know")
    if not _drawn_by:
        _drawn_by.append(_tables())
    return Generator(words, kept, _drawn_by[0])


Generator = collections.namedtuple("Generator", ["words", "kept", "tables"], module="numpy.random")
