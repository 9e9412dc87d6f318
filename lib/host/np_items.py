# SPDX-License-Identifier: Apache-2.0
"""What is asked of items, and done with elements, one after the other. Ordinary
kernels: these are typed by Python's rules, not by those of the library."""
import numpy as np


def items_any(items):
    for v in items:
        if v:
            return True
    return False


def items_all(items):
    for v in items:
        if not v:
            return False
    return True


def items_index(items, value):
    at = 0
    for v in items:
        if v == value:
            break
        at += 1
    if at == len(items):
        raise ValueError('tuple.index(x): x not in tuple')
    return at


def items_count(items, value):
    count = 0
    for v in items:
        if v == value:
            count += 1
    return count


def items_array_equal(a, b):
    if a.shape != b.shape:
        return False
    for v, w in zip(a.flat, b.flat):
        if v != w:
            return False
    return True


def items_take(a, index):
    if index >= a.size or index < -a.size:
        raise IndexError(f'index {index} is out of bounds for size {a.size}')
    return a.flat[index]


def items_fill(a, value):
    a[...] = value


# The places of a diagonal in C order: behind the last, and from one to the next.
def diagonal_of(a, wrap):
    if a.ndim == 2:
        rows, columns = a.shape
        return (rows if wrap else min(rows, columns)) * columns, columns + 1
    step = 0
    for extent in a.shape:
        if extent != a.shape[0]:
            raise ValueError('All dimensions of input must be of equal length')
        step = step * extent + 1
    return a.size, step


# A value that the elements have no place for is an error, as in Numba.
def check_conforms(a, value):
    zero = a.dtype(0)
    if isinstance(zero, (np.bool_, np.complex64, np.complex128)):
        return
    if isinstance(zero, (np.float16, np.float32, np.float64)):
        least, most = np.finfo(a.dtype).min, np.finfo(a.dtype).max
        bad = np.isfinite(value) and (value < least or value > most)
    else:
        least, most = np.iinfo(a.dtype).min, np.iinfo(a.dtype).max
        bad = not np.isfinite(value) or value < least or value > most
    if bad:
        raise ValueError('Unable to safely conform val to a.dtype')


def items_fill_diagonal(a, value, wrap=False):
    check_conforms(a, value)
    end, step = diagonal_of(a, wrap)
    for i in range(0, end, step):
        a.flat[i] = value


def items_fill_diagonal_array(a, values, wrap=False):
    for v in values.flat:
        check_conforms(a, v)
    end, step = diagonal_of(a, wrap)
    at = 0
    for i in range(0, end, step):
        a.flat[i] = values.flat[at]
        at = (at + 1) % values.size


def items_fill_diagonal_tuple(a, values, wrap=False):
    for v in values:
        check_conforms(a, v)
    end, step = diagonal_of(a, wrap)
    at = 0
    for i in range(0, end, step):
        a.flat[i] = values[at]
        at = (at + 1) % len(values)


# ---- slices ----

def python_slice_indices(self, length):
    if length < 0:
        raise ValueError('length should not be negative')
    step = self.step
    if step == 0:
        raise ValueError('slice step cannot be zero')
    low = -1 if step < 0 else 0
    high = length - 1 if step < 0 else length
    start = self.start + length if self.start < 0 else self.start
    stop = self.stop + length if self.stop < 0 else self.stop
    return min(max(start, low), high), min(max(stop, low), high), step
