#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/bench/cpu.md's tables and the plots beside it (cpu_plots.py) of docs/bench/cpu.json:

    scripts/bench page                          measures, and does this
    scripts/bench cpu --avx2 --json docs/bench/cpu-avx2.json
    build/venv/bin/python bench/cpu_page.py

What is aimed at stands here (TARGETS); the page's words between the tables are written by hand."""
import json
import pathlib
import re
import statistics

import checked
import cpu_plots
import shapes
from cpu import MOVED, medians

OUT = pathlib.Path(__file__).resolve().parents[1] / "docs" / "bench" / "cpu"
NUMBA = ("Numba", "Numba, fastmath", "Numba, fastmath, libmvec")
MEMORY = ("memory", "memory, past the caches")
TITLES = {
    "block_sum": "tree reduction f32, 4 M, blocks of 256", "matmul_tiled": "tiled matmul 512 f32",
    "matmul_tiled64": "tiled matmul 512 f64", "matmul_naive": "naive matmul 512 f32", "matmul_naive64": "naive matmul 512 f64",
    "mandelbrot": "Mandelbrot f64, 600×900", "fused_math": "sqrt + sin·exp f64, 4 M", "nbody": "n-body f32, 4096",
    "spmv": "SpMV, CSR f64", "jacobi": "Jacobi f64, 2000²", "gray": "gray u8, 1080p", "black_scholes": "Black–Scholes f32, 4 M",
    "transpose": "transpose by tiles f32, 2048²", "nested": "nested break and continue f64", "monte_carlo": "Monte-Carlo, 4 M points",
    "histogram": "histogram of 256, global atomics", "saxpy64": "saxpy f64, 4 M", "vector_add": "sum of vectors f32, 4 M",
    "sum32": "sum f32, 4 M",
}
# Against whom: their legs, of which the fastest counts; ours; kernels, None: all others; the ratio aimed at.
TARGETS = (
    ("Intel's OpenCL", ("Intel's OpenCL",), "portkern",
     (("block_sum", 50), ("matmul_tiled", 3), ("matmul_naive", 4), ("matmul_naive64", 2), ("mandelbrot", 1.6), ("spmv", 4),
      ("nested", 1.4), ("fused_math", 1), ("nbody", 1), ("black_scholes", 1), (None, 1))),
    ("Numba, parallel", NUMBA[:1], "portkern", (("monte_carlo", 4), ("nbody", 4), ("matmul_naive", 35), (None, 1))),
    ("Numba at its fastest, we exact", NUMBA, "portkern", ((None, 1),)),
    *((name, (name,), "portkern", ((None, 1),)) for name in ("PoCL", "Warp", "Taichi", "JAX")),
    ("gcc -O3, OpenMP", ("gcc",), "portkern", (("mandelbrot", 5), ("fused_math", 6), (None, 1))),
    ("gcc -ffast-math, we with fastmath", ("gcc, -ffast-math",), "portkern, fastmath", (("sum32", 0.95), (None, 0.95))),
    ("OpenBLAS, we exact", ("OpenBLAS",), "portkern",
     (("matmul_tiled", 0.75), ("matmul_tiled64", 0.75), ("matmul_naive", 0.6), ("matmul_naive64", 0.6))),
    ("OpenBLAS, we with fastmath", ("OpenBLAS",), "portkern, fastmath",
     (("matmul_tiled", 0.75), ("matmul_tiled64", 0.75), ("matmul_naive", 0.6), ("matmul_naive64", 0.6))),
    ("what memory allows", MEMORY, "portkern", tuple((kernel, 0.9) for kernel in MOVED)),
)


def mark(text, met):
    return text if met else f"**{text}**"


def kernel_rows(times):
    """Rows of TARGETS: against whom, what, the target, what is measured; bold where it is missed."""
    for against, legs, ours, wanted in TARGETS:
        def ratio(kernel, legs=legs, ours=ours):
            found = [times[leg][kernel] for leg in legs if kernel in times.get(leg, ())]
            return min(found) / times[ours][kernel] if found else None
        named = [kernel for kernel, _ in wanted if kernel]
        for kernel, least in wanted:
            if kernel:
                if (r := ratio(kernel)) is not None:
                    yield against, TITLES[kernel], f"{least:g}", mark(f"{r:.2f}", r >= least)
                continue
            ratios = {k: r for k in times.get(ours, ()) if k not in named and (r := ratio(k)) is not None}
            slower = sorted((r, k) for k, r in ratios.items() if r < least)
            words = f"{len(ratios) - len(slower)} of {len(ratios)}"
            if slower:
                words = mark(words, False) + "; " + ", ".join(f"{k} {r:.2f}" for r, k in slower)
            if ratios:
                yield against, "all others" if named else "all", f"{least:g}", words


def other_rows(run):
    """The rows of other programs, which a run with fewer legs has not."""
    if "shapes" in run:
        worst = {name: min(least) / max(least) for name, least in run["shapes"].items()}
        low = min(worst.values())
        yield ("the best shape of block", "any shape, of " + ", ".join(worst), "0.9",
               mark(f"{low:.2f}", low >= 0.9) + " to " + f"{max(worst.values()):.2f}")
    if "checked" in run:
        mean = checked.mean_ratio(run["checked"])
        yield "no checks of bounds", "time with them, geometric mean, at most", "1.3", mark(f"{mean:.2f}", mean <= 1.3)
    if "latency" not in run:
        return
    late = run["latency"]
    cold, quick, cached = ([p[key] for p in late["processes"].values()] for key in ("cold", "quick", "cached"))
    for against, words, found in (("latency", "", cold), ("", ", `quick`", quick)):
        within = sum(v <= 30 for v in found)
        yield (against, f"cold process to its result{words}, {len(found)} kernels, ms, at most", "30",
               mark(f"{min(found):.1f} to {max(found):.1f}", within == len(found)) + f"; {within} of {len(found)}")
    for key, words in (("later", ""), ("later_quick", ", `quick`")):
        later = statistics.median(late[key].values())
        yield "", f"later kernels of a process{words}, median, ms, at most", "8", mark(f"{later:.1f}", later <= 8)
    beyond = statistics.median(cached)
    yield ("", "process with the kernel in its cache, median, ms, at most", "1.0",
           mark(f"{beyond:.2f}", beyond <= 1) + f"; one that only says its version {late['nothing']:.2f}")
    for kernel, words, most in (("nothing", "empty launch", 400), ("16_arrays", "16 arrays", 800)):
        plain, prepared = (late["launches"][f"{kernel} {how}"] for how in ("pk_launch", "pk_prepared_launch"))
        yield "", f"{words}, ns, at most", str(most), mark(f"{plain:.0f}", plain <= most) + f"; prepared {prepared:.0f}"


def targets(run):
    lines = ["| against | kernel | target | measured |", "|---|---|---:|---|"]
    before = None
    for against, *rest in [*kernel_rows(medians(run)), *other_rows(run)]:
        lines.append(f"| {'' if against == before else against} | " + " | ".join(rest) + " |")
        before = against or before
    return "\n".join(lines)


def ratios(run):
    """Each rival's time over ours; that of portkern with fastmath, too."""
    times = medians(run)
    rivals = [name for name in times if name != "portkern"]
    lines = ["| kernel | ms | " + " | ".join(rivals) + " |", "|---|" + "---:|" * (len(rivals) + 1)]
    for kernel, ours in times["portkern"].items():
        cells = [f"{times[name][kernel] / ours:.2f}" if kernel in times[name] else "" for name in rivals]
        lines.append(f"| {TITLES[kernel]} | {ours:.3g} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def machine(run):
    m = run["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in m["versions"].items())
    wrong = [f"{kernel} by {name}" for name, leg in run["legs"].items() for kernel in leg["wrong"]]
    return (f"{m['processor']}, {m['cores']} virtual cores, load {m['load'][0]:.1f} at the end; {m['day']}; {m['seconds']} seconds. {versions}."
            + (f" Not what NumPy has: {', '.join(wrong)}." if wrong else " All results are those of NumPy."))


def latencies(run):
    lines = ["| kernel | cold | cold, `quick` | cached |", "|---|---:|---:|---:|"]
    return "\n".join(lines + [f"| {k} | {p['cold']:.1f} | {p['quick']:.1f} | {p['cached']:.2f} |"
                              for k, p in run["latency"]["processes"].items()])


def page(run):
    """The tables, by the names that the page has for them."""
    found = {"targets": targets(run), "machine": machine(run), "ratios": ratios(run)}
    for name, table in (("shapes", lambda: shapes.table(run["shapes"])), ("checked", lambda: checked.table(run["checked"])),
                        ("latency", lambda: latencies(run))):
        if name in run:
            found[name] = table()
    return found


def main():
    run = json.loads(OUT.with_suffix(".json").read_text())
    avx2 = OUT.with_name("cpu-avx2.json")
    path = OUT.with_suffix(".md")
    text = path.read_text()
    found = page(run)
    if avx2.exists():
        lesser = json.loads(avx2.read_text())
        found["avx2"] = ratios(lesser)
        found["avx2 targets"] = targets(lesser)
    for name, words in found.items():
        text, count = re.subn(rf"(?s)(<!-- {name} -->\n).*?(<!-- end -->)", lambda m, words=words: f"{m[1]}{words}\n{m[2]}", text)
        assert count == 1, name
    path.write_text(text)
    cpu_plots.write(run, OUT, TITLES)


if __name__ == "__main__":
    main()
