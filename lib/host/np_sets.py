# SPDX-License-Identifier: Apache-2.0
"""Arrays of host functions as sets of numbers. A NaN is in none, as it is equal to
no element."""
import numpy as np
from portkern.lib import common
from np_make import host_array
from np_search import host_ndarray_sort, host_sort, host_unique, place_left
from np_shape import flat_of, host_concatenate


# What is an array, of an array, a list or tuple of numbers, or a number.
def array_of(a):
    if hasattr(a, 'shape'):
        return a
    if isinstance(a, (tuple, list)):
        return host_array(a)
    return np.full(1, a)


def members(a, assume_unique):
    if assume_unique:
        return np.ravel(array_of(a)).copy()
    return host_unique(array_of(a))


def both_sorted(ar1, ar2, assume_unique):
    both = host_concatenate((members(ar1, assume_unique), members(ar2, assume_unique)))
    host_ndarray_sort(both)
    return both


def host_intersect1d(ar1, ar2, assume_unique=False):
    both = both_sorted(ar1, ar2, assume_unique)
    count = 0
    for i in range(len(both) - 1):
        if both[i] == both[i + 1]:
            both[count] = both[i]
            count += 1
    return both[:count].copy()


def host_union1d(ar1, ar2):
    return host_unique(host_concatenate((np.ravel(array_of(ar1)), np.ravel(array_of(ar2)))))


def host_setxor1d(ar1, ar2, assume_unique=False):
    both = both_sorted(ar1, ar2, assume_unique)
    out = np.empty(both.size, both.dtype)
    count = 0
    last = len(both) - 1
    for i in range(len(both)):
        if (i == 0 or both[i] != both[i - 1]) and (i == last or both[i] != both[i + 1]):
            out[count] = both[i]
            count += 1
    return out[:count].copy()


def is_in(ordered, v):
    at = place_left(ordered, v)
    return at < len(ordered) and ordered[at] == v


def host_setdiff1d(ar1, ar2, assume_unique=False):
    some = members(ar1, assume_unique)
    ordered = host_sort(np.ravel(array_of(ar2)))
    count = 0
    for v in some:
        if not is_in(ordered, v):
            some[count] = v
            count += 1
    return some[:count].copy()


def host_isin(element, test_elements, assume_unique=False, invert=False):
    a = element if hasattr(element, 'shape') else host_array(element)
    ordered = host_sort(np.ravel(array_of(test_elements)))
    out = np.empty(a.shape, np.bool_)
    for place in np.ndindex(a.shape):
        out[place] = is_in(ordered, a[place]) != invert
    return out


def host_in1d(ar1, ar2, assume_unique=False, invert=False):
    return host_isin(np.ravel(array_of(ar1)), ar2, assume_unique, invert)
