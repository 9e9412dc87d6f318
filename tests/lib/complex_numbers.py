#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The device library's functions of complex numbers, as C made from its
sources, against CPython's cmath: values to a few rounding errors of their
size, infinities, NaN and signs of zero as there. Where CPython raises, its
documented value or NaN, as C99 has it.

    complex_numbers.py LIBRARY"""
import cmath
import sys

import numpy as np
from calls import Library, complex_arguments

# How many rounding errors of the larger part, for complex64 and complex128.
LIMITS = {"ctan": (8, 8), "ctanh": (8, 8), "csqrt": (4, 4)}
FUNCTIONS = ["exp", "log", "log10", "sqrt", "sin", "cos", "tan", "asin", "acos",
             "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"]


def truth(name, *args):
    """None where CPython has none."""
    try:
        if name == "pow":
            return args[0] ** args[1]
        return getattr(cmath, name)(args[0])
    except (ValueError, OverflowError, ZeroDivisionError):
        return None


def same_special(got, want, signs):
    """Infinities, NaN and, where asked for, signs of zero."""
    for g, w in ((got.real, want.real), (got.imag, want.imag)):
        if np.isinf(w) and cmath.isnan(want) and np.isinf(g):
            continue  # beside NaN its sign is free
        if np.isnan(w) != np.isnan(g):
            return False
        if w == 0 and not np.isnan(g) and (g != 0 or (signs and np.signbit(g) != np.signbit(w))):
            return False
        if np.isinf(w) and g != w:
            return False
    return True


def wrong(name, args, got, dtype):
    eps = np.finfo(dtype).eps
    top = np.finfo(dtype).max
    limit = LIMITS.get("c" + name, (6, 8))[dtype == np.complex128] * eps
    worst, bad = 0.0, []
    for i, g in enumerate(got):
        z = [complex(a[i]) for a in args]
        want = truth(name, *z)
        if want is None:
            continue
        if name == "pow" and not (abs(z[0]) < np.inf and abs(z[1]) < 100):
            continue
        size = max(abs(want.real), abs(want.imag))
        special = not cmath.isfinite(want) or not all(map(cmath.isfinite, z))
        if special or want == 0:
            signs = not any(map(cmath.isnan, z)) and not cmath.isinf(z[0])
            if not same_special(complex(g), want, signs):
                bad.append((z, complex(g), want))
            continue
        if size > top / 4 or size < np.finfo(dtype).tiny * 4:
            continue
        if name == "pow":  # the condition of the function
            limit = 8 * eps * (1 + abs(z[1]) * (abs(cmath.log(z[0])) + 4))
        off = max(abs(g.real - want.real), abs(g.imag - want.imag)) / size
        worst = max(worst, off / eps)
        if not off <= limit:
            bad.append((z, complex(g), want))
    return worst, bad


def main():
    library = Library(sys.argv[1])
    failed = number = 0
    for name in [*FUNCTIONS, "pow"]:
        for dtype in (np.complex64, np.complex128):
            args = complex_arguments(20000, dtype, 2 if name == "pow" else 1)
            worst, bad = wrong(name, args, library("c" + name, *args), dtype)
            number += 1
            failed += bool(bad)
            print(f"{'not ok' if bad else 'ok'} {number} - c{name} {dtype.__name__}: "
                  f"{worst:.1f} rounding errors, {len(bad)} wrong {bad[:4] or ''}")
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        sys.exit(main())
