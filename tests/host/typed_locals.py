# SPDX-License-Identifier: Apache-2.0
"""Variables whose types the decorator's `locals` gives."""
import numpy as np
from cases import case
from numba import complex128, float32, float64, int8, int64, njit, types, uint8, vectorize
from numba.typed import Dict, List


@njit(locals={"s": float32})
def rounds(x):
    s = x / 3
    return s


@njit(locals={"s": float32, "n": int8})
def sums(x):
    s = 0
    n = 0
    for v in x:
        s += v
        n += 1
    return s, n


@njit(locals={"wraps": uint8})
def wraps(a):
    wraps = a * 2
    return wraps + 1


@njit(locals={"z": complex128})
def widens(a):
    z = a
    return z


@njit(locals={"a": int64, "b": float32})
def unpacked(t):
    a, b = t
    return a, b


@njit(locals={"i": int8})
def of_loops(n):
    last = 0
    for i in range(n):
        last = i
    return last


@njit(locals=dict(never=float32))
def unused(a):
    return a + 1


@njit(locals={"n": int64})
def refused(z):
    n = z
    return n


@vectorize(locals={"h": float32})
def halved(x):
    h = x / 2.1
    return h


@njit
def of_ufunc(x):
    return halved(x)


# ---- what is no number ----

@njit(locals={"t": types.Tuple((float32, types.UniTuple(int8, 2)))})
def tuples(n):
    t = (n, (n, n * 100))
    return t


@njit(locals={"x": types.optional(float64)})
def optional(n):
    x = None
    if n:
        x = n
    if x is None:
        return -1.0
    return x


@njit(locals={"s": types.unicode_type})
def strings(n):
    s = "a"
    if n:
        s = s + "bc"
    return s


@njit(locals={"x": types.List(int64)})
def lists(n):
    x = [i for i in range(n)]
    x.append(n)
    return x


@njit(locals={"x": types.ListType(types.ListType(int64))})
def lists_of_lists(n):
    x = List([List([n])])
    x.append(List([n, n]))
    return len(x[1])


@njit(locals={"d": types.DictType(int64, float64)})
def dicts(n):
    d = Dict.empty(int64, float64)
    d[n] = n
    return d[n]


@njit(locals={"s": types.Set(int64)})
def sets(n):
    s = {n, 2}
    return s


@njit(locals={"x": float64[:, :]})
def arrays_of_any_layout(n):
    x = np.ones((n, n + 1))
    if n > 2:
        x = x.T
    return x, x.shape[0]


@njit(locals={"x": float64[:]})
def writes(a):
    x = a
    x[0] = 1.0
    return x


@njit(locals={"x": types.List(float64)})
def other_items(n):
    x = [n]
    return x


@njit(locals={"x": types.List(int64)})
def open_list(n):
    x = []
    return len(x)


@njit(locals={"x": float64[:, ::1]})
def other_layout(n):
    x = np.ones((n, n)).T
    return x


@njit(locals={"x": float32[:]})
def other_dtype(n):
    x = np.ones(n)
    return x


def cases():
    why = "CPython knows no types of variables"
    yield case(rounds, 1.0, python=why)
    yield case(rounds, 7, python=why)
    yield case(sums, (1.1, 2.2, 3.3), python=why)
    yield case(wraps, 200, python=why)
    yield case(widens, 3, python=why)
    yield case(unpacked, (3.9, 0.1), python=why)
    yield case(of_loops, 5, python=why)
    yield unused, 3
    yield case(refused, 1j, python=why, says="complex")
    yield case(of_ufunc, 1.0, python=why)
    yield case(tuples, 3, python=why)
    for n in (0, 3):
        yield case(optional, n, python=why)
        for f in (strings, lists, sets, arrays_of_any_layout):
            yield f, n
        yield lists_of_lists, n
        yield case(dicts, n, python=why)
    frozen = np.zeros(3)
    frozen.flags.writeable = False
    for a in (np.zeros(3), np.zeros(6)[::2]):
        yield writes, a
    yield case(writes, frozen, python=why, says="read-only")
    for f in (other_items, open_list, other_layout, other_dtype):
        yield case(f, 2, python=why)
