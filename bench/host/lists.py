# SPDX-License-Identifier: Apache-2.0
"""What lists cost: items that are appended in a function, and lists of numbers that go to a
function and come back from one. The least of some rounds.

    PYTHONPATH=build/python PORTKERN_BACKEND=cpu build/venv/bin/python bench/host/lists.py
"""
import sys
import time

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
    for f in append_floats, append_ints, append_pairs, append_lists, comprehension:
        print(f"{f.__name__:14} {least(f, COUNT) / COUNT * 1e9:7.1f} ns an item")
    for name, f, arg in [("take floats", take, floats), ("take ints", take, ints), ("change floats", change, floats),
                         ("give floats", give, COUNT), ("give ints", give_ints, COUNT)]:
        print(f"{name:14} {least(f, arg) * 1e3:7.2f} ms for {COUNT} items")


if __name__ == "__main__":
    sys.exit(main())
