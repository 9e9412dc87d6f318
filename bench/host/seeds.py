#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What an introduction to Numba claims of it, measured, with portkern beside it: programs as
tutorials have them, in Python, NumPy, Numba and portkern, in one run.

    PYTHONPATH=build/python PORTKERN_BACKEND=cpu build/venv/bin/python bench/host/seeds.py [--rounds 7]

writes docs/bench/seeds.json and, of it, the tables of docs/bench/seeds.md and docs/bench/seeds.svg;
`--plot` writes these two from the JSON and measures nothing. Calls are measured in turn, the
least of the rounds; first calls in processes of their own."""
import argparse
import json
import os
import pathlib
import platform
import random
import re
import subprocess
import sys
import tempfile
import time
import tracemalloc

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "docs" / "bench" / "seeds"
BOTH = ("numba", "portkern")
# The programs. Of Numba's text only the import differs.
TEXT = '''
import numpy as np
from {module} import njit, prange, vectorize, set_num_threads

@njit
def sum_squares(arr):
    total = 0.0
    for i in range(len(arr)):
        total += arr[i] ** 2
    return total

@njit(parallel=True)
def parallel_sum(arr):
    total = 0.0
    for i in prange(len(arr)):
        total += arr[i] ** 2
    return total

@njit
def mc_pi(n):
    inside = 0
    for i in range(n):
        x = np.random.random()
        y = np.random.random()
        if x * x + y * y <= 1.0:
            inside += 1
    return 4.0 * inside / n

@njit
def mandelbrot_pixel(c, max_iter):
    z = 0.0j
    for i in range(max_iter):
        z = z * z + c
        if abs(z) > 2.0:
            return i
    return max_iter

@njit(parallel=True)
def mandelbrot_set(xmin, xmax, ymin, ymax, width, height, max_iter):
    result = np.empty((height, width), dtype=np.int32)
    dx = (xmax - xmin) / width
    dy = (ymax - ymin) / height
    for j in prange(height):
        for i in range(width):
            c = complex(xmin + i * dx, ymin + j * dy)
            result[j, i] = mandelbrot_pixel(c, max_iter)
    return result

@njit
def fused(x):
    out = np.empty_like(x)
    for i in range(len(x)):
        out[i] = np.sqrt(x[i] ** 2 + np.sin(x[i]) * np.exp(-x[i]))
    return out

def clip_add_of(x, y):
    result = x + y
    if result > 1.0:
        return 1.0
    elif result < -1.0:
        return -1.0
    return result

clip_add = vectorize(["float64(float64, float64)"])(clip_add_of)
clip_add_parallel = vectorize(["float64(float64, float64)"], target="parallel")(clip_add_of)
'''
PLANE = (-2.0, 1.0, -1.5, 1.5, 1000, 1000, 256)
N = 10_000_000
SIZES = [10 ** e for e in range(1, 8)]


def python_sum_squares(arr):
    """The loop, run by CPython."""
    total = 0.0
    for value in arr:
        total += value ** 2
    return total


def python_pi(n):
    """The loop, run by CPython."""
    inside = 0
    for _ in range(n):
        x, y = random.random(), random.random()
        if x * x + y * y <= 1.0:
            inside += 1
    return 4.0 * inside / n


def numpy_pi(n):
    """With arrays of all points."""
    x, y = np.random.random(n), np.random.random(n)
    return 4.0 * np.count_nonzero(x * x + y * y <= 1.0) / n


def numpy_fused(x):
    """With an array for each operation."""
    return np.sqrt(x ** 2 + np.sin(x) * np.exp(-x))


def numpy_clip_add(x, y):
    """As NumPy has it."""
    return np.clip(x + y, -1.0, 1.0)


def programs():
    """{who: its functions}"""
    scopes = {}
    for module in BOTH:
        scopes[module] = {}
        exec(TEXT.format(module=module), scopes[module])  # pylint: disable=exec-used
    return scopes


def once(call):
    """Seconds of a call."""
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def least(calls, rounds, at_least=0.005):
    """{who: seconds of a call}: rounds of all in turn, each of as many calls as last a while."""
    counts = {}
    for who, call in calls.items():
        call()
        counts[who] = max(1, int(at_least / max(once(call), 1e-7)))
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for who, call in calls.items():
            begin = time.perf_counter()
            for _ in range(counts[who]):
                call()
            best[who] = min(best[who], (time.perf_counter() - begin) / counts[who])
    return best


FIRST = '''
import time, sys
import numpy as np
begin = time.perf_counter()
from {module} import njit
imported = time.perf_counter()
@njit{options}
def sum_squares(arr):
    total = 0.0
    for i in range(len(arr)):
        total += arr[i] ** 2
    return total
x = np.arange(1000.0)
made = time.perf_counter()
sum_squares(x)
print(imported - begin, time.perf_counter() - made)
'''


def first_calls(rounds):
    """{who: {"import": s, "first": s}}: each in a process of its own, with an empty cache and with a filled one."""
    out = {}
    with tempfile.TemporaryDirectory() as folder:
        for who, module, options, fresh in (
                ("Numba", "numba", "", True), ("Numba, cache=True", "numba", "(cache=True)", False),
                ("portkern, no cache", "portkern", "", True), ("portkern", "portkern", "", False)):
            path = pathlib.Path(folder) / f"first_{module}_{fresh}.py"
            path.write_text(FIRST.format(module=module, options=options))
            env = {**os.environ, "NUMBA_CACHE_DIR": folder, "PORTKERN_CACHE_DIR": "off" if fresh else folder}
            env.pop("PYTHONDONTWRITEBYTECODE", None)  # both have their byte code on disk
            runs = []
            for at in range(rounds + 1):
                done = subprocess.run([sys.executable, str(path)], env=env, capture_output=True, text=True, check=True)
                if fresh or at:  # the first one fills the cache
                    runs.append([float(word) for word in done.stdout.split()])
            out[who] = {"import": min(run[0] for run in runs), "first": min(run[1] for run in runs)}
    return out


def allocated(call):
    """Bytes that a call of NumPy holds at most, its result among them."""
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def with_threads(scopes, threads, name, *args):
    """{who: seconds of a call on so many threads}, as `least` takes calls."""
    def of(who):
        def call():
            scopes[who]["set_num_threads"](threads)
            return scopes[who][name](*args)
        return call
    return {(who, threads): of(who) for who in BOTH}


def of_threads(scopes, rounds, name, *args):
    """[{"who", "threads", "seconds"}], for each number of threads that there is."""
    calls = {}
    for threads in range(1, os.cpu_count() + 1):
        calls.update(with_threads(scopes, threads, name, *args))
    return [{"who": who, "threads": threads, "seconds": seconds}
            for (who, threads), seconds in least(calls, rounds).items()]


def same_bits(scopes, x):
    """{who: whether the sum is the same on one thread and on all}."""
    return {who: len({call() for threads in range(1, os.cpu_count() + 1)
                      for call in [with_threads(scopes, threads, "parallel_sum", x)[who, threads]]}) == 1
            for who in BOTH}


def measure(rounds):
    """All of it, as the JSON has it."""
    scopes, rng = programs(), np.random.default_rng(1)
    x = rng.uniform(0.1, 4.0, N)
    y = rng.uniform(-1.0, 1.0, N)

    def both(name, *args):
        return {who: lambda call=scopes[who][name]: call(*args) for who in BOTH}

    pixels = [scopes[who]["mandelbrot_set"](*PLANE) for who in BOTH]
    assert (pixels[0] == pixels[1]).all() and np.allclose(scopes["portkern"]["fused"](x), numpy_fused(x), rtol=1e-14)
    sizes = []
    for n in SIZES:
        part = x[:n]
        calls = {"NumPy": lambda: (part ** 2).sum(), **both("sum_squares", part)}
        if n <= 1_000_000:
            calls["Python"] = lambda: python_sum_squares(part)
        sizes.append({"n": n, **least(calls, 3 if n > 100_000 else rounds)})
    slow = once(lambda: python_pi(N))
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return {
        "machine": {"processor": model[1] if model else platform.machine(), "cores": os.cpu_count(),
                    "load": os.getloadavg()},
        "day": time.strftime("%Y-%m-%d"), "versions": {"numba": __import__("numba").__version__,
                                                       "numpy": np.__version__, "python": platform.python_version()},
        "sizes": sizes, "first": first_calls(3),
        "pi": {"Python": slow, **least({"NumPy": lambda: numpy_pi(N), **both("mc_pi", N)}, rounds)},
        "fused": least({"NumPy": lambda: numpy_fused(x), **both("fused", x)}, rounds),
        "fused_bytes": allocated(lambda: numpy_fused(x)),
        "clip_add": least({"NumPy": lambda: numpy_clip_add(x, y), **both("clip_add", x, y)}, rounds),
        "clip_add_parallel": of_threads(scopes, rounds, "clip_add_parallel", x, y),
        "mandelbrot": of_threads(scopes, rounds, "mandelbrot_set", *PLANE),
        "parallel_sum": of_threads(scopes, rounds, "parallel_sum", x), "same_bits": same_bits(scopes, x)}


# ---- the page ----

WHO = ("Python", "NumPy", "numba", "portkern")
NAMES = {"numba": "Numba", "portkern": "portkern"}


def digits(number):
    """Three digits, or all before the point."""
    return f"{number:.3g}" if number < 1000 else f"{number:.0f}"


def ms(seconds):
    """Milliseconds."""
    return digits(seconds * 1e3)


def us(seconds):
    """Microseconds."""
    return digits(seconds * 1e6)


def spaced(count):
    """10 000 000"""
    return f"{count:,}".replace(",", " ")


def table(titles, rows):
    """A table of Markdown; numbers stand right."""
    return "\n".join(["| " + " | ".join(titles) + " |", "|---|" + "--:|" * (len(titles) - 1),
                      *("| " + " | ".join(row) + " |" for row in rows)])


def of_all(results, key):
    """A row of the table of programs."""
    times = results[key]
    return [ms(times[who]) if who in times else "" for who in WHO]


def threads_row(results, key, words):
    """A row of the table of threads."""
    found = {(run["who"], run["threads"]): run["seconds"] for run in results[key]}
    most = max(threads for _, threads in found)
    return [words] + [cell for who in BOTH for cell in (
        ms(found[who, 1]), ms(found[who, most]), f"{found[who, 1] / found[who, most]:.2f}")]


def pays_after(results, who):
    """How many calls with 10 000 elements make up for the first one, against CPython."""
    row = next(row for row in results["sizes"] if row["n"] == 10_000)
    first = results["first"]["Numba" if who == "numba" else "portkern, no cache"]["first"]
    return f"{first / (row['Python'] - row[who]):.0f}"


def page(results):
    """The tables, by the names that the page has for them."""
    machine, versions = results["machine"], results["versions"]
    bits = results["same_bits"]
    return {
        "programs": table(["milliseconds", "Python", "NumPy", "Numba", "portkern"], [
            [f"pi from {spaced(N)} random points", *of_all(results, "pi")],
            [f"`sqrt(x**2 + sin(x)*exp(-x))` of {spaced(N)}", *of_all(results, "fused")],
            [f"`clip_add` of {spaced(N)}, a ufunc", *of_all(results, "clip_add")]]),
        "sizes": table(["microseconds for `sum_squares` of", "Python", "NumPy", "Numba", "portkern"], [
            [spaced(row["n"]), *(us(row[who]) if who in row else "" for who in WHO)] for row in results["sizes"]]),
        "first": table(["milliseconds in a new process", "import", "first call"], [
            [who, ms(times["import"]), ms(times["first"])] for who, times in results["first"].items()]),
        "threads": table(["milliseconds, threads", "Numba, 1", f"{machine['cores']}", "times", "portkern, 1",
                          f"{machine['cores']}", "times"], [
            threads_row(results, "parallel_sum", f"`parallel_sum` of {spaced(N)}"),
            threads_row(results, "mandelbrot", "Mandelbrot set, 1000 x 1000, 256 iterations"),
            threads_row(results, "clip_add_parallel", "`clip_add`, `target=\"parallel\"`")]),
        "facts": "\n".join([
            f"- The first call pays after {pays_after(results, 'numba')} calls with 10 000 elements with Numba, after "
            f"{pays_after(results, 'portkern')} with portkern.",
            f"- NumPy holds {results['fused_bytes'] / 1e6:.0f} MB for the expression, the compiled loops "
            f"{8 * N / 1e6:.0f}.",
            *(f"- `parallel_sum` has {'the same bits' if bits[who] else 'other bits'} on one thread and on "
              f"{machine['cores']}: {NAMES[who]}." for who in BOTH)]),
        "machine": f"{machine['processor']}, {machine['cores']} cores, load {machine['load'][0]:.1f} before; "
                   f"{results['day']}; Numba {versions['numba']}, NumPy {versions['numpy']}, Python {versions['python']}."}


def plot(results):
    """Time by size, and times as fast by threads."""
    import matplotlib  # pylint: disable=import-outside-toplevel
    matplotlib.use("svg")
    from matplotlib import pyplot  # pylint: disable=import-outside-toplevel

    matplotlib.rcParams["svg.hashsalt"] = "portkern"
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for who, name, mark in (("Python", "Python", "v"), ("NumPy", "NumPy", "s"), ("numba", "Numba", "^"),
                            ("portkern", "portkern", "o")):
        points = [(row["n"], row[who] * 1e6) for row in results["sizes"] if who in row]
        left.loglog(*zip(*points), marker=mark, markersize=4, label=name)
    left.set(xlabel="elements", ylabel="microseconds", title="sum_squares")
    left.legend(frameon=False)
    most = results["machine"]["cores"]
    for at, (key, name) in enumerate((("parallel_sum", "parallel_sum"), ("mandelbrot", "Mandelbrot"),
                                      ("clip_add_parallel", "clip_add"))):
        found = {(run["who"], run["threads"]): run["seconds"] for run in results[key]}
        for who, shift, color in (("numba", -0.2, "C2"), ("portkern", 0.2, "C3")):
            right.bar(at + shift, found["numba", 1] / found[who, most], 0.35, color=color,
                      label=NAMES[who] if at == 0 else None)
        right.text(at, -0.25, name, ha="center", fontsize=9)
    right.axhline(1, color="gray", linewidth=0.8)
    right.set(xticks=[], ylabel="times as fast as Numba on one thread", title=f"{most} threads")
    right.legend(frameon=False)
    figure.savefig(OUT.with_suffix(".svg"), metadata={"Date": None})


def write(results):
    """Puts the tables into the page, and draws."""
    path = OUT.with_suffix(".md")
    text = path.read_text()
    for name, words in page(results).items():
        text, count = re.subn(rf"(?s)(<!-- {name} -->\n).*?(<!-- end -->)", lambda m, words=words: f"{m[1]}{words}\n{m[2]}",
                              text)
        assert count == 1, name
    path.write_text(text)
    plot(results)


def main():
    """Measures, unless only drawn."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--plot", action="store_true")
    args = parser.parse_args()
    data = OUT.with_suffix(".json")
    if not args.plot:
        data.write_text(json.dumps(measure(args.rounds), indent=1) + "\n")
    write(json.loads(data.read_text()))


if __name__ == "__main__":
    main()
