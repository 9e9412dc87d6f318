#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Modules of numba-cuda's own tests on the simulator, each with the number of
tests that pass:

    numba_own.py PYTHON FOLDER    PYTHON has numba-cuda and NVVM (scripts/venv);
                                  FOLDER is cudasim/, for LD_LIBRARY_PATH

The whole of them takes long; docs/simulator.md says how to run it."""

import os
import re
import subprocess
import sys

VERSION = "0.30.4"
# Module of numba.cuda.tests: how many pass, without those that are skipped.
MODULES = {
    "cudadrv.test_cuda_driver.TestCudaDriver": 13,
    "cudadrv.test_cuda_memory": 15,
    "cudapy.test_array": 23,
    "cudapy.test_blackscholes": 1,
    "cudapy.test_cooperative_groups": 7,
    "cudapy.test_dispatcher.TestLaunchBounds": 5,
    "cudapy.test_sync": 19,
}


def run(python, folder, modules):
    env = {**os.environ, "LD_LIBRARY_PATH": folder,
           "NUMBA_CUDA_CACHE_SIZE": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    names = [f"numba.cuda.tests.{m}" for m in modules]
    done = subprocess.run([python, "-W", "ignore", "-m", "unittest", "-v",
                           *names], env=env, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout


def has_numba(python):
    asked = "import numba_cuda, cuda.pathfinder as p; " \
            "p.load_nvidia_dynamic_lib('nvvm'); print(numba_cuda.__version__)"
    try:
        done = subprocess.run([python, "-W", "ignore", "-c", asked],
                              text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return done.returncode == 0 and done.stdout.split()[-1] == VERSION


def main():
    python, folder = sys.argv[1:3]
    if not has_numba(python):
        print(f"numba-cuda {VERSION} and NVVM are not in {python}")
        return 77
    out = run(python, folder, MODULES)
    passed = {}
    for line in re.findall(r"^\w+ \((\S+)\)[^\n]*? \.\.\. ok$", out, re.M):
        for module in MODULES:
            if line.startswith(f"numba.cuda.tests.{module}."):
                passed[module] = passed.get(module, 0) + 1
    wrong = {m: (passed.get(m, 0), n) for m, n in MODULES.items()
             if passed.get(m, 0) != n}
    for module, (got, wanted) in wrong.items():
        print(f"{module}: {got} of {wanted} tests pass")
    if wrong:
        print(out[-20000:])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
