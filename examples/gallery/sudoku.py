# SPDX-License-Identifier: Apache-2.0
"""Sudoku: makes puzzles and solves them all at the same time. The darker a cell, the more digits were tried in it.

Shows: functions for the host, one of which calls itself, sets of digits as bits, tuples, and a parallel loop, which
runs on all cores.
"""
import numpy as np
import picture

from portkern import njit, prange

CELL, ZOOM = 34, 5
FONT = ["####.##.##.####", ".#.##..#..#.###", "###..#####..###", "###..####..####", "#.##.####..#..#",
        "####..###..####", "####..####.####", "###..#..#..#..#", "####.#####.####", "####.####..####"]


@njit
def allowed(grid, at):
    """The digits that row, column and box leave to a cell: bit d is the digit d."""
    row, column = at // 9, at % 9
    corner = row // 3 * 27 + column // 3 * 3
    used = 0
    for k in range(9):
        used |= 1 << grid[9 * row + k] | 1 << grid[9 * k + column] | 1 << grid[corner + k // 3 * 9 + k % 3]
    return 0b1111111110 & ~used


@njit
def tightest(grid):
    """(cell, its digits): a free cell to which fewest digits are left; cell -1 when all are full."""
    fewest, best, its = 10, -1, 0
    for at in range(81):
        if grid[at] == 0:
            digits = allowed(grid, at)
            count = 0
            for digit in range(1, 10):
                count += digits >> digit & 1
            if count < fewest:
                fewest, best, its = count, at, digits
    return best, its


@njit
def search(grid, tries, limit):
    """Counts solutions and stops at `limit`, with the last one in `grid`."""
    at, digits = tightest(grid)
    if at < 0:
        return 1
    found = 0
    for digit in range(1, 10):
        if digits >> digit & 1:
            grid[at] = digit
            tries[at] += 1
            found += search(grid, tries, limit - found)
            if found == limit:
                return found
    grid[at] = 0
    return found


@njit(parallel=True)
def solve_all(grids, tries):
    for k in prange(len(grids)):
        search(grids[k], tries[k], 1)


def puzzle(random, most):
    """A full grid, mixed up, without those of up to `most` digits that leave one solution when they go."""
    rows, columns = ([3 * band + k for band in random.permutation(3) for k in random.permutation(3)] for _ in range(2))
    grid = (3 * (np.arange(9) % 3) + np.arange(9) // 3)[rows][:, None] + np.arange(9)[columns]
    grid = random.permutation(9)[grid % 9].ravel() + 1
    for at in random.permutation(81)[:most]:
        less = grid.copy()
        less[at] = 0
        if search(less.copy(), np.zeros(81, int), 2) == 1:
            grid = less
    return grid


def draw(grid, given, tries):
    """A board: given digits are dark, found ones red."""
    shade = picture.colours(tries / max(tries.max(), 1), ["#fffdf5", "#f7d9a0", "#e8926b"]).reshape(9, 9, 3)
    image = np.repeat(np.repeat(shade, CELL, 0), CELL, 1)
    for k in range(10):
        for wide in range(2 if k % 3 == 0 else 1):
            image[max(k * CELL - 1 - wide, 0)] = image[:, max(k * CELL - 1 - wide, 0)] = (90, 90, 110)
    for at in np.flatnonzero(grid):
        glyph = np.array([c == "#" for c in FONT[grid[at]]]).reshape(5, 3).repeat(ZOOM, 0).repeat(ZOOM, 1)
        y, x = at // 9 * CELL + 4, at % 9 * CELL + 9
        image[y:y + 5 * ZOOM, x:x + 3 * ZOOM][glyph] = (40, 44, 70) if given[at] else (190, 40, 60)
    return image


def main():
    args = picture.options(__doc__)
    random = np.random.default_rng(2)
    count, most = (2, 36) if args.small else (40, 81)
    given = np.array([puzzle(random, most) for _ in range(count)])
    grids, tries = given.copy(), np.zeros(given.shape, int)
    solve_all(grids, tries)
    k = tries.sum(axis=1).argmax()      # the hardest one
    gap = np.full((9 * CELL, 20, 3), 255, np.uint8)
    picture.save(args.out / "sudoku.png", np.hstack([draw(given[k], given[k], 0 * tries[k]), gap, draw(grids[k], given[k], tries[k])]))

    boards = grids.reshape(-1, 9, 9)
    boxes = grids.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    lines = np.concatenate([boards, boards.swapaxes(1, 2), boxes])
    picture.check((np.sort(lines, axis=2) == np.arange(1, 10)).all(), "all rows, columns and boxes have the nine digits")
    picture.check((grids == given)[given > 0].all(), f"{len(given)} grids, of {np.count_nonzero(given[k])} digits here, with {tries[k].sum()} tries")


if __name__ == "__main__":
    main()
