#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions of elements with an array for the result, for all types of
operands and results: taken where Numba and NumPy have a loop, refused where Numba
has none; the values are those of NumPy's loop. Also without an array for the result.

    test_ufunc_out.py PORTKERN [BACKEND]

Exit status 77 (skipped) where Numba is not installed."""
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
from test_ufuncs import NO_DATES, TYPES, WHOLE, get_ufuncs, ufunc_find_matching_loop

DTYPES = {"bool": "?", "i8": "i1", "u32": "u4", "i64": "i8", "f32": "f4", "f64": "f8", "c64": "c8", "c128": "c16"}
OLDER = np.lib.NumpyVersion(np.__version__) < "2.1.0"
INTO = ["bool", "u32", "i64", "f32", "c64"]  # and the operands' own
ELSEWHERE = {"ldexp"}  # its second operand is an integer
REFUSED = re.compile(r"which cannot go into|has no loop for|no order of complex|takes a real number, not|"
                     r"takes numbers, not|cannot convert|is not supported yet")


def operands(dtype):
    a, b = [0.5, 1, 2, -1.5, 3, 0.25], [1, 2, 1, 3, 2, 2]
    if dtype == "?":
        a, b = [1, 0, 1, 0, 1, 0], [1, 1, 0, 0, 1, 1]
    if np.dtype(dtype).kind == "u":
        a = np.abs(a)
    a, b = np.array(a), np.array(b)
    if np.dtype(dtype).kind == "c":
        a = a + 1j * np.array([1, 0, -1, 0.5, 2, 0])
    return [a.astype(dtype), b.astype(dtype)]


def value(ufunc, args, result):
    out = np.zeros(6, result)
    return ufunc(*args, out=out)


def changed(ufunc, operand):
    """What an older NumPy answers otherwise: left to the run with the newest."""
    return OLDER and (ufunc.__name__ in WHOLE and operand[0] in "biu" or ufunc is np.sign and operand[0] == "c")


class Row:
    def __init__(self, ufunc, operand, result):
        self.ufunc, self.operand, self.result = ufunc, operand, result
        types = [TYPES[operand]] * ufunc.nin
        self.loop = ufunc_find_matching_loop(ufunc, [*types, TYPES[result]])
        self.want = None
        if self.loop:
            args = operands(DTYPES[operand])[:ufunc.nin]
            self.want = value(ufunc, [x.astype(t) for x, t in zip(args, self.loop.ufunc_sig)], DTYPES[result])
            try:
                value(ufunc, args, DTYPES[result])
                self.refused = False
            except TypeError:  # it goes by the operands alone
                self.refused = True

    def line(self, folder, number, way):
        words = [f"@{folder}/{self.operand}_{i}.npy" for i in range(self.ufunc.nin)]
        return (f"{folder}/ufuncs.py:{self.ufunc.__name__}_{way} --grid 1 --block 1 {' '.join(words)} "
                f"zeros:{self.result}:6 --save {self.ufunc.nin}={folder}/{number}.npy")

    def wrong(self, got):
        """Why, or None. `got` is the array, or the words of a refusal."""
        if isinstance(got, str):
            return None if REFUSED.search(got) and (self.want is None or self.refused) else got
        if self.want is None:
            return "Numba has no loop, and it is taken"
        near = 1e-5 if self.loop.ufunc_sig[-1] in "fF" or self.result in ("f32", "c64") else 1e-12
        good = np.isclose(got, self.want, rtol=near, atol=near, equal_nan=True) | (got == self.want)
        if self.ufunc is np.reciprocal:  # of 0 it is anything
            good |= operands(DTYPES[self.operand])[0] == 0
        return None if good.all() else f"{got}, NumPy has {self.want}"


def text(ufuncs):
    lines = ["import numpy as np", "from numba import cuda"]
    for ufunc in ufuncs:
        args = "ab"[:ufunc.nin]
        call = f"np.{ufunc.__name__}({', '.join(args)}"
        for way, body in [("out", f"{call}, r)"), ("keyword", f"{call}, out=r)"), ("stored", f"r[:] = {call})")]:
            lines += ["@cuda.jit", f"def {ufunc.__name__}_{way}({', '.join(args)}, r):", f"    {body}"]
    return "\n".join(lines) + "\n"


def main():
    portkern, backend = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "interp"
    ufuncs = sorted((u for u in get_ufuncs() if u.nout == 1 and u.nin <= 2 and u.__name__ not in NO_DATES | ELSEWHERE),
                    key=lambda u: u.__name__)
    rows = [(Row(u, t, r), way) for u in ufuncs for t in DTYPES if not changed(u, t) for r in {*INTO, t}
            for way in (["out"] if t != r else ["out", "keyword", "stored"])]
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for t, dtype in DTYPES.items():
            for i, array in enumerate(operands(dtype)):
                np.save(folder / f"{t}_{i}.npy", array)
        (folder / "ufuncs.py").write_text(text(ufuncs))
        (folder / "list").write_text("".join(row.line(folder, i, way) + "\n" for i, (row, way) in enumerate(rows)))
        done = subprocess.run([portkern, "run", "--backend", backend, "--list", folder / "list"], capture_output=True,
                              text=True, timeout=280, check=False)
        answers = re.split(r"^(?=ok \d|FAIL \d)", done.stdout, flags=re.M)[1:]
        if len(answers) != len(rows):
            row = rows[len(answers)][0]
            print(f"exit {done.returncode} at {row.ufunc.__name__} of {row.operand} into {row.result}", done.stderr[-500:])
            return 1
        for i, ((row, way), answer) in enumerate(zip(rows, answers)):
            why = row.wrong(np.load(folder / f"{i}.npy") if answer.startswith("ok") else answer.strip())
            if why and not (way == "stored" and row.want is None):
                wrong.append(f"{row.ufunc.__name__} ({way}) of {row.operand} into {row.result}: {why}")
    print("\n".join(wrong[:40]))
    print(f"{len(rows)} launches of {len(ufuncs)} functions on {backend}, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    np.seterr(all="ignore")
    sys.exit(main())
