#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""docs/language.md is true: every row of its tables of constructs compiles for
the backends that it says, and is refused with a place by the others.

    test_language.py PORTKERN"""
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from emissions import emit_all  # noqa: E402

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "language.md"
SIGNATURE = ("f32[:], f32[:], i64[:], u32[:], u8[:], c128[:], bool[:], f64[:,:], f32[:,::1], u64[:,::1], f64, i64, f16[:], "
             "[('x', 'f4'), ('n', 'i8'), ('v', 'i4', (3,))][:], [('x', 'f4'), ('n', 'i8'), ('v', 'i4', (3,))]")
STAGES = {"interp": "ir", "cpu": "llvm", "opencl": "opencl", "cuda": "ptx"}


def prelude():
    return re.search(r"```python\n(.*?)```", PAGE.read_text(), re.S).group(1)


def rows():
    """(body, {backend: yes or no}) of each row with code in its first cell."""
    backends = []
    for line in PAGE.read_text().splitlines():
        cells = [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells[:2] == ["body", "meaning"]:
            backends = cells[2:]
        elif not cells:
            backends = []
        elif backends and cells[0].startswith("`"):
            assert len(cells) == 2 + len(backends), line
            yield cells[0].strip("`").replace("\\|", "|"), dict(zip(backends, cells[2:]))


class Language(unittest.TestCase):
    def test_every_row(self):
        table = list(rows())
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder) / f"k{n}.py" for n in range(len(table))]
            for file, (body, _) in zip(files, table):
                lines = re.sub(r" ⏎ ", "\n", body).split("\n")
                file.write_text(prelude() + "".join(f"    {line}\n" for line in lines))
            cells = [(file, body, backend, verdict) for file, (body, verdicts) in zip(files, table)
                     for backend, verdict in verdicts.items()]
            answers = emit_all(PORTKERN, [[file, "-k", "k", "-s", SIGNATURE, "--to", STAGES[backend]]
                                          for file, _, backend, _ in cells])
        for (file, body, backend, verdict), (text, said) in zip(cells, answers):
            with self.subTest(body, backend=backend):
                self.assertIn(verdict, ("yes", "no"))
                self.assertEqual("no" if text is None else "yes", verdict, said)
                if verdict == "no":
                    self.assertRegex(said, rf"{file.name}:\d+:\d+: error: ")
        self.assertGreater(len(table), 80)

    def test_a_name_has_one_row(self):
        table = (PAGE.parents[1] / "frontend" / "builtins.def").read_text()
        names = re.findall(r'^[A-Z]+\("([\w.]+)"', table, re.M)
        self.assertGreater(len(names), 900)
        self.assertEqual(sorted({n for n in names if names.count(n) > 1}), [])

    def test_every_option_is_told(self):
        table = (PAGE.parents[1] / "frontend" / "options.def").read_text()
        told = set(re.findall(r"`(\w+)(?:=\w+)?`", PAGE.read_text().split("\n## Decorators")[1].split("\n## ")[0]))
        options = re.findall(r"^OPTION\((\w+),", table, re.M)
        self.assertGreater(len(options), 25)
        self.assertEqual([o for o in options if o not in told], [])


if __name__ == "__main__":
    PORTKERN = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])
