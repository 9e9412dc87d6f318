#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Signatures of decorators against Numba: what a text means, which of several
a call takes, and what an argument becomes at a launch.

    test_signatures.py DUMP PORTKERN

Exit status 77 (skipped) where Numba is not installed."""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import numpy as np

try:
    from numba import njit, types
    from numba.core import sigutils
    from numba.core.registry import cpu_target
except ImportError:
    print("Numba is not installed")
    sys.exit(77)

SCALARS = [types.boolean, types.int8, types.int16, types.int32, types.int64,
           types.uint8, types.uint16, types.uint32, types.uint64,
           types.float32, types.float64, types.complex64, types.complex128]
NAMES = ["boolean", "bool_", "b1", "int8", "int16", "int32", "int64", "intc", "intp", "int_", "i1", "i2", "i4", "i8",
         "uint8", "uint16", "uint32", "uint64", "uintc", "uintp", "uint", "u1", "u2", "u4", "u8", "byte", "char",
         "uchar", "short", "ushort", "long_", "ulong", "longlong", "ulonglong", "size_t", "ssize_t", "float32",
         "float64", "float_", "double", "f4", "f8", "complex64", "complex128", "c8", "c16"]
NAMES = [name for name in NAMES if hasattr(types, name)]  # float_ is none of the newest
AXES = ["[:]", "[::1]", "[:,:]", "[:, ::1]", "[::1, :]", "[:, :, :]", "[::2]", "[:,::1,:]", "[::1,::1]", "[ : , : ]"]
WRONG = ["junk(((", "junk", "void(junk)", "float32", "float32[:]", "void(float32[0])", "void(float32[1:])", "",
         "void(float32[...])", "void(int)", "void(float)", "void(None)", "1", "void(1)", "void(f4, a=f4)", "x = 1",
         "void(f4[:][:])", "UniTuple(f4, 2)", "void(Array(f4, 1, 'Q'))", "void(Array(f4))", "void(UniTuple(f4))",
         "void(Tuple(f4, i4))", "f4(f4)[:]", "void(f4(f4))", "void(f4) void", "void(f4", "void(f4[:)", "[f4]", "lambda: 1"]
RIGHT = ["(f4,)", "f4,", "(f4, i4)", "void(f4,)", "  void(f4)", "void(f4)  ", "void(none)", "void(UniTuple(f4, 3))",
         "void(UniTuple(dtype=f4, count=2))", "void(Tuple((f4, i4)))", "void(Tuple([f4[:], UniTuple(u1, 2)]))",
         "void(Array(f4, 1, 'C'))", "void(Array(dtype=c8, ndim=2, layout='F'))", "void(Array(f8, 3, 'A'))",
         "void(\n  f4,\n  i4)", "Tuple((f4, i4))(f4)", "f4[:](f4[:], i8)", "none(i4)", "b1(b1)"]

PORTKERN = pathlib.Path(sys.argv[2]).resolve()
failures = []


def check(what, got, want):
    if got != want:
        failures.append(f"{what}: got {got}, Numba says {want}")


def name(t):
    """A type of Numba in our words."""
    if isinstance(t, types.Array):
        axes = [":"] * t.ndim
        if t.layout == "C" and t.ndim:
            axes[-1] = "::1"
        if t.layout == "F" and t.ndim > 1:
            axes[0] = "::1"
        return f"{name(t.dtype)}[{', '.join(axes)}]"
    if isinstance(t, types.BaseTuple):
        return f"Tuple({', '.join(map(name, t))})"
    return "bool" if t is types.boolean else str(t)


def dump(source, requests, mode):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(source)
        file.flush()
        out = subprocess.run([sys.argv[1], file.name, "-", mode], input="".join(r + "\n" for r in requests),
                             capture_output=True, text=True, timeout=100, check=True).stdout
    answers = ("\n" + out).split("\n== ")[1:]
    assert len(answers) == len(requests), (len(answers), len(requests))
    return answers


# ---- what a text means ----

def texts():
    r = random.Random(1)
    yield from RIGHT
    yield from WRONG
    for n in NAMES:
        yield f"void({n})"
    for _ in range(200):
        args = [r.choice(NAMES) + r.choice(["", "", *AXES]) for _ in range(r.randrange(1, 5))]
        yield f"{r.choice(['void', 'none', 'f4', 'i8[:]'])}({r.choice([', ', ',', ' , ']).join(args)})"


def meaning(text):
    try:
        args, _ = sigutils.normalize_signature(text)
    except Exception:  # pylint: disable=broad-except
        return "error"
    return [name(t) for t in args]


def test_texts():
    """The types are shown by a call that fits neither of two signatures: its
    argument is a tuple that none of them has."""
    source, requests, wants = "from numba import njit\n", [], []
    for text in texts():
        want = meaning(text)
        count = 1 if want == "error" else len(want)
        params = ", ".join(f"p{i}" for i in range(count))
        source += f"@njit([{text!r}, {text!r}])\ndef f{len(wants)}({params}):\n    pass\n"
        requests.append(f"f{len(wants)} {', '.join(['Tuple(i8, i8, i8, i8, i8, i8)'] * count)}")
        wants.append((text, want))
    for (text, want), answer in zip(wants, dump(source, requests, "errors")):
        found = re.search(r"there are \((.*)\), \(\1\) \[", answer)
        if want == [] or not found:
            got = "error" if "error: " in answer else "?"
        else:
            got = split(found[1])
        check(f"text {text!r}", got, want)
    return len(wants)


def split(text):
    """At the commas that stand in no brackets."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([") - (c in ")]")
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts]


# ---- which of several ----

def choice(context, cases, args):
    try:
        best = context.resolve_overload(None, cases, args, {}, allow_ambiguous=False)
    except TypeError:
        return "several"
    return [name(t) for t in best.args] if best else "no"


def test_choices():
    context = cpu_target.typing_context
    context.refresh()
    r = random.Random(2)
    kinds = SCALARS + [types.float32[:], types.float32[::1], types.float64[:, :], types.float64[:, ::1],
                       types.float64[::1, :], types.Tuple((types.int32, types.float32)),
                       types.UniTuple(types.float64, 2)]
    source, requests, wants = "from numba import njit\n", [], []
    lists = [[types.void(t), types.void(types.none)] for t in kinds]
    for _ in range(250):
        width = r.randrange(1, 3)
        one = r.sample(kinds, min(len(kinds), 4))
        lists.append([types.void(*[r.choice(one) for _ in range(width)]) for _ in range(r.randrange(2, 5))])
    for number, signatures in enumerate(lists):
        width = len(signatures[0].args)
        texts_of = [f"void({', '.join(map(spell, s.args))})" for s in signatures]
        params = ", ".join("ab"[:width])
        source += f"@njit({texts_of!r})\ndef f{number}({params}):\n    pass\n"
        for _ in range(20):
            args = [r.choice(kinds) for _ in range(width)]
            requests.append(f"f{number} {', '.join(map(name, args))}")
            wants.append((texts_of, args, choice(context, signatures, args)))
    for (signatures, args, want), answer in zip(wants, dump(source, requests, "types")):
        head = re.search(r"^# f\d+\((.*)\) -> ", answer, re.M)
        got = "several" if "several signatures" in answer else "no" if "no signature" in answer else "?"
        if head:
            # An array keeps its layout.
            got = [re.sub(r"^\w+: ", "", a) for a in split(head[1])]
            want = [shown(a if isinstance(a, types.Array) else w)
                    for a, w in zip(args, [context_type(w) for w in want])] if isinstance(want, list) else want
        check(f"{signatures} for {[name(a) for a in args]}", got, want)
    return len(wants)


def context_type(text):
    return next((t for t in SCALARS if name(t) == text), None) or eval(
        text.replace("Tuple(", "types.Tuple((", 1).replace(")", ",))") if "Tuple" in text else text,
        {}, {**types.__dict__, "bool": types.boolean, "types": types})


def spell(t):
    if t is types.boolean:
        return "boolean"
    if isinstance(t, types.BaseTuple):
        return f"Tuple(({', '.join(map(spell, t))},))"
    return name(t)


def shown(t):
    """As --to types shows it."""
    if isinstance(t, types.Array):
        return f"array({name(t.dtype)}, {t.ndim}d, {t.layout})"
    if isinstance(t, types.BaseTuple):
        return f"UniTuple({name(t[0])} x {len(t)})" if len(set(t)) == 1 else f"Tuple({', '.join(map(name, t))})"
    return name(t)


# ---- what an argument becomes ----

VALUES = [0, 1, -1, 3, 127, 128, 255, 256, -129, 2**31, 2**32 + 7, -2**63, 2**63 - 1, 0.0, -0.0, 0.5, 3.9, -3.9, 300.7,
          1e10, 1e30, -1e30, 9.3e18, 2.0**63, float("nan"), float("inf"), 1e300, 1e-50, True, False, 1j, 2.5 - 1e300j,
          np.int8(-3), np.uint8(200), np.int16(-300), np.uint32(2**32 - 1), np.uint64(2**64 - 1), np.float32(0.1),
          np.float32(-7.7), np.complex64(1 + 2j)]


def word(value):
    if isinstance(value, np.generic):
        kind = {"f": "f", "i": "i", "u": "u", "c": "c"}[value.dtype.kind]
        return f"{value.item()!r}:{kind}{8 * value.dtype.itemsize}".replace("(", "").replace(")", "")
    suffix = {bool: "bool", int: "i64", float: "f64", complex: "c128"}[type(value)]
    return f"{value!r}:{suffix}".replace("(", "").replace(")", "")


def becomes(t, value):
    """Numba's njit; but an integer wraps where it takes no negative ones."""
    dtype = np.dtype(bool if t is types.boolean else str(t))
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool) and dtype.kind in "iu":
        return np.array([int(value) & (2 ** (8 * dtype.itemsize) - 1)], f"u{dtype.itemsize}").view(dtype)
    try:
        with np.errstate(all="ignore"):
            return np.array([FUNCTIONS[t](value)]).astype(dtype)
    except (TypeError, OverflowError, ValueError):
        return None


FUNCTIONS = {t: njit([t(t)])(lambda x: x) for t in SCALARS}


def test_launches():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        source, lines, wants = "from numba import cuda\n", [], []
        for number, t in enumerate(SCALARS):
            source += f'@cuda.jit("void({spell(t)}[:], {spell(t)})")\ndef f{number}(out, a):\n    out[0] = a\n'
            short = "bool" if t is types.boolean else re.sub("[a-z]+", lambda m: m[0][0], str(t))
            for value in VALUES:
                lines.append(f"k.py:f{number} --grid 1 --block 1 zeros:{short}:1 {word(value)} --save 0=o{len(wants)}.npy")
                wants.append((t, value, becomes(t, value)))
        (root / "k.py").write_text(source)
        (root / "list").write_text("\n".join(lines) + "\n")
        out = subprocess.run([str(PORTKERN), "run", "--backend", "interp", "--list", "list"], cwd=root, text=True,
                             capture_output=True, timeout=200, check=False)
        status = [line for line in out.stdout.splitlines() if re.match("ok|FAIL", line)]
        assert len(status) == len(wants), out.stdout + out.stderr
        for i, (t, value, want) in enumerate(wants):
            got = np.load(root / f"o{i}.npy") if status[i].startswith("ok") else None
            same = got is want or (got is not None and want is not None and
                                   np.array_equal(got, want, equal_nan=got.dtype.kind in "fc"))
            if not same:
                failures.append(f"{value!r} as {t}: got {got} ({status[i]}), Numba says {want}")
    return len(wants)


def main():
    count = test_texts() + test_choices() + test_launches()
    for line in failures[:30]:
        print("FAIL", line)
    print(f"{count - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
