# SPDX-License-Identifier: Apache-2.0
"""Order in arrays of host functions: sorting, searching, counting, and what is
read from sorted elements. A NaN is behind all numbers, as in NumPy."""
import math
import numpy as np
from portkern.lib import common


def before(x, y):
    return x < y or (y != y and x == x)


# ---- sorting: runs by insertion, which are then merged; equal ones keep their order ----

def sort_run(a, start, stop):
    for i in range(start + 1, stop):
        v = a[i]
        j = i
        while j > start and before(v, a[j - 1]):
            a[j] = a[j - 1]
            j -= 1
        a[j] = v


def merge(a, b, start, middle, stop):
    i = start
    j = middle
    for k in range(start, stop):
        if i < middle and (j >= stop or not before(a[j], a[i])):
            b[k] = a[i]
            i += 1
        else:
            b[k] = a[j]
            j += 1


def sort_all(a):
    n = len(a)
    for start in range(0, n, 16):
        sort_run(a, start, min(start + 16, n))
    if n <= 16:
        return
    spare = np.empty(n, a.dtype)
    width = 16
    there = False
    while width < n:
        for start in range(0, n, 2 * width):
            if there:
                merge(spare, a, start, min(start + width, n), min(start + 2 * width, n))
            else:
                merge(a, spare, start, min(start + width, n), min(start + 2 * width, n))
        there = not there
        width *= 2
    if there:
        a[:] = spare


def host_ndarray_sort(a):
    if a.ndim == 1:
        sort_all(a)
    else:
        for row in a:
            host_ndarray_sort(row)


def host_sort(a):
    b = a.copy()
    host_ndarray_sort(b)
    return b


def sort_numbers(keys, a, start, stop):
    for i in range(start + 1, stop):
        v = a[i]
        j = i
        while j > start and before(keys[v], keys[a[j - 1]]):
            a[j] = a[j - 1]
            j -= 1
        a[j] = v


def merge_numbers(keys, a, b, start, middle, stop):
    i = start
    j = middle
    for k in range(start, stop):
        if i < middle and (j >= stop or not before(keys[a[j]], keys[a[i]])):
            b[k] = a[i]
            i += 1
        else:
            b[k] = a[j]
            j += 1


def order_of(a):
    n = len(a)
    order = np.arange(n)
    for start in range(0, n, 16):
        sort_numbers(a, order, start, min(start + 16, n))
    if n <= 16:
        return order
    spare = np.empty(n, np.int64)
    width = 16
    there = False
    while width < n:
        for start in range(0, n, 2 * width):
            if there:
                merge_numbers(a, spare, order, start, min(start + width, n), min(start + 2 * width, n))
            else:
                merge_numbers(a, order, spare, start, min(start + width, n), min(start + 2 * width, n))
        there = not there
        width *= 2
    return spare if there else order


def host_argsort(a, kind='quicksort'):
    if kind != 'quicksort' and kind != 'mergesort':
        raise ValueError('sort kind must be one of "quicksort" and "mergesort"')
    if a.ndim == 1:
        return order_of(a)
    order = np.empty(a.shape, np.int64)
    for place in np.ndindex(a.shape[:-1]):
        order[place] = order_of(a[place])
    return order


def host_unique(ar):
    b = host_sort(np.ravel(ar))
    count = 0
    for i in range(b.size):
        if i == 0 or before(b[i - 1], b[i]):
            b[count] = b[i]
            count += 1
    return b[:count].copy()


# ---- searching ----

def place_left(a, v):
    low = 0
    high = len(a)
    while low < high:
        middle = (low + high) // 2
        if before(a[middle], v):
            low = middle + 1
        else:
            high = middle
    return low


def place_right(a, v):
    low = 0
    high = len(a)
    while low < high:
        middle = (low + high) // 2
        if before(v, a[middle]):
            high = middle
        else:
            low = middle + 1
    return low


def host_searchsorted(a, v, side='left'):
    if side != 'left' and side != 'right':
        raise ValueError("Invalid value given for 'side': it is 'left' or 'right'")
    if isinstance(v, tuple):
        return host_searchsorted(a, np.array(v), side)
    if not hasattr(v, 'shape'):
        return place_left(a, v) if side == 'left' else place_right(a, v)
    out = np.empty(v.shape, np.int64)
    for place in np.ndindex(v.shape):
        out[place] = place_left(a, v[place]) if side == 'left' else place_right(a, v[place])
    return out


def rows_of(m, shape):
    if len(shape) == 1:
        return (m[0],)
    return (m[0],) + rows_of(m[1:], shape[1:])


def host_nonzero(a):
    found = np.empty((a.ndim, np.count_nonzero(a)), np.int64)
    at = 0
    for place in np.ndindex(a.shape):
        if a[place]:
            for k in range(a.ndim):
                found[k, at] = place[k]
            at += 1
    return rows_of(found, a.shape)


def host_where(condition):
    return host_nonzero(condition)


def host_flatnonzero(a):
    return host_nonzero(np.ravel(a))[0]


def host_argwhere(a):
    found = np.empty((np.count_nonzero(a), a.ndim), np.int64)
    at = 0
    for place in np.ndindex(a.shape):
        if a[place]:
            for k in range(a.ndim):
                found[at, k] = place[k]
            at += 1
    return found


# ---- counting ----

def host_bincount(a, weights=None, minlength=0):
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    most = -1
    for v in a:
        if v < 0:
            raise ValueError('bincount(): first argument must be non-negative')
        most = max(most, int(v))
    if weights is None:
        counts = np.zeros(max(most + 1, minlength), np.int64)
        for v in a:
            counts[v] += 1
        return counts
    if len(weights) != len(a):
        raise ValueError("bincount(): weights and list don't have the same length")
    sums = np.zeros(max(most + 1, minlength))
    for i in range(len(a)):
        sums[a[i]] += weights[i]
    return sums


def count_evenly(a, bins, low, high):
    if bins <= 0:
        raise ValueError('histogram(): `bins` should be a positive integer')
    if not low <= high:
        raise ValueError('histogram(): max must be larger than min in range parameter')
    counts = np.zeros(bins, np.int64)
    if high > low:
        ratio = bins / (high - low)
        for v in a.flat:
            at = math.floor((v - low) * ratio)
            if 0 <= at and at < bins:
                counts[int(at)] += 1
            elif v == high:
                counts[bins - 1] += 1
    return counts, np.linspace(low, high, bins + 1)


def count_between(a, bins):
    last = len(bins) - 1
    for i in range(last):
        if not bins[i] <= bins[i + 1]:
            raise ValueError('histogram(): bins must increase monotonically')
    counts = np.zeros(last, np.int64)
    if last > 0:
        for v in a.flat:
            if bins[0] <= v and v <= bins[last]:
                counts[min(place_right(bins, v), last) - 1] += 1
    return counts, bins


def host_histogram(a, bins=10, range=None):
    if hasattr(bins, 'shape'):
        return count_between(a, bins)
    if range is not None:
        return count_evenly(a, bins, range[0], range[1])
    low = np.inf
    high = -np.inf
    for v in a.flat:
        if v < low:
            low = v
        if v > high:
            high = v
    return count_evenly(a, bins, low, high)


# ---- between given points ----

def interpolated(x, xp, fp):
    last = len(xp) - 1
    if x != x:
        return x + 0.0
    if x > xp[last]:
        return fp[last] + 0.0
    if x < xp[0]:
        return fp[0] + 0.0
    j = place_right(xp, x) - 1
    if j == last or xp[j] == x:
        return fp[j] + 0.0
    slope = (fp[j + 1] - fp[j]) / (xp[j + 1] - xp[j])
    y = slope * (x - xp[j]) + fp[j]
    if y != y:
        y = slope * (x - xp[j + 1]) + fp[j + 1]
        if y != y and fp[j] == fp[j + 1]:
            y = fp[j] + 0.0
    return y


def host_interp(x, xp, fp):
    if len(xp) == 0:
        raise ValueError('array of sample points is empty')
    if len(xp) != len(fp):
        raise ValueError('fp and xp are not of the same size.')
    if not hasattr(x, 'shape'):
        return interpolated(np.float64(x), xp, fp)
    out = np.empty(x.shape, np.float64)
    for place in np.ndindex(x.shape):
        out[place] = interpolated(np.float64(x[place]), xp, fp)
    return out


# ---- of sorted elements ----

def middle_of(b):
    n = len(b)
    if n == 0:
        return np.nan
    if b[n - 1] != b[n - 1]:
        return b[n - 1] / 1
    if n % 2:
        return b[n // 2] / 1
    return (b[n // 2 - 1] + b[n // 2]) / 2


def host_median(a):
    return middle_of(host_sort(np.ravel(a)))


def numbers_of(a):
    b = np.ravel(a)
    count = 0
    out = np.empty(b.size, b.dtype)
    for v in b:
        if v == v:
            out[count] = v
            count += 1
    return out[:count]


def host_nanmedian(a):
    return middle_of(host_sort(numbers_of(a)))


def quantile_of(b, q):
    n = len(b)
    if n == 0 or b[n - 1] != b[n - 1]:
        return np.nan
    rank = (n - 1) * q
    at = int(math.floor(1 + rank)) - 1
    part = (1 + rank) - math.floor(1 + rank)
    if at + 1 >= n:
        return b[n - 1] / 1
    return b[at] * (1 - part) + b[at + 1] * part


def check_part(q, most):
    if not (q >= 0 and q <= most):
        if most == 100:
            raise ValueError('Percentiles must be in the range [0, 100]')
        raise ValueError('Quantiles must be in the range [0, 1]')


def quantiles_of(a, q, most):
    b = np.ravel(a).astype(np.float64)
    host_ndarray_sort(b)
    if not hasattr(q, 'shape'):
        check_part(q, most)
        return quantile_of(b, q / most)
    out = np.empty(q.shape, np.float64)
    for place in np.ndindex(q.shape):
        check_part(q[place], most)
        out[place] = quantile_of(b, q[place] / most)
    return out


def host_percentile(a, q):
    return quantiles_of(a, np.array(q) if isinstance(q, tuple) else q, 100)


def host_quantile(a, q):
    return quantiles_of(a, np.array(q) if isinstance(q, tuple) else q, 1)


def host_nanpercentile(a, q):
    return quantiles_of(numbers_of(a), np.array(q) if isinstance(q, tuple) else q, 100)


def host_nanquantile(a, q):
    return quantiles_of(numbers_of(a), np.array(q) if isinstance(q, tuple) else q, 1)
