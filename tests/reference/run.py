#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles a topic of the reference cases by nvcc, once for each set of options,
and runs its tests on what came out:

    run.py NVCC FOLDER REFERENCE SOURCE OPTIONS...

PTX lies in FOLDER under a digest of all that it is made from, so that nvcc is
called only for what has changed."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path


def digest(nvcc, source, options):
    version = subprocess.run([nvcc, "--version"], check=True,
                             capture_output=True).stdout
    parts = [version, options.encode(), source.read_bytes(),
             source.with_name("reference.h").read_bytes()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def compiled(nvcc, folder, source, options):
    name = source.stem + options.replace("-arch=", ".").replace(" ", "")
    ptx = folder / digest(nvcc, source, options) / f"{name}.ptx"
    if not ptx.exists():
        ptx.parent.mkdir(parents=True, exist_ok=True)
        part = ptx.with_suffix(f".{os.getpid()}")  # another run may be at it
        subprocess.run([nvcc, "-std=c++17", "-ptx", "-w", *options.split(),
                        source, "-o", part], check=True)
        part.replace(ptx)
    return ptx


def main():
    nvcc, folder, reference, source, *rows = sys.argv[1:]
    source = Path(source)
    try:
        modules = [compiled(nvcc, Path(folder), source, row) for row in rows]
    except (OSError, subprocess.CalledProcessError) as why:
        print("Bail out!", why)
        return 1
    os.execv(reference, [reference, source.stem, *modules])


if __name__ == "__main__":
    sys.exit(main())
