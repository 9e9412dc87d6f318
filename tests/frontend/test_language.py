#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""docs/language.md is true and whole: every row of its tables of constructs
compiles for the backends that it says, and is refused with a place, a code
and a hint by the others (tests/rows.py runs them); and what Numba has, numba.txt, is in a row.

    test_language.py PORTKERN"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from emissions import emit_all  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "language.md"
SIGNATURE = ("f32[:], f32[:], i64[:], u32[:], u8[:], c128[:], bool[:], f64[:,:], f32[:,::1], u64[:,::1], f64, i64, f16[:], "
             "[('x', 'f4'), ('n', 'i8'), ('v', 'i4', (3,))][:], [('x', 'f4'), ('n', 'i8'), ('v', 'i4', (3,))]")
STAGES = {"interp": "ir", "cpu": "llvm", "opencl": "opencl", "cuda": "ptx"}


def prelude():
    return re.search(r"end of this file:\n\n```python\n(.*?)```", PAGE.read_text(), re.S).group(1)


def rows():
    """(section, body, {backend: yes or no}) of each row with code in its first cell."""
    section, backends = "", []
    for line in PAGE.read_text().splitlines():
        section = line[4:] if line.startswith("### ") else section
        cells = [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells[:2] == ["body", "meaning"]:
            backends = cells[2:]
        elif not cells:
            backends = []
        elif backends and cells[0].startswith("`"):
            assert len(cells) == 2 + len(backends), line
            yield section, cells[0].strip("`").replace("\\|", "|"), dict(zip(backends, cells[2:]))


def numba():
    """(section, use, construct, [piece]) of each line of numba.txt."""
    section = ""
    for line in (ROOT / "tests" / "frontend" / "numba.txt").read_text().splitlines():
        section = line[3:] if line.startswith("## ") else section
        if line and line[0] != "#":
            words, pieces = line.split(": ", 1)
            yield section, *words.split(" ", 1), re.findall(r"`([^`]+)`", pieces)


def stands_in(piece, body):
    """The piece is in it, and not as a part of a name."""
    before, behind = r"(?<![\w.])" * (piece[0].isalpha()), r"(?!\w)" * piece[-1].isalnum()
    return piece in body and re.search(before + re.escape(piece) + behind, body)


def around():
    """What stands around kernels in the files of tests/kernels."""
    return "".join(file.read_text() for file in (ROOT / "tests" / "kernels").glob("*.py") if not file.stem.endswith("_cases"))


def verdicts_of(piece, table, text):
    """Of the backends, over all rows that hold a piece of numba.txt; {}: it is in none."""
    if piece.startswith("tests/") or piece.startswith("@"):
        known = (ROOT / piece).exists() if piece.startswith("tests/") else piece in text or piece[1:] in text
        return dict.fromkeys(STAGES, "yes") if known else {}
    mine = [verdicts for _, body, verdicts in table if stands_in(piece, body)]
    said = {backend: "yes" if any(v.get(backend) == "yes" for v in mine) else "no" for backend in STAGES}
    return {**said, "interp": "yes" if "yes" in said.values() else "no"} if mine else {}


class Language(unittest.TestCase):
    def test_every_row(self):
        table = list(rows())
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder) / f"k{n}.py" for n in range(len(table))]
            for file, (_, body, _) in zip(files, table):
                lines = re.sub(r" ⏎ ", "\n", body).split("\n")
                file.write_text(prelude() + "".join(f"    {line}\n" for line in lines))
            cells = [(file, body, backend, verdict) for file, (_, body, verdicts) in zip(files, table)
                     for backend, verdict in verdicts.items()]
            answers = emit_all(PORTKERN, [[file, "-k", "k", "-s", SIGNATURE, "--to", STAGES[backend]]
                                          for file, _, backend, _ in cells])
        for (file, body, backend, verdict), (text, said) in zip(cells, answers):
            with self.subTest(body, backend=backend):
                self.assertIn(verdict, ("yes", "no"))
                self.assertEqual("no" if text is None else "yes", verdict, said)
                if verdict == "no":
                    self.assertRegex(said, rf"{file.name}:\d+:\d+: error: .*\[E\d+\]")
                    self.assertIn("hint: ", said)
        self.assertGreater(len(table), 80)

    def test_what_numba_has_is_in_a_row(self):
        table, text, constructs = list(rows()), around(), list(numba())
        self.assertGreater(len(constructs), 80)
        for section, use, construct, pieces in constructs:
            self.assertIn(use, ("core", "com", "rare", "own"))
            for piece in pieces:
                with self.subTest(f"{section}: {construct}", piece=piece):
                    said = verdicts_of(piece, table, text)
                    self.assertTrue(said, "is in no row")
                    if use != "rare":
                        without = re.search(r"\(not (\w+)\)", construct)
                        self.assertEqual([b for b, verdict in said.items() if verdict == "no"], [without[1]] if without else [])

    def test_the_script_counts_them(self):
        said = subprocess.run([ROOT / "scripts" / "language", "--portkern", PORTKERN], capture_output=True, text=True, check=True).stdout
        counts = re.search(r"^core +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +0$", said, re.M)
        self.assertTrue(counts and len(set(counts.groups()[1:])) == 1, said)
        self.assertRegex(said, r"(?m)^E0401  .*class H \(rare\)")

    def test_a_name_has_one_row(self):
        table = (ROOT / "frontend" / "builtins" / "builtins.def").read_text()
        rows = re.findall(r'^([A-Z]+)\("([\w.]+)"', table, re.M)
        self.assertGreater(len(rows), 900)
        # In functions of the host a call may be another one.
        for names in ([n for kind, n in rows if kind != "HOST"], [n for kind, n in rows if kind in ("HOST", "LATER")]):
            self.assertEqual(sorted({n for n in names if names.count(n) > 1}), [])

    def test_every_option_is_told(self):
        table = (ROOT / "frontend" / "module" / "options.def").read_text()
        told = set(re.findall(r"`(\w+)(?:=\w+)?`", PAGE.read_text().split("\n## Decorators")[1].split("\n## ")[0]))
        options = re.findall(r"^OPTION\((\w+),", table, re.M)
        self.assertGreater(len(options), 25)
        self.assertEqual([o for o in options if o not in told], [])


if __name__ == "__main__":
    PORTKERN = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])
