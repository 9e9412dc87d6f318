#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Float // and % of the device library against CPython's (f64), and against
CPython's algorithm in NumPy's float32 arithmetic.

    divmod.py LIBRARY"""
import math
import sys

import numpy as np
from calls import Library, arguments


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


def check(library, dtype, oracle):
    x, y = arguments(10000, dtype, 2)
    got = [library("floor_div", x, y).tolist(),
           library("floor_mod", x, y).tolist()]
    wrong = 0
    for i, (a, b) in enumerate(zip(x.tolist(), y.tolist())):
        for op, expected in zip((0, 1), oracle(a, b)):
            if not same(got[op][i], float(expected)):
                wrong += 1
                if wrong < 10:
                    print(f"# {a!r} {'/%'[op]} {b!r}: {got[op][i]!r}, not "
                          f"{expected!r}")
    name = np.dtype(dtype).name
    print(f"{'not ok' if wrong else 'ok'} - {name}: {wrong} of {2 * x.size}")
    return wrong


def main():
    library = Library(sys.argv[1])
    np.seterr(all="ignore")
    print("1..2")
    wrong = check(library, np.float64, python)
    wrong += check(library, np.float32, python_f32)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
