#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/math.md and docs/bench/math.md agree with each other, with
the limits that tests/lib/functions.def gives to the tests, and with the bounds
on instructions that bench/math_cost.py has.

    test_math_docs.py ROOT"""
import importlib.util
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__.rsplit("/", 3)[0])
NAMES = {"tgamma": "gamma"}  # of C, of Python


def table(page, heading, first="function"):
    """{first cell: other cells} of the table below a heading."""
    part = (ROOT / page).read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [[c.strip().strip("`") for c in line.split("|")[1:-1]] for line in part.splitlines() if line.startswith("|")]
    start = next(i for i, cells in enumerate(lines) if cells[0] == first)
    found = {}
    for cells in lines[start + 2:]:
        if len(cells) != len(lines[start]):
            break
        assert cells[0] not in found, cells[0]
        found[cells[0]] = cells[1:]
    return found


def costs():
    spec = importlib.util.spec_from_file_location("math_cost", ROOT / "bench" / "math_cost.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Tables(unittest.TestCase):
    def test_instructions(self):
        rows, wanted = table("docs/bench/math.md", "Instructions beside CUDA's own functions"), costs().FUNCTIONS
        self.assertEqual(set(rows), set(wanted))
        for name, (ours, cuda, ratio, limit) in rows.items():
            with self.subTest(name):
                counts = [int(re.fullmatch(r"(\d+) \((\d+)\)", cell)[1]) for cell in (ours, cuda)]
                self.assertEqual(ratio, f"{counts[0] / counts[1]:.2f}")
                bound = wanted[name][3]
                self.assertEqual(limit, "-" if bound is None else str(bound))
                if bound is not None:
                    self.assertLessEqual(counts[0] if bound > 10 else counts[0] / counts[1], bound)

    def test_instructions_of_fast_forms(self):
        rows, exact = table("docs/bench/math.md", "Fast mathematics"), table(
            "docs/bench/math.md", "Instructions beside CUDA's own functions")
        self.assertEqual(set(rows), set(costs().FAST))
        for name, cells in rows.items():
            with self.subTest(name):
                fast, _, whole = map(int, cells)
                self.assertLess(fast, whole)
                if name in exact:
                    self.assertIn(f"({whole})", exact[name][0])

    def test_accuracy(self):
        text = (ROOT / "tests" / "lib" / "functions.def").read_text()
        limits = {NAMES.get(name, name): (f32, f64) for name, f32, f64 in
                  re.findall(r"^(?:ONE|TWO|NTH)\((\w+), \w+, \w+, (\d+), (\d+),", text, re.M)}
        rows = table("docs/math.md", "Accuracy")
        found = {NAMES.get(name, name): cells for name, cells in table("docs/bench/math.md", "Accuracy on all arguments").items()}
        self.assertGreater(len(found), 30)
        self.assertEqual(set(limits) - set(rows), {"fmod", "remainder"})  # exact
        for name, (f32, limit32, f64, limit64) in rows.items():
            with self.subTest(name):
                self.assertEqual((limit32, limit64), limits[name])
                self.assertLessEqual(float(f32), float(limit32))
                self.assertLessEqual(float(f64), float(limit64))
                if name in found:
                    self.assertEqual(f32, f"{float(found[name][0]):.2f}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
