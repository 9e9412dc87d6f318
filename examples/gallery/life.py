# SPDX-License-Identifier: Apache-2.0
"""The Game of Life: five cells, the R-pentomino, live for 1103 generations until nothing new comes.

Shows: a thread for each cell, neighbours around the edge, arrays that stay on the device and change places.
"""
import numpy as np
import picture

from portkern import cuda

BLOCK = 32, 8
ZOOM = 3       # pixels of the picture for a cell, each way


@cuda.jit
def generation(old, new, last, now):
    """A cell lives with three neighbours, or with two when it has lived before; `last` says when it did."""
    x, y = cuda.grid(2)
    rows, columns = old.shape
    if y >= rows or x >= columns:
        return
    left, right = x - 1, x + 1 if x + 1 < columns else 0      # -1 is the last one, as in Python
    up, down = y - 1, y + 1 if y + 1 < rows else 0
    neighbours = (old[up, left] + old[up, x] + old[up, right] + old[y, left] + old[y, right]
                  + old[down, left] + old[down, x] + old[down, right])
    new[y, x] = neighbours == 3 or (neighbours == 2 and old[y, x] == 1)
    if new[y, x]:
        last[y, x] = now


def by_numpy(cells, count):
    """The same with arrays that are shifted."""
    for _ in range(count):
        neighbours = sum(np.roll(cells, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)) - cells
        cells = ((neighbours == 3) | ((neighbours == 2) & (cells == 1))).astype(np.uint8)
    return cells


def main():
    args = picture.options(__doc__)
    side, count = (64, 40) if args.small else (576, 1103)
    cells = np.zeros((side, side), np.uint8)
    middle = side // 2
    cells[middle - 1:middle + 2, middle - 1:middle + 2] = [[0, 1, 1], [1, 1, 0], [0, 1, 0]]

    old, new = cuda.to_device(cells), cuda.device_array_like(cells)
    last = cuda.to_device(np.full(cells.shape, -1, np.int32))
    for now in range(count):
        generation[picture.blocks(cells.shape, BLOCK), BLOCK](old, new, last, now)
        old, new = new, old
        if now == 39:
            after_40 = old.copy_to_host()
    cells, last = old.copy_to_host(), last.copy_to_host()

    # What lives is bright; where something has lived, it glows the longer ago the less.
    glow = np.where(last < 0, 0, 0.12 + 0.68 * (last + 1) / count)
    rgb = picture.colours(np.where(cells == 1, 1, glow), ["#0a0c1b", "#173a5e", "#1d7874", "#5fb49c", "#f9dc5c", "#fffbe6"])
    rows, columns = (64, 64) if args.small else (180, 288)
    part = rgb[middle - rows // 2:middle + rows // 2, middle - columns // 2:middle + columns // 2]
    picture.save(args.out / "life.png", np.repeat(np.repeat(part, ZOOM, 0), ZOOM, 1))

    start = np.zeros_like(cells)
    start[middle - 1:middle + 2, middle - 1:middle + 2] = [[0, 1, 1], [1, 1, 0], [0, 1, 0]]
    picture.check((after_40 == by_numpy(start, 40)).all(), "40 generations are those that NumPy finds")
    if not args.small:
        picture.check(cells.sum() == 116, f"{cells.sum()} cells live on; those who study it count 116")


if __name__ == "__main__":
    main()
