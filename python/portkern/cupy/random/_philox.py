# SPDX-License-Identifier: Apache-2.0
"""The numbers: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as
1, 2, 3", 2011). The numbers of an array depend on the seed, on how many arrays the
generator has made before, and on the element's place, so that they are the same on every
device:

    key     = seed, 64 bits
    counter = (place, 64 bits; number of the array, 64 bits)

A float64 in [0, 1) is the upper 53 of the first two words (the second one is the upper
half), a float32 the upper 24 of the first one."""
import numpy as np

from ... import _device
from .. import _dtypes
from .._array import ndarray
from .._kernels import Kernel

_PHILOX = """def philox(seed, number, place):
    low, high = np.uint64(4294967295), np.uint64(32)
    c0, c1 = np.uint64(place) & low, np.uint64(place) >> high
    c2, c3 = np.uint64(number) & low, np.uint64(number) >> high
    k0, k1 = np.uint64(seed) & low, np.uint64(seed) >> high
    for turn in range(10):
        p, q = np.uint64(3528531795) * c0, np.uint64(3449720151) * c2
        c0, c1, c2, c3 = (q >> high) ^ c1 ^ k0, q & low, (p >> high) ^ c3 ^ k1, p & low
        k0 = (k0 + np.uint64(2654435769)) & low
        k1 = (k1 + np.uint64(3144134277)) & low
    return c0 | (c1 << high), c2 | (c3 << high)

def unit(word):
    return np.float64(word >> np.uint64(11)) * (1.0 / 9007199254740992.0)

def unit_f(word):
    return np.float32((word & np.uint64(4294967295)) >> np.uint64(8)) * np.float32(1.0 / 16777216.0)
"""
_KERNEL = _PHILOX + """
def cupy_random_{name}(o, seed, number{params}):
    i = cuda.grid(1)
    if i < o.size:
        first, second = philox(seed, number, i)
        o[i] = {value}
"""
_D, _F = "unit(first)", "unit_f(first)"
# math.log(1 - u): u may be 0, and is never 1.
_NORMAL = "math.sqrt(-2.0 * math.log(1.0 - unit(first))) * math.cos(2.0 * math.pi * unit(second))"
_NORMAL_F = ("math.sqrt(np.float32(-2) * math.log(np.float32(1) - unit_f(first))) "
             "* math.cos(np.float32(6.2831855) * unit_f(second))")
VALUES = {
    # name -> {letter: value}, parameters
    "uniform": ({"d": f"low + {_D} * (high - low)", "f": f"np.float32(low + {_F} * (high - low))"}, ", low, high"),
    "normal": ({"d": f"loc + scale * ({_NORMAL})", "f": f"loc + scale * np.float32({_NORMAL_F})"}, ", loc, scale"),
    "exponential": ({"d": f"-scale * math.log(1.0 - {_D})", "f": f"-scale * math.log(np.float32(1) - {_F})"}, ", scale"),
    "integers": ({letter: f"{_dtypes.NAMES[letter]}(low + np.int64(cuda.libdevice.umul64hi(first, count)))"
                  for letter in _dtypes.INTEGERS} | {"?": "low + np.int64(cuda.libdevice.umul64hi(first, count)) != 0"},
                 ", low, count"),
    "bits": ({"L": "first"}, ""),
}
_kernels = {}


def fill(name, shape, letter, seed, number, *params):
    """A new array of random numbers."""
    made = ndarray._new(_device.current(), shape, letter)
    key = name, letter
    if key not in _kernels:
        values, names = VALUES[name]
        _kernels[key] = Kernel(f"cupy_random_{name}", _KERNEL.format(name=name, params=names, value=values[letter]))
    _kernels[key].for_each(made._context, made.size, made.reshape(-1), np.uint64(seed), np.uint64(number), *params)
    return made
