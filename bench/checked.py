#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What PORTKERN_CHECK=bounds adds to kernels on CUDA: thread instructions of one
launch, as the simulated GPU counts them.

    bench/checked.py [--build build] [--cpu]

Prints the table of docs/bench/launch.md. Arrays are zeros. With --cpu the table of docs/bench/cpu.md:
the least time of launches (bench/launches.c) on one thread of this processor, both taking turns."""
import argparse
import math
import os
import pathlib
import re
import subprocess

from harness import run_launches

HERE = pathlib.Path(__file__).resolve().parent
CASES = [
    ("vector_add", "256", "256", "zeros:f32:65536 zeros:f32:65536 zeros:f32:65536"),
    ("saxpy", "256", "256", "2.0:f32 zeros:f32:65536 zeros:f32:65536"),
    ("block_sum", "256", "256", "zeros:f32:65536 zeros:f32:256"),
    ("matmul_naive", "8,8", "16,16", "zeros:f32:128,128 zeros:f32:128,128 zeros:f32:128,128"),
    ("matmul_tiled", "8,8", "16,16", "zeros:f32:128,128 zeros:f32:128,128 zeros:f32:128,128"),
    ("mandelbrot", "6,4", "16,16", "zeros:i32:64,96 200:i64"),
    ("histogram", "256", "256", "zeros:i32:65536 zeros:i32:256"),
    ("histogram_shared", "32", "256", "zeros:i32:65536 zeros:i32:256"),
    ("warp_scan", "256", "256", "zeros:f32:65536 zeros:f32:65536"),
    ("nbody", "4", "256", " ".join(["zeros:f32:1024"] * 6)),
]


def count(build, case, checks):
    name, grid, block, arguments = case
    env = dict(os.environ, PORTKERN_LIBCUDA=str(build / "portkern" / "libportkern_cudasim.so"),
               PORTKERN_SIM_REPORT="-", PORTKERN_CHECK=checks, PORTKERN_CACHE_DIR="off")
    done = subprocess.run([build / "tools" / "portkern", "run", f"{HERE}/kernels.py:{name}", "--backend", "cuda",
                           "--grid", grid, "--block", block, *arguments.split()],
                          env=env, capture_output=True, text=True, check=True)
    exact, bounded = re.search(rf"{name}(?:_sure)?, 1: (\d+), (\d+), 0", done.stdout + done.stderr).groups()
    return int(exact) + int(bounded)


def times(build, rounds=3):
    """{kernel: (milliseconds, those with checks)}."""
    one = {"PORTKERN_BACKEND": "cpu", "PORTKERN_NUM_THREADS": "1"}
    runs = [(run_launches(build, one), run_launches(build, {**one, "PORTKERN_CHECK": "bounds"})) for _ in range(rounds)]
    return {name: tuple(min(run[k][name][1] for run in runs) for k in (0, 1)) for name in runs[0][0]}


def mean_ratio(found):
    return math.exp(sum(math.log(checked / plain) for plain, checked in found.values()) / len(found))


def table(found):
    lines = [f"| {name} | {plain:.2f} | {checked:.2f} | {checked / plain:.2f} |" for name, (plain, checked) in found.items()]
    return "\n".join(["| kernel | cpu ms | checked ms | ratio |", "|---|---:|---:|---:|", *lines,
                      f"| geometric mean | | | {mean_ratio(found):.2f} |"])


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--build", type=pathlib.Path, default=HERE.parent / "build")
    ap.add_argument("--cpu", action="store_true")
    chosen = ap.parse_args()
    build = chosen.build.resolve()
    if chosen.cpu:
        print(table(times(build)))
        return
    print("| kernel | thread instructions | with bounds checks | ratio |\n|---|---:|---:|---:|")
    for case in CASES:
        plain, checked = count(build, case, ""), count(build, case, "bounds")
        print(f"| {case[0]} | {plain:,} | {checked:,} | {checked / plain:.2f} |".replace(",", " "))


if __name__ == "__main__":
    main()
