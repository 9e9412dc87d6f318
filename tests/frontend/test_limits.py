#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Both sides of the limits of a compile: what is within compiles, what is beyond
is told with a place and a code, soon.

    test_limits.py PORTKERN"""
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "language.md"
HEAD = "from numba import cuda, literal_unroll\n"
KERNEL = "@cuda.jit\ndef k(x, n):\n"
SECONDS = 20  # on a slow machine, under sanitizers


def functions(count):
    return (HEAD + "".join(f"def f{i}(x):\n    return x + {i}\n" for i in range(count)) + KERNEL +
            "    s = 0.0\n" + "".join(f"    s += f{i}(n)\n" for i in range(count)) + "    x[0] = s\n")


def calls(depth):
    return (HEAD + "def f0(x):\n    return x\n" +
            "".join(f"def f{i}(x):\n    return f{i - 1}(x) + 1\n" for i in range(1, depth)) +
            KERNEL + f"    x[0] = f{depth - 1}(n)\n")


def variables(count):
    return HEAD + KERNEL + "".join(f"    v{i} = n\n" for i in range(count)) + f"    x[0] = v{count - 1}\n"


def arguments(count):
    return (HEAD + "def f(*args):\n    return len(args)\n" + KERNEL +
            f"    x[0] = f({', '.join(['n'] * count)})\n")


def items(count):
    return HEAD + KERNEL + f"    t = ({'n, ' * count})\n    x[0] = t[0]\n"


def levels(count):
    """Calls with a long way down in each: f0(-(-(... f1(-(-(..."""
    each = 90
    return (HEAD + "def f0(x):\n    return x\n" +
            "".join(f"def f{i}(x):\n    return {'-(' * each}f{i - 1}(x){')' * each}\n" for i in range(1, count // each + 1)) +
            KERNEL + f"    x[0] = f{count // each}(n)\n")


def rounds(count):
    """Loops that are written out, in each other."""
    text = HEAD + f"ITEMS = ({', '.join(str(i) if i % 2 else f'{i}.5' for i in range(count))})\n" + KERNEL + "    s = 0.0\n"
    for depth in range(4):
        text += "    " * (depth + 1) + f"for v{depth} in literal_unroll(ITEMS):\n"
    return text + "    " * 5 + "s += v0 * v1 + v2 * v3\n    x[0] = s\n"


# what, a program of that size, the limit, a size beyond it, code, words
LIMITS = [
    ("functions in one kernel", functions, 255, 256, "E0603", "over 256 functions"),
    ("calls inside each other", calls, 63, 64, "E0603", "calls over 64 deep"),
    ("variables of a function", variables, 8190, 8191, "E0603", "has over 8192 variables"),
    ("arguments of a call", arguments, 255, 256, "E0603", "255"),
    ("numbers of a tuple", items, 1024, 1025, "E0603", "more than 1024 numbers"),
    ("levels, calls included", levels, 3600, 5400, "E0601", "nest too deeply"),
    ("steps of inference", rounds, 8, 40, "E0602", "takes too long"),
]


class Limits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "k.py"

    def emit(self, text):
        self.file.write_text(text)
        start = time.monotonic()
        done = subprocess.run([PORTKERN, "emit", self.file, "-k", "k", "-s", "f64[:], i64", "--to", "ir"],
                              capture_output=True, text=True, timeout=10 * SECONDS, check=False)
        return done, time.monotonic() - start

    def test_both_sides(self):
        for what, program, within, beyond, code, words in LIMITS:
            with self.subTest(what, size=within):
                done, took = self.emit(program(within))
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertLess(took, SECONDS)
            with self.subTest(what, size=beyond):
                done, took = self.emit(program(beyond))
                self.assertEqual(done.returncode, 1, done.stderr[:200])
                self.assertRegex(done.stderr, rf"k\.py:\d+:\d+: error: .*{words}.* \[{code}\]")
                self.assertLess(took, SECONDS)

    def test_the_page_has_them(self):
        page = PAGE.read_text()
        for what, _, _, _, code, _ in LIMITS:
            self.assertRegex(page, rf"\| {re.escape(what)} \| [\d ]+ \| {code} \|")


if __name__ == "__main__":
    PORTKERN = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])
