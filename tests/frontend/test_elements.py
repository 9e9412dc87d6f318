#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Array expressions as trees of operators, functions of elements, arrays that
broadcast, and numbers: each operation against NumPy's loop for its operands,
bit for bit, and so the dtype of the result, on every backend that is there.

    test_elements.py PORTKERN [--trees N] [--seed N] [--backends LIST] [--per-kernel N]

Numba says which loop an operation takes (of float32 with integers float32's, where
NumPy has float64), NumPy computes it. Exit status 77 (skipped) where Numba is not
installed."""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import warnings

import numpy as np

try:
    from numba.np.numpy_support import from_dtype, ufunc_find_matching_loop
except ImportError:
    print("Numba is not installed")
    sys.exit(77)

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "float32", "float64", "complex64", "complex128"]
ROWS, PLACES = 3, 24
SHAPES = {"a": (ROWS, PLACES), "r": (PLACES,), "c": (ROWS, 1)}  # all of it, a row, a column
BINARY = {"+": np.add, "-": np.subtract, "*": np.multiply, "//": np.floor_divide, "%": np.remainder,
          "/": np.true_divide, "&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor,
          "<": np.less, "<=": np.less_equal, "==": np.equal, "!=": np.not_equal, ">": np.greater}
COUNTED = {"<<": np.left_shift, ">>": np.right_shift}  # by a count that is defined
UNARY = {"-": np.negative, "~": np.invert}
FUNCTIONS = {np.add: 2, np.subtract: 2, np.multiply: 2, np.maximum: 2, np.minimum: 2, np.logical_and: 2,
             np.square: 1, np.sqrt: 1, np.sign: 1, np.absolute: 1, np.floor: 1}
NUMBERS = ["2", "3", "-1", "100", "2.5", "np.float32(0.1)", "np.int8(100)", "np.uint8(200)", "np.int32(70000)",
           "n_int16", "n_uint64", "n_float32"]  # literals, of a dtype, arguments
ARGUMENTS = {"n_int16": np.int16(-300), "n_uint64": np.uint64(2**63 + 9), "n_float32": np.float32(1.7)}


class NoLoop(Exception):
    pass


def apply(ufunc, *operands):
    loop = ufunc_find_matching_loop(ufunc, [from_dtype(x.dtype) for x in operands])
    if loop is None or "e" in loop.ufunc_sig or loop.ufunc_sig[-1] in "mM":
        raise NoLoop
    complex_ = any(letter in loop.ufunc_sig for letter in "FD")
    if complex_ and ufunc not in (np.add, np.subtract, np.multiply, np.negative, np.equal, np.not_equal):
        raise NoLoop  # NumPy's own, which round otherwise: tests/kernels/complexes.py
    with np.errstate(all="ignore"):
        value = ufunc(*operands, signature=loop.ufunc_sig, casting="unsafe")
        if ufunc is np.floor_divide and value.dtype.kind == "i":  # what does not fit is 0, as before NumPy 1.22
            a, b = (x.astype(value.dtype) for x in operands)
            value = np.where((a == np.iinfo(value.dtype).min) & (b == -1), 0, value).astype(value.dtype)
        return value


def array_of(rng, name, shape):
    """Edges, small numbers, any numbers."""
    dtype = np.dtype(name)
    size = int(np.prod(shape))
    if dtype.kind == "b":
        flat = rng.integers(0, 2, size).astype(bool)
    elif dtype.kind in "iu":
        info = np.iinfo(dtype)
        flat = rng.integers(info.min, info.max, size, dtype=dtype, endpoint=True)
        flat[::2] = rng.integers(0, 7, len(flat[::2]))
        flat[:2] = info.min, info.max
    else:
        flat = np.round(rng.standard_normal(size) * 100, 1).astype(dtype)
        if dtype.kind == "c":
            flat = (flat + 1j * np.round(rng.standard_normal(size) * 10, 1)).astype(dtype)
        else:
            flat[:3] = 0.0, 1e30, -7.5
    return rng.permutation(flat).reshape(shape)


def number(text):
    value = ARGUMENTS[text] if text in ARGUMENTS else eval(text, {"np": np})
    return np.full(1, value)  # an array: a number counts by its type


class Trees:
    def __init__(self, seed):
        self.pick = random.Random(seed)
        rng = np.random.default_rng(seed)
        self.arrays = {f"{shape}_{name}": array_of(rng, name, SHAPES[shape]) for shape in SHAPES for name in DTYPES}
        self.near = DTYPES

    def leaf(self):
        if self.pick.random() < 0.15:
            text = self.pick.choice(NUMBERS)
            return text, number(text), False
        name = f"{self.pick.choice('aaarc')}_{self.pick.choice(self.near)}"
        return name, self.arrays[name], True

    def tree(self, depth):
        """(text, value, whether there is an array in it)"""
        if not depth:
            return self.leaf()
        a, b = self.tree(depth - 1), self.tree(self.pick.randrange(depth))
        if self.pick.random() < 0.5:
            a, b = b, a
        kind = self.pick.random()
        if kind < 0.1:
            op = self.pick.choice(list(UNARY))
            text, value = f"({op}{a[0]})", apply(UNARY[op], a[1])
        elif kind < 0.3:
            fn = self.pick.choice(list(FUNCTIONS))
            given = (a, b)[:FUNCTIONS[fn]]
            text = f"np.{fn.__name__}({', '.join(g[0] for g in given)})"
            return text, self.operate(fn, given), any(g[2] for g in given)
        elif kind < 0.4:
            op, count = self.pick.choice(list(COUNTED)), self.pick.choice("01237")
            text, value = f"({a[0]} {op} {count})", self.operate(COUNTED[op], (a, (count, number(count), False)))
        else:
            op = self.pick.choice(list(BINARY))
            return f"({a[0]} {op} {b[0]})", self.operate(BINARY[op], (a, b)), a[2] or b[2]
        if not a[2]:
            raise NoLoop
        return text, value, True

    @staticmethod
    def operate(ufunc, given):
        if not any(g[2] for g in given):
            raise NoLoop  # of numbers alone: the rules of scalars, tests/operators
        return apply(ufunc, *(g[1] for g in given))

    def some(self, count):
        found = []
        while len(found) < count:
            self.near = self.pick.sample(DTYPES, 4)
            try:
                text, value, arrays = self.tree(self.pick.choice([2, 2, 3, 3, 4]))
            except NoLoop:
                continue
            if arrays and len(text) < 300:
                found.append((text, np.array(np.broadcast_to(value, (ROWS, PLACES)))))
        return found


def source(trees, names):
    """Each is stored in a place of its own, in an array of its dtype."""
    places = {}
    lines = []
    for text, value in trees:
        index = places[value.dtype.name] = places.get(value.dtype.name, -1) + 1
        lines.append(f"    o_{value.dtype.name}[{index}, :, :] = {text}\n")
    outs = {f"o_{name}": count + 1 for name, count in places.items()}
    head = f"import numpy as np\nfrom numba import cuda\n\n\n@cuda.jit\ndef k({', '.join([*outs, *names])}):\n"
    return head + "".join(lines), outs


def used(trees, values):
    words = set(re.findall(r"\w+", " ".join(text for text, _ in trees)))
    return {name: value for name, value in values.items() if name in words}


def word_of(dtype):
    return {"b": "bool", "i": "i", "u": "u", "f": "f", "c": "c"}[dtype.kind] + (
        str(8 * dtype.itemsize) if dtype.kind != "b" else "")


def differ(text, got, want):
    """Where they do; of zeros of both signs any may come of a maximum, and as a part of a complex number."""
    wrong = (got != want) & ~((got != got) & (want != want))
    if got.dtype.kind == "f" and not re.search("maximum|minimum|complex", text):
        wrong |= (got == 0) & (want == 0) & (np.signbit(got) != np.signbit(want))
    return wrong


def launch(portkern, folder, backend, trees, values):
    """What is wrong, line by line."""
    given = used(trees, values)
    text, outs = source(trees, given)
    path = folder / "k.py"
    path.write_text(text)
    words = []
    for name, count in outs.items():
        words.append(f"zeros:{word_of(np.dtype(name[2:]))}:{count},{ROWS},{PLACES}")
    for name, value in given.items():
        if isinstance(value, np.ndarray):
            np.save(folder / f"{name}.npy", value)
            words.append(f"@{folder / name}.npy")
        else:
            words.append(f"{value!s}:{word_of(value.dtype)}")
    saves = [w for i, name in enumerate(outs) for w in ("--save", f"{i}={folder / name}.npy")]
    done = subprocess.run([portkern, "run", f"{path}:k", "--grid", "1", "--block", "1", "--backend", backend, *saves,
                           *words], capture_output=True, text=True)
    if done.returncode:
        return [f"{backend}: {done.stderr[:2000]}"]
    results = {name: np.load(folder / f"{name}.npy") for name in outs}
    seen, wrong = {}, []
    for text, want in trees:
        name = f"o_{want.dtype.name}"
        index = seen[name] = seen.get(name, -1) + 1
        got = results[name][index]
        bad = differ(text, got, want)
        if bad.any():
            at = tuple(np.argwhere(bad)[0])
            operands = {n: (np.broadcast_to(v, (ROWS, PLACES))[at]) for n, v in used([(text, None)], values).items()}
            wrong.append(f"{backend}: {text} is {got[at]}, NumPy has {want[at]} ({want.dtype}) of {operands}")
    return wrong


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("portkern")
    ap.add_argument("--trees", type=int, default=160)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--backends", default="interp,cpu")
    ap.add_argument("--per-kernel", type=int, default=40)
    args = ap.parse_args()
    warnings.filterwarnings("ignore")
    maker = Trees(args.seed)
    trees = maker.some(args.trees)
    values = {**maker.arrays, **ARGUMENTS}
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(trees), args.per_kernel):
            for backend in args.backends.split(","):
                wrong += launch(args.portkern, pathlib.Path(folder), backend, trees[first:first + args.per_kernel],
                                values)
    print("\n".join(wrong[:20]))
    print(f"{len(trees)} trees on {args.backends}, {len(wrong)} wrong")
    return 1 if wrong or not trees else 0


if __name__ == "__main__":
    sys.exit(main())
