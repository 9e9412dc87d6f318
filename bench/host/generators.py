#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What generators of host functions cost, beside Numba's, in nanoseconds: an item that Python
takes, a generator that is made and one that is made and ends at once, and an item in compiled
code. The least of some rounds, rounds of both in turn. Run with build/venv's Python and
build/python on the path."""
import time

import numba
import numpy as np

import portkern

ROUNDS, ITEMS, CALLS = 30, 20000, 4000


def count(n):
    for i in range(n):
        yield i


def elements(a):
    for i in range(a.size):
        yield a[i] * 2.0


def pairs(n):
    for i in range(n):
        yield i, 0.5 * i


def functions(njit):
    """Generators, and functions that go through one."""
    inner = njit(count)

    @njit
    def outer(n):
        for x in inner(n):
            yield x + 1

    def summed(over):
        @njit
        def total(n):
            s = 0
            for x in over(n):
                s = s * 3 ^ x
            return s

        return total

    return {"count": inner, "elements": njit(elements), "pairs": njit(pairs), "outer": outer,
            "total": summed(inner), "total_outer": summed(outer)}


def items(function, argument):
    """Takes all items."""
    begin = time.perf_counter()
    for _ in function(argument):
        pass
    return (time.perf_counter() - begin) / ITEMS


def made(function, argument):
    """Makes generators that nobody goes through."""
    begin = time.perf_counter()
    for _ in range(CALLS):
        function(argument)
    return (time.perf_counter() - begin) / CALLS


def ended(function, argument):
    """Makes generators without an item and goes through them."""
    begin = time.perf_counter()
    for _ in range(CALLS):
        for _ in function(argument):
            pass
    return (time.perf_counter() - begin) / CALLS


def call(function, argument):
    """An item, in compiled code."""
    begin = time.perf_counter()
    function(argument)
    return (time.perf_counter() - begin) / argument


def main():
    """Prints a line for each."""
    array = np.arange(float(ITEMS))
    rows = [("an item, an integer", items, "count", ITEMS), ("an item, of an array", items, "elements", array),
            ("an item, a pair", items, "pairs", ITEMS), ("an item, of a generator over one", items, "outer", ITEMS),
            ("a generator", made, "count", 0), ("a generator with an array", made, "elements", array),
            ("a generator that ends", ended, "count", 0),
            ("an item in compiled code", call, "total", 10**6),
            ("the same of a generator over one", call, "total_outer", 10**6)]
    sides = functions(portkern.njit), functions(numba.njit)
    for words, measure, name, argument in rows:
        least = [1e9, 1e9]
        for side in sides:
            measure(side[name], argument)
        for _ in range(ROUNDS):
            for i, side in enumerate(sides):
                least[i] = min(least[i], measure(side[name], argument) * 1e9)
        print(f"{words:34} portkern {least[0]:7.1f} ns  Numba {least[1]:7.1f} ns")
    print("numba", numba.__version__)


if __name__ == "__main__":
    main()
