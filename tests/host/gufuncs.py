# SPDX-License-Identifier: Apache-2.0
"""Functions with guvectorize that compiled functions call, with all operands."""
import numpy as np
from cases import case
from numba import float64, guvectorize, int64, njit, prange


@guvectorize("(n),(n)->()")
def dot(a, b, out):
    s = 0.0
    for i in range(len(a)):
        s += a[i] * b[i]
    out[0] = s


@guvectorize([(int64[:], int64, int64[:]), (float64[:], float64, float64[:])], "(n),()->(n)")
def add(a, b, out):
    for i in range(len(a)):
        out[i] = a[i] + b


@guvectorize([(float64[:, :], float64[:, :], float64[:, :])], "(m,n),(n,p)->(m,p)")
def product(a, b, out):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            out[i, j] = 0
            for k in range(a.shape[1]):
                out[i, j] += a[i, k] * b[k, j]


@guvectorize([(float64[:], float64[:], float64[:])], "(n)->(),()")
def ends(a, low, high):
    low[0] = a[0]
    high[0] = a[-1]


@njit
def dots(a, b, out):
    dot(a, b, out)
    return out


@njit
def adds(a, b, out):
    add(a, b, out)
    return out


@njit
def products(a, b, out):
    product(a, b, out)
    return out


@njit
def both_ends(a):
    low, high = np.zeros(a.shape[:-1]), np.zeros(a.shape[:-1])
    ends(a, low, high)
    return low, high


@njit
def without_output(a, b):
    return add(a, b)


@njit
def in_loops(a):
    out = np.zeros(len(a))
    for i in range(len(a)):
        dot(a[i], a[0], out[i:i + 1])
    return out


@njit(parallel=True)
def on_threads(a):
    out = np.zeros(a.shape)
    for i in prange(len(a)):
        add(a[i], 2.0, out[i])
    return out


def cases():
    x = np.arange(6.0).reshape(2, 3)
    big = np.arange(60.0).reshape(2, 5, 2, 3)
    yield dots, x, x, np.zeros(2)
    yield dots, x, x[0], np.zeros(2)
    yield dots, x[0], x[0], np.zeros(())
    yield dots, x[0], x[0], np.zeros(1)
    yield dots, x[0], x[0], np.zeros(3)
    yield dots, x[:, ::-1], x.T.copy().T, np.zeros(2)
    yield dots, big, big[0, 0], np.zeros((2, 5, 2))
    yield dots, x.astype(np.int64), x, np.zeros(2)
    yield dots, x.astype(np.float32), x.astype(np.float32), np.zeros(2, np.float32)
    shapes = "NumPy broadcasts, or says other words"
    yield case(dots, x[:1], x, np.zeros(2), python=shapes)
    yield case(dots, x, x[:, :2], np.zeros(2), python=shapes)
    yield case(dots, x, x, np.zeros(3), python=shapes)
    yield case(dots, np.zeros((2, 3)), np.zeros((4, 3)), np.zeros(2), python=shapes)
    yield adds, x, 2.0, np.zeros((2, 3))
    yield adds, x, np.array([1.0, 2.0]), np.zeros((2, 3))
    yield adds, x.astype(np.int64), 2, np.zeros((2, 3), np.int64)
    yield adds, x, 2, np.zeros((2, 3))
    yield adds, x[0], np.array([1.0, 2.0]), np.zeros((2, 3))
    yield case(adds, x.astype(np.float32), 2, np.zeros((2, 3)), numba="it compiles wrong code")
    yield case(adds, x, 2, np.zeros((2, 3), np.float32), numba="it compiles wrong code", python="NumPy refuses to convert",
               says="No implementation of function")
    yield products, np.ones((2, 2, 3)), np.ones((3, 2)), np.zeros((2, 2, 2))
    yield products, big[0, :, :, :], big[1, :, :, :].transpose(0, 2, 1).copy(), np.zeros((5, 2, 2))
    yield case(products, np.ones((2, 3)), np.ones((2, 3)), np.zeros((2, 3)), python=shapes, numba="it does not check them")
    yield case(products, np.ones(3), np.ones((3, 2)), np.zeros((1, 2)), python=shapes, says="No implementation of function",
               numba="it crashes")
    yield both_ends, x
    yield both_ends, big
    yield case(without_output, x, 2.0, python="NumPy makes one", says="needs argument")
    yield in_loops, x
    yield on_threads, x
