#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Float // and % of the device library against CPython's (f64), and against
CPython's algorithm in NumPy's float32 arithmetic.

    divmod.py LIBRARY"""
import ctypes
import math
import random
import struct
import sys

import numpy as np

EDGES = [0.0, 1.0, 0.5, 0.1, 0.3, 3.0, 7.0, 7.5, 10.0, 1e10, 1e300, 5e-324,
         1e-310, 2.2250738585072014e-308, 1.7976931348623157e308, math.inf,
         math.nan, 9007199254740993.0, 1e-5, 2.0**60, 1.0 + 2.0**-52]


def same(a, b):
    return (a != a and b != b) or (a == b and math.copysign(1, a) ==
                                   math.copysign(1, b))


def python(x, y):
    if y != 0:
        return divmod(x, y)
    quotient = math.nan if x == 0 or x != x else math.copysign(
        math.inf, x) * math.copysign(1, y)
    return quotient, math.nan


# floatobject.c's float_divmod with every operation rounded to float32.
def python_f32(x, y):
    f = np.float32
    x, y = f(x), f(y)
    if y == 0:
        return x / y, f(math.nan)
    if math.isinf(x) or x != x or y != y:
        return f(math.nan), f(math.nan)
    mod = f(math.fmod(float(x), float(y)))
    div = (x - mod) / y
    if mod:
        if (y < 0) != (mod < 0):
            mod += y
            div -= f(1)
    else:
        mod = np.copysign(f(0), y)
    if div:
        whole = np.floor(div)
        if div - whole > f(0.5):
            whole += f(1)
    else:
        whole = np.copysign(f(0), x / y)
    return whole, mod


def pairs(count, width):
    rng = random.Random(1)
    edges = [s * e for e in EDGES for s in (1, -1)]
    yield from ((x, y) for x in edges for y in edges)
    kind, integer = ("<d", "<Q") if width == 64 else ("<f", "<I")
    for _ in range(count):
        bits = [struct.unpack(kind, struct.pack(integer,
                                                rng.getrandbits(width)))[0]
                for _ in range(2)]
        near = [rng.uniform(-100, 100), rng.uniform(-10, 10)]
        yield bits
        yield near
        yield bits[0], near[1]


def check(library, name, oracle, c_type, width):
    functions = [getattr(library, f"python_{op}_f{width}") for op in ("div", "mod")]
    for function in functions:
        function.restype, function.argtypes = c_type, [c_type, c_type]
    wrong = total = 0
    for x, y in pairs(10000, width):
        if width == 32:
            x, y = float(np.float32(x)), float(np.float32(y))
        for function, expected in zip(functions, oracle(x, y)):
            total += 1
            if not same(function(x, y), float(expected)):
                wrong += 1
                if wrong < 10:
                    print(f"# {name} {x!r} {y!r}: {function(x, y)!r}, not "
                          f"{expected!r}")
    print(f"{'not ok' if wrong else 'ok'} - {name}: {wrong} of {total} differ")
    return wrong


def main():
    library = ctypes.CDLL(sys.argv[1])
    np.seterr(all="ignore")
    print("1..2")
    wrong = check(library, "float64", python, ctypes.c_double, 64)
    wrong += check(library, "float32", python_f32, ctypes.c_float, 32)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
