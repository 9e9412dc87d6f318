# SPDX-License-Identifier: Apache-2.0
"""The plots of docs/bench/cpu.md, of what docs/bench/cpu.json has: each as SVG and PNG."""
import statistics

import shapes
from cpu import medians

MARKS = "o^vsDP*X<>hd"
N, SIDE = 1 << 22, 512
# Of kernels whose operations are plain to count: of which type they are, how many, and the bytes that are read and
# written once. Two bodies have 17 with each other, of which one is a division; a step of Mandelbrot's has 8, and NumPy
# counts so many steps for its points.
WORK = {
    "vector_add": ("f32", N, 12 * N), "saxpy64": ("f64", 2 * N, 24 * N), "block_sum": ("f32", N, 4 * N), "sum32": ("f32", N, 4 * N),
    "matmul_naive": ("f32", 2 * SIDE ** 3, 12 * SIDE ** 2), "matmul_tiled": ("f32", 2 * SIDE ** 3, 12 * SIDE ** 2),
    "matmul_naive64": ("f64", 2 * SIDE ** 3, 24 * SIDE ** 2), "matmul_tiled64": ("f64", 2 * SIDE ** 3, 24 * SIDE ** 2),
    "nbody": ("f32", 17 * 4096 ** 2, 24 * 4096), "spmv": ("f64", 2 * 3_200_000, 12 * 3_200_000 + 20 * 100_000),
    "jacobi": ("f64", 4 * 2000 ** 2, 16 * 2000 ** 2), "mandelbrot": ("f64", 8 * 30_209_982, 4 * 600 * 900),
}


def by_kernel(axes, run, titles):
    """How many times ours each rival takes."""
    times = medians(run)
    kernels = list(times["portkern"])[::-1]
    rivals = [name for name in times if not name.startswith(("portkern", "memory"))]
    for name, mark in zip(rivals, MARKS):
        points = [(times[name][k] / times["portkern"][k], i) for i, k in enumerate(kernels) if k in times[name]]
        axes.plot(*zip(*points), mark, markersize=5, label=name)
    axes.axvline(1, color="gray", linewidth=0.8)
    axes.set(xscale="log", xlabel="a rival's time over portkern's: to the right of 1 portkern is faster")
    axes.set_yticks(range(len(kernels)), [titles[k] for k in kernels])
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))


def roofline(axes, run, titles):
    """Operations a second by operations for each byte, below what memory and the processor allow."""
    times, peaks = medians(run), run["peaks"]
    most = {"f32": peaks["peak32"], "f64": peaks["peak64"]}
    wide = [2 ** (k / 4) / 32 for k in range(70)]
    for kind, line in (("f32", "-"), ("f64", "--")):
        axes.plot(wide, [min(most[kind], peaks["cached"] * x) for x in wide], line, color="gray", linewidth=1,
                  label=f"{kind}, product and sum fused")
        axes.plot(wide, [min(most[kind] / 2, peaks["cached"] * x) for x in wide], line, color="silver", linewidth=1,
                  label=f"{kind}, one by one")
    axes.plot(*zip(*((x, peaks["memory"] * x) for x in wide if peaks["memory"] * x < most["f64"])), ":", color="gray", linewidth=1,
              label=f"memory, {peaks['memory']:.1f} GB/s")
    for (kernel, (kind, operations, moved)), mark in zip(WORK.items(), MARKS):
        for leg, full in (("portkern", True), ("portkern, fastmath", False)):
            if kernel in times.get(leg, ()):
                axes.plot(operations / moved, operations / times[leg][kernel] / 1e6, mark, markersize=6,
                          color="C0" if kind == "f32" else "C1", fillstyle="full" if full else "none",
                          label=titles[kernel] if full else None)
    axes.set(xscale="log", yscale="log", xlabel="operations for each byte of the arrays", ylabel="10⁹ operations a second",
             title=f"all {run['machine']['cores']} cores; hollow: with fastmath; arrays of 100 MB in all: {peaks['cached']:.1f} GB/s")
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))


def arguments(axes, run, titles):
    """Nanoseconds of a launch by the number of arrays."""
    launches, counts = run["latency"]["launches"], (0, 1, 2, 4, 8, 16)
    for how in ("pk_launch", "pk_prepared_launch"):
        axes.plot(counts, [launches[f"{n}_arrays {how}" if n else f"nothing {how}"] for n in counts], "o-", label=how)
    axes.set(xlabel="arrays that a kernel gets which does nothing", ylabel="ns", xticks=counts, ylim=(0, None))
    axes.legend(frameon=False)


def first_results(axes, run, titles):
    """Milliseconds until a kernel's first result."""
    processes, later = run["latency"]["processes"], run["latency"]["later"]
    kernels = list(processes)[::-1]
    for (words, found), mark in zip((("a process with nothing in the cache", {k: p["cold"] for k, p in processes.items()}),
                                     ("the same, quick", {k: p["quick"] for k, p in processes.items()}),
                                     ("a later kernel of a process", later),
                                     ("a process with the kernel in the cache", {k: p["cached"] for k, p in processes.items()})), MARKS):
        axes.plot(*zip(*((found[k], i) for i, k in enumerate(kernels) if k in found)), mark, label=words)
    axes.axvline(run["latency"]["nothing"], color="gray", linewidth=0.8, label="a process that says its version")
    axes.set(xscale="log", xlabel="ms")
    axes.set_yticks(range(len(kernels)), kernels)
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))


def scaling(axes, run, titles):
    """Elements a second by the number of elements."""
    for (kernel, legs), dashes in zip(run["scaling"].items(), ("-", "--")):
        for i, (leg, sizes) in enumerate(legs.items()):
            axes.plot([int(n) for n in sizes], [int(n) / statistics.median(turns) / 1e3 for n, turns in sizes.items()],
                      dashes, marker=MARKS[i], markersize=4, color=f"C{i}", label=f"{titles[kernel].split(',')[0]}: {leg}")
    axes.set(xscale="log", yscale="log", xlabel="elements", ylabel="10⁶ elements a second")
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))


def blocks(axes, run, titles):
    """A kernel's time in each shape of block, over the best one's."""
    names = [f"{x}×{y}" for x, y in shapes.SHAPES]
    for (kernel, least), mark in zip(run["shapes"].items(), MARKS):
        axes.plot(names, [t / min(least) for t in least], f"{mark}-", label=kernel)
    axes.axhline(1 / 0.9, color="gray", linewidth=0.8, linestyle=":")
    axes.set(xlabel="threads of a block along x and y", ylabel="time, of the best shape's", ylim=(0.9, None))
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))


# The end of the file's name, what it needs of the run, its size.
PLOTS = {"": (by_kernel, "legs", (9, 6.5)), "-roofline": (roofline, "peaks", (9, 5.5)), "-arguments": (arguments, "latency", (6, 4)),
         "-first": (first_results, "latency", (9, 5.5)), "-scaling": (scaling, "scaling", (9, 5)), "-blocks": (blocks, "shapes", (8, 4))}


def write(run, path, titles):
    """Writes PATH.svg, PATH-roofline.svg and so on, and the same as PNG."""
    import matplotlib
    matplotlib.use("agg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "portkern"
    for end, (draw, needs, size) in PLOTS.items():
        if needs not in run:
            continue
        figure, axes = pyplot.subplots(figsize=size, layout="constrained")
        draw(axes, run, titles)
        axes.grid(alpha=0.3)
        figure.savefig(path.with_name(path.name + end + ".svg"), metadata={"Date": None})
        figure.savefig(path.with_name(path.name + end + ".png"), metadata={"Software": None}, dpi=80)
        pyplot.close(figure)
