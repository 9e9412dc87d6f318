# SPDX-License-Identifier: Apache-2.0
"""Assignments within expressions that count: each happens once, and what stands
before another operand does not see what that one assigns."""
import numpy as np
from numba import cuda

NUMBERS = np.arange(10.0)


def pair(x, y):
    return x * 10 + y


@cuda.jit
def updated(o):
    j = 0
    o[0, (j := j + 1)] += 5
    o[0, j] += (j := 4)
    o[0, 0] = j


@cuda.jit
def row(o):
    j = 0
    o[(j := j + 1)][2] = 5
    o[(j := j + 1)].T[1] = 2
    o[(j := j + 1)].flat[3] = 7
    o[0, 0] = j


@cuda.jit
def filled(o):
    j = 0
    o[(j := j + 1)].fill(3)
    o[0, 0] = j


@cuda.jit
def spread(o):
    j = 0
    o[0, 0] = pair(*((j := j + 1), 5))
    o[0, 1] = j


@cuda.jit
def reduced(o):
    j = 0
    o[0, 0] = NUMBERS[(j := j + 1):].sum()
    o[0, 1] = j
    o[0, 2] = (NUMBERS[(j := j + 1):] * 2).sum()
    o[0, 3] = NUMBERS[(j := j + 1):].max() + NUMBERS[(j := j + 1):].argmax()
    o[0, 4] = j


@cuda.jit
def in_a_loop(o):
    j = 0
    while (j := j + 1) < 5:
        o[0, j] += (j := j + 1) * 10 + o[0, j - 1]
    o[0, 0] = j


def half(v):
    if v > 2:
        return v / 2


@cuda.jit
def some_paths(o):
    t = None
    for j in range(5):
        u, w = 0, None
        o[0, j] = t is None and (t := j) > 2 or t is not None and (t := t + 0.5) > 1
        if (u := half(j)) is not None and (w := u) > 1.6:
            o[1, j] = u + w
        elif w is None:
            o[1, j] = 7
        o[2, j] = (t := 2.5) if j == 2 else (w := None) is None
        o[2, j] += 100 if w is None else w
        o[3, j] = u is not None and (u := None) is None and w is None
        if u is None and (k := j) > 3 and (k := 1.5) > 0:
            o[3, j] += k * 10
        o[3, 5 + j % 3] = 0 if t is None else t


@cuda.jit
def named(a, n, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        t = 0.5
        out[i, 0] = x > 2 and (t := x * 2) > 5
        out[i, 1] = t
        if x < 0 or (u := x + 1) > 3:
            out[i, 2] = 1
        else:
            out[i, 2] = u
        out[i, 3] = (w := x) if x > 1 else (v := n)
        out[i, 4] = w + 10 * v
        y = 0.25
        out[i, 5] = 0 < x < (y := 3) < (z := x * 2)
        out[i, 6] = y + 100 * z
        s = 0
        while n > 0 and (k := n * x) < 20:
            n -= 1
            s += k
        out[i, 7] = s
        out[i, 8] = k
        r = x
        for j in range(3):
            if j > 0 and (r := r * 2) > 9 or (q := j) > 1:
                break
        out[i, 9] = r + 100 * q
        out[i, 10] = (c := x > 1 and (d := 7)) or (d := 2.5)
        out[i, 11] = d + c
        out[i, 12] = 1 < x < (e := 4) > (e := x) > 2 != (g := 3)
        out[i, 13] = e + 10 * g


def noted(o):
    o[0, 5] += 1


@cuda.jit
def skipped(o):
    for n in range(5):
        o[1, n] = n > 3 and noted(o) is None and n < 9
        o[2, n] = n < 2 or noted(o) is not None or n > 3
