#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every operator, for all pairs of dtypes, at edge values: type and value.

    test_operators.py --portkern PATH --dump PATH [--backend interp,cpu,...]
                      [--numba PAIRS] [-k GROUP] [--without GROUP] [--one-in N]

cases.py has the rows and what is right. Three things are compared with it: what
Numba gave once (numba_answers.txt, see numba_answers.py) and, where it is
installed, gives now for some pairs; the types that the frontend infers; and the
values that each backend computes, bit for bit but for NaN. Rows of functions
that are exact to some units (powers of floats) have a tolerance, and the first
backend's bits."""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import zlib

import numpy as np

import cases
import numba_answers
from oracle import rules
from report import Report

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import corpus  # noqa: E402

HEAD = """import math

import numpy as np
from numba import cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64
from numba import complex64, complex128

"""
MOST = 200  # rows of a kernel: LLVM's time grows with their square


class Kernel:
    """Rows of a group and a type of x: a thread a point."""

    def __init__(self, group, a, rows, number):
        self.name, self.a, self.rows = f"{group}_{a}_{number}", a, rows
        self.points = 1 if group == "known" else cases.POINTS
        self.places = []  # of each row: (dtype, row of that output)
        counts = dict.fromkeys(cases.DTYPES, 0)
        for row in self.rows:
            self.places.append((row.type, counts[row.type]))
            counts[row.type] += 1
        self.outs = {t: n for t, n in counts.items() if n}
        self.others = [b for b in cases.DTYPES if any(row.b == b for row in self.rows)]

    def text(self):
        params = ["x_in", "p_in"] + ["y_" + b for b in self.others] + ["o_" + t for t in self.outs]
        lines = ["@cuda.jit", f"def {self.name}({', '.join(params)}):", "    i = cuda.grid(1)",
                 "    if i >= x_in.size:", "        return", "    x = x_in[i]", "    p = p_in[i]"]
        before = None
        for k, (row, (t, at)) in enumerate(zip(self.rows, self.places)):
            if row.b and row.b != before:
                lines += [f"    y = y_{row.b}[i]"]
                before = row.b
            lines += ["    " + line for line in row.lines(f"r{k}", f"o_{t}[{at}, i]")]
        return "\n".join(lines) + "\n\n\n"

    def signature(self):
        arrays = [self.a, "b1", *self.others]
        words = [rules.NUMPY[t] + "[::1]" for t in arrays] + [rules.NUMPY[t] + "[:, ::1]" for t in self.outs]
        return ", ".join(words)

    def case(self, file):
        points = cases.operands(self.a, "b1")[:self.points]
        args = [cases.array(self.a, [x for x, _, _ in points]), cases.array("b1", [p for _, _, p in points])]
        args += [cases.array(b, [y for _, y, _ in cases.operands(self.a, b)][:self.points]) for b in self.others]
        first = len(args)
        args += [np.zeros((n, self.points), rules.NUMPY[t]) for t, n in self.outs.items()]
        case = corpus.Case(self.name, -(-self.points // 64), 64, args, {k: None for k in range(first, len(args))})
        case.file = file
        return case


def kernels_of(group, a):
    rows = cases.rows(group, a)
    return [Kernel(group, a, rows[at:at + MOST], at // MOST) for at in range(0, len(rows), MOST)]


def write_kernels(kernels, folder):
    """Beside the disk cache, which knows a kernel by its file's path, too."""
    text = HEAD + "".join(k.text() for k in kernels)
    cache = os.environ.get("PORTKERN_CACHE_DIR", "off")
    file = pathlib.Path(folder if cache == "off" else cache) / f"operators_{zlib.crc32(text.encode()):08x}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def check_types(dump, file, kernels, report):
    requests = [f"{k.name} {k.signature()}" for k in kernels]
    out = subprocess.run([dump, str(file), "-", "types"], input="\n".join(requests) + "\n", capture_output=True,
                         text=True, timeout=300, check=True).stdout
    answers = re.split(r"^== .*\n", out, flags=re.M)[1:]
    for kernel, answer in zip(kernels, answers):
        found = dict(re.findall(r"\br(\d+): (\w+)", answer))
        for k, row in enumerate(kernel.rows):
            if row.kind == "stored":
                continue
            got, want = found.get(str(k), answer[-300:]), rules.NUMPY[row.type]
            report.check(got != want and f"{row.label()} is {got}, must be {want}")


def same_bits(got, want):
    """Bit for bit, NaN apart; both parts of a complex number."""
    same = corpus.same_bits(got, want)
    return same.reshape(-1, 2).all(axis=1) if got.dtype.kind == "c" else same


def near(row, got, want):
    """Within a tolerance of the larger part, which ends of the range have none
    of when they are complex."""
    least = np.finfo(want.dtype).smallest_subnormal
    with np.errstate(all="ignore"):
        tolerance, size = row.tolerance(), np.abs(want)
        good = np.abs(got - want) <= tolerance * size + 4 * least
    ends = ~np.isfinite(size) | ~np.isfinite(tolerance)
    return good | same_bits(got, want) | (ends if rules.is_complex(row.within) else False)


def check_row(backend, row, got, peer, report):
    want = row.right()
    good = near(row, got, want) if row.loose else same_bits(got, want)
    good = good | np.array([v is None for v in row.cells])
    if peer is not None:
        good = good & same_bits(got, peer)
    if good.all():
        return report.check(None, len(good))
    k = int(np.argwhere(~good)[0][0])
    x, y, p = row.points()[k]
    there = f", y = {y!r}" if row.b else ""
    more = f" and {peer[k]!r} on the first backend" if peer is not None else ""
    report.check(None, int(good.sum()))
    return report.check(f"{backend} {row.label()}: x = {x!r}{there}, p = {p}: got {got[k]!r}, must be {want[k]!r}{more}",
                        int((~good).sum()))


def check_backend(portkern, backend, kernels, file, peers, report):
    """Runs all kernels; gives the outputs of all rows."""
    answers = {}
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top)
        runs = corpus.run_backend(portkern, backend, [k.case(file) for k in kernels], folder)
        for n, (kernel, (ok, message, _)) in enumerate(zip(kernels, runs)):
            if not ok:
                report.check(f"{backend} {kernel.name}: {message}", len(kernel.rows) * kernel.points)
                continue
            first = 2 + len(kernel.others)
            outs = {t: np.load(folder / f"{n}_{first + k}.out.npy") for k, t in enumerate(kernel.outs)}
            for row, (t, at) in zip(kernel.rows, kernel.places):
                key = kernel.name, row.label()
                answers[key] = outs[t][at]
                check_row(backend, row, answers[key], peers.get(key), report)
    return answers


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--portkern", required=True)
    ap.add_argument("--dump")
    ap.add_argument("--backend", default="interp,cpu")
    ap.add_argument("--numba", type=int, default=0, help="how many pairs of types to ask Numba about now")
    ap.add_argument("-k", default="")
    ap.add_argument("--without", help="a group to leave out")
    ap.add_argument("--one-in", type=int, default=1, metavar="N", help="only every N-th kernel: a group and a dtype")
    args = ap.parse_args()
    kernels = [k for g in cases.groups() if g != args.without for a in cases.DTYPES for k in kernels_of(g, a)
               if args.k in k.name][::args.one_in]
    total = Report()
    count = sum(len(k.rows) * k.points for k in kernels)
    print(f"{sum(len(k.rows) for k in kernels)} rows, {count} results, in {len(kernels)} kernels")

    def told(what, check, *rest):
        report = Report()
        begin = time.monotonic()
        answer = check(*rest, report)
        total.passed, total.failed = total.passed + report.passed, total.failed + report.failed
        print(f"{what}: {report.passed} passed, {report.failed} failed, {time.monotonic() - begin:.0f} s", flush=True)
        return answer
    if args.numba:
        told("what Numba gave", numba_answers.check_stored)
        told("what Numba gives", numba_answers.check_live, args.numba)
    with tempfile.TemporaryDirectory() as folder:
        file = write_kernels(kernels, folder)
        if args.dump:
            told("types", check_types, args.dump, file, kernels)
        peers = {}
        for backend in args.backend.split(","):
            answers = told(backend, check_backend, args.portkern, backend, kernels, file, peers)
            peers = peers or answers
    print(f"{total.passed} passed, {total.failed} failed")
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
