#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels without barriers on the cpu backend, in blocks of many shapes:

    bench/shapes.py [--build build] [--rounds 7]

Prints the table of docs/bench/cpu.md: processor time of a launch on one thread, which other
work on the machine changes little, the least of all rounds; the shapes take turns."""
import json
import os
import sys
import time

from harness import HERE, options

SHAPES = [(1, 1), (1, 256), (8, 8), (16, 16), (32, 32), (64, 4), (256, 1), (1024, 1)]


def cases():
    import numpy as np
    rng = np.random.default_rng(0)
    square = [rng.random((400, 400)) for _ in range(3)]
    return {
        "jacobi": [rng.random((2000, 2000)), np.zeros((2000, 2000))],
        "gray": [rng.integers(0, 256, (1080, 1920, 3), np.uint8), np.zeros((1080, 1920), np.uint8)],
        "mandelbrot": [np.zeros((600, 900), np.int32), 200],
        "matmul": square,
        "saxpy": [np.float32(2), *(rng.random((1000, 4000), np.float32) for _ in range(2))],
    }


def measure(kernel, shape, args, cuda):
    rows, columns = args[-1].shape if hasattr(args[-1], "shape") else args[0].shape
    grid = -(-columns // shape[0]), -(-rows // shape[1])
    begin = time.thread_time()
    kernel[grid, shape](*args)
    cuda.synchronize()
    return time.thread_time() - begin


def table(found):
    lines = ["| kernel | " + " | ".join(f"{x}×{y}" for x, y in SHAPES) + " | worst / best |", "|---|" + "---:|" * (len(SHAPES) + 1)]
    return "\n".join(lines + [f"| {name} | " + " | ".join(f"{t:.2f}" for t in least) + f" | {max(least) / min(least):.2f} |"
                              for name, least in found.items()])


def main():
    chosen = options(__doc__, lambda parser: parser.add_argument("--json", action="store_true", help="and no table"))
    os.environ.update(PORTKERN_BACKEND="cpu", PORTKERN_NUM_THREADS="1")
    sys.path.insert(0, str(chosen.build / "python"))
    import portkern.as_numba  # noqa: F401  what the kernels import as numba is portkern
    import kernels
    import streams
    from portkern import cuda

    found, own = {}, {"mandelbrot": kernels.mandelbrot, "matmul": streams.matmul_naive64, "saxpy": streams.saxpy_rows}
    for name, args in cases().items():
        args = [cuda.to_device(a) if getattr(a, "ndim", 0) else a for a in args]
        least = [1e9] * len(SHAPES)
        for _ in range(chosen.rounds + 1):
            for i, shape in enumerate(SHAPES):
                least[i] = min(least[i], measure(own.get(name) or getattr(streams, name), shape, args, cuda))
        found[name] = [1e3 * t for t in least]
    print(json.dumps(found) if chosen.json else table(found))


if __name__ == "__main__":
    main()
