# SPDX-License-Identifier: Apache-2.0
"""Long chains of conditions, which some of LLVM's passes take the square of:
20 000 in a row are compiled in seconds, not minutes, and right.

    test_long.py PORTKERN"""
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

COUNT, SECONDS = 20000, 60
BRANCHES = "\n    ".join(f"{'elif' if i else 'if'} v == {3 * i}:\n        r = {7 * i + 1}" for i in range(COUNT))
BOTH = " and ".join(f"v != {3 * i}" for i in range(COUNT))
KERNELS = f"""from numba import cuda

@cuda.jit
def branches(x, o):
    t = cuda.grid(1)
    v = x[t]
    r = 0
    {BRANCHES}
    o[t] = r

@cuda.jit
def both(x, o):
    t = cuda.grid(1)
    v = x[t]
    o[t] = 0
    if {BOTH}:
        o[t] = 1
"""


def main():
    x = np.array([0, 1, 3 * COUNT - 3, 3 * COUNT, 2997, 2998, 30000, -3])
    wants = {"branches": np.where((x % 3 == 0) & (x >= 0) & (x < 3 * COUNT), x // 3 * 7 + 1, 0),
             "both": ((x % 3 != 0) | (x < 0) | (x >= 3 * COUNT)).astype(x.dtype)}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "k.py").write_text(KERNELS)
        np.save(folder / "x.npy", x)
        np.save(folder / "o.npy", np.zeros_like(x))
        for kernel, want in wants.items():
            subprocess.run([sys.argv[1], "run", f"{folder}/k.py:{kernel}", "--grid", "1", "--block", "8",
                            f"@{folder}/x.npy", f"@{folder}/o.npy", "--save", f"1={folder}/got.npy",
                            "--backend", "cpu"],
                           check=True, timeout=SECONDS, env={**os.environ, "PORTKERN_CACHE_DIR": "off"})
            got = np.load(folder / "got.npy")
            if not np.array_equal(got, want):
                print(f"FAIL {kernel}: got {got}, want {want}")
                return 1
    print(f"{COUNT} branches, {COUNT} conditions: right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
