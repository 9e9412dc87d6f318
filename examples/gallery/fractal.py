# SPDX-License-Identifier: Apache-2.0
"""A valley of the Mandelbrot set, in smooth colours.

Shows: a thread for each pixel, a device function, complex numbers, a table of constants.
"""
import math

import numpy as np
import picture

from portkern import cuda

LIMIT = 500       # steps before a point counts as one of the set
SAMPLES = 3       # per pixel and direction: their mean has no jagged edges
PALETTE = picture.colours(np.arange(1024) / 1024,
                          ["#000764", "#206bcb", "#edffff", "#ffaa00", "#6b1300", "#000207", "#000764"])


@cuda.jit(device=True)
def escape(c):
    """(steps, z): how long z = z * z + c takes to leave a circle of radius 16, and where it is then."""
    z = 0j
    for n in range(LIMIT):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag > 256:
            return n, z
    return LIMIT, z


@cuda.jit
def draw(image, left, top, size):
    x, y = cuda.grid(2)
    if y >= image.shape[0] or x >= image.shape[1]:
        return
    palette = cuda.const.array_like(PALETTE)
    red = green = blue = 0
    for i in range(SAMPLES):
        for j in range(SAMPLES):
            c = complex(left + size * (x + i / SAMPLES), top - size * (y + j / SAMPLES))
            n, z = escape(c)
            if n < LIMIT:
                # A fraction of a step, so that colours have no bands.
                smooth = n + 2 - math.log2(math.log2(abs(z)))
                colour = palette[int(128 * math.sqrt(smooth)) % 1024]
                red, green, blue = red + colour[0], green + colour[1], blue + colour[2]
    image[y, x, 0] = red // SAMPLES**2
    image[y, x, 1] = green // SAMPLES**2
    image[y, x, 2] = blue // SAMPLES**2


def row(image, y, left, top, size):
    """A row of the picture by NumPy, which goes through all samples of it at once."""
    x = np.arange(image.shape[1])[:, None, None]
    step = np.arange(SAMPLES) / SAMPLES
    c = np.empty((image.shape[1], SAMPLES, SAMPLES), complex)
    c.real, c.imag = left + size * (x + step[:, None]), top - size * (y + step)
    z, n, last = np.zeros_like(c), np.full(c.shape, LIMIT), np.ones_like(c)
    for i in range(LIMIT):
        with np.errstate(over="ignore", invalid="ignore"):
            z = z * z + c
            out = (n == LIMIT) & (z.real**2 + z.imag**2 > 256)
        n[out], last[out] = i, z[out]
        z[out] = c[out] = 0
    inside = n == LIMIT
    last[inside] = 16
    smooth = n + 2 - np.log2(np.log2(abs(last)))
    colour = PALETTE[(128 * np.sqrt(smooth)).astype(int) % 1024].astype(int)
    colour[inside] = 0
    return colour.sum(axis=(1, 2)) // SAMPLES**2


def main():
    args = picture.options(__doc__)
    shape = (40, 64) if args.small else (500, 800)
    size = 0.0075 / shape[1]
    place = -0.7484, 0.1293, size
    image = cuda.device_array((*shape, 3), np.uint8)
    draw[picture.blocks(shape, (16, 8)), (16, 8)](image, *place)
    image = image.copy_to_host()
    picture.save(args.out / "fractal.png", image)

    wrong = max(abs(row(image, y, *place) - image[y]).mean() for y in range(0, shape[0], shape[0] // 5))
    picture.check(wrong < 0.5, f"rows by NumPy differ by {wrong:.2f} of 255 on average")


if __name__ == "__main__":
    main()
