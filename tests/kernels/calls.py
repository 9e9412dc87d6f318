# SPDX-License-Identifier: Apache-2.0
"""Calls that say what syntax says, del, type(x); and what the module level
makes of ranges, comprehensions, dicts, classes and array expressions."""
import operator
from operator import mul as times
from typing import NamedTuple

import numpy as np
from numba import cuda

FOUR = tuple(range(4))
ODD = tuple(2 * i + 1 for i in range(10, 2, -3))
SIZES = {"tile": 16, "pad": 2.5, 7: FOUR, "names": {"x": 3}}


class Config:
    """Constants under one name."""
    TILE: int = 8
    HALF = TILE // 2
    SHAPE = (2, HALF)
    SCALE = 0.5

    class Edge:
        DEPTH = 3
        AT = (DEPTH + 1, 6)

    class Pair(NamedTuple):
        x: float
        y: float = 2.0

    def unused(self):
        return self.TILE


PAD = SIZES["pad"]
STEPS = np.linspace(-1, 2, 7)
ONE_THIRD = np.arange(0, 1, 0.3)
BACK = np.arange(2.0, -1, -0.7)
DOUBLED = np.arange(4) * 2.0 + 1
SINGLE = np.array([i * i for i in FOUR], dtype=np.float32) / 3 - 0.1
EVEN = np.array([i for i in range(9) if i % 2 == 0])
PLANE = np.array([[1, 2], [3, 4]]) - np.array([[5, 6], [7, 9]])


@cuda.jit(device=True)
def apply(op, x, y):
    return op(x, y)


@cuda.jit(device=True)
def fold(op, first, items):
    for v in items:
        first = op(first, v)
    return first


@cuda.jit
def operators(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        n, x = a[i], f[i]
        out[i, 0] = operator.add(n, x) + operator.sub(n, x) * operator.truediv(n, 4) + times(n, n)
        out[i, 1] = operator.floordiv(n, 3) + operator.mod(n, 3) + operator.pow(n, 2) + operator.pow(x, 2)
        out[i, 2] = operator.and_(n, 6) + operator.or_(n, 1) + operator.xor(n, 5) + operator.lshift(n, 2)
        out[i, 3] = operator.rshift(n, 1) + operator.neg(n) + operator.pos(x) + operator.invert(n) + operator.inv(n)
        out[i, 4] = operator.lt(n, 2) + 2 * operator.le(n, 2) + 4 * operator.eq(n, 2) + 8 * operator.ne(n, 2)
        deny = operator.not_
        out[i, 5] = operator.gt(x, 0.5) + 2 * operator.ge(x, n) + 4 * operator.not_(n) + 8 * deny(x)
        out[i, 6] = apply(operator.mul, n, x) + fold(operator.iadd, 1, FOUR) + fold(times, 2.0, (n, x, 3))
        out[i, 7] = operator.contains(FOUR, n) + 2 * operator.is_(None, None) + operator.getitem((1, 5), n % 2)
        s = 0
        for k in range(3):
            s = operator.ior(operator.imul(operator.iadd(s, k), 2), 1)
        out[i, 8] = operator.isub(s, operator.ifloordiv(n, 2)) + operator.ipow(x, 2) + operator.itruediv(n, 8)


@cuda.jit
def asked(a, f, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        t = a[i, 0]
        out[i, 0] = getattr(out, "ndim") + getattr(a, "shape")[1] + getattr(Config, "TILE")
        out[i, 1] = hasattr(a, "size") + 2 * hasattr(a, "sizes") + 4 * hasattr(Config, "TILE") + 8 * hasattr(t, "real")
        out[i, 2] = getattr(a, "nothing", t) + getattr(a, "size", 0.5)
        out[i, 3] = type(t)(2.75) + type(f[i])(1) / type(f[i])(3) + f.dtype.type(0.1)
        if hasattr(a, "other"):
            out[i, 4] = a.other
        else:
            out[i, 4] = 4
        del t
        t = 0.5
        u = t
        del u, t
        for t in range(2):
            u = t
            del t
        out[i, 5] = u


@cuda.jit
def known(out):
    s = cuda.shared.array(Config.SHAPE, np.float32)
    i = cuda.grid(1)
    if i < 3:
        s[i % 2, i] = i
        out[i, 0] = FOUR[i] + ODD[i] + len(ODD) + len(FOUR)
        out[i, 1] = SIZES["tile"] + SIZES["pad"] + PAD + SIZES[7][i] + SIZES["names"]["x"]
        out[i, 2] = Config.TILE + Config.HALF * Config.SCALE + Config.SHAPE[1] + s[i % 2, i] + Config.Edge.AT[i % 2] * Config.Pair(Config.Edge.DEPTH).y
        out[i, 3] = STEPS[i] + 10 * STEPS[-1] + STEPS.size
        out[i, 4] = ONE_THIRD[i] + 10 * ONE_THIRD[3]
        out[i, 5] = BACK[i] + 10 * BACK[-1]
        out[i, 6] = DOUBLED[i] + 10 * DOUBLED[3]
        out[i, 7] = SINGLE[i] + SINGLE[-1]
        out[i, 8] = EVEN[i] + EVEN[-1] + PLANE[i % 2, 1]
