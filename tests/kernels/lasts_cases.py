# SPDX-License-Identifier: Apache-2.0
import math

import numpy as np
from corpus import Case


def popc(a):
    return np.array([int(v).bit_count() for v in a])


def cases():
    n, x = np.array([16, 254]), np.array([7.0])
    yield Case("one_thread", 2, 32, [n, x, np.zeros(3)], {2: np.array([4.0, 3.0, 7.0]), 0: n + 1, 1: x + 1})
    yield Case("same_place", 3, 64, [np.repeat([-128, 70, 6400], 64), 1, np.zeros(3)], {2: np.array([2.0, 1.0, 100.0])})
    n = np.arange(40)
    yield Case("counted_down", 2, 32, [n, np.zeros(40, np.int64)], {1: np.where(n, 2, 0)})
    i, x = np.arange(50), np.arange(64) * 3 % 11
    bits = popc(i + 99)
    yield Case("looked_up", 2, 32, [100, x, np.zeros(50, np.int64)], {2: x[bits] + 1})
    yield Case("chosen", 2, 32, [100, 3, np.zeros(50, np.int64)], {2: np.where(bits > 3, 1, 2)})
    sums = sum(popc(k * 37 + i) for k in range(100))
    yield Case("in_place", 2, 32, [100, np.zeros(50, np.int64), np.ones(50, np.int64)], {1: popc(99 * 37 + i), 2: sums + 1})
    yield Case("stops", 2, 32, [70, 31, np.zeros(50, np.int64)], {2: popc(np.minimum(69, 31 + i))})
    yield Case("fast", 2, 32, [101, np.zeros(50, np.float32)], {1: np.full(50, math.sqrt(100), np.float32)}, rtol=1e-6)
