#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Operations on literals have the values that CPython gives them, in kernels and
at module level.

    test_literals.py build/tools/portkern [--seed N] [--count N] [--backend interp]

Random expressions that CPython computes when it compiles, and some of names and
calls; what comes out must be its value, bit for bit, and an integer of more than 64
bits must be an error."""
import argparse
import dis
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import warnings

import numpy as np

INTS = [0, 1, 2, 3, 5, 7, 10, 63, 64, 127, 255, 256, 1000, 65535, 2**31 - 1, 2**31, 2**32, 0xFFFFFFFF, 2**53 + 1,
        2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**20, 12345678901234567891]
FLOATS = ["0.0", "0.5", "1.0", "1.5", "3.0", "0.1", "1e-3", "2.75", "1e10", "1e300", "5e-324", "123456.789"]
# What Python computes of names and calls at module level: numbers, and tuples and arrays of them.
MODULE = ["(0,) * N", "(1, 2) + (N,)", "N * (1.5,)", "max((16, N))", "min(3, 4.0)", "max(2.5, N)", "sum((1, 2, N))",
          "complex(1, 2)", "complex(N)", "len('abc\u00e9')", "len('a\\0b')", "len(b'\\xc3\\xa9')", "pow(2, 10)", "pow(N, -1)",
          "int('42')", "int('-7')", "float('1.5')", "float('-1e-3')", "math.log(10.0)", "math.sin(0.5)", "math.exp(N)", "math.pow(2.0, 0.5)",
          "math.hypot(N, 4)", "math.radians(90)", "math.degrees(0.1)", "math.atan2(1, -N)", "math.erf(0.3)",
          "math.log2(N) + math.log10(N)", "math.fabs(-N)", "math.floor(-2.5)", "N ** -2", "2.5 ** N", "N / 7", "1 << N",
          "N // -2", "-N % 5", "7.5 % -N", "True & False", "np.arange(8, dtype=np.int32) * N",
          "np.arange(8, dtype=np.uint32) - 3", "np.arange(8) % N", "np.arange(8) // -N", "np.arange(8) ** N",
          "-np.arange(8)", "-np.array([0.0, 1.5])", "np.array([1, 2, 3], dtype=np.int32) * 0.5",
          "np.array([1, 2, 3], dtype=np.int32) / 2", "np.array([True, False, True] * N)", "np.array([N, 2.5] + [1])"]
BINARY = ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"]


def leaf(rng):
    if rng.random() < 0.7:
        n = rng.choice(INTS)
        return rng.choice([str(n), hex(n), str(rng.randrange(0, 100))])
    return rng.choice(FLOATS + ["True", "False", "2j", "0.25j"])


def tree(rng, depth):
    if depth == 0 or rng.random() < 0.15:
        return leaf(rng)
    pick = rng.random()
    if pick < 0.75:
        return f"({tree(rng, depth - 1)} {rng.choice(BINARY)} {tree(rng, depth - 1)})"
    if pick < 0.9:
        return f"({rng.choice(['-', '+', '~', 'not '])}{tree(rng, depth - 1)})"
    if pick < 0.95:
        return f"({tree(rng, depth - 1)} if {tree(rng, 1)} else {tree(rng, depth - 1)})"
    return f"({tree(rng, 1)} {rng.choice(['and', 'or'])} {tree(rng, depth - 1)})"


def value_of(text):
    """What CPython makes of it, None: it does not compute it while compiling."""
    code = compile(text, "", "eval")
    steps = [i.opname for i in dis.get_instructions(code) if i.opname not in ("RESUME", "NOP")]
    folded = steps in (["LOAD_CONST", "RETURN_VALUE"], ["RETURN_CONST"])
    return eval(code) if folded else None  # pylint: disable=eval-used


def kind_of(value):
    """The array that takes it: i64, u64, f64, c128; None: no type has it."""
    if isinstance(value, complex):
        return "c128"
    if isinstance(value, float):
        return "f64"
    return "i64" if -2**63 <= value < 2**63 else "u64" if 0 <= value < 2**64 else None


def expressions(rng, count):
    """(text, value) of as many as CPython computes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of `5 is not callable` and the like
        while count:
            text = tree(rng, rng.randrange(1, 4))
            value = value_of(text)
            if value is not None:
                count -= 1
                yield text, value


def program(found):
    """A kernel k with an array of each kind, each second expression a name of
    the module; and one kernel, b0, b1, ..., for each that no type holds."""
    module, body, refused = ["N = 3", *(f"M{n} = {text}" for n, text in enumerate(MODULE))], [], []
    places = {kind: 0 for kind in ("i64", "u64", "f64", "c128")}
    for n, (text, value) in enumerate(found):
        kind = kind_of(value)
        if kind is None:
            refused.append(text)
            continue
        if n % 2 and text[0] != "M":
            module.append(f"K{n} = {text}")
            text = f"K{n}"
        body.append(f"    {kind}[{places[kind]}] = {text}")
        places[kind] += 1
    text = "import math\nimport numpy as np\nfrom numba import cuda\n" + "\n".join(module) + f"\n@cuda.jit\ndef k({', '.join(places)}):\n"
    text += "\n".join(body) + "\n"
    for n, bad in enumerate(refused):
        text += f"@cuda.jit\ndef b{n}(o):\n    o[0] = {bad}\n"
    return text, places, refused


def module_constants():
    """(text, value) for each number of MODULE, by the name that holds it."""
    names = {"np": np, "math": math, "N": 3}
    for n, text in enumerate(MODULE):
        value = eval(text, names)  # pylint: disable=eval-used
        if isinstance(value, (tuple, np.ndarray)):
            yield from ((f"M{n}[{i}]", np.asarray(v).item()) for i, v in enumerate(value))
        else:
            yield f"M{n}", value


def run(args, folder, text, places):
    path = folder / "literals.py"
    path.write_text(text)
    words = [args.portkern, "run", f"{path}:k", "--backend", args.backend, "--grid", "1", "--block", "1"]
    for i, (kind, count) in enumerate(places.items()):
        words += [f"zeros:{kind}:{count + 1}", "--save", f"{i}={folder / kind}.npy"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return {kind: np.load(folder / f"{kind}.npy") for kind in places}


def same(got, value, kind):
    dtype = {"i64": np.int64, "u64": np.uint64, "f64": np.float64, "c128": np.complex128}[kind]
    want = np.array([value], dtype)
    return got.tobytes() == want.tobytes() or (got != got and value != value)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("portkern")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--count", type=int, default=3000)
    ap.add_argument("--backend", default="interp")
    args = ap.parse_args()
    found = [*expressions(random.Random(args.seed), args.count), *module_constants()]
    text, places, refused = program(found)
    failed = 0
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top)
        outputs = run(args, folder, text, places)
        at = dict.fromkeys(places, 0)
        for source, value in found:
            kind = kind_of(value)
            if kind is None:
                continue
            got = outputs[kind][at[kind]]
            at[kind] += 1
            if not same(got, value, kind):
                failed += 1
                print(f"FAIL {source}: {got!r}, CPython has {value!r}")
        for n, source in enumerate(refused[:20]):
            done = subprocess.run([args.portkern, "run", f"{folder / 'literals.py'}:b{n}", "--backend", args.backend,
                                   "--grid", "1", "--block", "1", "zeros:f64:1"], capture_output=True, text=True,
                                  check=False)
            if "E0328" not in done.stderr:
                failed += 1
                print(f"FAIL {source} needs more than 64 bits: {done.stdout}{done.stderr}")
    print(f"{len(found)} expressions, {len(refused)} of them too large, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
