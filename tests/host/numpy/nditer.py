# SPDX-License-Identifier: Apache-2.0
"""np.nditer: elements of an array, and of several that have one shape, as arrays without axes."""
import numpy as np
from cases import case
from numba import njit


@njit
def total(a):
    s = 0.0
    for v in np.nditer(a):
        s = s * 0.5 + v.item()
    return s


@njit
def listed(a):
    out = [a.dtype.type(0)]
    for v in np.nditer(a):
        out.append(v[()])
    return out


@njit
def arithmetic(a):
    s = a.dtype.type(0)
    for v in np.nditer(a):
        s = s * 3 + (v[()] * 2 + 1) - v.item()
    return s


@njit
def doubled(a):
    for v in np.nditer(a):
        v[()] = v.item() * 2
    return a


@njit
def pairs(a, b):
    out = [(0.0, 0.0)]
    for x, y in np.nditer((a, b)):
        out.append((x.item() * 1.0, y[()] * 1.0))
    return out


@njit
def three(a, b, c):
    s = 0.0
    for t in np.nditer((a, b, c)):
        s = s * 0.5 + t[0].item() - t[1].item() * t[2].item()
    return s, len(t)


@njit
def into(a, out):
    for x, y in np.nditer((a, out)):
        y[()] = x.item() * 2 + 1
    return out


@njit
def properties(a):
    n = 0
    for v in np.nditer(a):
        n += v.ndim + v.size + len(v.shape)
    return n


@njit
def of_part(a):
    s = 0
    for i, v in enumerate(np.nditer(a[1:, ::2])):
        s += i * v.item()
    return s


@njit
def first_above(a, x):
    for v in np.nditer(a):
        if v.item() > x:
            break
    else:
        return -1.0
    return v.item()


def cases():
    c = np.arange(12.0).reshape(3, 4)
    f = np.asfortranarray(c)
    i = np.arange(6).reshape(2, 3)
    for function in total, listed, arithmetic:
        for a in c, f, c[::2, 1:], f[:, ::2], c.T, i, i[0], np.arange(24.0).reshape(2, 3, 4), np.zeros((0, 3)), np.array(2.5):
            yield case(function, a)
    yield case(arithmetic, np.arange(6, dtype=np.float32).reshape(2, 3))
    yield case(listed, np.arange(4) > 1)
    yield case(listed, np.arange(4) * 1j)
    yield case(total, 3.5)
    for a in c, f, c[::2, 1:], i:
        yield case(doubled, a.copy())
    for a, b in (c, c * 2), (c, f * 2), (f, f * 2), (f, c[::-1]), (c[0], c[1]), (c, np.arange(4)), (np.arange(4.0), c), (c, 2.5), (2, c), (i, np.arange(3.0)), (c, c[:, :1]), (c[:, :1], c[:1]), (c, np.arange(3)), (c, c[:2]), (np.zeros((0, 2)), np.zeros((0, 2))), (1, 2.5):
        yield case(pairs, a, b)
    yield case(three, c, f, f)
    yield case(three, c, f, c)
    yield case(three, c, np.arange(4), 2.0)
    yield case(into, c, np.zeros((3, 4)))
    yield case(into, f, np.zeros((3, 4)))
    yield case(into, np.arange(4), np.zeros((3, 4)))
    yield case(properties, c)
    yield case(of_part, c)
    yield case(first_above, c, 4.0)
    yield case(first_above, c, 40.0)
