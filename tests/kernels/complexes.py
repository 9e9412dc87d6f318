# SPDX-License-Identifier: Apache-2.0
"""Complex scalars and arrays."""
from numba import cuda, complex64


@cuda.jit
def arithmetic(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        out[i, 0] = x + y
        out[i, 1] = x - y
        out[i, 2] = x * y
        out[i, 3] = -x
        out[i, 4] = x.conjugate()
        out[i, 5] = complex(y.imag, x.real)
        out[i, 6] = x * 2 + 1j


@cuda.jit
def ends(a, b, out, size):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        out[i, 0] = x + y
        out[i, 1] = x - y
        out[i, 2] = x * y
        out[i, 3] = x / y
        size[i] = abs(x)


@cuda.jit
def same(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] == b[i]


@cuda.jit
def julia(out, cr, ci, limit):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        z = complex(4.0 * i / out.shape[0] - 2.0, 4.0 * j / out.shape[1] - 2.0)
        c = complex(cr, ci)
        n = 0
        while n < limit and z.real * z.real + z.imag * z.imag < 4.0:
            z = z * z + c
            n += 1
        out[i, j] = n


@cuda.jit
def quotients(a, b, out, size):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] / b[i]
        out[i, 1] = a[i] ** 2
        out[i, 2] = 1 / b[i] if a[i] else b[i]
        size[i] = abs(a[i])
