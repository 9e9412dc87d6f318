#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What Numba itself gives for the rows of cases.py.

    numba_answers.py             asks Numba about all rows (ten minutes) and writes
                                 numba_answers.txt, or what differs from it to
                                 numba_answers_0.56.txt where its Numba is 0.56
    numba_answers.py --some N    asks about N pairs of types

A line of the file is a row: the type of the result, and a checksum of the values
at the points where Numba defines them. `-`: Numba refuses the row. So the rules
that backends are held to are Numba's also where it is not installed; `--some`
asks it again about some rows. The file is the newest Numba's; files of older ones
hold the rows in which they differ."""
import argparse
import pathlib
import random
import sys
import zlib

import numpy as np

import cases
from oracle import rules
from report import Report

FILE = pathlib.Path(__file__).with_name("numba_answers.txt")

# Where portkern takes bool for a number and Numba does not.
WIDER = {"float(x)", "complex(x)", "complex(x, y)"}


def digest(row, got):
    """A checksum of the values that are defined; every NaN is the same."""
    part = np.float32 if got.dtype == np.complex64 else np.float64 if got.dtype.kind == "c" else None
    got = np.where(row.defined(), got, np.zeros_like(got))
    flat = got.view(part) if part else got
    if flat.dtype.kind == "f":
        flat = np.where(np.isnan(flat), flat.dtype.type(np.nan), flat)
    return f"{zlib.crc32(np.ascontiguousarray(flat).tobytes()):08x}"


def key(row):
    return f"{row.text}\t{row.a}\t{row.b or '-'}\t{row.kind}"


def all_rows():
    """Those without float16, which Numba's CPU target does not know."""
    for group in cases.groups():
        for a in cases.DTYPES:
            for row in cases.rows(group, a):
                if "f16" not in (row.a, row.b) and "float16" not in row.text and not row.point:
                    yield row


def file_of(version):
    """The file of a Numba, which is FILE for all but the older ones that have another."""
    older = FILE.with_name(f"numba_answers_{version.rpartition('.')[0]}.txt")
    return older if older.exists() else FILE


def read(file=FILE):
    lines = FILE.read_text().splitlines() + (file.read_text().splitlines() if file != FILE else [])
    return dict(line.rsplit("\t", 1) for line in lines if not line.startswith("#"))


def check_stored(report):
    stored = read()
    for row in all_rows():
        said = stored.pop(key(row), "nothing")
        want = f"{rules.NUMPY[row.type]} {digest(row, row.right())}"
        if said == "-" and row.text in WIDER and "b1" in (row.a, row.b):
            said = want
        report.check(said != want and f"{row.label()}: Numba gave {said}, the reference {want}")
    for left in stored:
        report.check(f"{left}: a row of numba_answers.txt that is none of cases.py")


# ---- asking Numba ----

class Numba:
    """Compiles rows of one pair of types as one function; where Numba refuses
    that, each by itself."""

    def __init__(self):
        import warnings

        import numba
        warnings.simplefilter("ignore")
        self.numba = numba

    def text(self, rows):
        lines = ["def f(xs, ys, ps, " + ", ".join(f"o{k}" for k in range(len(rows))) + "):",
                 "    for i in range(xs.size):", "        x = xs[i]", "        y = ys[i]", "        p = ps[i]"]
        for k, row in enumerate(rows):
            lines += ["        " + line for line in row.lines(f"r{k}", f"o{k}[i]")]
        return "\n".join(lines) + "\n"

    def run(self, rows):
        """[(type or None, values), ...] of rows of one pair of types."""
        scope = {"np": np}
        scope.update({n: getattr(self.numba, n) for n in rules.NUMPY.values() if hasattr(self.numba, n)})
        exec(self.text(rows), scope)
        f = self.numba.njit(scope["f"], error_model="numpy")
        points = rows[0].points()
        args = [cases.array(t, [p[k] for p in points]) for k, t in enumerate(rows[0].types)]
        if self.raises(rows[0]):
            args[:2] = [np.where(rows[0].defined(), a, a.dtype.type(1)) for a in args[:2]]
        outs = [np.zeros(cases.POINTS, rules.NUMPY[row.type]) for row in rows]
        f(*args, *outs)
        types = f.overloads[f.signatures[0]].type_annotation.typemap
        return [(self.type_of(types, k, row), out) for k, (row, out) in enumerate(zip(rows, outs))]

    def type_of(self, types, k, row):
        """Of the variable's last version, which holds the result."""
        if row.kind == "stored":
            return rules.NUMPY[row.type]
        names = [n for n in types if n == f"r{k}" or n.startswith(f"r{k}.")]
        last = max(names, key=lambda n: int(n.partition(".")[2] or 0))
        return {"bool": "bool", "boolean": "bool"}.get(str(types[last]), str(types[last]))

    @staticmethod
    def raises(row):
        """Whether Numba raises an exception, a division by zero, at points where
        the row is not defined: such rows stand alone."""
        return row.text == "x ** y" or (row.text == "x / y" and rules.is_complex(row.within))

    def ask(self, rows):
        """{row: answer}."""
        alone = [r for r in rows if self.raises(r)]
        parts = [[r for r in rows if r not in alone]] + [[r] for r in alone]
        answers = {}
        for part in parts:
            answers.update(self.answers(part) if part else {})
        return answers

    def answers(self, rows):
        try:
            return {row: f"{t} {digest(row, out)}" for row, (t, out) in zip(rows, self.run(rows))}
        except Exception:  # of many kinds: what Numba does not compile
            if len(rows) == 1:
                return {rows[0]: "-"}
        half = len(rows) // 2
        return {**self.answers(rows[:half]), **self.answers(rows[half:])}


def by_pair(rows):
    pairs = {}
    for row in rows:
        pairs.setdefault((row.a, row.b), []).append(row)
    return pairs


def check_live(count, report):
    """Numba's answers now for `count` pairs of types, the same each time."""
    try:
        numba = Numba()
    except ImportError:
        print("Numba is not installed")
        return
    stored = read(file_of(numba.numba.__version__))
    pairs = by_pair(all_rows())
    for pair in random.Random(4).sample(sorted(p for p in pairs if p[1]), count):
        for row, said in numba.ask(pairs[pair]).items():
            report.check(said != stored[key(row)] and f"{row.label()}: Numba gives {said}, gave {stored[key(row)]}")


def ask_all():
    numba = Numba()
    file = file_of(numba.numba.__version__)
    stored = read() if file != FILE else {}
    where = ", where it differs from numba_answers.txt" if stored else ""
    lines = [f"# Numba {numba.numba.__version__}{where}: expression, types, kind, result's type and checksum"]
    for pair, rows in by_pair(all_rows()).items():
        answers = numba.ask(rows)
        lines += [f"{key(row)}\t{answers[row]}" for row in rows if answers[row] != stored.get(key(row))]
        print(pair, len(lines), flush=True)
    file.write_text("\n".join(lines) + "\n")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--some", type=int)
    args = ap.parse_args()
    if args.some is None:
        ask_all()
        return 0
    report = Report()
    check_live(args.some, report)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main())
