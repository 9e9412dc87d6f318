#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What the cases of tests/kernels/accepted.py expect is what Numba computes: each
kernel is compiled by njit with the thread's number as an argument, and called for each;
one of pointers by cfunc.

    test_accepted.py

Exit status 77 (skipped) where Numba is not installed."""
import pathlib
import re
import sys
import warnings

import numpy as np

try:
    import numba
except ImportError:
    print("Numba is not installed")
    sys.exit(77)

TESTS = pathlib.Path(__file__).resolve().parent.parent
OLDER = np.lib.NumpyVersion(np.__version__) < "2.2.0"
sys.path[:0] = [str(TESTS), str(TESTS / "kernels")]


def functions():
    """The module's names, its kernels compiled by Numba."""
    text = (TESTS / "kernels" / "accepted.py").read_text()
    kernels = re.findall(r"@cuda\.jit(?:\('.*'\))?\ndef (\w+)\(", text)
    kernels = [name for name in kernels if not name.endswith("_shared")]
    text = re.sub(r"@cuda\.jit\ndef (\w+)\(", r"@njit(error_model='numpy')\ndef \1(INDEX, ", text)
    text = re.sub(r"@cuda\.jit\('void\((.*)\)'\)\ndef (\w+)\(", r"@cfunc('void(int64, \1)')\ndef \2(INDEX, ", text)
    text = text.replace("@cuda.jit(device=True)", "@njit").partition("@cuda.jit('int32(")[0]
    text = text.replace("cuda.grid(1)", "INDEX").replace("@njit(device=True)", "@njit")
    scope = {"cfunc": numba.cfunc}
    exec(text.replace("import cuda, ", "import "), scope)
    return {name: scope[name] for name in kernels}


def check(kernel, case):
    """What differs, or None."""
    args = [a.copy() if isinstance(a, np.ndarray) else a for a in case.args]
    call = kernel
    if hasattr(kernel, "ctypes"):
        if case.error:
            return None  # of arguments: there is nothing that compares
        types = kernel.ctypes.argtypes[1:]

        def call(index, *args):
            given = [a.ctypes.data_as(t) if isinstance(a, np.ndarray) else a for a, t in zip(args, types)]
            kernel.ctypes(index, *given)
    try:
        for index in range(case.grid * case.block):
            call(index, *args)
    except ValueError as error:
        return None if case.error and case.error[0].partition(": ")[2] in str(error) else f"raises {error!r}"
    if case.error:  # an empty array was false before NumPy 2.2
        return None if OLDER and "empty array" in case.error[0] else "raises nothing"
    for number, want in case.expect.items():
        if not np.array_equal(args[number], want):
            return f"argument {number} is {args[number]}, not {want}"
    return None


def main():
    import accepted_cases
    kernels, failed, count = functions(), 0, 0
    warnings.simplefilter("ignore")
    for case in accepted_cases.cases():
        if case.kernel not in kernels:
            continue
        count += 1
        wrong = check(kernels[case.kernel], case)
        if wrong:
            failed += 1
            print(f"FAIL {case.kernel}: {wrong}")
    print(f"{count} cases, {failed} failed")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
