# SPDX-License-Identifier: Apache-2.0
"""Loops that threads leave at different times, and what is the same in all that are still there: counters and their
like, which may wrap, step down, be floats, go on from where another loop has left them."""
from numba import cuda
import numpy as np


@cuda.jit
def escape(x, limit, out):
    i = cuda.grid(1)
    if i < x.size:
        v, n = x[i], 0
        while n < limit and v * v <= 4.0:
            v = v * v - 0.7
            n += 1
        out[i] = n


@cuda.jit
def wraps(x, out):
    """Counters that go beyond int32 and int64."""
    i = cuda.grid(1)
    if i < x.size:
        left = x[i]
        short = np.int32(2147483640)
        long = 9223372036854775800
        down = -9223372036854775807
        while left > 0:
            short = np.int32(short + 1)
            long += 1
            down -= 3
            left -= 1
        out[i, 0] = short
        out[i, 1] = long
        out[i, 2] = down


@cuda.jit
def index(x, what, out):
    """The index of a loop behind it, of either direction."""
    i = cuda.grid(1)
    if i < what.size:
        k = -1
        for k in range(x.size):
            if x[k] >= what[i]:
                break
        out[i, 0] = k
        for k in range(x.size - 1, -1, -3):
            if x[k] < what[i]:
                break
        out[i, 1] = k
        for k in range(2147483640, 2147483640 + x.size):
            if x[k - 2147483640] > what[i]:
                break
        out[i, 2] = k


@cuda.jit
def skips(x, out):
    """Some threads do not count, or not in all rounds."""
    i = cuda.grid(1)
    if i < x.size:
        n, odd, v = 0, 0, x[i]
        while v != 1 and n < 60:
            n += 1
            if v % 2 == 0:
                v //= 2
                continue
            odd += 1
            v = 3 * v + 1
        out[i] = 100 * n + odd


@cuda.jit
def goes_on(x, out):
    """A second loop begins where the first one has left each thread."""
    i = cuda.grid(1)
    if i < x.size:
        v, n = x[i], 0
        while v > 10:
            v -= 7
            n += 1
        first = n
        while v > 0:
            v -= 2
            n += 5
        out[i] = 1000 * first + n


@cuda.jit
def inner(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v, n, all_of_it = x[i], 0, 0
        while v > 0:
            k = 3
            while k < 9:
                if v % k == 0:
                    break
                k += 1
            all_of_it += k
            v -= k
            n += 1
        out[i] = 1000 * all_of_it + n


@cuda.jit
def either(x, out):
    """The same local in both arms of a branch."""
    i = cuda.grid(1)
    if i < x.size:
        v, n = x[i], 7
        if v % 3:
            n = 0
            while v > 0:
                v -= 5
                n += 1
        else:
            while v > 0:
                v -= 4
                n += 2
        out[i] = n


@cuda.jit
def leaves(x, limit, out):
    """Threads return, and leave two loops at once."""
    i = cuda.grid(1)
    if i < x.size:
        out[i] = -1
        n = 0
        for a in range(1, limit):
            for b in range(1, limit):
                n += 1
                if a * b == x[i]:
                    out[i] = 100 * a + b
                    return
                if n > 300:
                    break
            if n > 300 and (x[i] > 7 or n > 400):
                break
        out[i] = -n


@cuda.jit
def grows(x, out):
    """Not only integers that count: a float, a bool and two numbers that change places."""
    i = cuda.grid(1)
    if i < x.size:
        t, flag, a, b, v = 0.1, False, 0, 1, x[i]
        while v > t:
            t += 0.3
            flag = not flag
            a, b = b, a + b
        out[i, 0] = t
        out[i, 1] = flag
        out[i, 2] = a


@cuda.jit
def all_at_once(x, limit, out):
    """All that are left leave together, by conditions of each kind."""
    i = cuda.grid(1)
    if i < x.size:
        v, n = x[i], 0
        while not (n >= limit or v < 0 or (n > 5 and v % 2)):
            v -= 3
            n += 1
            if n == 17:
                break
            if n > 11 and not (v > 30 and n < 15):
                v -= 1
                if n == 13:
                    break
        out[i] = 1000 * v + n


@cuda.jit
def loads(x, y, out):
    """A place that counts is the same for all."""
    i = cuda.grid(1)
    if i < x.size:
        n, total = 0, 0.0
        while n < y.size and total < x[i]:
            total += y[n]
            n += 1
        out[i] = total * 1000 + n


@cuda.jit
def sums_before(x, start, out):
    """A local takes what another one was, and this one both."""
    i = cuda.grid(1)
    if i < x.size:
        left, before, all_of_it = x[i], start[0], start[1]
        while left > 0:
            before, all_of_it = all_of_it, before + all_of_it
            left -= 3
        out[i] = before


@cuda.jit
def products_before(x, start, out):
    i = cuda.grid(1)
    if i < x.size:
        left, before, all_of_it = x[i], start[0], start[1]
        while left > 0:
            before, all_of_it = all_of_it, before * all_of_it
            left -= 3
        out[i] = before


@cuda.jit
def masks_before(x, start, out):
    i = cuda.grid(1)
    if i < x.size:
        left, before, all_of_it = x[i], start[0], start[1]
        while left > 0:
            before, all_of_it = all_of_it, before ^ all_of_it
            left -= 3
        out[i] = before
