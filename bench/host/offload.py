#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parallel loops on another device: which is faster, from which size on, what `auto` makes of
it, and what a loop costs beside the launch of a kernel by hand.

    PYTHONPATH=build/python build/venv/bin/python bench/host/offload.py [--device opencl] [--seconds 3]

writes docs/bench/offload.json and, of it, the tables of docs/bench/offload.md and docs/bench/offload.svg;
`--plot` writes these two from the JSON and measures nothing, `--bodies` measures only loops whose arrays are
there. The disk cache is a new folder."""
import argparse
import json
import math
import os
import pathlib
import platform
import re
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "docs" / "bench" / "offload"
SIZES = (1000, 10_000, 100_000, 1_000_000)
LOOPS = 1000  # of which the cost of one is the difference between these and one


def programs():
    """Those that introductions to Numba have, and one that uses its arrays again: name ->
    (function, size -> its arguments)."""
    from portkern import jit, njit, prange

    @njit(parallel=True)
    def parallel_sum(x):
        total = 0.0
        for i in prange(x.size):
            total += x[i] ** 2
        return total

    @jit(target="gpu")
    def add_gpu(x, y):
        return x + y

    @njit(parallel=True)
    def fused(x):
        return np.sqrt(x ** 2 + np.sin(x) * np.exp(-x))

    @njit(parallel=True)
    def mandelbrot(out, most):
        for i in prange(out.size):
            c = complex(-2 + 3 * i / out.size, 0.1)
            z = 0j
            n = 0
            while n < most and z.real * z.real + z.imag * z.imag < 4:
                z = z * z + c
                n += 1
            out[i] = n

    @njit(parallel=True)
    def heat(a, b, steps):
        for _ in range(steps):
            for i in prange(1, a.size - 1):
                b[i] = a[i] + 0.1 * (a[i - 1] - 2 * a[i] + a[i + 1])
            for i in prange(1, a.size - 1):
                a[i] = b[i]

    return {
        "sum of squares": (parallel_sum, lambda n: (np.linspace(0, 1, n),)),
        "x + y, target=\"gpu\"": (add_gpu, lambda n: (np.ones(n, np.float32), np.ones(n, np.float32))),
        "sqrt(x**2 + sin(x)*exp(-x))": (fused, lambda n: (np.linspace(0, 9, n),)),
        "Mandelbrot set, 256 iterations": (mandelbrot, lambda n: (np.zeros(n, np.int32), 256)),
        "heat equation, 50 steps": (heat, lambda n: (np.linspace(0, 1, n), np.zeros(n), 50)),
    }


def least(run, rounds=25, clock=time.perf_counter):
    """Seconds of the fastest run."""
    run()
    found = []
    for _ in range(rounds):
        begin = clock()
        run()
        found.append(clock() - begin)
    return min(found)


def bodies():
    """Loops that use two arrays again and again: name -> (function of arrays and a number of turns, loops in a turn, what
    makes an array of about n elements)."""
    from portkern import njit, prange

    @njit(parallel=True)
    def saxpy(x, y, turns):
        for _ in range(turns):
            for i in prange(x.size):
                y[i] = 1.5 * x[i] + y[i]

    @njit(parallel=True)
    def heat(a, b, turns):
        for _ in range(turns):
            for i in prange(1, a.size - 1):
                b[i] = a[i] + 0.1 * (a[i - 1] - 2 * a[i] + a[i + 1])
            for i in prange(1, a.size - 1):
                a[i] = b[i]

    @njit(parallel=True)
    def jacobi(a, b, turns):
        rows, columns = a.shape
        for _ in range(turns):
            for i in prange(1, rows - 1):
                for j in range(1, columns - 1):
                    b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
            for i in prange(1, rows - 1):
                for j in range(1, columns - 1):
                    a[i, j] = b[i, j]

    return {"saxpy": (saxpy, 1, np.ones), "heat, one dimension": (heat, 2, np.ones),
            "Jacobi, two dimensions": (jacobi, 2, lambda n: np.ones((math.isqrt(n), math.isqrt(n))))}


def cost_of_bodies(device):
    """[(name, elements, seconds of a loop on the host, on the device)], of the processor, all threads together; the host
    has one."""
    import portkern

    found = []
    portkern.set_num_threads(1)
    for name, (function, loops, make) in bodies().items():
        for n in SIZES:
            row = [name, n]
            for where in "cpu", device:
                a, b = make(n), make(n)
                with portkern.device(where):
                    many, one = (least(lambda turns=turns: function(a, b, turns), clock=time.process_time) for turns in (51, 1))
                row.append((many - one) / 50 / loops)
            found.append(row)
    portkern.set_num_threads(os.cpu_count())
    return found


def cost_of_a_loop(device):
    """Seconds of one of many loops over arrays that stay, and of one of as many launches by hand."""
    import portkern
    from portkern import cuda, njit, prange

    @njit(parallel=True)
    def loops(x, y, n):
        for _ in range(n):
            for i in prange(x.size):
                y[i] = x[i] * 0.5 + 1

    @cuda.jit
    def kernel(x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = x[i] * 0.5 + 1

    x, y = np.linspace(0, 1, 256), np.zeros(256)
    with portkern.device(device):
        there = cuda.to_device(x), cuda.to_device(y)
        prepared = kernel.prepare(2, 128, *there)

        def by_hand(n):
            for _ in range(n):
                prepared.launch()
            cuda.synchronize()

        of_loops = least(lambda: loops(x, y, LOOPS + 1)) - least(lambda: loops(x, y, 1))
        of_launches = least(lambda: by_hand(LOOPS + 1)) - least(lambda: by_hand(1))
    return {"loop": of_loops / LOOPS, "launch": of_launches / LOOPS}


def measure(device, seconds):
    """All numbers."""
    import portkern

    found = {}
    for name, (function, args) in programs().items():
        print(name, flush=True)
        explained = portkern.explain(function, SIZES[-1], make=args, sizes=SIZES, devices=["cpu", device], seconds=seconds)
        found[name] = explained.as_dict()
    return {"programs": found, "cost": cost_of_a_loop(device), "bodies": cost_of_bodies(device), "device": device,
            "name": portkern.device(device).name, "day": time.strftime("%Y-%m-%d"),
            "machine": {"processor": processor(), "cores": os.cpu_count(), "load": os.getloadavg()},
            "versions": {"numpy": np.__version__, "python": platform.python_version()}}


def processor():
    """Its name, as Linux says it."""
    match = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return match[1].strip() if match else platform.machine()


# ---- the page ----


def ms(ns):
    """"1.23" milliseconds."""
    return f"{ns / 1e6:.3g}"


def spaced(n):
    """"1 000 000"."""
    return f"{n:,}".replace(",", " ")


def rows(results):
    """Rows of the table of programs."""
    for name, data in results["programs"].items():
        cpu, other = ({p["size"]: p for p in m["points"]} for m in data["measurements"])
        auto = data["measurements"][1]["auto"]
        for n in sorted(cpu.keys() & other.keys()):
            a, b = cpu[n], other[n]
            choice = "" if n != SIZES[-1] or not auto else f"{auto[1]} of {auto[0]}"
            yield (f"`{name}`" if "(" in name else name, spaced(n), ms(a["call_ns"]), ms(b["call_ns"]), ms(b["copy_ns"]),
                   f"{a['call_ns'] / b['call_ns']:.2f}", choice)


def table_of_bodies(results):
    """The table of loops whose arrays are there."""
    lines = [f"| microseconds of the processor | elements | host | {results['device']} | times as fast |", "|---|--:|--:|--:|--:|"]
    return "\n".join([*lines, *(f"| {name} | {spaced(n)} | {here * 1e6:.3g} | {there * 1e6:.3g} | {here / there:.2f} |"
                                for name, n, here, there in results["bodies"])])


def page(results):
    """The tables, by the names that the page has for them."""
    titles = ("milliseconds of a call", "elements", "host", results["device"], "copies", "times as fast", "`auto`: launches")
    lines = ["| " + " | ".join(titles) + " |", "|---|" + "--:|" * (len(titles) - 1), *("| " + " | ".join(r) + " |" for r in rows(results))]
    cost, machine = results["cost"], results["machine"]
    return {
        "programs": "\n".join(lines),
        "cost": f"| microseconds | |\n|---|--:|\n| a loop within a function | {cost['loop'] * 1e6:.2f} |\n"
                f"| a prepared launch of the same kernel, from Python | {cost['launch'] * 1e6:.2f} |",
        "bodies": table_of_bodies(results),
        "machine": f"{machine['processor']}, {machine['cores']} cores, load {machine['load'][0]:.1f} at the end; {results['day']}; "
                   f"{results['device']}: {results['name']}; NumPy {results['versions']['numpy']}, Python {results['versions']['python']}.",
    }


def plot(results):
    """How many times as fast as the host the device is, by size."""
    import matplotlib  # pylint: disable=import-outside-toplevel
    matplotlib.use("svg")
    from matplotlib import pyplot  # pylint: disable=import-outside-toplevel

    matplotlib.rcParams["svg.hashsalt"] = "portkern"
    figure, axes = pyplot.subplots(figsize=(9, 3.8), layout="constrained")
    for (name, data), mark in zip(results["programs"].items(), "ovs^D"):
        cpu, other = ({p["size"]: p["call_ns"] for p in m["points"]} for m in data["measurements"])
        points = [(n, cpu[n] / other[n]) for n in sorted(cpu.keys() & other.keys())]
        axes.loglog(*zip(*points), marker=mark, markersize=4, label=name)
    axes.axhline(1, color="gray", linewidth=0.8)
    axes.set(xlabel="elements", ylabel=f"{results['device']}: times as fast as the host", title="one call, with arrays of the host")
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
    figure.savefig(OUT.with_suffix(".svg"), metadata={"Date": None})


def write(results):
    """Puts the tables into the page, and draws."""
    path = OUT.with_suffix(".md")
    text = path.read_text()
    for name, words in page(results).items():
        text, count = re.subn(rf"(?s)(<!-- {name} -->\n).*?(<!-- end -->)", lambda m, words=words: f"{m[1]}{words}\n{m[2]}", text)
        assert count == 1, name
    path.write_text(text)
    plot(results)


def main():
    """Measures, unless only drawn."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="opencl")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--plot", action="store_true")
    parser.add_argument("--bodies", action="store_true")
    options = parser.parse_args()
    if not options.plot:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PORTKERN_CACHE_DIR"] = folder
            sys.path.insert(0, str(ROOT / "build" / "python"))
            if options.bodies:
                results = json.loads(OUT.with_suffix(".json").read_text())
                results["bodies"] = cost_of_bodies(options.device)
            else:
                results = measure(options.device, options.seconds)
        assert all(math.isfinite(value) for value in results["cost"].values())
        OUT.with_suffix(".json").write_text(json.dumps(results, indent=1) + "\n")
    write(json.loads(OUT.with_suffix(".json").read_text()))


if __name__ == "__main__":
    main()
