# SPDX-License-Identifier: Apache-2.0
"""Parallel loops whose iterations change the same elements of an array: they are reduced, or run in order."""
import numpy as np
from cases import case
from numba import njit, prange

LOST = "iterations overwrite each other's results"


@njit(parallel=True)
def histogram(labels, n):
    counts = np.zeros(n, np.int64)
    for i in prange(labels.size):
        counts[labels[i]] += 1
    return counts


@njit(parallel=True)
def one_element(x, out):
    for i in prange(x.size):
        out[0] += x[i]
    return out


@njit(parallel=True)
def by_remainder(x):
    out = np.zeros(4)
    for i in prange(x.size):
        out[i % 4] += x[i]
        out[-1] -= 0.5
    return out


@njit(parallel=True)
def means(points, labels, k):
    sums = np.zeros((k, points.shape[1]))
    counts = np.zeros(k, np.int32)
    for i in prange(points.shape[0]):
        sums[labels[i]] += points[i]
        counts[labels[i]] += 1
    return sums, counts


@njit(parallel=True)
def means_by_axes(points, labels, k):
    sums = np.zeros((k, points.shape[1]), points.dtype)
    counts = np.zeros(k)
    for i in prange(points.shape[0]):
        mine = labels[i]
        for j in range(points.shape[1]):
            sums[mine, j] = sums[mine, j] + points[i, j]
        counts[mine] = 1 + counts[mine]
    return sums, counts


@njit(parallel=True)
def convolved(a, b):
    out = np.zeros(a.size + b.size - 1)
    for i in prange(a.size):
        for j in range(b.size):
            out[i + j] += a[i] * b[j]
    return out


@njit(parallel=True)
def columns(x):
    out = np.zeros(x.shape[1])
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            out[j] += x[i, j]
    return out


@njit(parallel=True)
def upper(x):
    """Every pair once, at both ends."""
    out = np.zeros(x.size)
    for i in prange(x.size):
        for j in range(i + 1, x.size):
            force = x[i] - x[j]
            out[i] += force
            out[j] -= force
    return out


@njit(parallel=True)
def bounds(x, labels, n):
    low = np.full(n, np.inf)
    high = np.full(n, -np.inf)
    for i in prange(x.size):
        k = labels[i]
        low[k] = min(low[k], x[i])
        high[k] = np.maximum(high[k], x[i])
    return low, high


@njit(parallel=True)
def numpy_bounds_of_ints(x, labels, n):
    low = np.full(n, x[0] * 0 + 100)
    high = np.full(n, x[0] * 0)
    for i in prange(x.size):
        low[labels[i]] = np.minimum(low[labels[i]], x[i])
        high[labels[i]] = np.maximum(x[i], high[labels[i]])
    return low, high


@njit(parallel=True)
def own_by_two_names(c, d):
    for r in prange(len(c)):
        j, q = r, r % 3
        c[j, q] += 1
        c[j, q] *= 2
        s, e = 3 * r, 3 * r + 3
        part = d[s:e]
        part *= 2
    return c, d


@njit(parallel=True)
def bounds_of_ints(x, labels, n):
    low = np.full(n, 1000)
    high = np.full(n, -1000)
    for i in prange(x.size):
        low[labels[i]] = min(x[i], low[labels[i]])
        high[labels[i]] = max(high[labels[i]], x[i])
    return low, high


@njit(parallel=True)
def bits(x, labels, n):
    both = np.full(n, -1)
    any_of = np.zeros(n, np.int64)
    odd = np.zeros(n, np.int64)
    seen = np.zeros(n, np.bool_)
    for i in prange(x.size):
        both[labels[i]] &= x[i]
        any_of[labels[i]] |= x[i]
        odd[labels[i]] ^= x[i]
        seen[labels[i]] |= x[i] > 3
    return both, any_of, odd, seen


@njit(parallel=True)
def products(x, labels, n):
    times = np.full(n, 2.0)
    by = np.full(n, 2.0)
    for i in prange(x.size):
        times[labels[i]] *= 1 + x[i] / 1e4
        by[labels[i]] /= 1 + x[i] / 1e4
    return times, by


@njit(parallel=True)
def scattered(x, places, out):
    """More elements than iterations: in order, into the array itself."""
    for i in prange(x.size):
        out[places[i]] += x[i]
    return out


@njit(parallel=True)
def truncated(x, labels, n):
    """Floats that are added to integers: parts cannot be joined."""
    out = np.full(n, 100)
    for i in prange(x.size):
        out[labels[i]] += x[i]
    return out


@njit(parallel=True)
def of_complex(x, labels, n):
    out = np.zeros(n, np.complex128)
    for i in prange(x.size):
        out[labels[i]] += x[i]
    return out


@njit(parallel=True)
def own_elements(x):
    """Nothing is reduced here."""
    h, w = x.shape
    out = np.zeros(h * w)
    rows = np.zeros((h, w))
    ends = np.zeros(h + 1)
    for i in prange(h):
        start = i * w
        for j in range(w):
            out[start + j] += x[i, j]
            rows[i, j] += x[i, j]
        for j in range(i * w, (i + 1) * w):
            out[j] *= 2
        ends[i + 1] += x[i, 0]
    return out, rows, ends


@njit(parallel=True)
def parts_of_rows(x, ends):
    """Nothing is reduced here, either: numba agrees."""
    out = np.zeros(x.size)
    other = np.zeros(x.size)
    for i in prange(ends.size - 1):
        for k in range(ends[i], ends[i + 1]):
            out[k] += x[k] * i
        start = ends[i]
        end = ends[i + 1]
        for k in range(start, end):
            other[k] -= x[k] * i
    return out, other


@njit(parallel=True)
def windows(x, first, last):
    """Parts that overlap."""
    out = np.zeros(x.size)
    for i in prange(first.size):
        for k in range(first[i], last[i]):
            out[k] += x[i]
    return out


@njit(parallel=True)
def by_its_size(x, out):
    for i in prange(x.size):
        out[int(x[i] * out.size) % len(out)] += out.ndim
        out[i % out.shape[0]] += 1
    return out


@njit(parallel=True)
def outside(x, labels, n):
    out = np.zeros(n)
    for i in prange(x.size):
        out[labels[i]] += x[i]
    return out


@njit(parallel=True)
def in_a_loop(x, labels, n, times):
    out = np.zeros(n)
    total = 0.0
    for t in range(times):
        for i in prange(x.size):
            out[labels[i]] += x[i] + t
            total += x[i]
        out[t % n] += 1
    return out, total


@njit(parallel=True)
def nested(x, n):
    out = np.zeros(n)
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            out[(i * j) % n] += x[i, j]
    return out


@njit(parallel=True)
def rows_and_elements(x):
    whole = np.zeros(x.shape[1])
    for i in prange(x.shape[0]):
        whole += x[i]
        whole[0] += 1
    return whole


@njit(parallel=True)
def two_names(a, b, place):
    """Elements are each iteration's own, which does not show, and are read by another name."""
    seen = np.zeros(place.size)
    for i in prange(place.size):
        for k in range(3):
            a[place[i]] += k
        seen[i] = b[place[i]]
    return seen


@njit(parallel=True)
def rows_by_another_name(a, place):
    flat = a.reshape(-1)
    seen = np.zeros(place.size)
    for i in prange(place.size):
        for k in range(a.shape[1]):
            flat[place[i] * a.shape[1] + k] += k
        seen[i] = a[place[i]].sum()
    return seen


@njit(parallel=True)
def by_another_operation(a, place):
    back = a[::-1]
    for i in prange(place.size):
        for k in range(3):
            a[place[i]] += k
        back[place.size - 1 - place[i]] *= 2
    return a


@njit
def element(a, i):
    return a[i]


@njit(parallel=True)
def within_others(a, place):
    def of(i):
        return a[i]

    t = (a, 1)
    seen = np.zeros((place.size, 3))
    for i in prange(place.size):
        for k in range(3):
            a[place[i]] += k
        seen[i, 0] = of(place[i])
        seen[i, 1] = t[0][place[i]]
        seen[i, 2] = element(t[0], place[i])
    return seen


@njit(parallel=True)
def weighted(labels, weights):
    """A branch is never taken."""
    out = np.zeros(5)
    for i in prange(labels.size):
        if weights is not None:
            out[labels[i]] += weights[i]
        else:
            out[labels[i]] += 1
    return out


@njit(parallel=True)
def at_places(a, places, n):
    for i in prange(n):
        a[places] += i
    return a


@njit(parallel=True)
def of_fields(a, labels):
    x = a["x"]
    n = a["n"]
    for i in prange(labels.size):
        x[labels[i]] += 0.5
        n[labels[i]] += 1
    return x, n


def lost(f, *args, close=0):
    return case(f, *args, numba=LOST, close=close)


def cases():
    for n in (0, 1, 7, 300, 3000):
        x = np.arange(1.0, n + 1)
        labels = np.arange(n) * 7 % 5
        yield lost(histogram, labels, 5)
        yield lost(histogram, labels.astype(np.uint8), 5)
        yield lost(one_element, x, np.ones(1))
        yield lost(one_element, x.astype(np.float32), np.ones(3, np.float32)[::-1])
        yield lost(by_remainder, x)
        points = np.arange(3.0 * n).reshape(n, 3)
        yield lost(means, points, labels, 5)
        yield lost(means_by_axes, points, labels, 5)
        yield lost(means_by_axes, points.astype(np.float32), labels, 5)
        yield lost(columns, points)
        yield lost(columns, np.asfortranarray(points))
        yield lost(bounds, 100 / (x - 77.5), labels, 5)
        yield lost(bounds_of_ints, labels * 3 - np.arange(n), labels, 5)
        yield lost(bits, np.arange(n) * 11, labels, 5)
        yield lost(products, x, labels, 5, close=1e-12)
        yield lost(truncated, x / 3, labels, 5)
        yield lost(of_complex, x * (1 + 2j), labels, 5)
        yield lost(outside, x, labels, 5)
        yield lost(in_a_loop, x, labels, 5, 4)
        yield lost(rows_and_elements, points)
        yield lost(scattered, x, labels * 1000, np.ones(5000))
        yield lost(scattered, x, labels, np.ones(30)[::-3])
        yield lost(scattered, x, labels, np.ones((2, 40))[1, ::8])
        yield lost(by_its_size, x / (n + 1), np.zeros(6, np.int32))
        yield lost(by_its_size, x / (n + 1), np.zeros(6)[::2])
    a = np.arange(200.0) - 50
    yield lost(convolved, a, a[:9])
    yield lost(upper, a)
    yield lost(nested, a.reshape(20, 10), 3)
    yield own_elements, a.reshape(20, 10)
    yield parts_of_rows, a, np.array([0, 3, 3, 50, 199, 200])
    yield own_by_two_names, np.arange(150.0).reshape(50, 3), np.arange(150)
    yield lost(windows, a, np.arange(190), np.arange(190) + 9)
    labels = np.arange(200) % 5
    with_nan = a.copy()
    with_nan[[3, 77]] = np.nan
    yield lost(bounds, with_nan, labels, 5)
    for dtype in (np.int32, np.int64):
        yield lost(numpy_bounds_of_ints, (np.arange(200) * 7 % 90).astype(dtype), labels, 5)
    labels[150] = 5
    yield lost(outside, a, labels, 5)
    labels[150] = -1
    yield lost(outside, a, labels, 5)
    place = np.arange(600) * 7 % 600
    for n in (600, 700):
        a = np.arange(float(n))
        yield two_names, a, a, place
        yield two_names, a, a[:], place
        yield two_names, a, np.zeros(n), place
        yield two_names, a[n - 600:], a[n - 600:], place
        yield by_another_operation, a[:600], place
        yield within_others, a, place
    yield rows_by_another_name, np.arange(2400.0).reshape(600, 4), place
    yield lost(at_places, np.zeros(9), np.array([1, 2, 5]), 1000)
    yield lost(at_places, np.zeros((3, 3)), np.array([2, 0]), 1000)
    yield lost(at_places, np.zeros(3), np.array([True, False, True]), 1000)
    for dtype in ([("x", "f8"), ("n", "i4")], [("b", "u1"), ("x", "f4"), ("n", "i8")]):
        yield lost(of_fields, np.zeros(7, dtype), place % 7)
    yield lost(weighted, place % 5, None)
    yield lost(weighted, place % 5, np.arange(600.0))
