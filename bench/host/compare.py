#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the programs of programs.py (or --of parallel, parallel.py) with portkern and with Numba, stock and with
fastmath, in one process: rounds of all in turn, the least of each. With --unchecked the others are portkern without checks of
bounds, which is how many times as fast.

    PYTHONPATH=build/python PORTKERN_BACKEND=cpu \\
        build/venv/bin/python bench/host/compare.py [NAME...] [--of FILE] [--markdown] [--unchecked]

Milliseconds of portkern, and Numba's times divided by it: above 1 portkern is
faster. Results are compared with stock Numba's first."""
import argparse
import copy
import importlib
import math
import time
from pathlib import Path

import numba
import numpy as np
import portkern


def with_numba(ours, fast):
    """The same functions, compiled by Numba."""
    scope = {}
    text = Path(ours.__file__).read_text()
    text = text.replace("from portkern import", "from numba import")
    if fast:
        text = text.replace("@njit\n", "@njit(fastmath=True)\n")
        text = text.replace("parallel=True)", "parallel=True, fastmath=True)")
    exec(text, scope)  # pylint: disable=exec-used
    return scope


def unchecked(ours, parallel):
    """The same functions without checks of bounds."""
    return {name: portkern.njit(boundscheck=False, parallel=parallel)(getattr(ours, name).py_func)
            for name in ours.PROGRAMS if name != "fibonacci"}  # which calls itself by the name of the other


def timed(function, args):
    """Seconds of a call, and its result; arguments are fresh."""
    args = copy.deepcopy(args)
    begin = time.perf_counter()
    result = function(*args)
    return time.perf_counter() - begin, result


def first_calls(functions, args):
    """What the first calls return; None where one fails."""
    results = []
    for i, function in enumerate(functions):
        try:
            results.append(timed(function, args)[1])
        except Exception as error:  # pylint: disable=broad-except
            if i:
                raise
            print(f"  {str(error).splitlines()[0]}")
            return None
    return results


def turn(function, args, pause):
    """The least time of a program's turn. Numba's threads wait busily for a while behind a parallel
    loop, and would take a processor from whose turn is next: so there is a pause, and more than one
    call."""
    if not pause:
        return timed(function, args)[0]
    time.sleep(pause)
    return min(timed(function, args)[0] for _ in range(3))


def measure(args, functions, seconds, pause):
    """The least times of a program."""
    results = first_calls(functions, args)
    if not results:
        return None
    np.testing.assert_allclose(results[0], results[1], rtol=1e-9
                               if np.asarray(results[0]).dtype != np.float32
                               else 1e-4)
    least = [math.inf] * len(functions)
    begin = time.perf_counter()
    rounds = 0
    while rounds < 5 or time.perf_counter() - begin < seconds:
        order = range(len(functions)) if rounds % 2 else \
            reversed(range(len(functions)))
        for i in order:
            least[i] = min(least[i], turn(functions[i], args, pause))
        rounds += 1
    return least


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--of", default="programs")
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--unchecked", action="store_true")
    given = parser.parse_args()
    ours = importlib.import_module(given.of)
    others = {"unchecked": unchecked(ours, given.of == "parallel")} if given.unchecked else \
        {"Numba": with_numba(ours, False), "fastmath": with_numba(ours, True)}
    left, bar = ("| ", " | ") if given.markdown else ("", "  ")
    print(f"{left}{'program':15}{bar}{'ms':>8}{bar}{bar.join(f'{word:>9}' for word in others)}{bar}")
    ratios = []
    for name in given.names or [name for name in ours.PROGRAMS if all(name in functions for functions in others.values())]:
        least = measure(ours.PROGRAMS[name], [getattr(ours, name), *(functions[name] for functions in others.values())],
                        given.seconds, 0.02 if given.of == "parallel" else 0)
        if not least:
            print(f"{left}{name:15}{bar}failed", flush=True)
            continue
        ratios.append([t / least[0] for t in least[1:]])
        print(f"{left}{name:15}{bar}{least[0] * 1e3:8.3f}{bar}{bar.join(f'{ratio:9.2f}' for ratio in ratios[-1])}{bar}",
              flush=True)
    means = [math.exp(sum(map(math.log, column)) / len(column)) for column in zip(*ratios, strict=True)]
    print(f"{left}{'geometric mean':15}{bar}{'':8}{bar}{bar.join(f'{mean:9.2f}' for mean in means)}{bar}")
    print(f"Numba {numba.__version__}")


if __name__ == "__main__":
    main()
