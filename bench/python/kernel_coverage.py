#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How much longer kernels run that note their lines, or the steps between them, as under coverage.py.

    PYTHONPATH=build/python bench/python/kernel_coverage.py [BACKEND...]

Prints a table for docs/testing.md: times of a launch with coverage over those without, the least
of several runs each, which take turns."""
import sys
import time
import warnings

import numpy as np

from portkern import _core, _device, cuda
from portkern.cuda.cudadrv.driver import Stream

KINDS = (None, "lines", "branches")
RUNS = 9
SLOW = {"interp": 64, "cuda": 64}  # that many times less work


@cuda.jit
def saxpy(a, x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]

@cuda.jit
def mandel(out, n):
    i = cuda.grid(1)
    if i >= out.size:
        return
    cx = (i % 1024) / 512 - 1.5
    cy = (i // 1024) / 512 - 1.0
    x = 0.0
    y = 0.0
    k = 0
    while k < n:
        xx = x * x - y * y + cx
        y = 2 * x * y + cy
        x = xx
        if x * x + y * y > 4:
            break
        k += 1
    out[i] = k

@cuda.jit
def matmul(a, b, c):
    sa = cuda.shared.array((16, 16), np.float32)
    sb = cuda.shared.array((16, 16), np.float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    s = np.float32(0)
    for t in range(a.shape[1] // 16):
        sa[ty, tx] = a[y, t * 16 + tx]
        sb[ty, tx] = b[t * 16 + ty, x]
        cuda.syncthreads()
        for k in range(16):
            s += sa[ty, k] * sb[k, tx]
        cuda.syncthreads()
    c[y, x] = s


def launches(scale):
    """(name, launch) with arrays of the current device."""
    n, points, k = (1 << 22) // scale, (1 << 20) // scale, 512 if scale == 1 else 64
    x, y, out = (cuda.to_device(np.ones(n, np.float32)) for _ in range(3))
    a, b, c = (cuda.to_device(np.ones((k, k), np.float32)) for _ in range(3))
    counts = cuda.to_device(np.zeros(points, np.int32))
    return {
        "vector sum": lambda: saxpy[(n + 255) // 256, 256](np.float32(2), x, y, out),
        "matrix product, tiles": lambda: matmul[(k // 16, k // 16), (16, 16)](a, b, c),
        "Mandelbrot set": lambda: mandel[(points + 255) // 256, 256](counts, 50),
    }


def timed(context, launch):
    token = _core.current.set(context)
    begin = time.perf_counter()
    launch()
    context.synchronize()
    _core.current.reset(token)
    return time.perf_counter() - begin


def measure(backend):
    """{kernel: (lines, branches)}, how many times as long."""
    contexts, runs = {}, {}
    for kind in KINDS:
        context = contexts[kind] = _device.Context(backend, coverage=kind)
        context.queue = Stream(context)
        token = _core.current.set(context)
        runs[kind] = launches(SLOW.get(backend, 1))
        _core.current.reset(token)
    rows = {}
    for name in runs[None]:
        least = {kind: timed(contexts[kind], runs[kind][name]) for kind in KINDS}  # compiles
        least = dict.fromkeys(least, 1e9)
        for _ in range(RUNS):
            for kind in KINDS:
                least[kind] = min(least[kind], timed(contexts[kind], runs[kind][name]))
        rows[name] = [least[kind] / least[None] for kind in KINDS[1:]]
    return rows


def main():
    warnings.simplefilter("ignore")
    backends = sys.argv[1:] or ["cpu", "opencl", "interp", "cuda"]
    measured = [measure(backend) for backend in backends]
    print(f"| kernel | {' | '.join(f'{name}: lines, branches' for name in backends)} |")
    print("|---|" + "--:|" * len(backends))
    for name in measured[0]:
        cells = [f"{rows[name][0]:.1f}, {rows[name][1]:.1f}" for rows in measured]
        print(f"| {name} | {' | '.join(cells)} |")


main()
