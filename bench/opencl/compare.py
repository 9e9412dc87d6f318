#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares kernels on OpenCL with the same kernels written by hand in OpenCL C, on the
same runtime in one process:

    bench/opencl/compare.py [--build build] [--rounds 5] [--only nbody] [--json FILE]

Each runtime and form has a process of its own, in which the two take turns. What counts is
the median of the processor time of a launch, of all of the process's threads, which a busy
machine changes little; the least is at times that of some threads alone. Where buffers are
matters to kernels that wait for memory, so each side has several sets of them, of which the
best counts. It needs NumPy and pyopencl; what no runtime is here for is left out."""
import argparse
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(HERE.parent))
FORMS = ("default", "threads", "block")
RUNTIMES = ("pocl", "intel")
SETS = 4  # of buffers


def spent(launch):
    start = time.process_time()
    launch()
    return (time.process_time() - start) * 1e3


def middle(times):
    return sorted(times)[len(times) // 2]


def take_turns(only, rounds):
    import numpy as np
    from cases import cases
    from legs import OpenCL, Portkern
    legs = Portkern(), OpenCL()
    for name, (args, more, grid, block, outs) in cases().items():
        if name == "sum32" or only and name not in only:
            continue
        sets = []  # all are kept: what is freed would be given again
        best, same = [float("inf")] * 2, True
        for _ in range(SETS):
            pair = [leg.prepare(name, args, more, grid, block, outs) for leg in legs]
            sets.append(pair)
            for launch, _ in pair:
                launch()
            same &= all(np.allclose(pair[0][1](i), pair[1][1](i), 1e-4, 1e-4) for i in outs)
            times = []
            begin = time.perf_counter()
            while len(times) < rounds or time.perf_counter() - begin < 1:
                times.append([spent(launch) for launch, _ in pair])
            best = list(map(min, best, map(middle, zip(*times))))
        print(json.dumps([name, *best, same]), flush=True)


def run(build, runtime, form, options):
    env = {**os.environ, "PORTKERN_BACKEND": f"opencl:{runtime}", "PORTKERN_CACHE_DIR": "off",
           "OCL_ICD_VENDORS": str(build / "icd" / runtime),
           "LD_LIBRARY_PATH": f"{build}:{build}/python/portkern:{build}/venv/lib",
           "PYTHONPATH": f"{build}/python"}
    env.pop("PORTKERN_OPENCL_FORM", None)
    if form != "default":
        env["PORTKERN_OPENCL_FORM"] = form
    done = subprocess.run([sys.executable, __file__, "--leg", *options], env=env, text=True, check=False,
                          stdout=subprocess.PIPE)
    return {name: rest for name, *rest in map(json.loads, done.stdout.splitlines())}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--forms", nargs="*", default=FORMS)
    parser.add_argument("--runtimes", nargs="*", default=RUNTIMES)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--leg", action="store_true")
    given = parser.parse_args()
    if given.leg:  # the main thread would look after signals while it waits for ours
        thread = threading.Thread(target=take_turns, args=(given.only, given.rounds))
        thread.start()
        thread.join()
        return
    build = given.build.resolve()
    options = ["--rounds", str(given.rounds), *(["--only", *given.only] if given.only else [])]
    found = {(r, f): run(build, r, f, options) for r in given.runtimes if (build / "icd" / r).is_dir()
             for f in given.forms}
    print("The hand-written kernel's time over ours: above 1 ours is faster.\n")
    print("| kernel | " + " | ".join(f"{r}, {f}" for r, f in found) + " |")
    print("|---" * (len(found) + 1) + "|")
    for name in dict.fromkeys(name for times in found.values() for name in times):
        cells = [times.get(name) for times in found.values()]
        if any(cells):
            print(f"| {name} | " + " | ".join(
                "-" if not c else f"{c[1] / c[0]:.2f}" + ("" if c[2] else " wrong") for c in cells) + " |")
    if given.json:
        given.json.write_text(json.dumps({f"{r}, {f}": t for (r, f), t in found.items()}, indent=1) + "\n")


if __name__ == "__main__":
    main()
