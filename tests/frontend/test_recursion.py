#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What functions that call themselves return: types and values as in Numba.

    test_recursion.py PORTKERN

Exit status 77 (skipped) where Numba is not installed."""
import ast
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

try:
    from numba import types
except ImportError:
    print("Numba is not installed")
    sys.exit(77)

I32, I64, F32, F64 = types.int32, types.int64, types.float32, types.float64

# The text of functions, then the types of the arguments: the last one counts
# down, the others are 2.5.
FUNCTIONS = [
    ("def f(n):\n    if n < 2:\n        return n\n    return f(n - 1) + f(n - 2)", [(I64,), (I32,), (F32,), (types.uint8,)]),
    ("def f(x, n):\n    if n == 0:\n        return 1\n    return x * f(x, n - 1)", [(F64, I64), (F32, I64), (F32, I32), (I32, I32)]),
    ("def f(n):\n    if n == 0:\n        return np.float32(1)\n    return f(n - 1) * 2", [(I64,)]),
    ("def f(n):\n    if n == 0:\n        return np.float32(1)\n    return f(n - 1) * np.float32(0.1)", [(I64,)]),
    ("def f(n):\n    if n == 0:\n        return None\n    if n == 1:\n        return 5\n    return f(n - 1)", [(I64,)]),
    ("def f(n):\n    return 1 if n == 0 else f(n - 1) + 0.5", [(I64,), (I32,)]),
    ("def f(n):\n    if n > 3:\n        r = f(n - 1)\n    else:\n        r = 2\n    return r / 2", [(I64,)]),
    ("def f(n):\n    return n == 0 or g(n - 1)\ndef g(n):\n    return n != 0 and f(n - 1)", [(I64,), (I32,)]),
    ("def f(n):\n    s = 0\n    for i in range(n):\n        s += f(i) + 1\n    return s", [(I64,), (I32,)]),
    ("def f(n):\n    while n > 0:\n        n = f(n - 1) - 1\n    return n", [(I64,)]),
    ("def f(n):\n    if n == 0:\n        return (1, 0.5)\n    a, b = f(n - 1)\n    return (a + n, b * a)", [(I64,)]),
]
# Numba has no type for it, since f does not return without g.
MORE = [("def f(n):\n    return g(n - 1) * 2\ndef g(n):\n    if n < 0:\n        return n\n    return f(n - 1) + 0.25", (I64,), "float64")]
# No call returns, or what one returns has no end of types.
RUNAWAY = ["def f(n):\n    return f(n - 1)", "def f(n):\n    return g(n) + 1\ndef g(n):\n    return f(n - 1)",
           "def f(n):\n    if n > 0:\n        x = f(n - 1)\n    else:\n        x = f(n)\n    return x"]
VALUES = range(6)


def numbas(text, args):
    scope = {}
    exec("import numpy as np\nfrom numba import njit\n" + re.sub(r"(?m)^def", "@njit\ndef", text), scope)
    scope["f"].compile(args)
    result = scope["f"].overloads[args].signature.return_type
    values = [scope["f"](*[a(2.5) for a in args[:-1]], args[-1](n)) for n in VALUES]
    return str(result), values


def program(text, args):
    names = [f"a{i}" for i in range(len(args) - 1)]
    return ("import numpy as np\nfrom numba import cuda\n" + re.sub(r"(?m)^def", "@cuda.jit(device=True)\ndef", text) +
            f"\n@cuda.jit\ndef k({', '.join(names + ['n'])}):\n    r = f({', '.join(names + ['n'])})\n"
            "    if r is None:\n        print(None)\n    else:\n        print(r)\n")


def ours(portkern, path, text, args):
    path.write_text(program(text, args))
    told = subprocess.run([portkern, "emit", path, "-k", "k", "-s", ", ".join(map(str, args)), "--to", "types"],
                          capture_output=True, text=True, check=False)
    if told.returncode:
        return told.stderr, None
    kinds = ", ".join(rf"\w+: {a}" for a in args)
    result = re.search(rf"# f\({kinds}\) -> (.*)", told.stdout).group(1)
    lines = []
    for n in VALUES:
        words = [f"2.5:{a}" if isinstance(a, types.Float) else f"2:{a}" for a in args[:-1]]
        last = f"{float(n)}:{args[-1]}" if isinstance(args[-1], types.Float) else f"{n}:{args[-1]}"
        lines.append(f"{path}:k --grid 1 --block 1 {' '.join(words)} {last}")
    launches = path.with_suffix(".launches")
    launches.write_text("\n".join(lines))
    ran = subprocess.run([portkern, "run", "--list", launches, "--backend", "interp"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    said = [line for line in ran.stdout.splitlines() if not line.startswith("ok ")]
    return result, said


def plain(name):
    """Numba's name of a type as ours are."""
    return re.sub(r"(Unit?)?Tuple", "Tuple", name)


def main():
    portkern, passed = sys.argv[1], 0
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "recursion.py"
        for text, signatures in FUNCTIONS:
            for args in signatures:
                want, values = numbas(text, args)
                got, said = ours(portkern, path, text, args)
                here = [np.float32(s) if want == "float32" else ast.literal_eval(s) for s in said or []]
                good = plain(got) == plain(want) and here == values
                passed += good
                if not good:
                    failed += 1
                    print(f"{text}\n{args}: Numba {want} {values}, here {got} {said}")
        for text, args, want in MORE:
            scope = {}
            exec(text, scope)
            values = [scope["f"](n) for n in VALUES]
            got, said = ours(portkern, path, text, args)
            good = got == want and [float(s) for s in said or []] == values
            passed += good
            if not good:
                failed += 1
                print(f"{text}\n{args}: {values}, here {got} {said}")
        for text in RUNAWAY:
            got, said = ours(portkern, path, text, (I64,))
            good = said is None and "[E0404]" in got
            passed += good
            if not good:
                failed += 1
                print(f"{text}\n: {got} {said}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
