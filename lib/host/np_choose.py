# SPDX-License-Identifier: Apache-2.0
"""What host functions choose among elements: by conditions, by order, and where NaN
is left out; differences of neighbours."""
import numpy as np
from portkern.lib import common, strided, sum_type
from np_search import host_argsort, host_sort
from np_sets import array_of
from np_shape import flat_of


# ---- chosen ----

def host_select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist):
        raise ValueError('list of cases must be same length as list of conditions')
    out = np.empty(choicelist[0].shape, common((choicelist, default)))
    out[...] = default
    for k in range(len(condlist) - 1, -1, -1):
        condition = condlist[k]
        choice = choicelist[k]
        for place in np.ndindex(out.shape):
            if condition[place]:
                out[place] = choice[place]
    return out


def host_extract(condition, arr):
    chosen = flat_of(array_of(condition))
    a = flat_of(array_of(arr))
    if a.size == 0:
        raise ValueError('Cannot extract from an empty array')
    out = np.empty(a.size, a.dtype)
    count = 0
    for i in range(chosen.size):
        if chosen[i]:
            if i >= a.size:
                raise ValueError('condition shape inconsistent with arr shape')
            out[count] = a[i]
            count += 1
    return out[:count].copy()


def host_trim_zeros(filt, trim='fb'):
    first = 0
    last = len(filt)
    if trim == 'fb' or trim == 'f' or trim == 'bf':
        while first < last and filt[first] == 0:
            first += 1
    if trim == 'fb' or trim == 'b' or trim == 'bf':
        while last > first and filt[last - 1] == 0:
            last -= 1
    return filt[first:last]


# ---- partitions: sorted is one ----

def check_kth(n, kth):
    if hasattr(kth, 'shape') or isinstance(kth, (tuple, list)):
        for k in kth:
            if k >= n or k <= -n and n > 0:
                raise ValueError('kth out of bounds')
    elif kth >= n or kth < -n:
        raise ValueError('kth out of bounds')


def host_partition(a, kth):
    x = array_of(a)
    if x.size:
        check_kth(x.shape[-1], kth)
    return host_sort(x)


def host_argpartition(a, kth):
    x = array_of(a)
    if x.size:
        check_kth(x.shape[-1], kth)
    if x.ndim == 1:
        return host_argsort(x)
    out = np.empty(x.shape, np.int64)
    for place in np.ndindex(x.shape[:-1]):
        out[place] = host_argsort(x[place])
    return out


# ---- running, where NaN counts nothing; differences ----

def host_nancumsum(a):
    out = np.empty(a.size, sum_type(a))
    total = out.dtype(0)
    at = 0
    for v in a.flat:
        if v == v:
            total += v
        out[at] = total
        at += 1
    return out


def host_nancumprod(a):
    out = np.empty(a.size, sum_type(a))
    total = out.dtype(1)
    at = 0
    for v in a.flat:
        if v == v:
            total *= v
        out[at] = total
        at += 1
    return out


def host_nanargmin(a):
    found = -1
    at = 0
    least = a.flat[0]
    for v in a.flat:
        if v == v and (found < 0 or v < least):
            least = v
            found = at
        at += 1
    if found < 0:
        raise ValueError('All-NaN slice encountered')
    return found


def host_nanargmax(a):
    found = -1
    at = 0
    most = a.flat[0]
    for v in a.flat:
        if v == v and (found < 0 or v > most):
            most = v
            found = at
        at += 1
    if found < 0:
        raise ValueError('All-NaN slice encountered')
    return found


def length_of_end(end):
    if end is None:
        return 0
    return flat_of(array_of(end)).size


def host_ediff1d(ary, to_end=None, to_begin=None):
    a = flat_of(array_of(ary))
    before = length_of_end(to_begin)
    after = length_of_end(to_end)
    between = max(a.size - 1, 0)
    out = np.empty(before + between + after, a.dtype)
    if to_begin is not None:
        out[:before] = flat_of(array_of(to_begin))
    for i in range(between):
        out[before + i] = a[i + 1] - a[i]
    if to_end is not None:
        out[before + between:] = flat_of(array_of(to_end))
    return out


def host_unwrap(p, discont=None, axis=-1, period=6.283185307179586):
    if axis != -1:
        raise ValueError('Value for argument "axis" is not supported')
    a = array_of(p)
    out = np.empty(a.shape, common((a, period)))
    half = period / 2
    limit = half if discont is None else discont
    for place in np.ndindex(a.shape[:-1]):
        shift = out.dtype(0)
        row = a[place]
        if a.shape[-1]:
            out[place + (0,)] = row[0]
        for i in range(1, a.shape[-1]):
            d = row[i] - row[i - 1]
            m = (d + half) % period - half
            if m == -half and d > 0:
                m = half
            if abs(d) >= limit:
                shift += m - d
            out[place + (i,)] = row[i] + shift
    return out


def host_resize(a, new_shape):
    flat = flat_of(array_of(a))
    out = np.zeros(new_shape, flat.dtype)
    if flat.size:
        at = 0
        for place in np.ndindex(out.shape):
            out[place] = flat[at]
            at += 1
            if at == flat.size:
                at = 0
    return out


# ---- numbers in place of NaN and infinities ----

def largest(x):
    if isinstance(x, np.float32):
        return 3.4028234663852886e38
    return 1.7976931348623157e308


def number_for(x, nan, posinf, neginf):
    if x != x:
        return nan
    if x == np.inf:
        return largest(x) if posinf is None else posinf
    if x == -np.inf:
        return -largest(x) if neginf is None else neginf
    return x


def host_nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    if hasattr(x, 'shape'):
        return numbers_for(x, copy, nan, posinf, neginf)
    if isinstance(x, (np.complex64, np.complex128)):
        return complex(number_for(x.real, nan, posinf, neginf), number_for(x.imag, nan, posinf, neginf))
    if isinstance(x, (np.float16, np.float32, np.float64)):
        return number_for(x, nan, posinf, neginf)
    return x


def numbers_for(x, copy, nan, posinf, neginf):
    if not isinstance(x.dtype(0), (np.float16, np.float32, np.float64, np.complex64, np.complex128)):
        return x
    out = np.empty(x.shape, x.dtype)
    to = strided(out, out.shape, out.strides) if copy else strided(x, x.shape, x.strides)
    for place in np.ndindex(x.shape):
        v = x[place]
        if isinstance(v, (np.complex64, np.complex128)):
            to[place] = complex(number_for(v.real, nan, posinf, neginf), number_for(v.imag, nan, posinf, neginf))
        else:
            to[place] = number_for(v, nan, posinf, neginf)
    return to


# ---- kinds ----

def host_isscalar(element):
    return not hasattr(element, 'shape') and not isinstance(element, (tuple, list)) and element is not None


def host_iscomplexobj(x):
    if hasattr(x, 'shape'):
        return isinstance(x.dtype(0), (np.complex64, np.complex128))
    return isinstance(x, (np.complex64, np.complex128))


def host_isrealobj(x):
    return not host_iscomplexobj(x)
