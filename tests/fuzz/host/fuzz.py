#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Random functions for the host, which make arrays and lists, raise and catch: interp and cpu
compared with CPython, results, exceptions and arguments.

    fuzz.py [--seed N] [--count N]     programs number N and those behind it
    fuzz.py --show N                   the text of one
    fuzz.py --loops ...                the same with loops over prange (loops.py)
    fuzz.py --generators ...           the same with generators (generators.py)
    fuzz.py --arrays ...               the same of array expressions on all threads (expressions.py)
    fuzz.py --small ...                the same of small arrays that get names anew (renamed.py)

A program follows from its number. Integers stay small and floats are sums and products of
few, so that CPython and Numba's types give the same."""
import argparse
import importlib.util
import os
import pathlib
import random
import sys
import tempfile
import warnings

import loops

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "host"))
HEAD = '''import numpy as np
from numba import njit

@njit
def fails(n, what):
    if n == what:
        raise ValueError("fails", n)
    return n

@njit
def makes(n):
    a = np.zeros(n % 5 + 1)
    for i in range(len(a)):
        a[i] = i * 0.5 - n
    return a

'''


class Program:
    """The text of one function f(n, a), by random choices."""

    def __init__(self, number):
        self.pick = random.Random(number)
        self.lines = ["@njit", "def f(n, a):"]
        self.depth, self.loops, self.names = 1, 0, 0
        for line in ("x = n", "y = 0.5", "b = makes(n)", "c = [1, n]"):
            self.put(line)
        self.block(4)
        self.put("return x, y, b, c, a.sum()")

    def put(self, line):
        self.lines.append("    " * self.depth + line)

    def integer(self):
        return self.pick.choice(["x", "n", "len(b)", "len(c)", "c[0]", "c[-1]", str(self.pick.randrange(-3, 7)),
                                 f"(x + {self.pick.randrange(4)}) % 7", f"fails(x, {self.pick.randrange(5)})"])

    def real(self):
        return self.pick.choice(["y", "b[0]", "b[-1]", "a[0]", "b.sum()", "0.25", f"y * {self.pick.choice(['0.5', '-1.0'])}",
                                 f"b[{self.integer()} % len(b)]", f"makes({self.integer()})[0]"])

    def test(self):
        return self.pick.choice([f"{self.integer()} > {self.integer()}", f"{self.real()} < {self.real()}",
                                 f"{self.integer()} == {self.pick.randrange(4)}"])

    def simple(self):
        kind = self.pick.randrange(12)
        if kind < 2:
            self.put(f"x = ({self.integer()} + {self.integer()}) % 11")
        elif kind < 4:
            self.put(f"y = {self.real()} + {self.real()}")
        elif kind == 4:
            self.put(f"b = {self.pick.choice(['b + 1.0', 'b * y', 'b[:1] - b', 'np.concatenate((b[:2], a[:2]))', 'b[::-1]', 'makes(x)'])}")
        elif kind == 5:
            self.put(f"b[{self.integer()} % len(b)] = {self.real()}")
        elif kind == 6:
            self.put(f"c.append({self.integer()})")
        elif kind == 7:
            self.put(f"c[{self.integer()}] = {self.integer()}")
        elif kind == 8:
            self.put("x = x + c.pop()")
        elif kind == 9:
            self.put(f"a[{self.integer()} % 4] = {self.real()}")
        elif kind == 10:
            self.put(f"x = 12 // ({self.integer()})")
        else:
            self.put(f"if {self.test()}:")
            self.put(f"    raise {self.pick.choice(['ValueError', 'RuntimeError', 'KeyError'])}('no', x)")

    def leave(self):
        if self.loops and self.pick.random() < 0.7:
            words = self.pick.choice(["break", "continue"])
        else:
            words = "return x, y, b, c, a.sum()"
        self.put(f"if {self.test()}:")
        self.put("    " + words)

    def part(self, head, most):
        self.put(head)
        self.depth += 1
        self.block(most)
        self.depth -= 1

    def block(self, most):
        for _ in range(self.pick.randrange(1, most + 1)):
            roll = self.pick.random()
            if self.depth > 5 or roll < 0.55:
                self.simple()
            elif roll < 0.62:
                self.leave()
            elif roll < 0.72:
                self.part(f"if {self.test()}:", 2)
                if self.pick.random() < 0.5:
                    self.part("else:", 2)
            elif roll < 0.82 and self.loops < 2:
                self.names += 1
                self.loops += 1
                self.part(f"for i{self.names} in range({self.pick.randrange(1, 5)}):", 3)
                self.loops -= 1
            else:
                self.tries()

    def tries(self):
        catches = self.pick.random() < 0.8
        self.part("try:", 3)
        if catches:
            self.part(self.pick.choice(["except Exception:", "except:"]), 2)
            if self.pick.random() < 0.3:
                self.put("    raise")
            if self.pick.random() < 0.3:
                self.part("else:", 2)
        if not catches or self.pick.random() < 0.4:
            self.part("finally:", 2)

    @property
    def text(self):
        return HEAD + "\n".join(self.lines) + "\n"


def calls(function):
    """What it gives for some arguments, as data."""
    import numpy as np
    import outcome

    return [outcome.of_call(function, (n, np.arange(4.0) - n), {}) for n in range(5)]


def without_words(data):
    """Of an iterator that ends with an exception no program raises: their words are Numba's or NumPy's."""
    items = data.get("result", {}).get("is")
    if data.get("result", {}).get("type") == "iterator" and items and items[-1]["type"] in ("ZeroDivisionError", "IndexError"):
        items[-1]["is"] = []
    return data


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.f


def compare(number, folder, backends, program):
    """What is wrong with a program, None: nothing."""
    import outcome
    from portkern import _core, _device
    from portkern.core import config

    path = pathlib.Path(folder) / f"p{number}.py"
    path.write_text(program(number).text)
    config.DISABLE_JIT = 1
    wanted = calls(load(path, f"python{number}"))
    config.DISABLE_JIT = 0
    for backend in backends:
        token = _core.current.set(_device.open_device(backend))
        try:
            got = calls(load(path, f"{backend}{number}"))
        finally:
            _core.current.reset(token)
        for n, (ours, python) in enumerate(zip(got, wanted, strict=True)):
            # Words of exceptions that no program raises are Numba's or NumPy's.
            own = "raises" not in python or python["raises"] in ("ZeroDivisionError", "IndexError")
            if "raises" in python and own:
                same = ours.get("raises") == python["raises"]
            else:
                same = outcome.same(without_words(ours), without_words(python), 0, False)
            if not same:
                return f"f({n}) on {backend} is {outcome.text(ours)}\n  CPython gives {outcome.text(python)}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--show", type=int)
    parser.add_argument("--loops", action="store_true")
    parser.add_argument("--generators", action="store_true")
    parser.add_argument("--arrays", action="store_true")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--backends", default="interp,cpu")
    args = parser.parse_args()
    program = loops.Program if args.loops else Program
    if args.generators:
        import generators

        program = generators.Program
    if args.arrays:
        import expressions

        program = expressions.Program
    if args.small:
        import renamed

        program = renamed.Program
    if args.show is not None:
        print(program(args.show).text)
        return 0
    warnings.simplefilter("ignore")
    if (ROOT / "build" / "python").is_dir() and "PYTHONPATH" not in os.environ:
        sys.path.insert(0, str(ROOT / "build" / "python"))
    os.environ.setdefault("PORTKERN_BACKEND", "interp")
    import portkern.as_numba  # noqa: F401

    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(args.seed, args.seed + args.count):
            wrong = compare(number, folder, args.backends.split(","), program)
            if wrong:
                bad += 1
                print(f"program {number}: {wrong[:900]}")
    print(f"{args.count - bad} of {args.count} programs are right")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
