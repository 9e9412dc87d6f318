#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Random functions against Numba: the types that it finds, the values that it
computes.

    test_njit.py build/tools/portkern [--seed N] [--count N] [--backend interp]

Each function is compiled by Numba (njit, NumPy's errors) and by us, and run for the
same inputs; all bytes must be the same, but for NaN. What docs/numba.md says is not
Numba's is not made: shifts by more than the width, powers of integers. What Numba
refuses is left out. Other seeds can show what Numba takes that we refuse, a float as
a bound of range, and products beyond int64 that its compiler takes for impossible.
Exit status 77 (skipped) where it is not installed."""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import warnings

import numpy as np

try:
    import numba
except ImportError:
    print("Numba is not installed")
    sys.exit(77)

INTS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool_"]
FLOATS = ["float32", "float64"]
LITERALS = ["0", "1", "2", "3", "7", "-1", "-3", "100", "255", "65536", "2**31", "((1 << 32) - 1)",
            "10 ** 3", "(1 << 62)"]
REALS = ["0.5", "1.5", "-3.25", "2.0", "0.1", "10 ** -2", "(7 / 2)"]
LANES = 8


class Function:
    """The text of f(i, out, x, y), made of statements. `whole` are the names that
    hold integers, `real` all that hold numbers."""

    def __init__(self, rng, x, y):
        self.rng, self.lines = rng, ["x = X[i]", "y = Y[i]"]
        self.whole = ["i"] + [n for n, d in (("x", x), ("y", y)) if d not in FLOATS]
        self.real = ["x", "y", "i"]
        for k in range(rng.randrange(1, 4)):
            self.statement(f"v{k}")
        self.lines.append(f"out[i] = {self.number(2)}")

    def pick(self, *choices):
        return self.rng.choice(choices)

    def integer(self, depth):
        roll = self.rng.random()
        if depth == 0 or roll < 0.15:
            return self.rng.choice(self.whole * 2 + LITERALS)
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        if roll < 0.55:
            return f"({a} {self.pick('+', '-', '*', '//', '%', '&', '|', '^')} {b})"
        if roll < 0.65:
            return f"({a} {self.pick('<<', '>>')} {self.pick('1', '3', '7', '(i & 7)')})"
        if roll < 0.75:
            return f"({self.pick('-', '~', '+', 'not ')}{a})"
        if roll < 0.85:
            return f"{self.pick('abs', 'round', 'int', 'bool', *('np.' + t for t in INTS))}({a})"
        if roll < 0.92:
            return f"({a} if {self.test(depth - 1)} else {b})"
        return f"({a} {self.pick('and', 'or')} {b})" if roll < 0.95 else f"{self.pick('min', 'max')}({a}, {b})"

    def number(self, depth):
        roll = self.rng.random()
        if roll < 0.35:
            return self.integer(depth)
        if depth == 0 or roll < 0.45:
            return self.rng.choice(self.real * 2 + REALS)
        a, b = self.number(depth - 1), self.number(depth - 1)
        if roll < 0.75:
            return f"({a} {self.pick('+', '-', '*', '/', '+', '-')} {b})"
        if roll < 0.85:
            return f"{self.pick('abs', 'float', 'np.float32', 'np.float64', '-', '+')}({a})"
        return f"({a} if {self.test(depth - 1)} else {b})"

    def test(self, depth):
        if self.rng.random() < 0.3:
            return self.integer(depth)
        return f"({self.number(depth)} {self.pick('<', '<=', '==', '!=', '>', '>=')} {self.number(depth)})"

    def statement(self, name):
        kind = self.pick("one", "branch", "loop", "range", "update")
        whole = self.rng.random() < 0.5
        make = self.integer if whole else self.number
        if kind == "one":
            self.lines.append(f"{name} = {make(3)}")
        elif kind == "branch":
            self.lines += [f"if {self.test(2)}:", f"    {name} = {make(2)}", "else:", f"    {name} = {make(2)}"]
        elif kind == "loop":
            self.lines += [f"{name} = {make(1)}", "for j in range(3):", f"    {name} = {name} + {make(2)}"]
        elif kind == "range":
            low, high = (f"{self.rng.choice(self.whole)} % 50" for _ in range(2))
            step = self.pick("1", "2", "-1", "-3")
            self.lines += [f"{name} = 0", f"for j in range({low}, {high}, {step}):", f"    {name} += 1",
                           f"    if {name} == 9:", "        break"]
            whole = True
        else:
            self.lines += [f"{name} = {make(2)}", f"{name} {self.pick('+=', '-=', '*=')} {make(2)}"]
        self.real.append(name)
        if whole and "/ " not in " ".join(self.lines[-4:]):
            self.whole.append(name)

    def text(self, name):
        return f"def {name}(i, out, X, Y):\n" + "".join(f"    {line}\n" for line in self.lines)


def inputs(rng, dtype):
    if dtype == "bool_":
        return np.array([rng.random() < 0.5 for _ in range(LANES)])
    if dtype in FLOATS:
        return np.array([rng.randrange(-60, 60) / 4 for _ in range(LANES)], dtype)
    info = np.iinfo(dtype)
    values = [info.max, info.min] + [rng.randrange(max(info.min, -20), 60) for _ in range(LANES - 2)]
    return np.array(values, dtype)


def numbas(text, name, args):
    """What Numba computes; None where it refuses the function."""
    scope = {"np": np}
    exec(text, scope)
    args = [a.copy() for a in args]
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            compiled = numba.njit(error_model="numpy")(scope[name])
            for i in range(LANES):
                compiled(i, *args)
    except (numba.core.errors.NumbaError, OverflowError, ZeroDivisionError, ValueError):
        return None
    return args[0]


def same(got, want):
    """Where a float is no int64 Numba stores what the processor makes of it, the least
    number; we store the nearest, and 0 for NaN."""
    if got.dtype == np.int64:
        beyond = (want == np.iinfo(np.int64).min) & ((got == np.iinfo(np.int64).max) | (got == 0))
        return bool(((got == want) | beyond).all())
    return bool(((got.view(np.uint64) == want.view(np.uint64)) | (np.isnan(got) & np.isnan(want))).all())


def ours(args, folder, source, launches):
    """(ok, message) of each launch; outputs are in files."""
    (folder / "functions.py").write_text(source)
    (folder / "launches").write_text("\n".join(launches) + "\n")
    done = subprocess.run([args.portkern, "run", "--list", str(folder / "launches"), "--backend", args.backend],
                          capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith(("ok ", "FAIL "))]
    if len(lines) != len(launches):
        raise SystemExit(f"{len(lines)} answers for {len(launches)} launches: {done.stderr[-2000:]}")
    return [(line.startswith("ok "), line) for line in lines]


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("portkern")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--count", type=int, default=60)
    ap.add_argument("--backend", default="interp")
    args = ap.parse_args()
    rng = random.Random(args.seed)
    found, refused = [], 0
    while len(found) < args.count:
        x, y = rng.choice(INTS + FLOATS), rng.choice(INTS + FLOATS)
        name = f"f{len(found)}"
        text = Function(rng, x, y).text(name)
        data = [np.zeros(LANES, rng.choice(["int64", "float64"])), inputs(rng, x), inputs(rng, y)]
        want = numbas(text, name, data)
        if want is None:
            refused += 1
        else:
            found.append((name, text, data, want))
    failed = 0
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top)
        source, launches = "import numpy as np\nfrom numba import cuda, njit\n", []
        for name, text, data, _ in found:
            source += f"@njit\n{text}@cuda.jit\ndef k_{name}(out, X, Y):\n    {name}(cuda.threadIdx.x, out, X, Y)\n"
            words = [f"{folder / 'functions.py'}:k_{name} --grid 1 --block {LANES}"]
            for k, a in enumerate(data):
                np.save(folder / f"{name}_{k}.npy", a)
                words.append(f"@{folder / name}_{k}.npy")
            launches.append(" ".join(words + [f"--save 0={folder / name}.out.npy"]))
        for (name, text, data, want), (ok, line) in zip(found, ours(args, folder, source, launches)):
            got = np.load(folder / f"{name}.out.npy") if ok else None
            if not ok or not same(got, want):
                failed += 1
                types = ", ".join(a.dtype.name for a in data)
                print(f"FAIL {types}\n{text}{line if not ok else f'{got}, Numba has {want}'}\n")
    print(f"{len(found)} functions ({refused} that Numba refuses), {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
