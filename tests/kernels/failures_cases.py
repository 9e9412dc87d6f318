# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case


def failures():
    x = np.arange(1, 301, dtype=np.float32)
    yield Case("assert_positive", 3, 128, [x, np.zeros_like(x)], {1: x})
    bad = x.copy()
    bad[200] = -1
    yield Case("assert_positive", 3, 128, [bad, np.zeros_like(x)],
               error=["failures.py:17:9", "AssertionError: must be positive",
                      "thread (72, 0, 0) of block (1, 0, 0)", "assert_positive"])
    several = x.copy()
    several[[3, 77, 290]] = 0
    yield Case("assert_positive", 3, 128, [several, np.zeros_like(x)], error=["AssertionError: must be positive"])
    big = x.copy()
    big[131] = 1234.5678
    yield Case("assert_words", 3, 100, [big], error=["x[131] is 1234.57", "thread (31, 0, 0) of block (1, 0, 0)"])
    yield Case("assert_bare", 2, 8, [5])
    yield Case("assert_bare", 1, (8, 2), [6], error=["AssertionError; thread (5, "])
    yield Case("raise_values", 2, 8, [-7, 1.5 - 2j],
               error=["ValueError: ('wrong', 9, -7, (1.5-2j), True)", "thread (1, 0, 0) of block (1, 0, 0)"])
    yield Case("raise_values", 1, 8, [-7, 1.5 - 2j])
    out = np.arange(32, dtype=np.int32)
    yield Case("raise_bare", 1, 32, [out], {0: np.full_like(out, -1)})
    odd = np.where(out == 31, 5, out)
    yield Case("raise_bare", 1, 32, [odd], error=["OddError; thread (31, 0, 0)"])
    yield Case("raise_types", 1, 1, [np.float32(0.1), np.uint64(2**64 - 1), True, np.int8(-128), np.float64("nan")],
               error=["KeyError: (0.1, 18446744073709551615, True, -128, nan)"])


def functions():
    x = np.arange(64, dtype=np.float64) ** 2
    yield Case("in_functions", 2, 32, [x, np.zeros(64)], {1: x**0.5 + (x + 1) ** 0.5})
    for wrong in (-4.0, -0.5):
        y = x.copy()
        y[40] = wrong
        yield Case("in_functions", 2, 32, [y, np.zeros(64)],
                   error=[f"ArithmeticError: ('root of', {wrong})", "thread (8, 0, 0) of block (1, 0, 0)"])
    n = np.arange(10, dtype=np.int64)
    yield Case("in_procedures", 1, 10, [n])
    yield Case("in_procedures", 1, 10, [n + 10], error=["AssertionError; thread (3, 0, 0)"])
    yield Case("in_procedures", 1, 10, [n + 32], error=["RuntimeError: ('forty', 41)", "thread (9, 0, 0)"])


def barriers():
    x = np.arange(64, dtype=np.int64)
    out = np.zeros_like(x)
    yield Case("before_barrier", 1, 64, [x + 100, out], {1: (x + 100)[x ^ 1]})
    yield Case("before_barrier", 1, 64, [x, out], error=["AssertionError: before", "thread (17, 0, 0)"])
    yield Case("after_barrier", 1, 64, [x + 100, out], {1: (x + 100)[::-1] + x + 100})
    yield Case("after_barrier", 1, 64, [x, out], error=["ValueError: ('after', 46)", "thread (46, 0, 0)"])
    yield Case("among_barriers", 1, 64, [x + 100, out], {1: np.roll(x + 100, -6)})
    yield Case("among_barriers", 1, 64, [x, out], error=["RuntimeError: ('round', 3)"])


def prints():
    x = np.array([0.1, 2.5, 1e-7, 3e38, np.nan], np.float32)
    shown = ["0.1", "2.5", "1e-07", "3e+38", "nan"]
    yield Case("print_numbers", 2, 4, [x, 5],
               prints=[f"i = {i} {s} {bool(x[i] > 2)} {i % 2 == 0}" for i, s in enumerate(shown)])
    f = np.array([1 / 3, -np.inf], np.float32)
    d = np.array([1 / 3, 1e16])
    z = np.array([1 + 2j, -3.5j], np.complex64)
    u = np.array([2**64 - 1, 7], np.uint64)
    b = np.array([True, False])
    yield Case("print_types", 1, 1, [f, d, z, u, b], prints=[
        " ".join([str(f[0]), repr(1 / 3), "(1+2j)", str(2**64 - 1), "True", "-inf", "1e+16", "(-0-3.5j)", "7"]),
        f"({str(f[0])}, ({2**64 - 1}, \"it's\"), True); None; 1; 2.5; -0.0; 1e+300", "", "{}{}!"])
    v = np.array([3.14159, -2.0, 1e10, 0.0], np.float64)
    n = -1234567
    yield Case("print_formats", 2, 2, [v, n], prints=[
        f"{i:3d}|{v[i]:8.3f}|{v[i]:<10.2e}|{n:+,d}|{i:#06x}|{v[i]:g}|{n:b}" for i in range(4)])
    yield Case("print_order", 4, 64, [5], prints=[f"thread {i} line {k}" for i in range(256) for k in range(5)])
    out = np.arange(4, dtype=np.int32)
    yield Case("print_in_function", 1, 4, [out], {0: out + 1},
               prints=[f"device {i} {i}" for i in range(4)] + ["done"])
    yield Case("print_and_fail", 1, 8, [np.arange(8)], error=["AssertionError: five", "thread (5, 0, 0)"],
               prints=[f"thread {i}" for i in range(8)])
    # More than the room of a queue: the rest is counted.
    many = np.zeros(1 << 16, np.int64)
    yield Case("print_much", 256, 256, [many], {0: many + 1}, lost=True)


def cases():
    yield from failures()
    yield from functions()
    yield from barriers()
    yield from prints()
