"""The Mandelbrot set in letters: complex numbers, two dimensions, a device function."""
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def escape(c, limit):
    z = 0j
    for n in range(limit):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag > 4:
            return n
    return limit


@cuda.jit
def draw(picture, limit):
    y, x = cuda.grid(2)
    if y < picture.shape[0] and x < picture.shape[1]:
        c = complex(-2.2 + 3.0 * x / picture.shape[1], -1.2 + 2.4 * y / picture.shape[0])
        picture[y, x] = escape(c, limit)


picture = np.zeros((12, 40), np.int32)
draw[(2, 5), (8, 8)](picture, 30)
for row in picture:
    print("".join(" .:-=+*#%@"[n * 9 // 30] for n in row))
