#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels of 100 to 100 million elements, and what the processor and its memory do at most:

    scripts/bench cpu --more     does this, too
    bench/sizes.py [--build build] [--rounds 5]

Each leg has a process, and these take turns for each size, as those of bench/cpu.py do."""
import ctypes
import json
import os
import subprocess
import sys
import time

from harness import HERE, options

LEAST_SECONDS = 0.02  # that a turn takes
# Kernels of bench/cases.py and the largest power of ten of elements: of a sum of vectors, which moves
# 12 bytes for each, and of an expression of sines and exponentials.
KERNELS = {"vector_add": 8, "fused_math": 7}
# The legs of bench/cpu.py, and the threads that they have.
LEGS = {"portkern, one thread": ("portkern", "1"), "portkern, all threads": ("portkern", None), "Numba": ("Numba", None),
        "gcc": ("gcc", None)}


def arguments(kernel, n):
    """As bench/cases.py has them."""
    import numpy as np
    line = ((n + 255) // 256,), (256,)
    if kernel == "vector_add":
        x = np.linspace(0, 1, n, dtype=np.float32)
        return (x, x[::-1].copy(), np.zeros_like(x)), (np.int32(n),), *line, (2,)
    x = np.linspace(0, 1, n)
    return (x, np.zeros_like(x)), (np.int32(n),), *line, (1,)


def serve(name):
    """For each line, a kernel and a number of elements, the least time in milliseconds."""
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a rival prints of its own
    import cpu
    import legs
    kind, given, _ = cpu.LEGS[LEGS[name][0]]
    leg, launch, current = getattr(legs, kind)(*given), None, None
    for line in sys.stdin:
        if line != current:
            launch = None  # and its arrays
            kernel, n = line.split()
            launch = leg.prepare(kernel, *arguments(kernel, int(n)))
            launch[0]()
            current = line
        print(json.dumps(cpu.answer(launch, time.perf_counter, LEAST_SECONDS)), file=out)


def start(name, build):
    """A leg's process, stopped."""
    import cpu
    leg, threads = LEGS[name]
    words = {key: value.format(build=build) for key, value in cpu.LEGS[leg][2].items()}
    if threads:
        words["PORTKERN_NUM_THREADS"] = threads
    return cpu.Turns([sys.executable, "-W", "ignore", __file__, "--serve", name], build, words)


def scaling(build, rounds):
    """{kernel: {leg: {elements: turns in milliseconds}}}."""
    processes = {name: start(name, build) for name in LEGS}
    found = {kernel: {name: {} for name in LEGS} for kernel in KERNELS}
    for kernel, most in KERNELS.items():
        for n in (10 ** power for power in range(2, most + 1)):
            for _ in range(rounds):
                for name, process in processes.items():
                    found[kernel][name].setdefault(n, []).append(process.ask(f"{kernel} {n}"))
    for process in processes.values():
        process.end()
    return found


def fastest(work, rounds):
    """The most that `work` does in a second, which returns how much it has done."""
    best = 0
    for _ in range(rounds):
        begin = time.perf_counter()
        done = work()
        best = max(best, done / (time.perf_counter() - begin))
    return best


def peaks(rounds):
    """Operations and bytes of a second, in 10^9: products and sums that are fused, in float32 and float64; two arrays of
    float64 added with a factor into a third, through the caches or past them, of 400 MB in all and of 100."""
    import numpy as np
    from legs import C
    compute = C("peak.c", "-ffp-contract=fast")
    for name in ("peak32", "peak64"):
        getattr(compute.library, name).restype = ctypes.c_double
    found = {name: fastest(getattr(compute.library, name), 10 * rounds) / 1e9 for name in ("peak32", "peak64")}
    loops = [C("stream.c", "-ffast-math", *more) for more in ((), ("-DPAST_CACHES",))]
    for name, n in (("memory", 1 << 24), ("cached", 1 << 22)):
        args = 2.0, np.ones(n), np.ones(n), np.zeros(n)
        moves = [loop.prepare("saxpy64", args, (np.int32(n),), None, None, None)[0] for loop in loops]
        found[name] = max(fastest(lambda move=move, n=n: (move(), 24 * n)[1], 2 * rounds) for move in moves) / 1e9
    return found


def measure(build, rounds=5):
    return {"scaling": scaling(build, rounds), "peaks": peaks(4 * rounds)}


def main():
    chosen = options(__doc__, lambda parser: parser.add_argument("--serve"))
    if chosen.serve:
        serve(chosen.serve)
    else:
        print(json.dumps(measure(chosen.build, chosen.rounds), indent=1))


if __name__ == "__main__":
    main()
