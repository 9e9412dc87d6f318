#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The device library's functions of complex numbers, as C made from its
sources, against CPython's cmath: values to a few rounding errors of their
size, infinities, NaN and signs of zero as there. Where CPython raises, its
documented value or NaN, as C99 has it. All pairs of parts that have a rule of
their own (zeros, the least and the largest numbers, those whose exp is among
the least, infinities, NaN) are as there to the last sign, and numbers below the
smallest normal one to the last bit.

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


def parts_with_rules(name, dtype):
    """All pairs of them, as complex numbers."""
    info = np.finfo(dtype)
    part = info.dtype.type
    least = [0.0, info.smallest_subnormal, 7 * info.smallest_subnormal, info.tiny, 0.5, 1.0, 2.0, info.max, np.inf]
    small = [float(np.log(info.smallest_subnormal)) + e for e in (-1, -0.5, 0, 0.5, 3, 20)] if name == "exp" else []
    edges = np.array([sign * e for e in least for sign in (1, -1)] + small + [np.nan], part)
    return np.stack(np.meshgrid(edges, edges), -1).reshape(-1, 2).copy().view(dtype).ravel()


def by_the_rules(name, *args):
    """None where CPython raises."""
    z = args[0]
    try:
        if name == "polar":
            return complex(*cmath.polar(z))
        if name == "rect":
            return cmath.rect(z.real, z.imag)
        if name == "pow":
            return z ** args[1]
        return getattr(cmath, name)(z)
    except (ValueError, OverflowError, ZeroDivisionError):
        return None


def same_part(got, want, size):
    if np.isnan(want):
        return np.isnan(got)
    if not np.isfinite(want) or want == 0:
        return got == want and np.signbit(got) == np.signbit(want)
    return abs(got - want) <= size


def breaks_rules(name, dtype):
    """[(arguments, what it gives, what CPython has)]"""
    info, args, bad = np.finfo(dtype), [parts_with_rules(name, dtype)], []
    far = 16 * float(info.eps)
    if name == "pow":
        far = 0.5  # |z| of the least numbers has few bits
        # Small whole exponents are products in CPython.
        powers = [0, 0.5, -1.5, 0.5 + 1j, -2.5 - 0.5j, 0.5 + np.inf * 1j, complex(np.nan, 1), complex(-np.inf, 0)]
        args = [a.ravel().copy() for a in np.meshgrid(args[0], np.array(powers, dtype))]
    for *given, got in zip(*args, LIBRARY("c" + name, *args)):
        given, got = [complex(a) for a in given], complex(got)
        want = by_the_rules(name, *given)
        if want is None:
            continue
        exact, want = want, complex(dtype(want))
        if name == "pow" and cmath.isfinite(exact) and not cmath.isfinite(want):
            continue  # CPython says so of float64
        size = far * max((abs(p) for p in (want.real, want.imag) if np.isfinite(p)), default=0.0)
        if name == "pow" and dtype == np.complex64:  # an angle of float32 has its own sine
            got = complex(*(abs(g) if w == 0 else g for g, w in ((got.real, want.real), (got.imag, want.imag))))
            want = complex(abs(want.real) if want.real == 0 else want.real, abs(want.imag) if want.imag == 0 else want.imag)
        if not (same_part(got.real, want.real, size) and same_part(got.imag, want.imag, size)):
            bad.append((given, got, want))
    return bad


def main():
    global LIBRARY
    library = LIBRARY = Library(sys.argv[1])
    failed = number = 0
    for name in [*FUNCTIONS, "pow"]:
        for dtype in (np.complex64, np.complex128):
            args = complex_arguments(20000, dtype, 2 if name == "pow" else 1)
            worst, bad = wrong(name, args, library("c" + name, *args), dtype)
            number += 1
            failed += bool(bad)
            print(f"{'not ok' if bad else 'ok'} {number} - c{name} {dtype.__name__}: "
                  f"{worst:.1f} rounding errors, {len(bad)} wrong {bad[:4] or ''}")
    for name in [*FUNCTIONS, "polar", "rect", "pow"]:
        for dtype in (np.complex64, np.complex128):
            bad = breaks_rules(name, dtype)
            number += 1
            failed += bool(bad)
            print(f"{'not ok' if bad else 'ok'} {number} - c{name} {dtype.__name__} at the ends: "
                  f"{len(bad)} wrong {bad[:4] or ''}")
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        sys.exit(main())
