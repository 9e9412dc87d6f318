# SPDX-License-Identifier: Apache-2.0
"""heapq, and functools.reduce."""
import functools
import heapq
from functools import reduce

import numpy as np
from cases import case
from heapq import heappop, heappush
from numba import njit

NONE_IN_NUMBA = "Numba has it in parallel functions only"


@njit
def made(values):
    heap = [v for v in values]
    heapq.heapify(heap)
    return heap


@njit
def pushed(values):
    heap = [values[0]]
    for v in values[1:]:
        heappush(heap, v)
    out = [heappop(heap) for _ in range(len(heap) // 2)]
    return out, heap


@njit
def replaced(values, v):
    heap = list(values)
    heapq.heapify(heap)
    first = heapq.heapreplace(heap, v)
    second = heapq.heappushpop(heap, v)
    third = heapq.heappushpop(heap, v + 1)
    return first, second, third, heap


@njit
def popped_of_none(n):
    heap = [1.0]
    for _ in range(n):
        heapq.heappop(heap)
    return len(heap)


@njit
def largest(n, values):
    return heapq.nlargest(n, values)


@njit
def smallest(n, values):
    return heapq.nsmallest(n, values)


@njit
def of_pairs(names, costs):
    pairs = [(costs[i], i, names[i % len(names)]) for i in range(len(costs))]
    heapq.heapify(pairs)
    heapq.heappush(pairs, (2.5, -1, "new"))
    return heapq.nsmallest(3, pairs), heapq.nlargest(2, pairs), heapq.heappop(pairs)


@njit
def shortest(starts, ends, costs, n, source):
    """Dijkstra's, whose list is empty at first."""
    out = [[(0, 0.0) for _ in range(0)] for _ in range(n)]
    for k in range(len(starts)):
        out[starts[k]].append((ends[k], costs[k]))
    far = np.full(n, np.inf)
    far[source] = 0.0
    heap = [(0.0, source)]
    while heap:
        cost, at = heapq.heappop(heap)
        if cost > far[at]:
            continue
        for to, more in out[at]:
            if cost + more < far[to]:
                far[to] = cost + more
                heapq.heappush(heap, (far[to], to))
    return far


@njit
def from_nothing(values):
    heap = []
    for v in values:
        heapq.heappush(heap, v)
    return heap


@njit
def add(a, b):
    return a + b


@njit
def reduced(values, start):
    return reduce(add, values, start), functools.reduce(lambda a, b: a * b, values, 1.0)


@njit
def without_start(values):
    return reduce(lambda a, b: max(a, b), values)


@njit
def reduced_range(n, by):
    return functools.reduce(lambda a, k: a * by + k, range(n), 0)


@njit
def reduced_generator(values):
    return reduce(add, map(lambda v: v * v, values), 0.0)


def cases():
    rng = np.random.default_rng(3)
    for n in (1, 2, 3, 7, 50):
        x = rng.integers(0, 20, n)
        yield made, x
        yield pushed, x
        yield replaced, x / 2, 3.5
        for k in (0, 1, 2, 5, 60):
            yield largest, k, x
            yield smallest, k, x / 4
    yield largest, 2, [3, 1, 2]
    yield smallest, 2, (3.0, 1.0, 2.0)
    yield case(smallest, -1, x, numba="Numba raises IndexError")
    yield largest, 2, np.empty(0)
    yield case(largest, 1, np.empty(0), numba="Numba raises StopIteration")
    yield popped_of_none, 1
    yield case(popped_of_none, 2, python="CPython says `index out of range`")
    yield of_pairs, ["a", "b"], [3.0, 1.0, 2.0]
    yield shortest, np.array([0, 0, 1, 2]), np.array([1, 2, 3, 3]), np.array([1.0, 5.0, 9.0, 1.0]), 4, 0
    yield case(from_nothing, np.array([3.0, 1.0, 2.0]), numba="Numba has no type for the list")
    yield case(reduced, np.arange(5.0), 10.0, numba=NONE_IN_NUMBA)
    yield case(reduced, [1.0, 2.0], 10.0, numba=NONE_IN_NUMBA)
    yield case(reduced, (1.0, 2.0, 3.0), 10.0, numba=NONE_IN_NUMBA)
    yield case(without_start, np.array([1.0, 5.0, 2.0]), numba=NONE_IN_NUMBA)
    yield case(without_start, np.empty(0), numba=NONE_IN_NUMBA)
    yield case(reduced_range, 5, 3, numba=NONE_IN_NUMBA)
    yield case(reduced_generator, np.arange(5.0), numba=NONE_IN_NUMBA)
