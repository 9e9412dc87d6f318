#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Both sides of the limits of a compile, as docs/language.md has them: a program of
exactly that size compiles, one more is told with a place and a code, soon; and the
number is the source's.

    test_limits.py PORTKERN"""
import itertools
import pathlib
import re
import resource
import struct
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "language.md"
HEAD = "from numba import cuda, literal_unroll, int32, uint8\nfrom enum import IntEnum\nimport numpy as np\n"
KERNEL = "@cuda.jit\ndef k(x, n):\n"
ONE = KERNEL + "    x[0] = n\n"
# What a chain of 8 000 is asked, and the number of the arm that it takes.
ARMS = [(1.5, 1), (5432.5, 5432), (7999.5, 7999), (3.0, 0)]
SECONDS = 20  # on a slow machine, under sanitizers


def source(size):
    text = HEAD + ONE
    return text + "#" * (size - len(text))


def brackets(count):
    return HEAD + KERNEL + f"    x[0] = {'(' * count}n{')' * count}\n"


def operators(count):
    return HEAD + KERNEL + f"    x[0] = {'-' * count}n\n"


def chain(count):
    return HEAD + KERNEL + f"    y = x{'.T' * count}\n    y[0] = n\n"


def fstrings(count):
    nested = "f'{" * count + "1" + "}'" * count
    return HEAD + f"Y = {nested}\n" + ONE


def blocks(count):
    """One is the function's."""
    depths = range(1, count)
    return HEAD + KERNEL + "".join(f"{'    ' * i}if n:\n" for i in depths) + f"{'    ' * count}x[0] = n\n"


def functions(count):
    """One is the kernel."""
    made = range(count - 1)
    return (HEAD + "".join(f"def f{i}(x):\n    return x + {i}\n" for i in made) + KERNEL +
            "    s = 0.0\n" + "".join(f"    s += f{i}(n)\n" for i in made) + "    x[0] = s\n")


def calls(depth):
    """The kernel is the outermost."""
    return (HEAD + "def f1(x):\n    return x\n" +
            "".join(f"def f{i}(x):\n    return f{i - 1}(x) + 1\n" for i in range(2, depth)) +
            KERNEL + f"    x[0] = f{depth - 1}(n)\n")


def variables(count):
    """Two are parameters."""
    return HEAD + KERNEL + "".join(f"    v{i} = n\n" for i in range(count - 2)) + f"    x[0] = v{count - 3}\n"


def arguments(count):
    return (HEAD + "def f(*args):\n    return len(args)\n" + KERNEL +
            f"    x[0] = f({', '.join(['n'] * count)})\n")


def items(count):
    return HEAD + KERNEL + f"    t = ({'n, ' * count})\n    x[0] = t[0]\n"


def levels(count):
    """Calls with a long way down in each, f1(-(-(... f0(-(-(...: a call takes two levels,
    the kernel's statement the other two."""
    made, rest = divmod(count - 4, 92)
    down = lambda call, n: "-(" * n + call + ")" * n
    return (HEAD + "def f0(x):\n    return x\n" +
            "".join(f"def f{i}(x):\n    return {down(f'f{i - 1}(x)', 90)}\n" for i in range(1, made + 1)) +
            KERNEL + f"    x[0] = {down(f'f{made}(n)', rest)}\n")


def rounds(count):
    """Loops that are written out, in each other."""
    text = HEAD + f"ITEMS = ({', '.join(str(i) if i % 2 else f'{i}.5' for i in range(count))})\n" + KERNEL + "    s = 0.0\n"
    for depth in range(4):
        text += "    " * (depth + 1) + f"for v{depth} in literal_unroll(ITEMS):\n"
    return text + "    " * 5 + "s += v0 * v1 + v2 * v3\n    x[0] = s\n"


def dimensions(count):
    return HEAD + KERNEL + f"    y = x[{'None, ' * (count - 1)}:]\n    x[0] = y.ndim\n"


def local_bytes(count):
    return HEAD + KERNEL + f"    a = cuda.local.array({count}, uint8)\n    a[n] = 1\n    x[0] = a[0]\n"


def constant_bytes(count):
    return HEAD + f"A = np.zeros({count}, np.uint8)\n" + KERNEL + "    x[0] = A[n]\n"


def constant_items(count):
    return HEAD + f"T = tuple(range({count}))\n" + KERNEL + "    x[0] = T[-1]\n"


def dict_items(count):
    return HEAD + f"D = {{{', '.join(f'{i}: {i}' for i in range(count))}}}\n" + KERNEL + f"    x[0] = D[{count - 1}]\n"


def members(count):
    return (HEAD + "class C(IntEnum):\n" + "".join(f"    M{i} = {i}\n" for i in range(count)) +
            KERNEL + f"    x[0] = C.M{count - 1}\n")


def signatures(count):
    types = [f"{t}[{':, ' * n}{end}]" for t, n, end in itertools.product(
        ("f8", "f4", "i8", "i4", "i2", "u8", "u4", "u2"), range(20), (":", "::1"))]
    return HEAD + f"@cuda.jit([{', '.join(repr(f'void({t}, i8)') for t in types[:count])}])\ndef k(x, n):\n    pass\n"


# The row, programs of a size, where the number stands, words of the refusal.
LIMITS = [
    ("bytes of a source", source, "base/source_max.h:PK_SOURCE_MAX", "has more than 16777216 bytes"),
    ("brackets and operators inside each other", brackets, "frontend/ast/ast.h:PK_AST_MAX_NESTING", "nested parentheses"),
    ("brackets and operators inside each other", operators, "frontend/ast/ast.h:PK_AST_MAX_NESTING", "nested deeper than 200"),
    ("levels of one expression", chain, "frontend/ast/ast.h:PK_AST_MAX_HEIGHT", "more than 1000 levels"),
    ("f-strings inside each other", fstrings, "frontend/parse/lexer.h:PK_LEX_MAX_FSTRINGS", "nested f-strings"),
    ("indented blocks inside each other", blocks, "frontend/ast/ast.h:PK_AST_MAX_BLOCKS", "levels of indentation"),
    ("functions in one kernel", functions, "frontend/infer/infer.h:PK_MAX_INSTANCES", "over 256 functions"),
    ("calls inside each other", calls, "frontend/infer/infer.h:PK_MAX_CALLS", "calls over 64 deep"),
    ("variables of a function", variables, "frontend/module/variables.h:PK_MAX_VARIABLES", "has over 8192 variables"),
    ("arguments of a call", arguments, "frontend/infer/infer.h:PK_MAX_CALL_ARGS", "255"),
    ("numbers of a tuple", items, "frontend/infer/infer.h:PK_MAX_LEAVES", "more than 1024 numbers"),
    ("levels, calls included", levels, "frontend/infer/infer.h:PK_MAX_DEPTH", "nest too deeply"),
    ("dimensions of an array", dimensions, "frontend/types/types.h:PK_MAX_DIMS", "index"),
    ("bytes of a local array", local_bytes, "core/ir_data.h:PK_MAX_STORAGE", "over 1 GiB"),
    ("bytes of a constant array", constant_bytes, "frontend/values/frozen.h:PK_FROZEN_MAX_BYTES", "'A' is not known"),
    ("items of a constant tuple or dict", constant_items, "frontend/module/scope_items.c:MAX_ITEMS", "'T' is not known"),
    ("items of a constant tuple or dict", dict_items, "frontend/module/table.c:MAX_ITEMS", "'D' is not known"),
    ("members of an enumeration", members, "frontend/module/classes.c:MAX_MEMBERS", "no member 'M4096'"),
    ("signatures of a decorator", signatures, "frontend/module/decorators/signatures.c:MAX_SIGNATURES", "too many signatures"),
]
# Neither has programs of exactly that size: those of two sizes around it.
AROUND = [("steps of inference", rounds, 8, 40, "E0602", "takes too long")]
NUMBERS = [
    ("steps of inference", "frontend/infer/infer.h:PK_MAX_STEPS"),
    ("instructions of a function", "core/passes/inline.c:MAX_CALLER"),
    ("calls of a function by itself", "core/analysis/frame.h:PK_MAX_RECURSION"),
    ("axes of an array that a launch gives", "include/portkern/values.h:PK_MAX_NDIM"),
    ("diagnostics of one compile", "base/error.h:PK_DIAG_MAX"),
]


def number_in(place):
    """Of an enum in the source: a number, or a shift of two."""
    file, name = place.split(":")
    value = re.search(rf"\b{name} = (\d+)(?: << (\d+))?", (ROOT / file).read_text())
    return int(value[1]) << int(value[2] or 0)


def module_level(size):
    """Statements as scripts have them around their kernels, over and over."""
    once = "x = x + 1\nd[1] = x\na.b = 1\nl.append(x)\nf(x, key=2)\nimport m\nfor i in range(3):\n    g(i)\n"
    return HEAD + once * (size // len(once)) + ONE


def rows_of_page():
    found = {}
    for what, value, code in re.findall(r"^\| ([^|]+?)(?: \([^|]*\))? \| ([\d ]+) \| ([^|]+) \|$", PAGE.read_text(), re.M):
        found[what] = int(value.replace(" ", "")), code
    return found


class Limits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "k.py"
        self.rows = rows_of_page()

    def emit(self, text):
        self.file.write_text(text)
        start = time.monotonic()
        done = subprocess.run([PORTKERN, "emit", self.file, "-k", "k", "-s", "f64[:], i64", "--to", "ir"],
                              capture_output=True, text=True, timeout=10 * SECONDS, check=False)
        self.assertLess(time.monotonic() - start, SECONDS)
        return done

    def within(self, text):
        done = self.emit(text)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def beyond(self, text, code, words):
        done = self.emit(text)
        self.assertEqual(done.returncode, 1, done.stderr[:200])
        if code == "LIMIT":
            self.assertRegex(done.stderr, rf"error: .*k\.py {words}$")
        else:
            self.assertRegex(done.stderr, rf"k\.py:\d+:\d+: error: .*{words}.* \[{code}\]")

    def test_both_sides(self):
        for what, program, _, words in LIMITS:
            size, code = self.rows[what]
            with self.subTest(program.__name__, size=size):
                self.within(program(size))
            with self.subTest(program.__name__, size=size + 1):
                self.beyond(program(size + 1), code, words)
        for what, program, within, beyond, code, words in AROUND:
            with self.subTest(what):
                self.within(program(within))
                self.beyond(program(beyond), code, words)
                self.assertEqual(self.rows[what][1], code)

    def test_module_level_is_checked_in_a_few_times_of_its_parsing(self):
        """`emit` only parses what no kernel uses, `check` looks at all of it. Processor
        times, of one machine: nothing is compared with a clock."""
        def seconds(*arguments):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            subprocess.run([PORTKERN, *arguments], capture_output=True, timeout=10 * SECONDS, check=False)
            return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        self.file.write_text(module_level(4 << 20))
        parsing = seconds("emit", self.file, "-k", "k", "-s", "f64[:], i64", "--to", "ir")
        self.assertLess(seconds("check", self.file), 5 * parsing)

    def test_chains_of_elif_are_checked(self):
        """Conditions that all threads share, beside an array that they share, too."""
        self.file.write_text(HEAD + KERNEL + "    s = cuda.shared.array(32, int32)\n    s[cuda.threadIdx.x] = 1\n" +
                             "    if n == 0:\n        x[1] = 0\n" +
                             "".join(f"    elif n == {i}:\n        x[1] = {i}\n" for i in range(1, 6000)))
        done = subprocess.run([PORTKERN, "check", self.file, "-k", "k", "-s", "f64[:], i64"], capture_output=True, text=True,
                              timeout=10 * SECONDS, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-300:])
        self.assertIn("1 function checked, 0 errors", done.stdout)

    def test_constants_of_long_chains_are_in_no_list(self):
        """LLVM looks for each from the beginning of a function's list, `.LCPI` in assembly."""
        self.file.write_text(HEAD + KERNEL + "    if n == 0.5:\n        x[0] = 7\n" +
                             "".join(f"    elif n == {i}.5:\n        x[0] = {i}\n" for i in range(1, 8000)))
        done = subprocess.run([PORTKERN, "check", self.file, "-k", "k", "-s", "f64[:], f64"], capture_output=True, text=True,
                              timeout=10 * SECONDS, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-300:])
        done = subprocess.run([PORTKERN, "emit", self.file, "-k", "k", "-s", "f64[:], f64", "--to", "asm"], text=True,
                              capture_output=True, timeout=10 * SECONDS, check=False)
        if done.returncode == 0 or "portkern-cpu" not in done.stderr:
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertLess(done.stdout.count(".LCPI"), 10)
        out = self.file.with_suffix(".npy")
        (self.file.with_suffix(".list")).write_text("".join(
            f"{self.file}:k --grid 1 --block 1 zeros:f64:1 {n}:f64 --save 0={out}{i}\n" for i, (n, _) in enumerate(ARMS)))
        subprocess.run([PORTKERN, "run", "--backend", "cpu,interp", "--list", self.file.with_suffix(".list")],
                       capture_output=True, timeout=10 * SECONDS, check=True)
        for i, (_, wanted) in enumerate(ARMS):
            self.assertEqual(struct.unpack("<d", pathlib.Path(f"{out}{i}").read_bytes()[-8:]), (wanted,))

    def test_the_page_has_the_numbers_of_the_source(self):
        places = [(what, place) for what, _, place, _ in LIMITS] + NUMBERS
        for what, place in places:
            with self.subTest(what):
                below = 1 if what == "indented blocks inside each other" else 0
                self.assertEqual(self.rows[what][0], number_in(place) - below)
        self.assertEqual(set(self.rows) - {what for what, _ in places}, set())


if __name__ == "__main__":
    PORTKERN = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])
