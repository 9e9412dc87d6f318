# SPDX-License-Identifier: Apache-2.0
"""Arithmetic between numbers of 8 and 16 bits, as pictures and sound have it."""
from numba import cuda


@cuda.jit
def gray(rgb, out):
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = (77 * rgb[y, x, 0] + 150 * rgb[y, x, 1] + 29 * rgb[y, x, 2]) >> 8


@cuda.jit
def blur(a, out):
    x, y = cuda.grid(2)
    if 0 < y < out.shape[0] - 1 and 0 < x < out.shape[1] - 1:
        out[y, x] = (a[y - 1, x - 1] + a[y - 1, x] + a[y - 1, x + 1]
                     + a[y, x - 1] + a[y, x] + a[y, x + 1]
                     + a[y + 1, x - 1] + a[y + 1, x] + a[y + 1, x + 1]) // 9


@cuda.jit
def mix(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = (a[i] * 160 + b[i] * 96 + 128) >> 8


@cuda.jit
def edges(a, b, out):
    """Differences, which may be below 0, their sizes, and what is chosen by them."""
    i = cuda.grid(1)
    if i < a.size:
        d = a[i] * 1 - b[i] * 1
        out[i, 0] = abs(d)
        out[i, 1] = 255 if d > 40 else 0
        out[i, 2] = max(0, min(255, 2 * d + 100))
        out[i, 3] = d >> 1
        out[i, 4] = -d
        out[i, 5] = d // 3
        out[i, 6] = d % 5
        out[i, 7] = (d & 12) | (a[i] ^ 3)


@cuda.jit
def limits(a, b, out):
    """The largest and least numbers that 16 bits hold, and one beyond."""
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = (a[i] * 257) >> 3
        out[i, 1] = (a[i] * 257 + 1) >> 3
        out[i, 2] = (a[i] * b[i]) >> 4
        out[i, 3] = (a[i] << 8) >> 5
        out[i, 4] = (a[i] << 9) >> 5
        out[i, 5] = (a[i] * 128 - 32768) >> 2
        out[i, 6] = (-128 * a[i] - 129) >> 2
        out[i, 7] = (a[i] * 1 - 256) // 7


@cuda.jit
def both(a, out, wide):
    """What is wanted with more bits, too."""
    i = cuda.grid(1)
    if i < out.size:
        s = a[i] * 3 + 7
        out[i] = s >> 2
        wide[i] = s
        if s > 300:
            out[i] = s - 300
        wide[i] += s / 2


@cuda.jit
def filtered(a, out):
    """A window in a loop: the sum is a variable."""
    i = cuda.grid(1)
    if i < out.size - 4:
        s = 0
        for k in range(5):
            s += a[i + k] * (k + 1)
        out[i] = s // 15
