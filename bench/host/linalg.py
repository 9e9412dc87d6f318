#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What np.linalg of matrices takes, in microseconds: the functions of linalg_functions.py, by
LAPACK, without it (PORTKERN_LAPACK=off) and compiled by Numba, which needs SciPy. Each way is a
process of its own, which looks for LAPACK once. Run with a Python that has Numba and SciPy, and
build/python on the path."""
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

NAMES = "solve", "inv", "det", "cholesky", "qr", "svd", "eigh"
SIZES = 4, 16, 64, 256, 512
MOST_OWN = 256  # without LAPACK
SECONDS = 0.4


def time_of(function, n):
    """The best of the calls in some time."""
    a = np.random.default_rng(1).random((n, n))
    a, b = a @ a.T + n * np.eye(n), np.ones(n)
    function(a, b)
    best, end, calls = None, time.perf_counter() + SECONDS, max(1, 2000 // n**2)
    while best is None or time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(calls):
            function(a, b)
        spent = (time.perf_counter() - start) / calls * 1e6
        best = spent if best is None else min(best, spent)
    return best


def measure(package, most):
    """Prints a line for each function and size."""
    text = (Path(__file__).parent / "linalg_functions.py").read_text()
    if package == "portkern":
        import linalg_functions

        scope = vars(linalg_functions)
    else:
        scope = {}
        exec(re.sub("from portkern", "from numba", text), scope)  # pylint: disable=exec-used
    for name in NAMES:
        for n in SIZES:
            if n <= most:
                print(name, n, time_of(scope[name], n), flush=True)


def run(package, most, **env):
    """{(name, size): microseconds}"""
    printed = subprocess.run([sys.executable, __file__, package, str(most)], env={**os.environ, **env}, check=True,
                             stdout=subprocess.PIPE, text=True).stdout
    return {(name, int(n)): float(spent) for name, n, spent in map(str.split, printed.splitlines())}


def main():
    """Prints a table."""
    columns = [run("portkern", max(SIZES)), run("portkern", MOST_OWN, PORTKERN_LAPACK="off"), run("numba", max(SIZES))]
    print("| | rows | LAPACK | without | Numba |\n|---|---:|---:|---:|---:|")
    for name in NAMES:
        for n in SIZES:
            cells = (f"{column[name, n]:.{0 if column[name, n] >= 100 else 1}f}" if (name, n) in column else "" for column in columns)
            print(f"| `{name}` | {n} |", " | ".join(cells), "|")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(sys.argv[1], int(sys.argv[2]))
    else:
        main()
