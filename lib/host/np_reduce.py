# SPDX-License-Identifier: Apache-2.0
"""What arrays come down to, with Numba's order, types and treatment of NaN. The
elements come one after another, so that sums have Numba's bits; in functions
with parallel=True in chunks, on all threads. Ordinary kernels: these are typed
by Python's rules, not by those of the library."""
import math
import numpy as np
from portkern.lib import has_threads, on_threads


def np_sum(a):
    c = a.dtype(0) + a.dtype(0)
    for v in on_threads(a.flat):
        c += v
    return c


def np_prod(a):
    c = a.dtype(1) * a.dtype(1)
    for v in on_threads(a.flat):
        c *= v
    return c


def np_mean(a):
    c = a.dtype(0) / a.dtype(1)
    for v in on_threads(a.flat):
        c += v
    return c / a.size


def np_var(a):
    m = a.mean()
    ssd = 0
    for v in on_threads(a.flat):
        d = v - m
        ssd += (d * d.conjugate()).real
    return ssd / a.size


def np_std(a):
    return math.sqrt(a.var())


def np_min(a):
    if a.size == 0:
        raise ValueError('zero-size array to reduction operation minimum which has no identity')
    least = a.flat[0]
    if has_threads():
        odd = a.dtype(0)
        for v in on_threads(a.flat):
            least = min(least, v)
            odd = max(odd, a.dtype(v != v))
        if odd != 0:
            for v in a.flat:
                if v != v:
                    least = v
                    break
    else:
        for v in a.flat:
            if v != v:
                return v
            if v < least:
                least = v
    return least


def np_max(a):
    if a.size == 0:
        raise ValueError('zero-size array to reduction operation maximum which has no identity')
    most = a.flat[0]
    if has_threads():
        odd = a.dtype(0)
        for v in on_threads(a.flat):
            most = max(most, v)
            odd = max(odd, a.dtype(v != v))
        if odd != 0:
            for v in a.flat:
                if v != v:
                    most = v
                    break
    else:
        for v in a.flat:
            if v != v:
                return v
            if v > most:
                most = v
    return most


# Complex numbers are in order of the real part, then of the imaginary one.
def np_min_complex(a):
    if a.size == 0:
        raise ValueError('zero-size array to reduction operation minimum which has no identity')
    least = a.flat[0]
    for v in a.flat:
        if v.real < least.real or (v.real == least.real and v.imag < least.imag):
            least = v
    return least


def np_max_complex(a):
    if a.size == 0:
        raise ValueError('zero-size array to reduction operation maximum which has no identity')
    most = a.flat[0]
    for v in a.flat:
        if v.real > most.real or (v.real == most.real and v.imag > most.imag):
            most = v
    return most


def np_ptp(a):
    return a.max() - a.min()


def np_all(a):
    for v in a.flat:
        if not v:
            return False
    return True


def np_any(a):
    for v in a.flat:
        if v:
            return True
    return False


# Where `x`, which it holds, stands first in an array of one axis; a NaN is any NaN.
def first_of(a, x):
    first = len(a)
    for place in on_threads(np.ndindex(len(a))):
        if a[place] == x or (x != x and a[place] != a[place]):
            first = min(first, place[0])
    return first


def np_argmin(a):
    if a.size == 0:
        raise ValueError('attempt to get argmin of an empty sequence')
    if has_threads() and hasattr(a, 'ndim') and a.ndim == 1:
        return first_of(a, a.min())
    least = a.flat[0]
    at = 0
    i = 0
    for v in a.flat:
        if v != v:
            return i
        if v < least:
            least = v
            at = i
        i += 1
    return at


def np_argmax(a):
    if a.size == 0:
        raise ValueError('attempt to get argmax of an empty sequence')
    if has_threads() and hasattr(a, 'ndim') and a.ndim == 1:
        return first_of(a, a.max())
    most = a.flat[0]
    at = 0
    i = 0
    for v in a.flat:
        if v != v:
            return i
        if v > most:
            most = v
            at = i
        i += 1
    return at


# A NaN at first gives way to any number; of equal ones the last stays.
def np_nanmin(a):
    if a.size == 0:
        raise ValueError('zero-size array to reduction operation not possible')
    least = a.flat[0]
    for v in a.flat:
        if v == v and not least < v:
            least = v
    return least


def np_nanmax(a):
    if a.size == 0:
        raise ValueError('zero-size array to reduction operation not possible')
    most = a.flat[0]
    for v in a.flat:
        if v == v and not most > v:
            most = v
    return most


def np_nanmin_complex(a):
    if a.size == 0:
        raise ValueError('zero-size array to reduction operation not possible')
    least = a.flat[0]
    for v in a.flat:
        if least.real != least.real and v.real == v.real:
            least = v
        elif v.real < least.real or (v.real == least.real and v.imag < least.imag):
            least = v
    return least


def np_nanmax_complex(a):
    if a.size == 0:
        raise ValueError('zero-size array to reduction operation not possible')
    most = a.flat[0]
    for v in a.flat:
        if most.real != most.real and v.real == v.real:
            most = v
        elif v.real > most.real or (v.real == most.real and v.imag > most.imag):
            most = v
    return most


def np_nansum(a):
    c = a.dtype(0)
    for v in on_threads(a.flat):
        if v == v:
            c += v
    return c


def np_nanprod(a):
    c = a.dtype(1)
    for v in on_threads(a.flat):
        if v == v:
            c *= v
    return c


# Integers come to int64, unsigned ones, too.
def np_nansum_int(a):
    c = 0
    for v in on_threads(a.flat):
        c += v
    return c


def np_nanprod_int(a):
    c = 1
    for v in on_threads(a.flat):
        c *= v
    return c


def np_nanmean(a):
    c = 0.0
    count = 0
    for v in on_threads(a.flat):
        if v == v:
            c += v
            count += 1
    return c / count


def np_nanvar(a):
    m = np_nanmean(a)
    ssd = 0.0
    count = 0
    for v in on_threads(a.flat):
        if v == v:
            d = v - m
            ssd += (d * d.conjugate()).real
            count += 1
    return ssd / count


def np_nanstd(a):
    return math.sqrt(np_nanvar(a))


def np_count_nonzero(a):
    count = 0
    for v in on_threads(a.flat):
        if v:
            count += 1
    return count


def np_contains(a, x):
    for v in a.flat:
        if v == x:
            return True
    return False


def np_sum_as(a, dtype):
    c = dtype(0)
    for v in on_threads(a.flat):
        c += v
    return dtype(c)


def np_least(a):
    """Python's min: a NaN is neither less nor more."""
    if a.size == 0:
        raise ValueError('min() arg is an empty sequence')
    least = a.flat[0]
    for v in a.flat:
        if v < least:
            least = v
    return least


def np_most(a):
    if a.size == 0:
        raise ValueError('max() arg is an empty sequence')
    most = a.flat[0]
    for v in a.flat:
        if v > most:
            most = v
    return most


def np_added(a):
    """Python's sum: from the integer 0 on."""
    s = 0
    for v in a.flat:
        s = s + v
    return s


def np_added_to(a, start):
    s = start
    for v in a.flat:
        s = s + v
    return s


def np_dot(a, b):
    if a.size != b.size:
        raise ValueError('incompatible array sizes for np.dot(a, b) (vector * vector)')
    c = a.dtype(0)
    for i in range(a.size):
        c += a[i] * b[i]
    return c


def np_vdot(a, b):
    if a.size != b.size:
        raise ValueError('incompatible array sizes for np.vdot(a, b) (vector * vector)')
    c = a.dtype(0)
    for i in range(a.size):
        c += a[i].conjugate() * b[i]
    return c


# A NaN stays one, and a bound that is one bounds nothing.
def np_clip(a, low, high):
    if low is not None:
        a = low if a < low else a
    if high is not None:
        a = high if a > high else a
    return a


# A number of the range's own type, or one that it takes as it is.
def np_in_range_own(r, x):
    if r.step > 0:
        if x < r.start or x >= r.stop:
            return False
        return (np.uint64(x) - np.uint64(r.start)) % np.uint64(r.step) == 0
    if x > r.start or x <= r.stop or r.step == 0:
        return False
    return (np.uint64(r.start) - np.uint64(x)) % np.uint64(-r.step) == 0


# Signed and unsigned numbers of 64 bits compare as floats, which rounds.
def np_in_range_int(r, x):
    if isinstance(r.start, np.uint64):
        return x >= 0 and np_in_range_own(r, np.uint64(x))
    if isinstance(x, np.uint64):
        return x <= np.uint64(9223372036854775807) and np_in_range_own(r, np.int64(x))
    return np_in_range_own(r, x)


# Floats beyond the range's type are in none, nor is NaN.
def np_in_range(r, x):
    if isinstance(r.start, np.uint64):
        if not (x >= 0 and x < 18446744073709551616.0):
            return False
        n = np.uint64(x)
        return n == x and np_in_range_own(r, n)
    i = int(x)
    if i != x or x >= 9223372036854775808.0:
        return False
    return np_in_range_own(r, i)


def np_in_range_complex(r, x):
    return x.imag == 0 and np_in_range(r, x.real)
