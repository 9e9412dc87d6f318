#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares kernels on OpenCL with the same kernels written by hand in OpenCL C, on the
same runtime in one process:

    bench/opencl/compare.py [--build build] [--rounds 5] [--only nbody] [--json FILE]

Each runtime and form has a process of its own, in which the two take turns. What counts is
the least processor time of a launch, of all of the process's threads: a busy machine changes
it least. It needs NumPy and pyopencl; what no runtime is here for is left out."""
import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(HERE.parent))
FORMS = ("default", "threads", "block")
RUNTIMES = ("pocl", "intel")


def cases():
    """{name: (arguments, those of the twin behind its arrays and numbers, grid, block, numbers
    of the arguments that are written)}."""
    import numpy as np
    random = np.random.default_rng(1)
    many, side = 1 << 22, 512
    f4 = random.random(many, np.float32)
    f8 = random.random(many)
    i4 = np.int32

    def like(x, *shape):
        return np.zeros(shape or x.shape, x.dtype)

    square = random.random((side, side), np.float32)
    grid = random.random((1000, 1000))
    rows, each = 100_000, 32
    first = np.arange(0, rows * each + 1, each, dtype=np.int32)
    column = random.integers(0, rows, rows * each).astype(np.int32)
    bodies = [random.random(4096, np.float32) for _ in range(3)]
    forces = [like(bodies[0]) for _ in range(3)]
    image = np.zeros((300, 450), np.int32)
    wide = random.random((2048, 2048), np.float32)
    tiles = ((32, 32), (16, 16))
    line = ((many // 256,), (256,))
    years = f4 * np.float32(2) + np.float32(0.1)
    return {
        "vector_add": ((f4, f4[::-1].copy(), like(f4)), (i4(many),), *line, (2,)),
        "saxpy64": ((2.5, f8, f8[::-1].copy(), like(f8)), (i4(many),), *line, (3,)),
        "block_sum": ((f4, like(f4, many // 256)), (i4(many),), *line, (1,)),
        "matmul_tiled": ((square, square.T.copy(), like(square)), (i4(side),), *tiles, (2,)),
        "matmul_naive": ((square, square.T.copy(), like(square)), (i4(side),), *tiles, (2,)),
        "mandelbrot": ((image, 200), (i4(300), i4(450), i4(200)), (29, 19), (16, 16), (0,)),
        "fused_math": ((f8, like(f8)), (i4(many),), *line, (1,)),
        "nbody": ((*bodies, *forces), (i4(4096),), (16,), (256,), (3, 4, 5)),
        "spmv": ((random.random(rows * each), column, first, random.random(rows), np.zeros(rows)),
                 (i4(rows),), (rows // 256 + 1,), (256,), (4,)),
        "black_scholes": ((f4 * 100 + 1, f4[::-1] * 100 + 1, years, like(f4), like(f4)), (i4(many),), *line, (3, 4)),
        "transpose": ((wide, like(wide)), (i4(2048),), (128, 128), (16, 16), (1,)),
        "jacobi": ((grid, like(grid)), (i4(1000), i4(1000)), (63, 63), (16, 16), (1,)),
    }


class Twins:
    """The kernels of twins.cl on the first device of the runtime."""

    def __init__(self):
        import pyopencl
        self.cl = pyopencl
        device = pyopencl.get_platforms()[0].get_devices()[0]
        self.context = pyopencl.Context([device])
        self.queue = pyopencl.CommandQueue(self.context)
        self.program = pyopencl.Program(self.context, (HERE / "twins.cl").read_text()).build("-cl-std=CL1.2")

    def prepare(self, name, args, more, grid, block):
        import numpy as np
        flags = self.cl.mem_flags.READ_WRITE | self.cl.mem_flags.COPY_HOST_PTR
        arrays = {i: self.cl.Buffer(self.context, flags, hostbuf=a)
                  for i, a in enumerate(args) if isinstance(a, np.ndarray)}
        own = [arrays[i] if i in arrays else np.float64(a) for i, a in enumerate(args)
               if i in arrays or isinstance(a, float)]
        kernel = self.cl.Kernel(self.program, name)
        kernel.set_args(*own, *more)
        size = tuple(g * b for g, b in zip(grid, block))

        def launch():
            self.cl.enqueue_nd_range_kernel(self.queue, kernel, size, block)
            self.queue.finish()

        def result(i):
            out = np.empty_like(args[i])
            self.cl.enqueue_copy(self.queue, out, arrays[i])
            return out
        return launch, result


def ours(name, args, grid, block):
    import numpy as np
    from portkern import cuda
    import portkern.as_numba  # noqa: F401  what the kernels import as numba is portkern
    import streams
    import kernels
    kernel = getattr(streams if hasattr(streams, name) else kernels, name)[grid, block]
    on_device = [cuda.to_device(a) if isinstance(a, np.ndarray) else a for a in args]

    def launch():
        kernel(*on_device)
        cuda.synchronize()

    return launch, lambda i: on_device[i].copy_to_host()


def spent(launch):
    start = time.process_time()
    launch()
    return (time.process_time() - start) * 1e3


def leg(only, rounds):
    import numpy as np
    twins = Twins()
    for name, (args, more, grid, block, outs) in cases().items():
        if only and name not in only:
            continue
        pair = [ours(name, args, grid, block), twins.prepare(name, args, more, grid, block)]
        times = []
        for launch, _ in pair:
            launch()
        same = all(np.allclose(pair[0][1](i), pair[1][1](i), 1e-4, 1e-4) for i in outs)
        begin = time.perf_counter()
        while len(times) < rounds or time.perf_counter() - begin < 0.5:
            times.append([spent(launch) for launch, _ in pair])
        least = [min(t) for t in zip(*times)]
        print(json.dumps([name, *least, same]), flush=True)


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
    if given.leg:
        leg(given.only, given.rounds)
        return
    build = given.build.resolve()
    options = ["--rounds", str(given.rounds), *(["--only", *given.only] if given.only else [])]
    found = {(r, f): run(build, r, f, options) for r in given.runtimes if (build / "icd" / r).is_dir()
             for f in given.forms}
    print("The hand-written kernel's time over ours: above 1 ours is faster.\n")
    print("| kernel | " + " | ".join(f"{r}, {f}" for r, f in found) + " |")
    print("|---" * (len(found) + 1) + "|")
    for name in cases():
        cells = [times.get(name) for times in found.values()]
        if any(cells):
            print(f"| {name} | " + " | ".join(
                "-" if not c else f"{c[1] / c[0]:.2f}" + ("" if c[2] else " wrong") for c in cells) + " |")
    if given.json:
        given.json.write_text(json.dumps({f"{r}, {f}": t for (r, f), t in found.items()}, indent=1) + "\n")


if __name__ == "__main__":
    main()
