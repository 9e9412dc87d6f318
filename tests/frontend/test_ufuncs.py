#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions of elements: of each that Numba has, the type of the result
for all types of operands against the loop that Numba takes, and that what has
no loop is refused; and that docs/language.md has a row with it.

    test_ufuncs.py PORTKERN

Exit status 77 (skipped) where Numba is not installed."""
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    from numba import types
    from numba.np.numpy_support import ufunc_find_matching_loop
    from numba.np.ufunc_db import get_ufunc_info, get_ufuncs
except ImportError:
    print("Numba is not installed")
    sys.exit(77)

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "language.md"
TYPES = {"bool": types.boolean, "i8": types.int8, "i16": types.int16, "i32": types.int32, "i64": types.int64,
         "u8": types.uint8, "u16": types.uint16, "u32": types.uint32, "u64": types.uint64,
         "f32": types.float32, "f64": types.float64, "c64": types.complex64, "c128": types.complex128}
# What is taken although NumPy has no loop: the exponent is converted to int32.
MORE = {("ldexp", (a, b)) for a in TYPES for b in TYPES if b[0] in "biu" and a[0] != "c"}
NO_DATES = {"isnat"}
WHOLE = {"floor", "ceil", "trunc"}  # of integers they are integers since NumPy 2.1
SHOWN = 20  # diagnostics of one compile


def result_of(ufunc, operands):
    """What Numba gives with NumPy 2.1 or newer, None: it has no loop."""
    if ufunc.__name__ in WHOLE and operands[0][0] in "biu":
        return "bool" if operands[0] == "bool" else str(TYPES[operands[0]])
    loop = ufunc_find_matching_loop(ufunc, [TYPES[t] for t in operands])
    if loop is None or loop.ufunc_sig not in get_ufunc_info(ufunc):
        return None
    out = [("bool" if t is types.boolean else str(t)) for t in loop.outputs]
    if len(out) == 1:
        return out[0]
    return f"UniTuple({out[0]} x 2)" if out[0] == out[1] else f"Tuple({', '.join(out)})"


def emit(portkern, folder, ufunc, rows):
    path = pathlib.Path(folder) / f"{ufunc.__name__}.py"
    lines = [f"    v{i} = np.{ufunc.__name__}({', '.join('x_' + t for t in row)})" for i, row in enumerate(rows)]
    path.write_text("import numpy as np\nfrom numba import cuda\n@cuda.jit(device=True)\n"
                    f"def k({', '.join('x_' + t for t in TYPES)}):\n" + "\n".join(lines) + "\n    return 0\n")
    return subprocess.run([portkern, "emit", path, "-k", "k", "-s", ", ".join(TYPES), "--to", "types"],
                          capture_output=True, text=True)


def check(portkern, folder, ufunc):
    """What is wrong, line by line."""
    name = ufunc.__name__
    wants = {row: result_of(ufunc, row) for row in itertools.product(TYPES, repeat=ufunc.nin)}
    good = [row for row, want in wants.items() if want]
    refused = [row for row, want in wants.items() if not want and (name, row) not in MORE][:SHOWN]
    wrong = []
    if good:
        done = emit(portkern, folder, ufunc, good)
        got = dict(re.findall(r"# (v\d+): (.*)", done.stdout))
        wrong = [f"{name}{row}: {got.get(f'v{i}')}, Numba has {wants[row]}" for i, row in enumerate(good)
                 if got.get(f"v{i}") != wants[row]][:3] + done.stderr.splitlines()[:2]
    if refused:
        errors = len(re.findall("error: ", emit(portkern, folder, ufunc, refused).stderr))
        if errors != len(refused):
            wrong.append(f"{name}: {len(refused)} have no loop, and {errors} are refused: {refused[:3]}")
    return wrong, len(good) + len(refused)


def main():
    page = set(re.findall(r"\bnp\.(\w+)", PAGE.read_text()))
    wrong, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for ufunc in sorted(get_ufuncs(), key=lambda u: u.__name__):
            if ufunc.__name__ not in page:
                wrong.append(f"docs/language.md has no row with np.{ufunc.__name__}")
            if ufunc.__name__ in NO_DATES:
                continue
            more, rows = check(sys.argv[1], folder, ufunc)
            wrong += more
            count += rows
    print("\n".join(wrong))
    print(f"{count} types of {len(get_ufuncs())} functions, {len(wrong)} wrong")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
