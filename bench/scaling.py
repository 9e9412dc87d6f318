#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how examples/heat_mpi.c and heat_mpi.py, and a pool of processes, scale with
the number of processes on this machine, one thread each:

    bench/scaling.py [--build build] [--rounds 7] [--processes 1,2] [--out docs/bench/scaling]

writes OUT.json, all times, and OUT.svg, a plot of the least of each. `--plot` draws from
the JSON and measures nothing. Strong: the same grid for all. Weak: the same rows for each."""
import argparse
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
PYTHON = "/usr/bin/python3"  # for which the package is built
# Rows (of each process where it is weak), columns, steps: beyond the caches, and in them.
GRIDS = {"large": (2000, 2048, 60), "small": (480, 512, 1000)}
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "OPENBLAS_NUM_THREADS": "1",
               "PORTKERN_BACKEND": "cpu", "PYTHONWARNINGS": "ignore"}
POOL = """
import concurrent.futures, multiprocessing, sys, time
import numpy as np
from portkern import cuda

TASKS = 48

def make(rounds):
    @cuda.jit
    def kernel(x):
        i = cuda.grid(1)
        if i < x.size:
            v = x[i]
            for _ in range(rounds):
                v = v * 0.999 + 0.001
            x[i] = v
    return kernel

def work(kernel, n):
    x = np.full(1 << 14, float(n))
    kernel[64, 256](x)
    return x[0]

if __name__ == "__main__":
    kernel, workers = make(2000), int(sys.argv[1])
    with concurrent.futures.ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(work, [kernel] * 16 * workers, range(16 * workers)))  # starts, compiles
        begin = time.perf_counter()
        list(pool.map(work, [kernel] * TASKS, range(TASKS)))
        print(f"{time.perf_counter() - begin:.6f} s")
"""


def seconds(command, threads, build):
    """What a program measured itself."""
    env = {**os.environ, **ENVIRONMENT, "PORTKERN_NUM_THREADS": str(threads), "PYTHONPATH": str(build / "python")}
    done = subprocess.run([str(word) for word in command], env=env, capture_output=True, text=True, timeout=300)
    found = re.search(r"^([\d.]+) s$", done.stdout, re.M)
    if done.returncode or not found:
        sys.exit(f"{command}: {done.stdout}{done.stderr}")
    return float(found[1])


def programs(build):
    """Name -> the command."""
    return {"C": [build / "examples" / "heat_mpi", ROOT / "examples" / "heat.py"],
            "Python": [PYTHON, ROOT / "examples" / "heat_mpi.py"]}


def cases(build, counts):
    """(what it is, its command, threads of a process)."""
    for grid, (rows, cols, steps) in GRIDS.items():
        for program, command in programs(build).items():
            for kind in ("strong", "weak"):
                for n in counts:
                    size = (rows if kind == "strong" else rows // 2 * n) + 2
                    bound = ["--bind-to", "core"] if n <= (os.cpu_count() or 1) else ["--oversubscribe"]
                    yield ({"program": program, "kind": kind, "grid": grid, "rows": size, "columns": cols,
                            "steps": steps, "processes": n, "threads": 1},
                           ["mpirun", *bound, "-n", n, *command, size, cols, steps], 1)
        yield ({"program": "C", "kind": "threads", "grid": grid, "rows": rows + 2, "columns": cols, "steps": steps,
                "processes": 1, "threads": 2},
               ["mpirun", "--bind-to", "none", "-n", 1, *programs(build)["C"], rows + 2, cols, steps], 2)
    path = build / "bench" / "scaling_pool.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(POOL)
    for n in counts:
        yield {"program": "pool", "kind": "strong", "grid": "tasks", "processes": n, "threads": 1}, [
            PYTHON, path, n], 1


def measure(build, rounds, counts):
    """All of it, as the JSON has it. Cases take turns."""
    todo = [({**what, "seconds": []}, command, threads) for what, command, threads in cases(build, counts)]
    for at in range(rounds):
        for what, command, threads in todo:
            what["seconds"].append(seconds(command, threads, build))
        print(f"round {at + 1} of {rounds}", file=sys.stderr)
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return {"machine": {"processor": model[1] if model else platform.machine(), "cores": os.cpu_count(),
                        "load": os.getloadavg()}, "day": time.strftime("%Y-%m-%d"),
            "runs": [what for what, _, _ in todo]}


def least(results, **what):
    """{processes: the least time}."""
    return {run["processes"]: min(run["seconds"]) for run in results["runs"]
            if all(run[name] == value for name, value in what.items())}


def series(results, kind):
    """Label -> {processes: times as fast, or efficiency}."""
    out = {}
    for program, grid in (("C", "large"), ("C", "small"), ("Python", "large"), ("Python", "small"), ("pool", "tasks")):
        found = least(results, kind=kind, program=program, grid=grid)
        if found:
            name = "pool of processes" if program == "pool" else f"{program}, {grid} grid"
            out[name] = {n: found[1] / t for n, t in found.items()}
    return out


def table(results):
    """The times, as docs/scaling.md has them."""
    rows = ["| | grid | processes | ms | |", "|---|---|--:|--:|--:|"]
    for run in results["runs"]:
        base = least(results, **{name: run[name] for name in ("program", "grid")},
                     kind="strong" if run["kind"] == "threads" else run["kind"])[1]
        grid = f"{run['rows']} × {run['columns']}, {run['steps']} steps" if "rows" in run else "48 tasks"
        who = f"{run['program']}, {run['kind']}" if run["kind"] != "threads" else "C, 2 threads"
        ratio = base / min(run["seconds"])
        words = f"{100 * ratio:.0f} %" if run["kind"] == "weak" else f"{ratio:.2f} ×"
        rows.append(f"| {who} | {grid} | {run['processes']} | {1e3 * min(run['seconds']):.0f} | {words} |")
    return "\n".join(rows)


# ---- the plot ----

COLORS = ["#1f5fa8", "#6ba3dd", "#b3541e", "#e59a63", "#3c7a3c"]
WIDTH, HEIGHT, LEFT, TOP = 300, 220, 55, 50


def panel(x, title, lines, ideal, ticks, unit):
    """A plot whose left edge is at x: `lines` as series() has them."""
    most = 1.1 * ticks[-1]
    counts = sorted({n for line in lines.values() for n in line})

    def at(n, value):
        wide = (n - counts[0]) / max(counts[-1] - counts[0], 1)
        return x + LEFT + wide * (WIDTH - LEFT - 20), TOP + HEIGHT * (1 - value / most)

    def path(line, more):
        points = " ".join(f"{px:.1f},{py:.1f}" for px, py in (at(n, v) for n, v in sorted(line.items())))
        return f'<polyline points="{points}" fill="none" {more}/>'

    out = [f'<text x="{x + LEFT}" y="{TOP - 18}" font-weight="bold">{title}</text>']
    for value in ticks:
        px, py = at(counts[0], value)
        out += [f'<line x1="{px:.1f}" y1="{py:.1f}" x2="{at(counts[-1], value)[0]:.1f}" y2="{py:.1f}" stroke="#ddd"/>',
                f'<text x="{px - 8:.1f}" y="{py + 4:.1f}" text-anchor="end">{unit(value)}</text>']
    for n in counts:
        out.append(f'<text x="{at(n, 0)[0]:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{n}</text>')
    out.append(f'<text x="{x + (WIDTH + LEFT) / 2}" y="{TOP + HEIGHT + 36}" text-anchor="middle">processes</text>')
    out.append(path({n: ideal(n) for n in counts}, 'stroke="#888" stroke-dasharray="5 4"'))
    for color, line in zip(COLORS, lines.values(), strict=False):
        out.append(path(line, f'stroke="{color}" stroke-width="2"'))
        out += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{color}"/>'
                for px, py in (at(n, v) for n, v in line.items())]
    return out


def draw(results):
    """The SVG."""
    strong, weak = series(results, "strong"), series(results, "weak")
    most = max(max(line) for line in strong.values())
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * WIDTH + 200}" height="{TOP + HEIGHT + 50}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    out += panel(0, "strong: the same work for all", strong, float, [most * i / 4 for i in range(5)],
                 lambda v: f"{v:g} ×")
    out += panel(WIDTH, "weak: the same work for each", weak, lambda n: 1, [i / 4 for i in range(5)],
                 lambda v: f"{100 * v:.0f} %")
    looks = [(name, f'stroke="{color}" stroke-width="2"') for color, name in zip(COLORS, strong, strict=False)]
    for i, (name, look) in enumerate([*looks, ("ideal", 'stroke="#888" stroke-dasharray="5 4"')]):
        x, y = 2 * WIDTH + 15, TOP + 20 + 20 * i
        out += [f'<line x1="{x}" y1="{y}" x2="{x + 25}" y2="{y}" {look}/>', f'<text x="{x + 33}" y="{y + 4}">{name}</text>']
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    """Measures, writes and draws."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--processes", default="1,2")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "bench" / "scaling")
    parser.add_argument("--plot", action="store_true")
    options = parser.parse_args()
    path = options.out.with_suffix(".json")
    if not options.plot:
        results = measure(options.build.resolve(), options.rounds, list(map(int, options.processes.split(","))))
        path.write_text(json.dumps(results, indent=1) + "\n")
    results = json.loads(path.read_text())
    options.out.with_suffix(".svg").write_text(draw(results))
    print(table(results))


if __name__ == "__main__":
    main()
