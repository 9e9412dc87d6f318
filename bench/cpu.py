#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the cpu backend with rivals on kernels of every kind:

    scripts/bench cpu [--rounds 7] [--only nbody jacobi] [--legs portkern gcc] [--json FILE] [--more] [--avx2]

Each leg has a process, which has prepared all kernels; then the legs take turns, kernel by
kernel, so that what else the machine does meets all of them. A turn gives the least time of
its runs, of the clock or with --processor of all threads of the process; what counts is the
median of the turns. Ratios are a rival's time over portkern's: above 1 portkern is faster.
What is not here is left out. --more measures block shapes, checks of bounds, latencies and sizes, too
(bench/shapes.py, checked.py, latency.py, sizes.py). --avx2 has the legs that can be told so take the processor for one
with AVX2 and no more. docs/bench/cpu.json is what --more --json kept, of
which bench/cpu_page.py makes the tables and plots of docs/bench/cpu.md: `scripts/bench page` does both."""
import argparse
import json
import os
import platform
import re
import signal
import statistics
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LEAST_SECONDS = 0.05  # that a turn takes
MOVED = ("vector_add", "saxpy64", "transpose", "jacobi", "sum32")

# The class of bench/legs.py, what it is given, and the environment.
LEGS = {
    "portkern": ("Portkern", (), {"PORTKERN_BACKEND": "cpu"}),
    "portkern, fastmath": ("Portkern", (True,), {"PORTKERN_BACKEND": "cpu"}),
    "Numba": ("Numba", (), {}),
    "Numba, fastmath": ("Numba", (), {"RIVALS_FASTMATH": "1"}),
    "Numba, fastmath, libmvec": ("Numba", (True,), {"RIVALS_FASTMATH": "1"}),
    "Intel's OpenCL": ("OpenCL", (), {"OCL_ICD_VENDORS": "{build}/icd/intel"}),
    "PoCL": ("OpenCL", (), {"OCL_ICD_VENDORS": "{build}/icd/pocl"}),
    "Warp": ("Module", ("warp_twins",), {}),
    "Taichi": ("Module", ("taichi_twins",), {}),
    "JAX": ("Module", ("jax_twins",), {}),
    "gcc": ("C", ("twins.c", "-ffp-contract=off"), {}),
    "gcc, -ffast-math": ("C", ("twins.c", "-ffast-math"), {}),
    "OpenBLAS": ("Blas", (), {}),
    "memory": ("C", ("stream.c", "-ffast-math"), {}),
    "memory, past the caches": ("C", ("stream.c", "-ffast-math", "-DPAST_CACHES"), {}),
}
# Those that can be told to take the processor for one with AVX2, and how.
AVX2 = {**dict.fromkeys(("portkern", "portkern, fastmath"), {"PORTKERN_CPU_TARGET": "x86-64-v3"}),
        **dict.fromkeys(("Numba", "Numba, fastmath", "Numba, fastmath, libmvec"),
                        {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx2,+fma,+bmi,+bmi2,+lzcnt,+popcnt,+f16c,+movbe"}),
        **dict.fromkeys(("gcc", "gcc, -ffast-math", "memory", "memory, past the caches"), {"RIVALS_MARCH": "x86-64-v3"}),
        "OpenBLAS": {"OPENBLAS_CORETYPE": "Haswell"}}
# Measured when --legs names them: our own OpenCL C.
SELDOM = {"portkern on PoCL": ("Portkern", (), {"PORTKERN_BACKEND": "opencl", "OCL_ICD_VENDORS": "{build}/icd/pocl"})}
ONLY = {"OpenBLAS": ("matmul_naive", "matmul_tiled", "matmul_naive64", "matmul_tiled64"),
        "memory": MOVED, "memory, past the caches": MOVED[:-1]}
UNCHECKED = ("transpose", "jacobi")  # of those who only move as many bytes


def answer(prepared, clock, seconds=LEAST_SECONDS):
    """The least time of a turn's runs, in milliseconds."""
    launch = prepared[0]
    begin, least = time.perf_counter(), None
    while least is None or time.perf_counter() - begin < seconds:
        start = clock()
        launch()
        spent = (clock() - start) * 1e3
        least = spent if least is None else min(least, spent)
    return least


def differing(name, kernel, case, result):
    """The arguments whose first elements are not as NumPy has them."""
    import numpy as np
    from cases import first_of
    if name.startswith("memory") and kernel in UNCHECKED:
        return []
    found = zip(case[4], first_of(kernel, case[0]))
    # A product fused with a sum moves some of the border of Mandelbrot's set.
    return [i for i, want in found if np.isclose(result(i).ravel()[:want.size], want, 1e-3, 1e-3).mean() < 0.99]


def serve(name, only, clock):
    """Prepares the kernels, says of each whether its result is right, then runs those that
    lines of the input name."""
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a rival prints of its own
    import legs
    from cases import cases
    kind, given, _ = {**LEGS, **SELDOM}[name]
    leg, prepared = getattr(legs, kind)(*given), {}
    for kernel, case in cases().items():
        if (only and kernel not in only) or kernel not in ONLY.get(name, (kernel,)):
            continue
        try:
            launch, result = leg.prepare(kernel, *case)
            begin = time.perf_counter()
            launch()
            first = (time.perf_counter() - begin) * 1e3
        except Exception as e:
            print(json.dumps([kernel, f"{type(e).__name__}: {str(e)[:200]}", 0]), file=out)
            continue
        prepared[kernel] = launch, result
        print(json.dumps([kernel, differing(name, kernel, case, result), first]), file=out)
        launch()
    print(json.dumps(None), file=out)
    for line in sys.stdin:
        print(json.dumps(answer(prepared[line.strip()], clock)), file=out)


class Turns:
    """A process that answers lines. Between its turns it is stopped, since threads that wait for work may spin."""

    def __init__(self, command, build, words):
        self.process = subprocess.Popen(
            command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": f"{build}/python", "OMP_WAIT_POLICY": "passive",
                 "LD_LIBRARY_PATH": f"{build}:{build}/python/portkern:{build}/venv/lib", **words})

    def ask(self, line):
        self.process.send_signal(signal.SIGCONT)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        said = json.loads(self.process.stdout.readline())
        self.process.send_signal(signal.SIGSTOP)
        return said

    def end(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.communicate()


class Leg(Turns):
    """A process, and the kernels that it has."""

    def __init__(self, name, build, options, more=()):
        words = {key: value.format(build=build) for key, value in {**LEGS, **SELDOM}[name][2].items()}
        words.update(more)
        super().__init__([sys.executable, "-W", "ignore", __file__, "--serve", name, *options], build, words)
        self.turns, self.first, self.wrong = {}, {}, []
        for line in iter(self.process.stdout.readline, ""):
            said = json.loads(line)
            if not said:
                break
            kernel, wrong, first = said
            if isinstance(wrong, str):
                print(f"{name}: {kernel} is left out: {wrong}", file=sys.stderr)
                continue
            self.turns[kernel], self.first[kernel] = [], first
            if wrong:
                self.wrong.append(kernel)
                print(f"{name}: {kernel} is wrong", file=sys.stderr)
        self.process.send_signal(signal.SIGSTOP)

    def run(self, kernel):
        self.turns[kernel].append(self.ask(kernel))


def medians(run):
    """{leg: {kernel: milliseconds}} of what --json keeps."""
    return {name: {kernel: statistics.median(turns) for kernel, turns in leg["turns"].items()}
            for name, leg in run["legs"].items()}


def table(run):
    """Lines of ratios to the first leg."""
    times = medians(run)
    rivals = [name for name in times if name != "portkern"]
    yield "| kernel | portkern, ms | " + " | ".join(rivals) + " |"
    yield "|---|" + "---:|" * (len(rivals) + 1)
    for kernel, ours in times["portkern"].items():
        ratios = [f"{times[name][kernel] / ours:.2f}" if kernel in times[name] else "" for name in rivals]
        yield f"| {kernel} | {ours:.3g} | " + " | ".join(ratios) + " |"


def machine(begin):
    """What a run was on, and of which versions."""
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    versions = {"Python": platform.python_version()}
    places = [*sys.path, *map(str, HERE.parent.glob("build/venv/lib/python*/site-packages"))]  # Intel's runtime is there
    for package in ("numba", "llvmlite", "numpy", "warp-lang", "taichi", "jax", "intel-opencl-rt"):
        for found in metadata.distributions(name=package, path=places):
            versions.setdefault(package, found.version)
    gcc = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=False).stdout.strip()
    return {"processor": model[1].strip() if model else platform.machine(), "cores": os.cpu_count(),
            "load": os.getloadavg(), "day": time.strftime("%Y-%m-%d"), "seconds": round(time.time() - begin),
            "versions": {**versions, "gcc": gcc}}


def more(build):
    """Block shapes, latencies, what checks of bounds take, sizes and what the machine does at most."""
    import checked
    import latency
    import sizes
    shapes = subprocess.run([sys.executable, HERE / "shapes.py", "--json", "--build", build], check=True,
                            capture_output=True, text=True, env={**os.environ, "LD_LIBRARY_PATH": f"{build}:{build}/python/portkern"})
    return {"shapes": json.loads(shapes.stdout), "latency": latency.measure(build, 9), "checked": checked.times(build),
            **sizes.measure(build)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--legs", nargs="*", default=list(LEGS))
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--more", action="store_true")
    parser.add_argument("--avx2", action="store_true")
    parser.add_argument("--serve")
    given = parser.parse_args()
    if given.serve:
        serve(given.serve, given.only, time.process_time if given.processor else time.perf_counter)
        return
    begin = time.time()
    options = [*(["--processor"] if given.processor else []), *(["--only", *given.only] if given.only else [])]
    names = [name for name in dict.fromkeys(["portkern", *given.legs]) if not given.avx2 or name in AVX2]
    legs = {name: Leg(name, given.build.resolve(), options, AVX2[name] if given.avx2 else ()) for name in names}
    legs = {name: leg for name, leg in legs.items() if leg.turns}
    for _ in range(given.rounds):
        for kernel in legs["portkern"].turns:
            for leg in legs.values():
                if kernel in leg.turns:
                    leg.run(kernel)
    for leg in legs.values():
        leg.end()
    run = {"legs": {name: {"turns": leg.turns, "first": leg.first, "wrong": leg.wrong} for name, leg in legs.items()}}
    print(*table(run), sep="\n", flush=True)
    if given.more:
        run.update(more(given.build.resolve()))
    run["machine"] = machine(begin)
    if given.json:
        given.json.write_text(json.dumps(run, indent=1) + "\n")


if __name__ == "__main__":
    main()
