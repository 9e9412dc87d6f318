#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every row of docs/language.md that says yes, on every backend that it
says, and compares what it leaves in its arrays, prints and raises with what
CPython does for the same text (one_thread.py), and bit for bit with the
interpreter.

    rows.py --portkern build/tools/portkern [--backend interp,cpu,cuda] [-k TEXT]

Each row is a kernel of two threads, of which the second runs the row, with each
of INPUTS. One process runs all rows of a backend. The last line counts.
"""
import argparse
import contextlib
import io
import pathlib
import re
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE / "frontend"))
import corpus  # noqa: E402
import one_thread  # noqa: E402
import test_language  # noqa: E402

REC = np.dtype([("x", np.float32), ("n", np.int64), ("v", np.int32, (3,))])
SCALARS = [{"a": 0.75, "n": 3}, {"a": 2.5, "n": -2}]
NAMES = "f g m u u8 c b A R S a n h P r".split()
# How far floats may be from CPython's, whose arithmetic is of float64.
NEAR = {2: 4e-3, 4: 2e-6, 8: 1e-12}
# What Numba spells in another way than NumPy, and what NumPy computes since its 2.0.
SPELLED = ((r"(?<!np)\.dtype\(", ".dtype.type("), (r"(?<!np)\.clip\(a_(min|max)=", r".clip(\1="),
           (r"range\((int\(a\) \* 2\.0)\)", r"range(int(\1))"), (r"np\.sign\((c\[i\])\)", r"(\1 / abs(\1))"))
# Rows whose values are the device's own.
OWN = re.compile(r"clock|activemask")
# Rows that mean something else than CPython for negative n: bits of the absolute value
# are counted there, None in an array is NaN, a grid of no blocks nothing.
POSITIVE = re.compile(r"bit_count|positive\(n\); f\[i\]|other\[\(n,")


def inputs(number):
    """New arguments of a kernel, by name."""
    r = np.random.default_rng(1)
    f = np.array([0.5, 1.25, -2.0, 3.5], np.float32)
    arrays = {"f": f, "g": f[::-1] * 2 + np.float32(0.25), "m": np.array([5, 7, -3, 12]), "u": np.array([9, 4, 2**31, 7], np.uint32),
              "u8": np.array([1, 255, 7, 128], np.uint8), "c": np.array([1 + 2j, 0.5 - 0.25j, -1j, 2]),
              "b": np.array([True, False, True, False]), "A": np.round(r.uniform(-4, 4, (4, 4)), 2),
              "R": r.uniform(1, 2, (4, 2)).astype(np.float32), "S": r.integers(1, 2**63, (4, 2), np.uint64),
              "h": np.array([0.5, 1.5, -0.25, 2], np.float16), "P": np.zeros(4, REC), "r": np.zeros((), REC)}
    for k in range(4):
        arrays["P"][k] = k + 0.5, k * 3 - 1, (k, k + 1, -k)
    arrays["r"][()] = 7.5, 4, (1, -2, 3)
    values = {**arrays, **SCALARS[number]}
    return {name: values[name] for name in NAMES}


def records(value):
    """As Numba's records are read, by attributes."""
    return value.view(np.recarray) if isinstance(value, np.ndarray) and value.dtype.names else value


class Row:
    """A row with one set of inputs, and what CPython makes of it."""

    def __init__(self, body, verdicts, number, text):
        self.body, self.number = body, number
        self.verdicts = {"interp": "yes", **verdicts}
        self.args = inputs(number)
        self.after = {name: value.copy() if isinstance(value, np.ndarray) else value for name, value in self.args.items()}
        self.raised, self.lines = None, []
        out = io.StringIO()
        for numba, numpy in SPELLED:
            text = re.sub(numba, numpy, text)
        with one_thread.Modules(), np.errstate(all="ignore"), contextlib.redirect_stdout(out):
            scope = {"__name__": "row"}
            exec(compile(text, body, "exec"), scope)  # pylint: disable=exec-used
            scope["ITEMS"] = records(scope["ITEMS"])
            scope["ITEM"] = scope["ITEMS"][-1]
            try:
                scope["k"](*map(records, self.after.values()))
                one_thread.LAUNCHES.run()
            except Exception as error:  # pylint: disable=broad-except
                self.raised = error
        one_thread.LAUNCHES.clear()
        self.lines = out.getvalue().splitlines()

    def line(self, file, folder, number):
        """The launch for `portkern run --list`; it writes the arrays that the row names."""
        words = [f"{file}:k --grid 1 --block {one_thread.BLOCK} --shared 256"]
        for n, (name, value) in enumerate(self.args.items()):
            array = isinstance(value, np.ndarray)
            words += [f"@{folder / name}.npy" if array else corpus.scalar(value)]
            if array and self.names(name):
                words += [f"--save {n}={folder / f'{number}_{name}.npy'}"]
        return " ".join(words)

    def names(self, name):
        return re.search(rf"\b{name}\b", self.body)

    def stray(self):
        """These inputs are not for it: it raises what it does not say."""
        return self.raised and not re.search(r"raise |assert ", self.body) or self.number and POSITIVE.search(self.body)

    def wrong(self, number, folder, peer, ok, message, printed):
        if self.raised:
            words = [type(self.raised).__name__, *map(str, self.raised.args)]
            missing = [w for w in words if w not in message]
            return "succeeded" if ok else f"message lacks {missing}: {message}" if missing else None
        if not ok:
            return message
        if "".join(printed).strip() != "".join(self.lines).strip():
            return f"printed {printed}, want {self.lines}"
        for name, want in self.after.items():
            if not isinstance(want, np.ndarray) or not self.names(name) or OWN.search(self.body):
                continue
            got = np.load(folder / f"{number}_{name}.npy")
            why = far(got, want)
            if not why and peer and not corpus.same_bits(got, other := np.load(peer / f"{number}_{name}.npy")).all():
                why = f"got {got!r}, the interpreter {other!r}"
            if why:
                return f"{name}: {why}"
        return None


def far(got, want):
    if want.dtype.names:
        return next((f".{name}: {why}" for name in want.dtype.names if (why := far(got[name], want[name]))), None)
    if want.dtype.kind in "fc":
        near = NEAR[want.dtype.itemsize // (2 if want.dtype.kind == "c" else 1)]
        return None if np.allclose(got, want, rtol=near, atol=near, equal_nan=True) else f"got {got!r}, want {want!r}"
    return None if np.array_equal(got, want) else f"got {got!r}, want {want!r}"


def make_rows(only, folder):
    """[(row, its file)]"""
    rows = []
    for n, (_, body, verdicts) in enumerate(test_language.rows()):
        if "yes" not in verdicts.values() or only not in body:
            continue
        lines = ["if i != 1: return", *body.replace(" ⏎ ", "\n").split("\n")]
        text = test_language.prelude() + "".join(f"    {line}\n" for line in lines)
        file = folder / f"k{n}.py"
        file.write_text(text)
        mine = [Row(body, verdicts, number, text) for number in range(len(SCALARS))]
        fit = [row for row in mine if not row.stray()]
        if not fit:
            raise SystemExit(f"CPython raises with all inputs: {body}: {mine[0].raised!r}")
        rows += [(row, file) for row in fit]
    return rows


def run(portkern, backend, rows, folder):
    """(ok, message, lines printed) of each row."""
    for name, value in inputs(0).items():
        if isinstance(value, np.ndarray):
            np.save(folder / f"{name}.npy", value)
    lines = [row.line(file, folder, n) for n, (row, file) in enumerate(rows)]
    return corpus.run_lines(portkern, backend, lines, folder / "launches.txt", None)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--portkern", required=True, type=lambda p: str(pathlib.Path(p).resolve()))
    ap.add_argument("--backend", default="interp,cpu,opencl,cuda")
    ap.add_argument("-k", default="")
    args = ap.parse_args()
    counts, failed = {}, 0
    with tempfile.TemporaryDirectory() as top:
        top = pathlib.Path(top)
        rows = make_rows(args.k, top)
        oracle = None
        for backend in args.backend.split(","):
            mine = [(row, file) for row, file in rows if row.verdicts[backend.split(":")[0]] == "yes"]
            folder = top / backend.replace(":", "_")
            folder.mkdir()
            same = oracle if len(mine) == len(rows) else None
            for n, ((row, _), said) in enumerate(zip(mine, run(args.portkern, backend, mine, folder))):
                why = row.wrong(n, folder, same, *said)
                failed += why is not None
                if why:
                    print(f"FAIL {backend} {row.body!r} with {SCALARS[row.number]}: {why}")
            counts[backend] = len({row.body for row, _ in mine}), len(mine)
            oracle = folder if backend == "interp" else oracle
    for backend, (bodies, launches) in counts.items():
        print(f"{backend}: {bodies} rows in {launches} launches")
    print(f"{failed} failed")
    return 1 if failed or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
