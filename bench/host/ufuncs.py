#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Ufuncs of portkern beside Numba's: the same functions, in one process, in turn.

    PYTHONPATH=build/python build/venv/bin/python bench/host/ufuncs.py [--update]

Prints the best of some rounds of each; --update writes the table of docs/bench/ufuncs.md."""
import argparse
import math
import os
import pathlib
import platform
import time

import numba
import numpy as np
import portkern

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "bench" / "ufuncs.md"
N = 1_000_000


def clip_add(a, b):
    c = a + b
    if c > 1.5:
        return 1.5
    elif c < -1.5:
        return -1.5
    return c


def plus(a, b):
    return a + b


def hard(a):
    return math.exp(a) * math.sin(a)


def option(s, k, t):
    d = (math.log(s / k) + 0.05 * t) / (0.2 * math.sqrt(t))
    return s * 0.5 * math.erfc(-d / math.sqrt(2.0)) - k * math.exp(-0.05 * t) * 0.5 * math.erfc(
        -(d - 0.2 * math.sqrt(t)) / math.sqrt(2.0))


def dot(a, b, out):
    s = 0.0
    for i in range(a.shape[0]):
        s += a[i] * b[i]
    out[0] = s


def near(a):
    return 0.25 * (a[0, 1] + a[1, 0] + a[0, -1] + a[-1, 0])


def of(module):
    """{name: call} of the programs with the decorators of a module."""
    two, one, three = "float64(float64, float64)", "float64(float64)", "float64(float64, float64, float64)"
    clip, add = module.vectorize([two])(clip_add), module.vectorize([two])(plus)
    f, shared, price = module.vectorize([one])(hard), module.vectorize([one], target="parallel")(hard), module.vectorize([three])(option)
    row = module.guvectorize(["void(float64[:], float64[:], float64[:])"], "(n),(n)->()")(dot)
    stencil = module.stencil(near)
    mean = module.njit(lambda a: stencil(a))
    rng = np.random.default_rng(1)
    x, y, out = rng.normal(size=N), rng.normal(size=N), np.empty(N)
    wide, m, few = rng.normal(size=2 * N)[::2], x.reshape(1000, 1000), np.ones(10)
    s, t = rng.uniform(50, 150, N), rng.uniform(0.1, 2, N)
    halves = x.astype(np.float32)
    return {
        "clip_add(x, y), branches": lambda: clip(x, y, out),
        "clip_add(x, 0.5)": lambda: clip(x, 0.5, out),
        "clip_add, every second element": lambda: clip(wide, y, out),
        "clip_add, float32 to float64": lambda: clip(halves, halves, out),
        "exp(x) * sin(x)": lambda: f(x, out),
        "exp(x) * sin(x), parallel": lambda: shared(x, out),
        "an option's price, 3 arrays": lambda: price(s, 100.0, t, out),
        "add.reduce(x)": lambda: add.reduce(x),
        "add.reduce(m, axis=0)": lambda: add.reduce(m, axis=0),
        "add.reduce(m, axis=1)": lambda: add.reduce(m, axis=1),
        "add.accumulate(x)": lambda: add.accumulate(x),
        "add(m, m.T)": lambda: add(m, m.T),
        "dot of 1000 rows, guvectorize": lambda: row(m, m),
        "dot of 100000 rows of 10, guvectorize": lambda: row(x.reshape(-1, 10), few),
        "mean of 4 neighbours, stencil in njit": lambda: mean(m),
        "1000 calls of clip_add(1.0, 2.0)": lambda: [clip(1.0, 2.0) for _ in range(1000)],
        "1000 calls with 10 elements": lambda: [clip(few, few) for _ in range(1000)],
    }


def scaling():
    """Rows of how many times as fast all threads are as one, of functions for target="parallel": by what they
    compute, and by the memory that they move, where a copy by as many threads is the limit."""
    one, two, three = "float64(float64)", "float64(float64, float64)", "float64(float64, float64, float64)"
    add, f, price = (portkern.vectorize([sig], target="parallel")(function)
                     for sig, function in ((two, plus), (one, hard), (three, option)))  # which set_num_threads limits

    @portkern.njit(parallel=True)
    def copied(x, out):
        for i in portkern.prange(len(x)):
            out[i] = x[i]

    rng = np.random.default_rng(1)
    x, y, out = rng.normal(size=8 * N), rng.normal(size=8 * N), np.empty(8 * N)
    s, t = rng.uniform(50, 150, N), rng.uniform(0.1, 2, N)
    calls = {"exp(x) * sin(x)": lambda: f(x, out), "an option's price, 3 arrays": lambda: price(s, 100.0, t, out[:N]),
             "x + y": lambda: add(x, y, out), "a copy, njit": lambda: copied(x, out)}
    threads = portkern.get_num_threads()
    rows = []
    for name, call in calls.items():
        def alone(call=call):
            portkern.set_num_threads(1)
            call()
            portkern.set_num_threads(threads)

        single, shared = measure([alone, call])
        rows.append(f"| {name} | {single:.3f} | {shared:.3f} | {single / shared:.2f} |")
        print(rows[-1], flush=True)
    return rows


def measure(calls, rounds=9):
    """The best time of each call, in ms; the calls take turns."""
    best = [math.inf] * len(calls)
    for call in calls:
        call()
    for _ in range(rounds):
        for i, call in enumerate(calls):
            start = time.perf_counter()
            call()
            best[i] = min(best[i], (time.perf_counter() - start) * 1e3)
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    ours, theirs = of(portkern), of(numba)
    threads = scaling()
    rows, product = [], 1.0
    for name in ours:
        a, b = measure([ours[name], theirs[name]])
        product *= b / a
        rows.append(f"| {name} | {a:.3f} | {b:.3f} | {b / a:.1f} |")
        print(rows[-1], flush=True)
    mean = product ** (1 / len(rows))
    print(f"geometric mean {mean:.2f}")
    if args.update:
        text = PAGE.read_text(encoding="utf-8")
        head = text[:text.index("| program |")]
        table = "\n".join(["| program | portkern, ms | Numba, ms | ratio |", "|---|--:|--:|--:|", *rows])
        threads = "\n".join(["| target=\"parallel\" | 1 thread, ms | all, ms | ratio |", "|---|--:|--:|--:|", *threads])
        PAGE.write_text(f"{head}{table}\n\n{threads}\n\nGeometric mean of the ratios: {mean:.1f}. Numba {numba.__version__}, NumPy {np.__version__}, Python "
                        f"{platform.python_version()}, {os.cpu_count()} cores.\n", encoding="utf-8")


if __name__ == "__main__":
    main()
