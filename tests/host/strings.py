# SPDX-License-Identifier: Apache-2.0
"""Strings as arguments and defaults: compared, and looked for."""
import numpy as np
from cases import case
from numba import njit


@njit
def kernel(x, mode):
    if mode == "linear":
        return x
    elif mode in ("cubic", "quadratic"):
        return x * 3
    elif mode != "none":
        raise ValueError("no such mode")
    return 0 * x


@njit
def by_default(x, mode="linear", n=2):
    return kernel(x, mode) * n


@njit
def inner(x):
    return kernel(x, "linear") + kernel(x, "cubic") + by_default(x) + by_default(x, "none")


@njit
def compared(a, b):
    return a == b, a != b, a < b, a >= b, len(a), b in a


@njit
def truth(a):
    if a:
        return 1
    return 2


@njit
def in_tuple(t, x):
    name, n = t
    if name == "add":
        return x + n
    return x - n


@njit
def array_by(mode, n):
    if mode == "ones":
        a = np.ones(n)
    else:
        a = np.zeros(n)
    return a


def cases():
    return [
        (kernel, 2.0, "linear"), (kernel, 2.0, "cubic"), (kernel, 2, "quadratic"), (kernel, 2, "none"),
        (kernel, 2.0, "other"), (by_default, 1.5), (by_default, 1.5, "cubic"), (by_default, 1.5, "none", 3),
        case(by_default, 1.5, keywords={"n": 5}), case(by_default, 1.5, keywords={"mode": "cubic"}), (inner, 1.5),
        (compared, "abc", "b"), (compared, "", ""), (compared, "gr\u00fc\u00dfe", "\u00fc"), (truth, ""), (truth, "x"),
        (in_tuple, ("add", 1), 5), (in_tuple, ("sub", 1), 5), (array_by, "ones", 3), (array_by, "zeros", 2),
    ]
