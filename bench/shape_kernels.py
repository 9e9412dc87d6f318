# SPDX-License-Identifier: Apache-2.0
"""What bench/shapes.py measures: kernels over two axes of the grid, without barriers."""
from portkern import cuda


@cuda.jit
def jacobi(a, b):
    x, y = cuda.grid(2)
    if 0 < y < a.shape[0] - 1 and 0 < x < a.shape[1] - 1:
        b[y, x] = 0.25 * (a[y - 1, x] + a[y + 1, x] + a[y, x - 1] + a[y, x + 1])


@cuda.jit
def gray(rgb, out):
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = (77 * rgb[y, x, 0] + 150 * rgb[y, x, 1] + 29 * rgb[y, x, 2]) >> 8


@cuda.jit
def mandelbrot(img, most):
    x, y = cuda.grid(2)
    if y < img.shape[0] and x < img.shape[1]:
        cr, ci = -2.0 + 3.0 / img.shape[1] * x, -1.0 + 2.0 / img.shape[0] * y
        zr, zi, n = 0.0, 0.0, 0
        while zr * zr + zi * zi <= 4.0 and n < most:
            zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
            n += 1
        img[y, x] = n


@cuda.jit
def matmul(a, b, c):
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = 0.0
        for k in range(a.shape[1]):
            s += a[y, k] * b[k, x]
        c[y, x] = s


@cuda.jit
def saxpy(a, x, y):
    i, k = cuda.grid(2)
    if k < x.shape[0] and i < x.shape[1]:
        y[k, i] = a * x[k, i] + y[k, i]
