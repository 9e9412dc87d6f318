# SPDX-License-Identifier: Apache-2.0
"""What lists cost: items that are appended in a function, and lists of numbers and of arrays that
go to a function and come back from one; and small arrays in a loop. The least of some rounds.

    PYTHONPATH=build/python PORTKERN_BACKEND=cpu build/venv/bin/python bench/host/lists.py
"""
import sys
import time

import numpy as np
from portkern import njit

COUNT = 1_000_000
ROUNDS = 9


@njit
def append_floats(n):
    items = [0.5]
    for i in range(n):
        items.append(i * 0.5)
    return len(items)


@njit
def append_ints(n):
    items = []
    for i in range(n):
        items.append(i)
    return len(items)


@njit
def append_pairs(n):
    items = []
    for i in range(n):
        items.append((i, 0.5))
    return len(items)


@njit
def append_lists(n):
    items = []
    one = [1]
    for i in range(n):
        items.append(one)
    return len(items)


@njit
def comprehension(n):
    return len([i * 0.5 for i in range(n)])


@njit
def take(items):
    return len(items)


@njit
def change(items):
    items[0] += 1.0


@njit
def give(n):
    return [i * 0.5 for i in range(n)]


@njit
def give_ints(n):
    return [i for i in range(n)]


@njit
def cross(a, b):
    out = np.empty(3)
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]
    return out


@njit
def crosses(n):
    s = 0.0
    x = np.array([1.0, 2.0, 3.0])
    for i in range(n):
        y = np.full(3, 0.5)
        y[i % 3] = i
        z = cross(x, y)
        s += z[0] - z[1] * z[2]
    return s


def least(f, *args):
    best = 1e9
    f(*args)
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        kept = f(*args)
        best = min(best, time.perf_counter() - begin)
        del kept
    return best


def main():
    floats = [i * 0.5 for i in range(COUNT)]
    ints = list(range(COUNT))
    for f in append_floats, append_ints, append_pairs, append_lists, comprehension, crosses:
        print(f"{f.__name__:14} {least(f, COUNT) / COUNT * 1e9:7.1f} ns an item")
    for name, f, arg in [("take floats", take, floats), ("take ints", take, ints), ("change floats", change, floats),
                         ("give floats", give, COUNT), ("give ints", give_ints, COUNT)]:
        print(f"{name:14} {least(f, arg) * 1e3:7.2f} ms for {COUNT} items")
    arrays = [np.ones(4) for _ in range(100)]
    print(f"take arrays    {least(take, arrays) * 1e6:7.2f} us for {len(arrays)} items")


if __name__ == "__main__":
    sys.exit(main())
