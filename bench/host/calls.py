#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a call of a host function costs in Python, beside Numba's, in
nanoseconds: the functions of calls_functions.py, the least of some rounds,
rounds of both in turn. Run with build/venv's Python and build/python on the
path."""
import re
import timeit
from pathlib import Path

import numba
import numpy as np

import calls_functions as ours

ROUNDS, CALLS = 30, 20000


def with_numba():
    """The same functions, compiled by Numba."""
    text = (Path(__file__).parent / "calls_functions.py").read_text()
    scope = {}
    exec(re.sub("from portkern", "from numba", text), scope)  # pylint: disable=exec-used
    return scope


def main():
    """Prints a line for each function."""
    theirs = with_numba()
    array = np.arange(16.0)
    for name, args in [("nothing", ()), ("add", (1.0, 2.0)),
                       ("add", (1, 2)), ("divide", (7, 2)), ("pair", (7, 2)),
                       ("item", (array, 2)), ("sum_of", (array,))]:
        timers = []
        for function in getattr(ours, name), theirs[name]:
            function(*args)
            timers.append(timeit.Timer(
                f"f({', '.join(f'a{i}' for i in range(len(args)))})",
                globals={"f": function,
                         **{f"a{i}": a for i, a in enumerate(args)}}))
        least = [1e9, 1e9]
        for _ in range(ROUNDS):
            for i, timer in enumerate(timers):
                least[i] = min(least[i], timer.timeit(CALLS) / CALLS * 1e9)
        words = f"{name}({', '.join(type(a).__name__ for a in args)})"
        print(f"{words:24} portkern {least[0]:6.1f} ns  Numba "
              f"{least[1]:6.1f} ns")
    print("numba", numba.__version__)


if __name__ == "__main__":
    main()
