#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every function of the device library, run on the backends: the same bits as
its sources made into C (which accuracy.c compares with MPFR), NaN apart.

    backends.py PORTKERN LIBRARY BACKENDS [COUNT]"""
import pathlib
import re
import sys
import tempfile

import numpy as np
from calls import Library, arguments, complex_arguments

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import corpus  # noqa: E402

TABLE = (HERE / "functions.def").read_text()
FUNCTIONS = {name: 1 if how == "ONE" else 2 for how, name in
             re.findall(r"^(ONE|TWO|NTH|BITS)\((\w+)", TABLE, re.M)}
ORDERS = set(re.findall(r"^NTH\((\w+)", TABLE, re.M))
COMPLEX = {name: 1 if how == "COMPLEX" else 2 for how, name in
           re.findall(r"^(COMPLEX2?)\((\w+)", TABLE, re.M)}
# Kernels of these are written for one type.
TYPED = {"exp10", "sinpi", "cospi", "erfcx", "normcdf",
         "erfinv", "erfcinv", "normcdfinv", "rhypot", "rcbrt", "j0", "j1", "y0",
         "y1", *ORDERS}


def cases(library, count):
    for name, operands in FUNCTIONS.items():
        for dtype in (np.float32, np.float64):
            args = arguments(count, dtype, operands)
            if name in ORDERS:
                args[0] = (np.arange(args[0].size) % 40 - 1).astype(dtype)
            expected = library(name, *args)
            kernel = f"{name}_f{8 * args[0].itemsize}"
            case = corpus.Case(kernel if name in TYPED else name,
                               (args[0].size + 127) // 128, 128,
                               [*args, np.zeros_like(args[0])],
                               {operands: expected})
            case.file = HERE / "kernels.py"
            yield case
    for name, operands in COMPLEX.items():
        for dtype in (np.complex64, np.complex128):
            args = complex_arguments(count, dtype, operands)
            expected = library(name, *args)
            case = corpus.Case(name, (args[0].size + 127) // 128, 128,
                               [*args, np.zeros_like(args[0])],
                               {operands: expected})
            case.file = HERE / "kernels.py"
            yield case


def main():
    portkern, library, backends = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 20000
    all_cases = list(cases(Library(library), count))
    failed = 0
    for backend in backends.split(","):
        with tempfile.TemporaryDirectory() as top:
            folder = pathlib.Path(top)
            # A binary for the disk cache costs PoCL as much again.
            runs = corpus.run_backend(portkern, backend, all_cases, folder, not backend.startswith("opencl"))
            for n, (case, (ok, *said)) in enumerate(zip(all_cases, runs)):
                why = corpus.check(case, n, folder, ok, *said, None)
                failed += why is not None
                print(f"{'not ok' if why else 'ok'} - {backend} {case} "
                      f"{why or ''}")
    print(f"1..{len(all_cases) * len(backends.split(','))}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
