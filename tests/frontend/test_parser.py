#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The parser against CPython's: the same trees, with places, and the same
verdicts. Our messages against errors.txt.

    test_parser.py PRINT_AST [--all] [--update]

PRINT_AST is the program that print_ast.c is built into. --all reads every
Python file that the system has and not a sample; --update rewrites errors.txt."""
import ast
import pathlib
import random
import re
import subprocess
import sys
import unittest
import warnings

import cpython_ast
import snippets

HERE = pathlib.Path(__file__).resolve().parent
ERRORS = HERE / "errors.txt"
SAMPLE = 300
PLACES = re.compile(r"@\d+:\d+-\d+:\d+")

# Where we differ from 3.11, and mean to: text -> whether we accept it.
DIFFERENCES = {
    "f'{' '}'": True,  # 3.12 takes any quotes inside a replacement field
    "f'{x for x in y}'": False,  # refused since 3.12
    r"'\N{DASH}'": True,  # the names of characters are not ours to know
    "# coding: latin-1\nx = 'é'\n": False,  # only UTF-8 is read
    "x = '\u202e'\n": False,  # would show other than it runs
    # bindings of patterns and of outer functions are not looked at
    "match x:\n  case A(c=2, c=3):\n    pass": True,
    "match x:\n  case [a, *_, *c]:\n    pass": True,
    "def f():\n  global x\n  nonlocal y\n": True,
}
# NFKC is not applied to names: these give other names than CPython's.
NOT_NORMALISED = ("µ = 1\n", "ª = 1\n")


class Printer:
    """The program print_ast, kept running."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __call__(self, source):
        """(status, tree or messages) of a source in bytes."""
        self.process.stdin.write(b"%d\n" % len(source) + source)
        self.process.stdin.flush()
        status, length = self.process.stdout.readline().split()
        return status.decode(), self.process.stdout.read(int(length)).decode("utf-8", "surrogatepass")

    def close(self):
        self.process.stdin.close()
        status = self.process.wait()
        self.process.stdout.close()
        return status


def expected(source):
    """CPython's tree in our words and the text that ours is to be compared as:
    3.11 gets places inside f-strings wrong, so such a file goes without."""
    compile(source, "t.py", "exec", dont_inherit=True)
    tree = ast.parse(source)
    formatted = any(isinstance(node, ast.JoinedStr) for node in ast.walk(tree))
    return cpython_ast.dump(tree, not formatted), (lambda t: PLACES.sub("", t)) if formatted else str


def system_files():
    files = sorted(p for root in pathlib.Path("/usr/lib").glob("python3*") for p in root.rglob("*.py"))
    if "--all" not in ARGUMENTS:
        files = random.Random(311).sample(files, min(SAMPLE, len(files)))
    return files


class Trees(unittest.TestCase):
    def test_files_give_cpythons_tree(self):
        compared = 0
        for path in system_files():
            source = path.read_bytes()
            if b"\\N{" in source:
                continue
            try:
                want, view = expected(source)
            except (SyntaxError, ValueError):
                want = None
            status, got = PRINT(source)
            if want is None:
                self.assertNotEqual(status, "OK", f"{path} is refused by CPython")
                continue
            self.assertEqual(status, "OK", f"{path}: {got}")
            if view(got) != want:
                at = next(i for i, (a, b) in enumerate(zip(view(got), want)) if a != b)
                self.fail(f"{path}\n got {view(got)[at - 99:at + 99]}\nwant {want[at - 99:at + 99]}")
            compared += 1
        self.assertGreater(compared, 100, "too few Python files on this system")

    def test_snippets_give_cpythons_verdict_and_tree(self):
        refused = 0
        for text in list(snippets.snippets()) + list(DIFFERENCES):
            with self.subTest(text=text[:80]):
                status, got = PRINT(text.encode())
                try:
                    want, view = expected(text.encode())
                except (SyntaxError, ValueError) as error:
                    want, why = None, error
                    refused += 1
                if text in DIFFERENCES:
                    self.assertEqual(status == "OK", DIFFERENCES[text], got)
                elif want is None:
                    self.assertNotEqual(status, "OK", f"CPython: {why}")
                    self.check_line(why, got)
                else:
                    self.assertEqual(status, "OK", got)
                    if text not in NOT_NORMALISED:
                        self.assertEqual(view(got), want)
        self.assertGreater(refused, 700)

    def check_line(self, error, got):
        """Our first message is at most one line from CPython's."""
        line = getattr(error, "lineno", None)
        if line and "unexpected EOF" not in str(error):
            ours = int(got.split(":")[1])
            self.assertLessEqual(abs(ours - line), 1, f"{got}\nCPython: {error}")

    def test_character_tables_are_this_pythons(self):
        """Every character as the start of a name and inside one."""
        points = [p for p in range(0x80, 0x110000) if not 0xD800 <= p < 0xE000]
        for pattern in "{}", "a{}":
            for point in random.Random(1).sample(points, 3000):
                name = pattern.format(chr(point))
                status, got = PRINT(name.encode())
                self.assertEqual(status == "OK", name.isidentifier() or chr(point) in "\f", f"{point:x}: {got}")


def sections():
    """errors.txt: (name, source, messages) of each section."""
    for part in ERRORS.read_text().split("\n=== ")[1:]:
        name, rest = part.split("\n", 1)
        source, messages = rest.split("\n---\n")
        yield name, source, messages.rstrip("\n")


def messages_of(source):
    return PRINT((source + "\n").encode())[1].rstrip("\n")


class Messages(unittest.TestCase):
    def test_errors_read_as_written_down(self):
        for name, source, messages in sections():
            with self.subTest(name):
                self.assertEqual(messages_of(source), messages)


class Limits(unittest.TestCase):
    def check(self, text, status):
        got, words = PRINT(text.encode())
        self.assertEqual(got, status, words[:300])
        self.assertLess(len(words) if status != "OK" else 0, 90_000)

    def test_deep_nesting_is_a_limit(self):
        for text in ("(" * 10_000, "x = " + "[" * 10_000, "x = " + "-" * 100_000 + "1", "x = " + "not " * 100_000 + "1",
                     "x = " + "2 ** " * 100_000 + "1", "x = " + "lambda: " * 50_000 + "1", "x" + ".a" * 50_000,
                     "x" + "()" * 50_000, "x = " + "1 if 1 else " * 50_000 + "1", "f'{" * 500):
            self.check(text, "LIMIT")

    def test_long_rows_are_none(self):
        for text in ("x = 1" + " + 1" * 20_000, "x = 1" + " + 2 * 3" * 20_000, "x = 1" + " and 1" * 50_000,
                     "x = 1" + " < 1" * 50_000, "if a: pass\n" + "elif b: pass\n" * 20_000, "a = " * 50_000 + "1",
                     "x = [" + "1, " * 100_000 + "]", "x = " + "'a' " * 50_000, "x = 1\n" * 100_000):
            self.check(text, "OK")

    def test_garbage_ends_fast(self):
        rng = random.Random(7)
        for alphabet in (range(256), range(32, 127), b"abc=+()[]{}:,.\n\"' ifdefor"):
            alphabet = bytes(alphabet)
            status, words = PRINT(bytes(rng.choices(alphabet, k=1 << 20)))
            self.assertEqual(status, "SYNTAX")
            self.assertLessEqual(words.count("error:"), 20)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(20_000)
    ARGUMENTS = sys.argv[2:]
    PRINT = Printer(sys.argv[1])
    if "--update" in ARGUMENTS:
        text = ERRORS.read_text().split("\n=== ")[0]
        for name, source, _ in list(sections()):
            text += f"\n=== {name}\n{source}\n---\n{messages_of(source)}\n"
        ERRORS.write_text(text)
    else:
        result = unittest.main(argv=sys.argv[:1], exit=False, warnings="ignore").result
        sys.exit(PRINT.close() != 0 or not result.wasSuccessful())
