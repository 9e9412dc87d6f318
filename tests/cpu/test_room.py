# SPDX-License-Identifier: Apache-2.0
"""Limits of address space, from too little to open LLVM to enough: each launch is
right or refused with a reason, and none ends the process.

    test_room.py PORTKERN"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import numpy as np

KERNEL = """from numba import cuda

@cuda.jit
def k(x):
    x[cuda.grid(1)] += 1
"""


def main():
    right = refused = failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "k.py").write_text(KERNEL)
        np.save(folder / "x.npy", np.zeros(32))
        for mib in (*range(160, 340, 12), 1024):
            done = subprocess.run(
                [sys.argv[1], "run", f"{folder}/k.py:k", "--grid", "1", "--block", "32", f"@{folder}/x.npy",
                 "--backend", "cpu"], capture_output=True, text=True, timeout=60,
                env={**os.environ, "PORTKERN_CACHE_DIR": "off"},
                preexec_fn=lambda size=mib << 20: resource.setrlimit(resource.RLIMIT_AS, (size, size)))
            right += done.returncode == 0
            refused += done.returncode == 1 and "error: " in done.stderr
            if done.returncode not in (0, 1) or (done.returncode and "error: " not in done.stderr):
                failed += 1
                print(f"FAIL {mib} MiB: exit {done.returncode}: {done.stderr}")
    print(f"{right} right, {refused} refused, {failed} failed")
    return failed != 0 or right == 0 or refused == 0


if __name__ == "__main__":
    sys.exit(main())
