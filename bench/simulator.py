#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the simulated GPU with Numba's CUDA simulator on the same kernels:

    bench/simulator.py [--build build] [--rounds 3]

Both run bench/kernels.py at the sizes of launches.c's table `small`: portkern
compiles it to PTX and runs that on libportkern_cudasim.so, Numba runs the
Python functions, a thread of the host for each of the device's. The legs take
turns; the least time of a launch and its end counts, compiling does not.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time

from harness import HERE, bins, floats, options

LEGS = {"sim": {}, "checked": {"PORTKERN_CHECK": "all"}}


def sim_leg(build, extra):
    """{name: (milliseconds, thread instructions of a launch)}"""
    with tempfile.NamedTemporaryFile("r") as report:
        done = subprocess.run(
            [build / "bench" / "launches", HERE / "kernels.py", "small"],
            check=True, capture_output=True, text=True, timeout=600,
            env={**os.environ, "PORTKERN_CACHE_DIR": "off",
                 "PORTKERN_BACKEND": "cuda", "PORTKERN_SIM_REPORT": report.name,
                 "PORTKERN_LIBCUDA":
                     str(build / "portkern" / "libportkern_cudasim.so"), **extra})
        counts = {}
        for line in report.read().splitlines()[1:]:
            head, numbers = line.rsplit(": ", 1)
            name, launches = head.rsplit(", ", 1)
            counts[name] = sum(map(int, numbers.split(", "))) / int(launches)
    out = {}
    for line in done.stdout.splitlines():
        name, _, least = line.split()
        count = next(n for kernel, n in counts.items() if name in kernel)
        out[name] = (float(least), count)
    return out


def small_launches():
    """What launches.c's table `small` says: grid, block, arguments."""
    import numpy as np
    few = 1 << 12
    blocks = few // 256
    return {
        "saxpy": (blocks, 256, [np.float32(2), floats(few), floats(few)]),
        "block_sum": (blocks, 256, [floats(few), floats(blocks)]),
        "matmul_tiled": ((4, 4), (16, 16), [floats(64, 64) for _ in range(3)]),
        "mandelbrot": ((6, 4), (16, 16), [np.zeros((64, 96), np.int32), 200]),
        "histogram": (blocks, 256, [bins(few), np.zeros(256, np.int32)]),
    }


def numba_leg():
    """Prints lines like those of launches; run with Numba's simulator on."""
    import kernels
    from numba import cuda
    for name, (grid, block, host) in small_launches().items():
        args = [cuda.to_device(a) if hasattr(a, "shape") and a.shape else a
                for a in host]
        kernel, times = getattr(kernels, name), []
        while len(times) < 2:
            start = time.perf_counter()
            kernel[grid, block](*args)
            times.append((time.perf_counter() - start) * 1e3)
        print(name, f"{times[0]:.3f}", f"{min(times):.3f}", flush=True)


def run_numba():
    done = subprocess.run(
        [sys.executable, __file__, "--numba"], check=True, text=True,
        capture_output=True, env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"})
    return {line.split()[0]: float(line.split()[2])
            for line in done.stdout.splitlines()}


def measure(build, rounds):
    """{name: (sim ms, checked ms, Numba ms, thread instructions)}"""
    best = {}
    for _ in range(rounds):
        legs = [sim_leg(build, extra) for extra in LEGS.values()]
        numba = run_numba()
        for name, theirs in numba.items():
            now = [leg[name][0] for leg in legs] + [theirs]
            best[name] = [min(pair) for pair in zip(now, best.get(name, now))]
            best[name].append(legs[0][name][1])
    return best


def show(best):
    print("| kernel | portkern ms | with all checkers ms | Numba ms | "
          "Numba / portkern | Numba / checked | million thread instructions/s |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, (sim, checked, numba, count) in best.items():
        print(f"| {name} | {sim:.3f} | {checked:.3f} | {numba:.0f} | "
              f"{numba / sim:.0f} | {numba / checked:.0f} | "
              f"{count / sim / 1e3:.0f} |")


def add_leg(parser):
    parser.add_argument("--numba", action="store_true", help=argparse.SUPPRESS)


if __name__ == "__main__":
    chosen = options(__doc__, add_leg)
    if chosen.numba:
        numba_leg()
    else:
        show(measure(chosen.build, chosen.rounds))
