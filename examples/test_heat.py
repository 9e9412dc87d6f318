#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs heat_mpi.c and heat_mpi.py with several processes, and compares all bits with NumPy.

    test_heat.py MPIRUN COMMAND..."""
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

R = 0.2
# Grid, steps, processes, backend. With 3 rows for 3 processes each has one.
RUNS = [((61, 40), 24, 1, "cpu"), ((61, 40), 24, 2, "cpu"), ((61, 40), 24, 4, "cpu"), ((61, 40), 24, 2, "opencl"),
        ((5, 3), 7, 3, "cpu"), ((12, 33), 1, 2, "interp")]
# Open MPI: also as root, and with more processes than processors.
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
               "OMPI_MCA_mpi_yield_when_idle": "1", "PYTHONWARNINGS": "ignore"}


def reference(shape, steps):
    """By NumPy, in the order of the kernel's operations."""
    rows, cols = shape
    grid = np.zeros(shape)
    grid[0] = 100
    for i in range(1, rows):
        for j in range(cols - 1):
            if i % 7 == 3 and j % 5 == 2:
                grid[i, j] = 1 / j
    for _ in range(steps):
        around = grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:]
        inner = grid[1:-1, 1:-1] + R * (around - 4.0 * grid[1:-1, 1:-1])
        grid[1:-1, 1:-1] = inner
    return grid


def run(mpirun, command, shape, steps, processes, backend):
    """The bytes that the program writes, and what it says."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "result")
        done = subprocess.run([mpirun, "-n", str(processes), *command, *map(str, shape), str(steps), str(path)],
                              env={**os.environ, **ENVIRONMENT, "PORTKERN_BACKEND": backend}, capture_output=True,
                              text=True, timeout=60)
        if done.returncode:
            return None, done.stdout + done.stderr
        return path.read_bytes(), done.stdout


def main():
    """0: all is right; 77: skipped."""
    mpirun, *command = sys.argv[1:]
    if "heat_mpi.py" in command[-1] and subprocess.run([command[0], "-c", "import mpi4py"], check=False).returncode:
        print("skipped: no mpi4py")
        return 77
    bad = subprocess.run([mpirun, "-n", "1", *command, "2", "2", "2"], env={**os.environ, **ENVIRONMENT},
                         capture_output=True, text=True, timeout=60)
    if bad.returncode == 0 or "usage" not in bad.stderr:
        print("a grid that is too small is taken:", bad)
        return 1
    for shape, steps, processes, backend in RUNS:
        got, said = run(mpirun, command, shape, steps, processes, backend)
        if got is None and backend == "opencl" and any(w in said for w in ("NO_DEVICE", "NO_DRIVER", "no device of")):
            print("opencl: skipped, no device")
            continue
        where = "copied" if backend == "opencl" else "in place"
        if got != reference(shape, steps).tobytes() or said.count(where) != processes or "rank 0 of" not in said:
            print(f"{shape} by {processes} on {backend}, {steps} steps: not what NumPy computes\n{said}")
            return 1
        print(f"{shape} by {processes} on {backend}, {steps} steps: NumPy's bits")
    return 0


if __name__ == "__main__":
    sys.exit(main())
