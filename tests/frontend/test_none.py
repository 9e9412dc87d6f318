#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs with variables that may be None, against CPython: merges,
loops, early exits, functions that end without a value, and tests in all
shapes, which say of variables what they are.

    test_none.py PORTKERN [BACKENDS [FIRST [COUNT]]]"""
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np

NAMES = ["x", "y", "z"]
INPUTS = range(4)
PROGRAM = """from numba import cuda


@cuda.jit(device=True)
def g(v):
    if v is None:
        return -7
    return v


@cuda.jit(device=True)
def f(v, w):
    {first}
    if v is not None and w is not None:
        return v - w
    if v is None:
        return w


@cuda.jit
def k(a, n):
    s = 0
    k = 0
    x = None
    y = None
    z = 0
    if n > 2:
        x = n
    if n % 2 == 0:
        z = None
    if n == 1:
        y = 4
{body}
    a[0] = s
    a[1] = g(x)
    a[2] = g(y)
    a[3] = g(z)
"""


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        first = self.r.choice(["pass", "if v is None: v = 2", "if w is None: return v", "u = v"])
        self.text = PROGRAM.format(first=first, body="\n".join(self.block(4, 0, False)))

    def name(self):
        return self.r.choice(NAMES)

    def test(self, depth=0):
        v, m = self.name(), self.r.random()
        if m < 0.3:
            return f"{v} is None"
        if m < 0.6:
            return f"{v} is not None"
        if m < 0.7 and depth < 2:
            return f"not ({self.test(depth + 1)})"
        if m < 0.9 and depth < 2:
            return f"({self.test(depth + 1)} {'and' if m < 0.8 else 'or'} {self.test(depth + 1)})"
        if m < 0.95:
            return f"(n + k) % {self.r.randint(2, 4)} == {self.r.randint(0, 1)}"
        return f"({v} is not None and {v} > {self.r.randint(-1, 3)})"

    def value(self):
        v, w, m = self.name(), self.name(), self.r.random()
        if m < 0.25:
            return "None"
        if m < 0.4:
            return str(self.r.randint(-3, 5))
        if m < 0.55:
            return v
        if m < 0.7:
            return f"({v} if {self.test()} else {w})"
        if m < 0.85:
            return f"({v} + 1 if {v} is not None else {self.r.choice(['None', 'k'])})"
        return f"f({v}, {w})" if m < 0.93 else f"({v} {'or' if m < 0.96 else 'and'} {w})"

    def branches(self, pad, depth, loop):
        out = [f"{pad}if {self.test()}:", *self.block(len(pad) + 4, depth + 1, loop)]
        if self.r.random() < 0.4:
            out += [f"{pad}elif {self.test()}:", *self.block(len(pad) + 4, depth + 1, loop)]
        if self.r.random() < 0.5:
            out += [f"{pad}else:", *self.block(len(pad) + 4, depth + 1, loop)]
        return out

    def block(self, indent, depth, loop):
        out, pad = [], " " * indent
        for _ in range(self.r.randint(1, 3)):
            m = self.r.random()
            if m < 0.35:
                out.append(f"{pad}{self.name()} = {self.value()}")
            elif m < 0.5:
                out.append(f"{pad}s = s * 3 + g({self.name()})")
            elif m < 0.75 and depth < 3:
                out += self.branches(pad, depth, loop)
            elif m < 0.87 and depth < 2:
                out += [f"{pad}for k in range({self.r.randint(1, 4)}):", *self.block(indent + 4, depth + 1, True)]
            elif m < 0.92 and loop:
                return [*out, pad + self.r.choice(["break", "continue"])]
            elif m < 0.95 and depth:
                return [*out, f"{pad}a[1] = s + g(x) + 1", f"{pad}return"]
            else:
                v = self.name()
                out += [f"{pad}if {v} is None:", f"{pad}    {v} = {self.r.randint(0, 9)}", f"{pad}s += {v}"]
        return out

    def expected(self, n):
        scope, a = {}, [0] * 4
        exec(self.text.replace("@cuda.jit(device=True)\n", "").replace("@cuda.jit\n", "")
             .replace("from numba import cuda\n", ""), scope)
        scope["k"](a, n)
        return [(v + 2**63) % 2**64 - 2**63 for v in a]


def main():
    portkern = sys.argv[1]
    backend = sys.argv[2] if len(sys.argv) > 2 else "interp"
    first, count = int(sys.argv[3]) if len(sys.argv) > 3 else 0, int(sys.argv[4]) if len(sys.argv) > 4 else 60
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder, lines = pathlib.Path(name), []
        programs = [Program(seed) for seed in range(first, first + count)]
        for i, program in enumerate(programs):
            (folder / f"p{i}.py").write_text(program.text)
            lines += [f"{folder}/p{i}.py:k --grid 1 --block 1 zeros:i64:4 {n}:i64 --save 0={folder}/{i}_{n}.npy"
                      for n in INPUTS]
        (folder / "list").write_text("\n".join(lines) + "\n")
        done = subprocess.run([portkern, "run", "--backend", backend, "--list", folder / "list"], capture_output=True,
                              text=True, timeout=500, check=False)
        for i, program in enumerate(programs):
            for n in INPUTS:
                file, want = folder / f"{i}_{n}.npy", program.expected(n)
                got = np.load(file).tolist() if file.exists() else None
                if got != want:
                    wrong += 1
                    print(f"program {first + i}, n = {n}: {got}, and CPython has {want}\n{program.text}")
                    break
    print(f"{count} programs on {backend}, {wrong} wrong")
    if wrong:
        print(done.stdout[-2000:], done.stderr[-2000:])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
