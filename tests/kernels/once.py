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
