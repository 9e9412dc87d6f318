# SPDX-License-Identifier: Apache-2.0
"""A heat sink: metal fins carry the heat of a chip into the air. Lines join places of equal temperature.

Shows: a function for the host, compiled; a stencil, which says what becomes of a place by its neighbours; array
expressions, whose loops run on all cores, or on the device that PORTKERN_BACKEND names.
"""
import numpy as np
import picture

from portkern import njit, stencil

METAL, AIR = 0.24, 0.012     # how much heat goes to a neighbour in one step
ZOOM = 3                     # of the picture


@stencil
def flow(t, k):
    """The heat that comes in from four sides: the worse of two neighbours says how much passes between them."""
    return (min(k[0, 0], k[-1, 0]) * (t[-1, 0] - t[0, 0]) + min(k[0, 0], k[1, 0]) * (t[1, 0] - t[0, 0])
            + min(k[0, 0], k[0, -1]) * (t[0, -1] - t[0, 0]) + min(k[0, 0], k[0, 1]) * (t[0, 1] - t[0, 0]))


@njit(parallel=True)
def simulate(t, k, chip, steps):
    """`t` after so many steps; the chip stays as hot as it is, and so does the border, where flow() is 0."""
    for _ in range(steps):
        t = np.where(chip, t, t + flow(t, k))
    return t


def by_numpy(t, k, chip, steps):
    """The same with slices: each pair of neighbours at a time."""
    for _ in range(steps):
        middle, new = (slice(1, -1), slice(1, -1)), t.copy()
        total = 0
        for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            side = slice(1 + di, t.shape[0] - 1 + di), slice(1 + dj, t.shape[1] - 1 + dj)
            total = total + np.minimum(k[middle], k[side]) * (t[side] - t[middle])
        new[middle] += np.where(chip[middle], 0, total)
        t = new
    return t


def stretch(rows):
    """More numbers in each row, between those that are there."""
    count = rows.shape[1]
    return np.array([np.interp(np.linspace(0, count - 1, ZOOM * count), np.arange(count), row) for row in rows])


def main():
    args = picture.options(__doc__)
    shape, steps = ((30, 48), 60) if args.small else ((170, 272), 12000)
    y, x = np.mgrid[0:1:shape[0] * 1j, -0.8:0.8:shape[1] * 1j]
    fins = (abs(x) < 0.5) & (y > 0.1) & (y < 0.7) & (abs((x * 10) % 1 - 0.5) < 0.22)
    plate = (abs(x) < 0.5) & (abs(y - 0.7) < 0.05)
    chip = (abs(x) < 0.16) & (abs(y - 0.79) < 0.04)
    k = np.where(fins | plate | chip, METAL, AIR)
    start = np.where(chip, 90.0, 20.0)
    t = simulate(start, k, chip, steps)
    same = simulate(start, k, chip, 60) == by_numpy(start, k, chip, 60)

    t, k = stretch(stretch(t).T).T, np.repeat(np.repeat(k, ZOOM, 0), ZOOM, 1)
    rgb = picture.colours((t - 20) / 70, ["#14213d", "#27548a", "#5fa8a0", "#f3e9c3", "#f08a4b", "#b3261e"])
    rgb = np.where((k == METAL)[..., None], rgb, (0.72 * rgb).astype(np.uint8))
    level = np.floor(t / 5)
    line = (level != np.roll(level, 1, 0)) | (level != np.roll(level, 1, 1))
    rgb[line] = rgb[line] // 2 + 100
    picture.save(args.out / "heat.png", rgb)

    picture.check(same.all(), "60 steps give the numbers that NumPy finds")


if __name__ == "__main__":
    main()
