# SPDX-License-Identifier: Apache-2.0
"""Views with windows and with any strides."""
import numpy as np
from cases import case
from numba import njit
from numpy.lib.stride_tricks import as_strided, sliding_window_view


@njit
def windows(x, shape):
    return sliding_window_view(x, shape)


@njit
def windows_along(x, shape, axis):
    return np.lib.stride_tricks.sliding_window_view(x, window_shape=shape, axis=axis)


@njit
def means(x, n):
    w = sliding_window_view(x, n)
    out = np.empty(w.shape[0])
    for i in range(w.shape[0]):
        out[i] = w[i].mean()
    return out


@njit
def written(x):
    w = sliding_window_view(x, 2)
    for i in range(len(w)):
        w[i, 1] += w[i, 0]
    return w.sum()


@njit
def strided(x, shape, strides):
    return as_strided(x, shape, strides)


@njit
def diagonal(x):
    view = as_strided(x, strides=(x.strides[0] + x.strides[1],), shape=(min(x.shape),))
    view[...] = 7
    return view.copy()


@njit
def same_shape(x):
    return np.lib.stride_tricks.as_strided(x, strides=x.strides[::-1])


def cases():
    x = np.arange(24.0)
    m = x.reshape(4, 6)
    for n in (0, 1, 3, 24):
        yield windows, x, n
    yield case(windows, x, 25, python="NumPy names the function")
    yield case(windows, x, -1, python="NumPy names the function")
    yield windows, x[::-2], 3
    yield windows, m, (2, 3)
    yield windows, m.T, (2, 3)
    yield windows, x.reshape(2, 3, 4), (1, 2, 4)
    yield windows_along, m, 3, 1
    yield windows_along, m, 3, -2
    yield windows_along, m, (2,), (0,)
    yield windows_along, m, (2, 2), (-1, 1)
    yield windows_along, m, (2, 2), (0, 1)
    yield case(windows_along, m, (2, 2, 2), (0, 1), python="NumPy says more")
    yield case(windows_along, m, (2, 2), (1,), python="NumPy says more")
    yield means, x, 4
    yield written, x.copy()
    yield strided, x, (3, 2), (8, 16)
    yield strided, x, (4,), (-8,)[:0] + (40,)
    yield strided, m, (2, 2, 2), (8, 8, 8)
    yield strided, x, (5, 3), (0, 8)
    yield diagonal, m.copy()
    yield same_shape, x.reshape(2, 12)[:, :2]
