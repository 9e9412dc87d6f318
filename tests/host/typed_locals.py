# SPDX-License-Identifier: Apache-2.0
"""Variables whose types the decorator's `locals` gives."""
from cases import case
from numba import complex128, float32, int8, int64, njit, uint8, vectorize


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
