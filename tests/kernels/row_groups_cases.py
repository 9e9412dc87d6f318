# SPDX-License-Identifier: Apache-2.0
"""Launches of row_groups.py: numbers of rows that are multiples of what runs together, and others."""
import numpy as np
from corpus import Case

BLOCK = (16, 4, 1)
SHAPES = [(1, 140), (7, 65), (20, 34)]  # rows and columns


def grid_of(rows, columns, planes=1):
    return -(-columns // BLOCK[0]), -(-rows // BLOCK[1]), planes


def added(c, a, b):
    """c + a @ b, one product after the other."""
    c = c.copy()
    for k in range(a.shape[-1]):
        c += a[..., k, None] * b[k]
    return c


def of_each(out, at):
    """`at` for each place of out, y and x."""
    return np.array([[at(y, x) for x in range(out.shape[1])] for y in range(out.shape[0])], out.dtype)


def some_rounds(a, y, x):
    s = 0
    for k, v in enumerate(a[:, x].tolist()):
        if (k + y) & 3 == 0:
            s += v
        elif v > 4 and x & 1:
            s -= y
        if v & 5 != 4:
            s += k
    return s


def leaves(a, y, x, when):
    s = 0
    for k, v in enumerate(a[:, x].tolist()):
        if (k == 3, v == 7, k == y, v == y)[when]:
            break
        s += v * (y + k)
    return s


def own_places(rng):
    a, b = rng.integers(-9, 9, (32, 32)), rng.integers(-9, 9, (32, 32))
    sums = np.cumsum(a[:, :, None] * b[None], 1)
    yield Case("own_places", (2, 2), (16, 16), [a.astype(np.float32), b.astype(np.float32), np.zeros((32, 32), np.float32)],
               {2: (sums[:, -1] + np.maximum(sums.max(1), 0)).astype(np.float32)})


def integers(rng, rows, columns):
    grid, out = grid_of(rows, columns), np.zeros((rows, columns), np.int64)
    a = rng.integers(0, 12, (9, max(columns, 9)))
    n = len(a)
    inside = np.zeros_like(out)
    d = abs(a[:, None, :columns] - np.arange(rows)[:, None])
    values = d.max(0) * 1000 + (d * np.arange(n)[:, None, None]).sum(0)
    inside[1:-1, 1:-1] = values[1:-1, 1:-1]
    yield Case("inner", grid, BLOCK, [a, out], {1: inside})
    yield Case("some_rounds", grid, BLOCK, [a, out], {1: of_each(out, lambda y, x: some_rounds(a, y, x))})
    for when in range(4):
        yield Case("leaves", grid, BLOCK, [a, out, when], {1: of_each(out, lambda y, x, when=when: leaves(a, y, x, when))})
    odds = rng.random((rows, 7)) < 0.5, rng.random((7, columns)) < 0.5
    yield Case("odd", grid, BLOCK, [*odds, out != 0], {2: (odds[0].sum(1)[:, None] + odds[1].sum(0)) % 2 == 1})
    even = a[::2].sum(0)
    yield Case("by_row", grid, BLOCK, [a, out],
               {1: of_each(out, lambda y, x: sum(a[k % n, x] for k in range(y)) + even[x] * sum(i - y for i in range(n)))})
    whole = a.diagonal().sum()
    yield Case("of_row_or_column", grid, BLOCK, [a, out + 5],
               {1: of_each(out, lambda y, x: 5 + (a[:, 0] // (y + 1)).sum() * 1000000 + (a[:, x] * np.arange(n)).sum() * 1000 + whole)})


def floats(rng, rows, columns):
    grid = grid_of(rows, columns)
    for dtype in (np.float32, np.float64) if rows == 7 else (np.float32,):
        a, b = rng.standard_normal((2, rows, 11)).astype(dtype), rng.standard_normal((11, columns)).astype(dtype)
        c = rng.standard_normal((2, rows, columns)).astype(dtype)
        yield Case("product", grid_of(rows, columns, 2), BLOCK, [a, b, c], {2: added(c, a, b)})
        yield Case("swapped", grid_of(columns, rows), BLOCK, [a[0], b, c[0]], {2: added(c[0], a[0], b)})
    a, b = rng.standard_normal((rows, 32)).astype(np.float32), rng.standard_normal((32, columns)).astype(np.float32)
    c = np.zeros((rows, columns), np.float32)
    for high in 1, 5, 8, 16:
        yield Case("tiled", (-(-columns // 16), -(-rows // high)), (16, high), [a, b, c], {2: added(c, a, b)})
    a = rng.integers(0, 20, (5, columns)).astype(np.float64)
    d = (a[:, None] - np.arange(rows)[:, None]) ** 2
    least = d.min(0)
    yield Case("both_kinds", grid, BLOCK, [a, np.zeros((rows, columns)), np.zeros((rows, columns), np.int32)],
               {1: np.where(least == 0, least, -least), 2: d.argmin(0).astype(np.int32)})


def long():
    """Loops of more rounds than rows run before others have their turn."""
    a, b = (np.arange(2 * 9 * 300) % 17).reshape(2, 9, 300), (np.arange(300 * 70) % 13).reshape(300, 70)
    args = [a.astype(np.float32), b.astype(np.float32), np.zeros((2, 9, 70), np.float32)]
    yield Case("product", grid_of(9, 70, 2), BLOCK, args, {2: (a @ b).astype(np.float32)})


def cases():
    rng = np.random.default_rng(11)
    for rows, columns in SHAPES:
        yield from integers(rng, rows, columns)
        yield from floats(rng, rows, columns)
    yield from own_places(rng)
    yield from long()
