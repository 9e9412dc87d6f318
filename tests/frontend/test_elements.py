#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Array expressions as trees of operators, functions of elements, choices, arrays
that broadcast, views of them, and numbers, stored or reduced: each operation
against NumPy's loop for its operands, bit for bit, and so the dtype of the result,
on every backend that is there.

    test_elements.py PORTKERN [--trees N] [--seed N] [--backends LIST] [--per-kernel N]

Numba says which loop an operation takes (of float32 with integers float32's, where
NumPy has float64; what it has no float16 for is the same rule), NumPy computes it.
What is exact to some units in the last place only is the end of its tree. Exit
status 77 (skipped) where Numba is not installed."""
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
          "float16", "float32", "float64", "complex64", "complex128"]
ROWS, PLACES = 3, 24
VIEWS = {"a": ["[::-1]", "[:, ::-1]", "[1]", "[:, 2:3]", "[-1:]"], "r": ["[::-1]", "[5:6]"], "c": ["[::-1]"]}
BINARY = {"+": np.add, "-": np.subtract, "*": np.multiply, "//": np.floor_divide, "%": np.remainder,
          "/": np.true_divide, "&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor,
          "<": np.less, "<=": np.less_equal, "==": np.equal, "!=": np.not_equal, ">": np.greater,
          ">=": np.greater_equal, "**": np.power, "<<": np.left_shift, ">>": np.right_shift}
UNARY = {"-": np.negative, "+": np.positive, "~": np.invert}
FUNCTIONS = [np.add, np.subtract, np.multiply, np.maximum, np.minimum, np.fmax, np.fmin, np.fmod, np.remainder,
             np.logical_and, np.logical_or, np.logical_xor, np.logical_not, np.square, np.sqrt, np.sign, np.absolute,
             np.fabs, np.floor, np.ceil, np.trunc, np.rint, np.isnan, np.isinf, np.isfinite, np.signbit, np.copysign,
             np.nextafter, np.gcd, np.lcm, np.conjugate, np.power, np.left_shift, np.right_shift]
NEAR = [np.exp, np.exp2, np.expm1, np.log, np.log2, np.log10, np.log1p, np.sin, np.cos, np.tan, np.arctan, np.tanh,
        np.cbrt, np.hypot, np.arctan2, np.deg2rad, np.power]
OF_COMPLEX = (np.add, np.subtract, np.multiply, np.negative, np.positive, np.conjugate, np.equal, np.not_equal)
NUMBERS = ["2", "3", "-1", "100", "2.5", "np.float32(0.1)", "np.int8(100)", "np.uint8(200)", "np.int32(70000)",
           "np.float16(0.1)", "n_int16", "n_uint64", "n_float16", "n_float32"]  # literals, of a dtype, arguments
ARGUMENTS = {"n_int16": np.int16(-300), "n_uint64": np.uint64(2**63 + 9), "n_float16": np.float16(-2.5),
             "n_float32": np.float32(1.7)}


WHOLE = (np.floor, np.ceil, np.trunc)  # of integers they are integers since NumPy 2.1


class NoLoop(Exception):
    pass


def halves_loop(ufunc, dtypes):
    """The first that takes all; integers become any float beside one, but not float16."""
    broken = any(d.kind in "fc" for d in dtypes)

    def takes(d, letter):
        return np.can_cast(d, letter) or (broken and d.kind in "iu" and letter in "fdFD")
    for loop in ufunc.types:
        inputs = loop.split("->")[0]
        if not set(loop) & set("gGOmM") and all(takes(d, letter) for d, letter in zip(dtypes, inputs)):
            return loop
    raise NoLoop


def loop_of(ufunc, dtypes):
    if any(d == np.float16 for d in dtypes):
        return halves_loop(ufunc, dtypes)
    loop = ufunc_find_matching_loop(ufunc, [from_dtype(d) for d in dtypes])
    if loop is None or "e" in loop.ufunc_sig or loop.ufunc_sig[-1] in "mM":
        raise NoLoop
    return loop.ufunc_sig


def first_of_equals(a, b, value):
    return np.where(a == b, a, value).astype(value.dtype)


def quotient(a, b, value):
    """What int64 does not have is 0, as before NumPy 1.22."""
    if value.dtype != np.int64:
        return value
    return np.where((a == np.iinfo(value.dtype).min) & (b == -1), 0, value)


def multiple(a, b, value):
    """What does not fit wraps without its sign."""
    return np.abs(value) if value.dtype == np.int64 else value


# Where another choice than NumPy's was made: of operands as its loop takes them, and its value.
OTHERWISE = {np.floor_divide: quotient, np.lcm: multiple,
             **dict.fromkeys((np.minimum, np.maximum, np.fmin, np.fmax), first_of_equals)}


def apply(ufunc, *operands):
    if ufunc in WHOLE and operands[0].dtype.kind in "biu":
        return operands[0].copy()
    loop = loop_of(ufunc, [x.dtype for x in operands])
    inputs, result = loop.split("->")
    if set(loop) & set("FD") and ufunc not in OF_COMPLEX:
        raise NoLoop  # NumPy's own, which round otherwise: tests/kernels/complexes.py
    with np.errstate(all="ignore"):
        operands = [x.astype(letter) for x, letter in zip(operands, inputs)]
        if ufunc is np.power and result in "bhilq" and (operands[1] < 0).any():
            raise NoLoop  # of which NumPy says ValueError
        value = ufunc(*operands, signature=loop)
        return OTHERWISE[ufunc](*operands, value) if ufunc in OTHERWISE else value


NEAR_EDGES = [2**24, 2**24 + 1, -2**24 - 1, 2**31, 2**53, 2**53 + 1, 2**63 - 1]  # where floats lose integers


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
        near = [n for n in NEAR_EDGES if info.min <= n <= info.max]
        if near:
            flat[3::8] = rng.choice(np.array(near, dtype), len(flat[3::8]))
        flat[:2] = info.min, info.max
    else:
        flat = np.round(rng.standard_normal(size) * 100, 1).astype(dtype)
        if dtype.kind == "c":
            flat = (flat + 1j * np.round(rng.standard_normal(size) * 10, 1)).astype(dtype)
        else:
            flat[3::8] = rng.choice(np.array([*NEAR_EDGES, 1, -1], np.float64), len(flat[3::8])).astype(dtype)
            flat[:3] = 0.0, 1e30, -7.5
    return rng.permutation(flat).reshape(shape)


def number(text):
    value = ARGUMENTS[text] if text in ARGUMENTS else eval(text, {"np": np})
    return np.full(1, value)  # an array: a number counts by its type


class Tree:
    """What an expression says and is: `arrays`, whether there is an array in it; `near`, in how many units of the
    last place it may be off."""

    def __init__(self, text, value, arrays=True, near=0):
        self.text, self.value, self.arrays, self.near = text, value, arrays, near


class Trees:
    def __init__(self, seed, shape=(ROWS, PLACES), dtypes=DTYPES, small_counts=False):
        """`small_counts`: shifts are by 0 to 31 places."""
        self.pick, self.small_counts, self.shape = random.Random(seed), small_counts, shape
        rng = np.random.default_rng(seed)
        shapes = {"a": shape, "r": shape[1:], "c": (shape[0], 1)}  # all of it, a row, a column
        self.arrays = {f"{s}_{name}": array_of(rng, name, shapes[s]) for s in shapes for name in dtypes}
        self.dtypes = self.close = dtypes

    def leaf(self):
        if self.pick.random() < 0.15:
            text = self.pick.choice(NUMBERS)
            return Tree(text, number(text), arrays=False)
        shape = self.pick.choice("aaarc")
        name = f"{shape}_{self.pick.choice(self.close)}"
        view = self.pick.choice(VIEWS[shape]) if self.pick.random() < 0.15 else ""
        return Tree(name + view, eval(name + view, dict(self.arrays)))

    def tree(self, depth):
        if not depth:
            return self.leaf()
        a, b = self.tree(depth - 1), self.tree(self.pick.randrange(depth))
        if self.pick.random() < 0.5:
            a, b = b, a
        kind = self.pick.random()
        if kind < 0.08:
            op = self.pick.choice(list(UNARY))
            return self.operate(UNARY[op], (a,), f"({op}{{}})")
        if kind < 0.35:
            fn = self.pick.choice(FUNCTIONS)
            return self.call(fn, (a, b)[:fn.nin])
        if kind < 0.42:
            return self.choose(a, b, self.tree(self.pick.randrange(depth)))
        op = self.pick.choice(list(BINARY))
        return self.operate(BINARY[op], (a, b), f"({{}} {op} {{}})")

    def operate(self, ufunc, given, form):
        if not any(g.arrays for g in given):
            raise NoLoop  # of numbers alone: the rules of scalars, tests/operators
        if ufunc in (np.left_shift, np.right_shift) and self.small_counts:
            if not given[1].arrays:
                raise NoLoop
            given = (given[0], self.operate(np.bitwise_and, (given[1], Tree("np.int8(31)", number("np.int8(31)"), False)),
                                            "({} & {})"))
        value = apply(ufunc, *(g.value for g in given))
        if ufunc is np.power and value.dtype.kind == "f":
            raise NoLoop  # an end: `end`
        return Tree(form.format(*(g.text for g in given)), value)

    def call(self, fn, given):
        return self.operate(fn, given, f"np.{fn.__name__}({', '.join('{}' for _ in given)})")

    def choose(self, a, b, c):
        if not (a.arrays and (b.arrays or c.arrays)):
            raise NoLoop
        if self.pick.random() < 0.3:
            if a.value.dtype.kind not in "iuf":
                raise NoLoop
            return Tree(f"np.clip({a.text}, 3, 50)", np.clip(a.value, 3, 50).astype(a.value.dtype))
        return Tree(f"np.where({a.text}, {b.text}, {c.text})", np.where(a.value, b.value, c.value))

    # ---- what only stands at the end ----

    def near(self, a, b):
        fn = self.pick.choice(NEAR)
        given = (a, b)[:fn.nin]
        if not any(g.arrays for g in given):
            raise NoLoop
        value = apply(fn, *(g.value for g in given))
        if value.dtype.kind != "f":
            raise NoLoop
        texts = [g.text for g in given]
        text = " ** ".join(texts) if fn is np.power else f"np.{fn.__name__}({', '.join(texts)})"
        return Tree(text, value, near=4)

    def reduced(self, a):
        """One element after the other, integers in 64 bits."""
        if not a.arrays or a.value.dtype.kind == "c" or not re.search(r"[(]", a.text):
            raise NoLoop
        flat = a.value.ravel()
        name = self.pick.choice(["sum", "prod", "min", "max", "any", "all", "count_nonzero", "argmin", "argmax"])
        if name in ("sum", "prod"):
            wide = flat.dtype if flat.dtype.kind == "f" else "u8" if flat.dtype.kind == "u" else "i8"
            with np.errstate(all="ignore"):
                value = {"sum": np.add, "prod": np.multiply}[name].accumulate(flat, dtype=wide)[-1]
        elif name in ("argmin", "argmax") and (flat != flat).any():
            raise NoLoop
        elif name in ("min", "max"):
            value = getattr(flat, name)()
            value = flat[0] if value == 0 and flat.dtype.kind == "f" else value
            if value == 0 and flat.dtype.kind == "f":
                raise NoLoop  # of both signs
        else:
            value = getattr(np, name)(flat)
        text = f"({a.text}).{name}()" if name != "count_nonzero" and self.pick.random() < 0.5 else f"np.{name}({a.text})"
        return Tree(text, np.array(value))

    def whole(self):
        depth = self.pick.choice([2, 2, 3, 3, 4])
        kind = self.pick.random()
        if kind < 0.12:
            return self.near(self.tree(depth - 1), self.tree(self.pick.randrange(depth)))
        return self.reduced(self.tree(depth)) if kind < 0.24 else self.tree(depth)

    def some(self, count):
        found = []
        while len(found) < count:
            self.close = self.pick.sample(self.dtypes, 4)
            try:
                tree = self.whole()
            except NoLoop:
                continue
            if tree.arrays and len(tree.text) < 300:
                tree.value = np.array(np.broadcast_to(tree.value, self.shape))
                found.append(tree)
        return found


def source(trees, names):
    """Each is stored in a place of its own, in an array of its dtype."""
    places = {}
    lines = []
    for tree in trees:
        name = tree.value.dtype.name
        index = places[name] = places.get(name, -1) + 1
        lines.append(f"    o_{name}[{index}, :, :] = {tree.text}\n")
    outs = {f"o_{name}": count + 1 for name, count in places.items()}
    head = f"import numpy as np\nfrom numba import cuda\n\n\n@cuda.jit\ndef k({', '.join([*outs, *names])}):\n"
    return head + "".join(lines), outs


def used(trees, values):
    words = set(re.findall(r"\w+", " ".join(tree.text for tree in trees)))
    return {name: value for name, value in values.items() if name in words}


def word_of(dtype):
    return {"b": "bool", "i": "i", "u": "u", "f": "f", "c": "c"}[dtype.kind] + (
        str(8 * dtype.itemsize) if dtype.kind != "b" else "")


def differ(tree, got):
    """Where they do; zeros of both signs are one as a part of a complex number."""
    want = tree.value
    wrong = (got != want) & ~((got != got) & (want != want))
    if tree.near:
        with np.errstate(all="ignore"):
            return wrong & ~(np.abs(got - want) <= tree.near * np.spacing(np.abs(want)))
    if got.dtype.kind == "f":
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
    for tree in trees:
        want = tree.value
        name = f"o_{want.dtype.name}"
        index = seen[name] = seen.get(name, -1) + 1
        got = results[name][index]
        bad = differ(tree, got)
        if bad.any():
            at = tuple(np.argwhere(bad)[0])
            operands = {n: (np.broadcast_to(v, (ROWS, PLACES))[at]) for n, v in used([tree], values).items()}
            wrong.append(f"{backend}: {tree.text} is {got[at]}, NumPy has {want[at]} ({want.dtype}) of {operands}")
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
