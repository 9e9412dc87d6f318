# SPDX-License-Identifier: Apache-2.0
"""Arrays of records: fields of them are arrays whose memory is that of the records."""
import numpy as np
from cases import case
from numba import njit, prange

PAIR = np.dtype([("x", "f8"), ("n", "i4")])
UNALIGNED = np.dtype([("b", "u1"), ("x", "f4"), ("n", "i8")])
ALIGNED = np.dtype([("b", "u1"), ("x", "f4"), ("n", "i8")], align=True)
WITH_ARRAY = np.dtype([("x", "f8"), ("v", "i4", (3,)), ("m", "f4", (2, 2))])
NAMES = "CPython has them as items alone"


@njit
def field(a):
    return a["x"]


@njit
def fields(a):
    x = a["x"]
    n = a["n"]
    return x, n, (n, 1)


@njit
def made(n):
    a = np.zeros(n, PAIR)
    a["n"][1] = 4
    x = a["x"]
    x[-1] = 2.5
    return x, a["n"]


@njit
def listed(n):
    out = []
    for i in range(n):
        a = np.zeros(10, PAIR)
        a["x"] += i
        out.append(a["x"])
    return out[3][2], out[-1].sum(), len(out)


@njit
def chosen(a, b, first):
    x = a["x"] if first else b
    x[0] += 1
    return x


@njit
def filled(a):
    for i in range(a.size):
        a[i]["x"] = i * 0.5
        a[i].n = i * 3
    a["n"][2:] += 1
    return a["x"].sum(), a["n"].max(), a.n[::2], a["x"][::-1]


@njit
def summed(a):
    total = 0.0
    for r in a:
        total += r.x * r.n
    return total, a[0].x, a[-1]["n"]


@njit
def within(a):
    r = a[1]
    r.v[2] = 7
    a[0].m[1, 0] = 0.5
    return r.v, a["v"], a[1]["m"], a["m"][0]


@njit
def copied(a, b):
    a[0] = b[1]
    a[1].x = b[0].x
    c = a.copy()
    c["x"] *= 2
    return c, a[1:]


@njit
def matrix(a):
    x = a["x"]
    return x[1], x[:, 0], x.T, a[0]["x"], x.shape, x.strides


@njit
def passed(x):
    x[1] = 3
    return x * 2


@njit
def to_others(a):
    return passed(a["x"]), passed(a["n"])


@njit
def sorted_by(a):
    order = np.argsort(a["x"])
    return order, a["n"][order], np.cumsum(a["n"]), a["x"].copy(), a["x"].astype(np.float32)


@njit(parallel=True)
def in_parallel(a):
    total = 0.0
    for i in prange(a.size):
        a[i].x += i
        a["n"][i] *= 2
        total += a[i].x
    return total, a["x"], a["x"] * 2


def numbers(dtype):
    a = np.zeros(6, dtype)
    a["x"] = np.arange(6) * 1.5 % 4
    a["n"] = np.arange(6) - 2
    return a


def cases():
    for dtype in (PAIR, UNALIGNED, ALIGNED):
        a = numbers(dtype)
        yield field, a
        yield field, a[::-2]
        yield fields, a
        yield fields, a[1:4]
        yield case(filled, a.copy(), python=NAMES)
        yield case(summed, a, python=NAMES)
        yield case(copied, a.copy(), a[::-1].copy(), python=NAMES)
        yield matrix, a.reshape(2, 3)
        yield matrix, np.asfortranarray(a.reshape(2, 3))
        yield to_others, a.copy()
        yield sorted_by, a
        yield case(in_parallel, a.copy(), python=NAMES)
    for first in (True, False):
        yield chosen, numbers(ALIGNED), np.zeros(3, np.float32), first
    yield made, 3
    yield listed, 100
    yield case(within, np.zeros(3, WITH_ARRAY), python=NAMES)
