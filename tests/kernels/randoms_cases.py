# SPDX-License-Identifier: Apache-2.0
import math

import numpy as np
from corpus import Case

STATES = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)
MASK = 2**64 - 1


def rotate(x, k):
    return (x << k | x >> (64 - k)) & MASK


def draw(state):
    s0, s1 = state
    t = s0 ^ s1
    state[:] = rotate(s0, 55) ^ t ^ (t << 14 & MASK), rotate(t, 36)
    return (s0 + s1) & MASK


def jump(state):
    total = [0, 0]
    for word in (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922):
        for b in range(64):
            if word >> b & 1:
                total = [total[0] ^ state[0], total[1] ^ state[1]]
            draw(state)
    return total


def make(count, seed):
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    states = [[z ^ z >> 31] * 2]
    while len(states) < count:
        states.append(jump(list(states[-1])))
    return states


def array(states):
    return np.array([tuple(s) for s in states], STATES)


def unit(bits):
    return (bits >> 11) * 2.0**-53


def single(bits):
    return np.float32(unit(bits))


def normals(state, dtype):
    a, b = float(single(draw(state))), float(single(draw(state)))
    return dtype(math.sqrt(-2 * math.log(a)) * math.cos(2 * math.pi * b))


def cases():
    for count, seed in ((70, 1), (3, 2**63)):
        states = make(count, seed)
        begin = array(states)
        one, two = np.zeros((count, 5), np.float32), np.zeros((count, 5))
        for i, s in enumerate(states):
            for k in range(5):
                one[i, k] = single(draw(s))
                two[i, k] = unit(draw(s))
        zero = [np.zeros_like(one), np.zeros_like(two)]
        yield Case("uniform", 3, 32, [begin, *zero], {0: array(states), 1: one.copy(), 2: two.copy()})
        states = make(count, seed)
        for i, s in enumerate(states):
            for k in range(5):
                one[i, k] = normals(s, np.float32)
                two[i, k] = normals(s, np.float64)
        yield Case("normal", 3, 32, [begin, *zero], {0: array(states), 1: one, 2: two}, rtol=2e-6, atol=2e-6)
    states = make(32, 42)
    begin = array(states)
    pi = []
    for s in states:
        inside = 0
        for _ in range(50):
            x, y = single(draw(s)), single(draw(s))
            inside += float(x * x + y * y) <= 1.0
        pi.append(4.0 * inside / 50)
    yield Case("estimate_pi", 1, 32, [begin, 50, np.zeros(32)], {2: np.array(pi)})
