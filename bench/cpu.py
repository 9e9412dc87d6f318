#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the cpu backend with rivals on kernels of every kind:

    scripts/bench cpu [--rounds 7] [--only nbody jacobi] [--legs portkern gcc] [--json FILE]

Each leg has a process, which has prepared all kernels; then the legs take turns, kernel by
kernel, so that what else the machine does meets all of them. What counts is the least time
of all rounds, of the clock or with --processor of all threads of the process. Ratios are a
rival's time over portkern's: above 1 portkern is faster. What is not here is left out."""
import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LEAST_SECONDS = 0.05  # that a turn takes

# The class of bench/legs.py, what it is given, and the environment.
LEGS = {
    "portkern": ("Portkern", (), {"PORTKERN_BACKEND": "cpu"}),
    "Numba": ("Numba", (), {}),
    "Numba, fastmath": ("Numba", (), {"RIVALS_FASTMATH": "1"}),
    "Intel's OpenCL": ("OpenCL", (), {"OCL_ICD_VENDORS": "{build}/icd/intel"}),
    "PoCL": ("OpenCL", (), {"OCL_ICD_VENDORS": "{build}/icd/pocl"}),
    "gcc": ("C", ("-ffp-contract=off",), {}),
    "gcc, -ffast-math": ("C", ("-ffast-math",), {}),
    "OpenBLAS": ("Blas", (), {}),
}
ONLY = {"OpenBLAS": ("matmul_naive", "matmul_tiled")}


def answer(prepared, clock):
    """The least time of a turn's runs, in milliseconds."""
    launch = prepared[0]
    begin, least = time.perf_counter(), None
    while least is None or time.perf_counter() - begin < LEAST_SECONDS:
        start = clock()
        launch()
        spent = (clock() - start) * 1e3
        least = spent if least is None else min(least, spent)
    return least


def serve(name, only, clock):
    """Prepares the kernels, says of each whether its result is right, then runs those that
    lines of the input name."""
    import numpy as np
    import legs
    from cases import cases, first_of
    kind, given, _ = LEGS[name]
    leg, prepared = getattr(legs, kind)(*given), {}
    for kernel, case in cases().items():
        if (only and kernel not in only) or kernel not in ONLY.get(name, (kernel,)):
            continue
        prepared[kernel] = launch, result = leg.prepare(kernel, *case[:4])
        launch()
        wrong = [i for i, want in zip(case[4], first_of(kernel, case[0]))
                 if not np.allclose(result(i).ravel()[:want.size], want, 1e-3, 1e-3)]
        print(json.dumps([kernel, wrong]), flush=True)
        launch()
    print(json.dumps(None), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(prepared[line.strip()], clock)), flush=True)


class Leg:
    """A process, and the kernels that it has."""

    def __init__(self, name, build, options):
        words = {key: value.format(build=build) for key, value in LEGS[name][2].items()}
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", __file__, "--serve", name, *options], text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": f"{build}/python", "OMP_WAIT_POLICY": "passive",
                 "LD_LIBRARY_PATH": f"{build}:{build}/python/portkern:{build}/venv/lib", **words})
        self.kernels, self.least = set(), {}
        for line in iter(self.process.stdout.readline, ""):
            said = json.loads(line)
            if not said:
                break
            self.kernels.add(said[0])
            if said[1]:
                print(f"{name}: {said[0]} is wrong", file=sys.stderr)

    def run(self, kernel):
        self.process.stdin.write(kernel + "\n")
        self.process.stdin.flush()
        spent = json.loads(self.process.stdout.readline() or "null")
        if spent is not None:
            self.least[kernel] = min(spent, self.least.get(kernel, spent))

    def end(self):
        self.process.communicate()


def table(legs):
    rivals = [name for name in legs if name != "portkern"]
    print("| kernel | portkern, ms | " + " | ".join(rivals) + " |")
    print("|---|" + "---:|" * (len(rivals) + 1))
    for kernel, ours in legs["portkern"].least.items():
        times = [legs[name].least.get(kernel) for name in rivals]
        print(f"| {kernel} | {ours:.3g} | " + " | ".join(f"{t / ours:.2f}" if t else "" for t in times) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--legs", nargs="*", default=list(LEGS))
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--serve")
    given = parser.parse_args()
    if given.serve:
        serve(given.serve, given.only, time.process_time if given.processor else time.perf_counter)
        return
    options = [*(["--processor"] if given.processor else []), *(["--only", *given.only] if given.only else [])]
    names = dict.fromkeys(["portkern", *given.legs])
    legs = {name: Leg(name, given.build.resolve(), options) for name in names}
    legs = {name: leg for name, leg in legs.items() if leg.kernels}
    for _ in range(given.rounds):
        for kernel in sorted(legs["portkern"].kernels):
            for leg in legs.values():
                if kernel in leg.kernels:
                    leg.run(kernel)
    for leg in legs.values():
        leg.end()
    table(legs)
    if given.json:
        given.json.write_text(json.dumps({name: leg.least for name, leg in legs.items()}, indent=1) + "\n")


if __name__ == "__main__":
    main()
