# SPDX-License-Identifier: Apache-2.0
"""Kernels whose executed lines and steps are compared with CPython's (test_coverage.py): all
statements that choose, in each other, where they end."""
import math

import coverage_helpers
import numpy as np

from portkern import cuda

SCALE = 3
FLAG = False


@cuda.jit
def no_way_out(x, y):
    """A text
    of two lines."""
    i = cuda.grid(1)
    if i > 100:
        y[i] = 1
        return
    y[i] = x[i]


@cuda.jit(
    fastmath=False
)
def over_lines(x,
               y):
    i = cuda.grid(1)
    y[i] = max(
        x[i],
        math.sqrt(
            x[i]))
    if (i > 2 and
            i < 100):
        y[i] += (
            1)
    for k in range(
            2):
        y[i] -= \
            k


@cuda.jit
def ends(x, y):
    i = cuda.grid(1)
    if i % 2:
        for k in range(3):
            if k == i:
                y[i] = 1
    else:
        while y[i] < 3:
            y[i] += 1


@cuda.jit
def chains(x, y):
    i = cuda.grid(1)
    if i == 0:
        y[i] = 1
    elif i == 1:
        pass
    elif i == 2:
        if x[i] > 0:
            y[i] = 2
        elif x[i] < -1:
            y[i] = 3
    elif i == 100:
        y[i] = 4
    for k in range(i):
        if k == 1:
            continue
        elif k == 2:
            break
        elif k == 50:
            y[i] = 5
        else:
            y[i] += 1


@cuda.jit
def loop_ends(x, y):
    i = cuda.grid(1)
    for a in range(i - 3):
        for b in range(2):
            if b == a:
                break
        else:
            y[i] += 1
            continue
        while True:
            y[i] += 1
            if y[i] > 2:
                break
            if y[i] < -5:
                return
    else:
        y[i] += 2
    while y[i] < 4:
        y[i] += 3
        if i == 1:
            break
    else:
        y[i] -= 1
    for a in range(0):
        y[i] = 7
    for a in range(2):
        if i < 5:
            return
    y[i] = 3


@cuda.jit
def endless(x, y):
    i = cuda.grid(1)
    while True:
        if y[i] > i:
            return
        y[i] += 1


@cuda.jit
def one_line(x, y):
    i = cuda.grid(1); y[i] = 1
    if i > 3: y[i] = 2
    for k in range(3): y[i] += k
    while y[i] > 2: y[i] -= 1
    if i > 5: return
    y[i] = 3 if i > 2 else 4


@cuda.jit
def known(x, y):
    i = cuda.grid(1)
    if FLAG:
        y[i] = 1
    else:
        y[i] = 2
    if SCALE == 3:
        y[i] += 1
    for k in (1, 2.5):
        if k > 2:
            y[i] += k
    n: np.int64
    m: np.int64 = 3
    y[i] += m
    ...
    "a text"
    3


@cuda.jit
def inner(x, y):
    i = cuda.grid(1)

    def twice(v):
        if v > 2:
            return v
        return v * 2

    f = lambda v: v + 1  # noqa: E731
    y[i] = twice(f(x[i]))
    if any(v > i for v in (1, 2, 3)):
        y[i] += 1


@cuda.jit
def elsewhere(x, y):
    i = cuda.grid(1)
    y[i] = coverage_helpers.clamp(x[i], 1.0, 2.0)
    y[i] += coverage_helpers.steps(i)


@cuda.jit
def together(x, y):
    t = cuda.threadIdx.x
    tile = cuda.shared.array(8, np.float64)
    tile[t] = x[t]
    for k in range(2):
        cuda.syncthreads()
        if t < 4:
            tile[t] += tile[t + 4]
        cuda.syncthreads()
        if tile[0] < 0:
            break
    if t:
        return
    y[t] = tile[0]


@cuda.jit
def long_chain(x, y):
    i = cuda.grid(1)
    if i == 0:
        y[i] = 0
    elif i == 2:
        y[i] = 1
    elif i == 4:
        y[i] = 2
    elif i == 6:
        y[i] = 3
    elif i == 8:
        y[i] = 4
    elif i == 10:
        y[i] = 5
    elif i == 12:
        y[i] = 6
    elif i == 14:
        y[i] = 7
    elif i == 16:
        y[i] = 8
    elif i == 18:
        y[i] = 9
    elif i == 20:
        y[i] = 10
    elif i == 22:
        y[i] = 11
    elif i == 24:
        y[i] = 12
    elif i == 26:
        y[i] = 13
    elif i == 28:
        y[i] = 14
    elif i == 30:
        y[i] = 15
    elif i == 32:
        y[i] = 16
    elif i == 34:
        y[i] = 17
    elif i == 36:
        y[i] = 18
    elif i == 38:
        y[i] = 19
    elif i == 40:
        y[i] = 20
    elif i == 42:
        y[i] = 21
    elif i == 44:
        y[i] = 22
    elif i == 46:
        y[i] = 23
    elif i == 48:
        y[i] = 24
    elif i == 50:
        y[i] = 25
    elif i == 52:
        y[i] = 26
    elif i == 54:
        y[i] = 27
    elif i == 56:
        y[i] = 28
    elif i == 58:
        y[i] = 29
    elif i == 60:
        y[i] = 30
    elif i == 62:
        y[i] = 31
    elif i == 64:
        y[i] = 32
    elif i == 66:
        y[i] = 33
    elif i == 68:
        y[i] = 34
    elif i == 70:
        y[i] = 35
    elif i == 72:
        y[i] = 36
    elif i == 74:
        y[i] = 37
    elif i == 76:
        y[i] = 38
    elif i == 78:
        y[i] = 39
    elif i == 80:
        y[i] = 40
    elif i == 82:
        y[i] = 41
    elif i == 84:
        y[i] = 42
    elif i == 86:
        y[i] = 43
    elif i == 88:
        y[i] = 44
    elif i == 90:
        y[i] = 45
    elif i == 92:
        y[i] = 46
    elif i == 94:
        y[i] = 47
    elif i == 96:
        y[i] = 48
    elif i == 98:
        y[i] = 49
    elif i == 100:
        y[i] = 50
    elif i == 102:
        y[i] = 51
    elif i == 104:
        y[i] = 52
    elif i == 106:
        y[i] = 53
    elif i == 108:
        y[i] = 54
    elif i == 110:
        y[i] = 55
    elif i == 112:
        y[i] = 56
    elif i == 114:
        y[i] = 57
    elif i == 116:
        y[i] = 58
    elif i == 118:
        y[i] = 59
    elif i == 120:
        y[i] = 60
    elif i == 122:
        y[i] = 61
    elif i == 124:
        y[i] = 62
    elif i == 126:
        y[i] = 63
    elif i == 128:
        y[i] = 64
    elif i == 130:
        y[i] = 65
    elif i == 132:
        y[i] = 66
    elif i == 134:
        y[i] = 67
    elif i == 136:
        y[i] = 68
    elif i == 138:
        y[i] = 69
    else:
        y[i] = -1
    y[i] += 1
