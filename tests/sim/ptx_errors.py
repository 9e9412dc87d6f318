#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The logs that the PTX parser's errors are compared with: errors/x.log is
what ptxas says about errors/x.ptx, but for the name of the file.

    ptx_errors.py write     asks ptxas and writes the logs
    ptx_errors.py verify    asks ptxas and compares"""

import glob
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PTXAS = os.environ.get("PTXAS", "/usr/local/cuda/bin/ptxas")


def log_of(path):
    done = subprocess.run([PTXAS, "-arch=sm_90", path, "-o", os.devnull],
                          capture_output=True, text=True)
    return (done.stdout + done.stderr).replace(
        f"ptxas {path}, ", "ptxas application ptx input, ").replace(
        f"file '{path}'", "file 'application ptx input'")


def main():
    if not os.path.exists(PTXAS):
        print("ptxas is not installed")
        return 77
    wrong = 0
    for path in sorted(glob.glob(os.path.join(HERE, "errors", "*.ptx"))):
        kept = path[:-4] + ".log"
        text = log_of(path)
        if sys.argv[1:] == ["write"]:
            with open(kept, "w") as f:
                f.write(text)
        else:
            with open(kept) as f:
                if f.read() != text:
                    print(f"{kept}: ptxas says\n{text}")
                    wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
