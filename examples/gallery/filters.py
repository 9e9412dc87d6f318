# SPDX-License-Identifier: Apache-2.0
"""Filters of pictures: a picture with noise, without it by the median of neighbours, and as a drawing of its edges.

Shows: arrays of a thread's own, a network that sorts, constants of the module, uint8 arithmetic, three axes.
"""
import math

import numpy as np
import picture
import raymarch

from portkern import cuda, uint8

BLOCK = 16, 8
SOBEL = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])


@cuda.jit
def median(image, out):
    """Each byte becomes the one in the middle of the nine around it, which a bubble sort of five rounds finds."""
    x, y = cuda.grid(2)
    rows, columns, channels = image.shape
    if y >= rows or x >= columns:
        return
    near = cuda.local.array(9, uint8)
    for c in range(channels):
        for k in range(9):
            row = min(max(y + k // 3 - 1, 0), rows - 1)
            near[k] = image[row, min(max(x + k % 3 - 1, 0), columns - 1), c]
        for last in range(8, 3, -1):
            for k in range(last):
                a, b = near[k], near[k + 1]
                near[k], near[k + 1] = min(a, b), max(a, b)
        out[y, x, c] = near[4]


@cuda.jit
def edges(image, out):
    """Dark where brightness changes, by Sobel's differences along both axes, over a pale picture."""
    x, y = cuda.grid(2)
    rows, columns, channels = image.shape
    if y >= rows or x >= columns:
        return
    across = down = 0
    for i in range(3):
        for j in range(3):
            r, g, b = image[min(max(y + i - 1, 0), rows - 1), min(max(x + j - 1, 0), columns - 1)]
            light = 3 * r + 6 * g + b
            across += SOBEL[i, j] * light
            down += SOBEL[j, i] * light
    ink = min(math.sqrt(across * across + down * down) / 900, 1.0)
    for c in range(channels):
        out[y, x, c] = int((1 - ink) * (190 + image[y, x, c] // 4))


def around(image):
    """The nine neighbours of all pixels, by NumPy."""
    wide = np.pad(image, ((1, 1), (1, 1), (0, 0)), mode="edge")
    return np.stack([wide[i:i + image.shape[0], j:j + image.shape[1]] for i in range(3) for j in range(3)])


def main():
    args = picture.options(__doc__)
    shape = (24, 32) if args.small else (420, 400)
    clean = raymarch.view(shape, 1)[0]
    random = np.random.default_rng(5)
    noisy = np.where(random.random((*shape, 1)) < 0.06, random.choice([0, 255], (*shape, 1)), clean).astype(np.uint8)

    image, smooth, drawing = cuda.to_device(noisy), cuda.device_array_like(noisy), cuda.device_array_like(noisy)
    grid = picture.blocks(shape, BLOCK)
    median[grid, BLOCK](image, smooth)
    edges[grid, BLOCK](smooth, drawing)
    smooth, drawing = smooth.copy_to_host(), drawing.copy_to_host()
    bar = np.full((shape[0], 6, 3), 255, np.uint8)
    picture.save(args.out / "filters.png", np.hstack([noisy, bar, smooth, bar, drawing]))

    picture.check((smooth == np.median(around(noisy), axis=0)).all(), "medians are NumPy's")
    light = around(smooth).astype(int) @ [3, 6, 1]
    across, down = np.tensordot(SOBEL.ravel(), light, 1), np.tensordot(SOBEL.T.ravel(), light, 1)
    ink = np.minimum(np.sqrt(across * across + down * down) / 900, 1)[..., None]
    picture.check((drawing == ((1 - ink) * (190 + smooth // 4)).astype(int)).all(), "edges are where NumPy finds them")


if __name__ == "__main__":
    main()
