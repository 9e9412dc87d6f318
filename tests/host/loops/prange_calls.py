# SPDX-License-Identifier: Apache-2.0
"""Parallel loops that change shared elements by functions that they call, by other names and in rows."""
import numpy as np
from cases import case
from numba import njit, prange

LOST = "iterations overwrite each other's results"


@njit
def add(counts, k, by=1):
    counts[k % 4] += by


@njit
def add_row(sums, row):
    for j in range(row.size):
        sums[j] += row[j]


@njit
def add_whole(sums, row):
    sums += row


@njit
def add_at(sums, labels, i, row):
    add_row(sums[labels[i]], row=row)


@njit
def raise_to(low, high, k, v):
    low[k] = min(low[k], v)
    high[k] = np.maximum(high[k], v)


@njit
def own(out, i, v):
    out[i] += v
    out[i] *= 2


@njit
def scratch(memory, v):
    memory[0] += v
    memory[1] = memory[0] * 2
    return memory[1]


@njit
def pixel(image, y, x, v):
    image[y, x] += v
    image[y, x] *= 2


@njit(parallel=True)
def by_a_call(n):
    counts = np.zeros(4)
    ints = np.zeros(4, np.int64)
    for i in prange(n):
        add(counts, i)
        add(ints, i + 1, by=2)
        add(ints, by=1, k=i)
    return counts, ints


@njit(parallel=True)
def by_a_closure(x):
    counts = np.zeros(4, np.int32)
    sums = np.zeros(4)

    def count(k):
        counts[k % 4] += 1
        add(sums, k, x[k])

    twice = lambda k: count(k)
    for i in prange(x.size):
        count(i)
        twice(i)
    return counts, sums


@njit(parallel=True)
def calls_within(points, labels, k):
    sums = np.zeros((k, points.shape[1]))
    total = np.zeros(points.shape[1])
    for i in prange(labels.size):
        add_at(sums, labels, i, points[i])
        add_whole(total, points[i])
    return sums, total


@njit(parallel=True)
def given(out, x, labels):
    """Of any layout."""
    for i in prange(labels.size):
        add_row(out[labels[i]], x[i])
    return out


@njit(parallel=True)
def truncated(x):
    """Floats that are added to integers: parts cannot be joined."""
    out = np.zeros(4, np.int64)
    for i in prange(x.size):
        add(out, i, x[i])
    return out


@njit(parallel=True)
def bounds(x, labels, n):
    low = np.full(n, np.inf)
    high = np.full(n, -np.inf)
    for i in prange(x.size):
        raise_to(low, high, labels[i], x[i])
    return low, high


@njit(parallel=True)
def rows(points, labels, k):
    sums = np.zeros((k, points.shape[1]))
    counts = np.zeros((2, k), np.int64)
    for i in prange(labels.size):
        row = sums[labels[i]]
        for j in range(points.shape[1]):
            row[j] += points[i, j]
        counts[i % 2][labels[i]] += 1
    return sums, counts


@njit(parallel=True)
def whole_rows(points, labels, k):
    sums = np.zeros((k, points.shape[1]))
    for i in prange(labels.size):
        mine = sums
        row = mine[labels[i]]
        row += points[i]
    return sums


@njit(parallel=True)
def halves(x):
    """Parts that overlap."""
    out = np.zeros(x.size + 3)
    for i in prange(x.size):
        out[i:i + 4] += x[i]
        for k in range(i, i + 3):
            out[k] -= x[i] / 4
    return out


@njit(parallel=True)
def alike(n):
    a = np.zeros(3)
    pair = (a, a)
    several = [a, a, np.zeros(3)]
    for i in prange(n):
        pair[i % 2][i % 3] += 1
    for i in prange(n):
        several[i % 3][i % 2] += 1
    return a, several[2]


@njit(parallel=True)
def by_strides(x, n):
    """Parts of the iteration's own, which the body may read, too."""
    out = np.zeros(x.size)
    for b in prange(n):
        low = b * 10
        high = min(low + 10, x.size)
        for k in range(low, high):
            out[k] += x[k]
            out[k] *= 2
    for low in prange(0, x.size, 10):
        high = min(low + 10, x.size)
        for k in range(low, high):
            out[k] += x[k]
            out[k] *= 2
    return out


@njit(parallel=True)
def its_own(out, image, rows):
    total = 0.0
    for i in prange(out.size):
        memory = np.zeros(2)
        total += scratch(memory, out[i])
        own(out, i, 1)
        row = rows[i]
        own(row, 0, i)
        y, x = divmod(i, image.shape[1])
        pixel(image, y, x, 1)
        pixel(image, i // image.shape[1], i % image.shape[1], 1)
    return total


def cases():
    rng = np.random.default_rng(5)
    x = rng.integers(0, 1000, 4000).astype(np.float64)
    labels = rng.integers(0, 5, 4000)
    points = rng.integers(0, 100, (4000, 3)).astype(np.float64)
    for n in (0, 1, 1000, 20000):
        yield case(by_a_call, n, numba=LOST)
        yield case(alike, n, numba=LOST)
    yield case(by_a_closure, x, numba=LOST)
    yield case(calls_within, points, labels, 5, numba=LOST)
    yield case(given, np.zeros((5, 3)), points, labels, numba=LOST)
    yield case(given, np.zeros((5, 3), order="F"), points, labels, numba=LOST)
    yield case(given, np.zeros((10, 6))[::2, ::2], points, labels, numba=LOST)
    yield case(given, np.zeros((5, 3), np.int64), points.astype(np.int64), labels, numba=LOST)
    yield case(truncated, x / 3, numba=LOST)
    yield case(bounds, x, labels, 5, numba=LOST)
    yield case(rows, points, labels, 5, numba=LOST)
    yield case(whole_rows, points, labels, 5, numba=LOST)
    yield case(halves, x, numba=LOST)
    yield case(by_strides, x, 400)
    yield its_own, np.arange(12.0), np.zeros((3, 4)), np.zeros((12, 2))
