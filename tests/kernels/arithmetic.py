# SPDX-License-Identifier: Apache-2.0
"""Operators and conversions on every dtype, at edge values."""
from numba import cuda


@cuda.jit
def integers(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        out[i, 0] = x + y
        out[i, 1] = x - y
        out[i, 2] = x * y
        out[i, 3] = x // y
        out[i, 4] = x % y
        out[i, 5] = x & y
        out[i, 6] = x | y
        out[i, 7] = x ^ y
        out[i, 8] = x < y
        out[i, 9] = x <= y
        out[i, 10] = x == y
        out[i, 11] = -x
        out[i, 12] = abs(x)
        out[i, 13] = x != y


@cuda.jit
def shifts(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] << b[i]
        out[i, 1] = a[i] >> b[i]


@cuda.jit
def floats(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        out[i, 0] = x + y
        out[i, 1] = x - y
        out[i, 2] = x * y
        out[i, 3] = x / y
        out[i, 4] = x // y
        out[i, 5] = x % y
        out[i, 6] = -x
        out[i, 7] = abs(x)


@cuda.jit
def compares(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        out[i, 0] = x < y
        out[i, 1] = x <= y
        out[i, 2] = x == y
        out[i, 3] = x != y
        out[i, 4] = x > y
        out[i, 5] = x >= y


@cuda.jit
def contraction(a, b, c, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] * b[i] + c[i]


@cuda.jit
def convert(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i]


@cuda.jit
def powers(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] ** 2
        out[i, 1] = a[i] ** 3
        out[i, 2] = a[i] ** b[i]


@cuda.jit
def float_powers(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] ** b[i]
        out[i, 1] = a[i] ** 5
        out[i, 2] = a[i] ** -2


@cuda.jit(fastmath=True)
def fast_quotients(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] / b[i]
        out[i, 1] = 1 / b[i]
        out[i, 2] = a[i] / 3
        out[i, 3] = i / 7
