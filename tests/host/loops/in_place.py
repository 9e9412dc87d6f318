# SPDX-License-Identifier: Apache-2.0
"""Loops that change an array in place, which become vectors where no round needs what another one
stores: elements that all rounds load and one of them stores, in front of the loop, within, behind it;
distances of less and of more than the rounds, and none; arrays that overlap, or may be the same."""
import numpy as np
from numba import njit


@njit
def shortest(d):
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])
    return d


@njit
def eliminated(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            f = a[i, k] / a[k, k]
            for j in range(k, n):
                a[i, j] -= f * a[k, j]
    return a


@njit
def inverted(a, b):
    n = a.shape[0]
    for k in range(n):
        for j in range(n):
            b[k, j] = b[k, j] / a[k, k]
        for j in range(n):
            a[k, j] = a[k, j] / a[k, k]
        for i in range(n):
            if i != k:
                for j in range(n):
                    b[i, j] -= a[i, k] * b[k, j]
                for j in range(n):
                    a[i, j] -= a[i, k] * a[k, j]
    return a, b


@njit
def divided(a, k):
    for j in range(len(a)):
        a[j] = a[j] / a[k] + 1.0
    return a


@njit
def divided_from(a, k, first, last):
    for j in range(first, last):
        a[j + 2] = a[j + 2] * a[k] + a[k]
    return a


@njit
def moved(a, to, by, n):
    for j in range(n):
        a[to + j] = a[by + j] * 2.0 + 1.0
    return a


@njit
def moved_by_two(a, one, other, n):
    for j in range(n):
        a[j] = a[one + j] + 1.0
        a[other + j] = a[j] * 2.0
    return a


@njit
def filled_sacks(weights, values, room):
    best = np.zeros((len(weights) + 1, room + 1))
    for i in range(1, len(weights) + 1):
        w = weights[i - 1]
        for c in range(room + 1):
            best[i, c] = best[i - 1, c]
        for c in range(w, room + 1):
            best[i, c] = max(best[i, c], best[i - 1, c - w] + values[i - 1])
    return best


@njit
def filled_sack(weights, values, room):
    best = np.zeros(room + 1)
    for i in range(len(weights)):
        for c in range(weights[i], room + 1):
            best[c] = max(best[c], best[c - weights[i]] + values[i])
    return best


@njit
def of_two(a, b, k, far):
    for j in range(len(b)):
        a[j] = a[j + far] - b[j] * a[k]
    return a


@njit
def of_either(a, b, first, k, far):
    c = a if first else b
    for j in range(len(b) - far):
        a[j] = c[j + far] - a[k]
    return a


@njit
def made(n, k, far):
    a = np.arange(n) * 0.5
    b = np.ones(n)
    for j in range(n - far):
        a[j] = a[j + far] + b[j + far] * a[k]
    return a


@njit
def summed(a, k):
    s = 0.0
    for j in range(len(a)):
        a[j] -= a[k]
        s += a[j]
    return s


@njit
def smoothed(a, rows):
    for i in range(1, rows):
        for j in range(1, a.shape[1] - 1):
            a[i, j] = (a[i - 1, j - 1] + a[i - 1, j] + a[i - 1, j + 1]) / 3.0
    return a


@njit
def in_steps(a, k):
    for j in range(len(a) // 2):
        a[2 * j] = a[2 * j + 1] + a[k]
    return a


def numbers(*shape):
    return np.random.default_rng(7).random(shape) + 0.5


def cases():
    for n in (1, 2, 7, 40):
        yield shortest, numbers(n, n)
        yield eliminated, numbers(n, n) + n * np.eye(n)
        yield inverted, numbers(n, n) + n * np.eye(n), np.eye(n)
    yield shortest, numbers(19, 19).T
    for k in (0, 1, 20, 35, 36, -1, -37):
        yield divided, numbers(37), k
        yield in_steps, numbers(37), k
        yield summed, numbers(37), k
    for k in (0, 4, 5, 6, 20, 29, 30, 36):
        yield divided_from, numbers(37), k, 3, 27
    yield divided_from, numbers(37), 5, 9, 9
    yield divided_from, numbers(37), 5, 9, 3
    for by in (0, 1, 2, 7, 8, 11, 12, 13, 20):
        yield moved, numbers(40), 10, by, 20
        yield moved, numbers(40), by, 10, 20
        yield moved_by_two, numbers(40), by, 3, 20
        yield moved_by_two, numbers(40), 3, by, 20
        yield moved_by_two, numbers(70), by + 20, 45, 20
    weights = np.array([3, 1, 7, 30, 2, 50])
    for room in (0, 10, 49, 60):
        yield filled_sacks, weights[:5], numbers(5), max(room, 30)
        yield filled_sack, weights, numbers(6), room
    shared = numbers(60)
    for k in (0, 11, 40, 59):
        for far in (0, 1, 5, 20, 30):
            yield of_two, shared.copy(), numbers(30), k, far
            yield of_two, shared, shared[7:37], k, far
            for first in (True, False):
                yield of_either, shared.copy(), numbers(55), first, k, far
            yield made, 60, k, far
    yield smoothed, numbers(6, 33), 6
