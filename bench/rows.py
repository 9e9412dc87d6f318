#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels whose rows of threads run together on the cpu backend, beside one row at a time:

    bench/rows.py [--build build] [--rounds 3] [--blas PYTHON]

Prints the table of docs/bench/cpu.md: processor time of a launch on one thread, the least of all
rounds; the legs take turns. PYTHON: one whose NumPy has OpenBLAS, for the product of the matrices."""
import json
import os
import subprocess
import sys
import time

from harness import HERE, options

BLOCK = 16, 16
SIZES = 48, 500, 512, 1000, 1024, 1500
TILED = 512, 1024, 1536  # whole tiles
LEGS = {"one row": "rows1", "together": ""}


def cases():
    import numpy as np
    rng = np.random.default_rng(0)

    def product(n, dtype, rows=None):
        return [rng.random((rows or n, n)).astype(dtype), rng.random((n, n)).astype(dtype), np.zeros((rows or n, n), dtype)]

    found = {(f"product{8 * np.dtype(t).itemsize}", n): product(n, t) for t in (np.float32, np.float64) for n in SIZES}
    found |= {(f"product{8 * np.dtype(t).itemsize}_fastmath", n): product(n, t) for t in (np.float32, np.float64) for n in SIZES[1:]}
    found["swapped32", 512] = product(512, np.float32)
    for n in TILED:
        found["tiled32", n], found["tiled64", n] = product(n, np.float32), product(n, np.float64)
    found["product32", "4 rows of 512"] = product(512, np.float32, rows=4)
    found["distances", "500 to 700"] = [rng.random((500, 32)), rng.random((700, 32)), np.zeros((700, 500))]
    found["convolution", "5x5 of 1000"] = [rng.random((1004, 1004), np.float32), rng.random((5, 5), np.float32), np.zeros((1000, 1000), np.float32)]
    return found


def run_leg(build, use_blas):
    """Answers the number of a case with its least time in ms of a quarter of a second."""
    import numpy as np
    if not use_blas:
        sys.path.insert(0, str(build / "python"))
        import row_kernels
        from portkern import cuda
    made = list(cases().items())
    for line in sys.stdin:
        (name, _), args = made[int(line)]
        if use_blas:
            def launch():
                np.matmul(args[0], args[1], out=args[2])
        else:
            kernel, rows = getattr(row_kernels, name), args[-1].shape
            grid = -(-rows[1] // BLOCK[0]), -(-rows[0] // BLOCK[1])
            on_device = [cuda.to_device(a) for a in args]

            def launch():
                kernel[grid, BLOCK](*on_device)
                cuda.synchronize()
        launch()
        least, end = 1e9, time.time() + 0.25
        while time.time() < end:
            begin = time.thread_time()
            launch()
            least = min(least, time.thread_time() - begin)
        print(json.dumps(1e3 * least), flush=True)


def start(python, env, *words):
    return subprocess.Popen([python, __file__, "--leg", *words], env={**os.environ, **env}, text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(leg, number):
    leg.stdin.write(f"{number}\n")
    leg.stdin.flush()
    return json.loads(leg.stdout.readline())


def main():
    def more(parser):
        parser.add_argument("--blas")
        parser.add_argument("--leg", action="store_true")

    chosen = options(__doc__, more)
    if chosen.leg:
        return run_leg(chosen.build, bool(chosen.blas))
    one = {"PORTKERN_BACKEND": "cpu", "PORTKERN_NUM_THREADS": "1"}
    legs = {name: start(sys.executable, {**one, "PORTKERN_CPU_CODE": code}, "--build", str(chosen.build)) for name, code in LEGS.items()}
    if chosen.blas:
        legs["OpenBLAS"] = start(chosen.blas, {"OPENBLAS_NUM_THREADS": "1"}, "--blas", "numpy")
    print(f"| kernel | {' | '.join(legs)} | {' / '.join(LEGS)} |")
    print("|---|" + "---:|" * (len(legs) + 1))
    for number, (name, size) in enumerate(cases()):
        least = dict.fromkeys(legs, 1e9)
        for _ in range(chosen.rounds):
            for leg, process in legs.items():
                if leg in LEGS or "32" in name or "64" in name:
                    least[leg] = min(least[leg], ask(process, number))
        times = [f"{t:.3f}" if t < 1e9 else "" for t in least.values()]
        print(f"| {name}, {size} | {' | '.join(times)} | {least['one row'] / least['together']:.1f} |", flush=True)
    return None


if __name__ == "__main__":
    main()
