#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Types of operators, joins and builtins, for all pairs of scalar types,
against what Numba itself infers.

    test_typing.py DUMP [--cuda]    the rules of Numba's processor, or of numba-cuda

Exit status 77 (skipped) where Numba is not installed."""
import math
import operator
import re
import subprocess
import sys
import tempfile

try:
    if sys.argv[2:] == ["--cuda"]:
        from numba.cuda import types
        from numba.cuda.descriptor import cuda_target as target
    else:
        from numba import types
        from numba.core.registry import cpu_target as target
except ImportError:
    print("Numba is not installed")
    sys.exit(77)

SCALARS = [types.boolean, types.int8, types.int16, types.int32, types.int64,
           types.uint8, types.uint16, types.uint32, types.uint64,
           types.float32, types.float64, types.complex64, types.complex128]
BINARY = {"+": operator.add, "-": operator.sub, "*": operator.mul,
          "/": operator.truediv, "//": operator.floordiv, "%": operator.mod,
          "**": operator.pow, "<<": operator.lshift, ">>": operator.rshift,
          "&": operator.and_, "|": operator.or_, "^": operator.xor,
          "<": operator.lt, "<=": operator.le, ">": operator.gt,
          ">=": operator.ge, "==": operator.eq, "!=": operator.ne}
UNARY = {"-": operator.neg, "+": operator.pos, "~": operator.invert,
         "not ": operator.not_, "abs": abs}

def name(t):
    return "bool" if t is types.boolean else str(t)


def numba_type(context, function, *args):
    try:
        signature = context.resolve_function_type(function, args, {})
    except Exception:
        return "error"
    return name(signature.return_type) if signature else "error"


def range_type(context, *args):
    state = str(context.resolve_function_type(range, args, {}).return_type)
    return re.search(r"u?int\d+", state).group()


def functions():
    """name -> (source of the body, Numba's answer for types)"""
    context = target.typing_context
    context.refresh()
    table = {}

    def add(body, want, arity):
        table[f"f{len(table)}"] = (body, want, arity)

    for symbol, function in BINARY.items():
        add(f"r = a {symbol} b", lambda a, b, f=function: numba_type(context, f, a, b), 2)
    for symbol, function in UNARY.items():
        text = f"r = {symbol}(a)" if symbol == "abs" else f"r = {symbol}a"
        add(text, lambda a, f=function: numba_type(context, f, a), 1)

    def quotient(a, b):
        """That of a // b; Numba's divmod differs: float64 of a signed integer and uint64."""
        if isinstance(a, types.Complex) or isinstance(b, types.Complex):
            return "error"
        return numba_type(context, operator.floordiv, a, b)

    add("r, _ = divmod(a, b)", quotient, 2)

    def unified(a, b):
        t = context.unify_pairs(a, b)
        return name(t) if t else "error"

    add("r = a if c else b", unified, 2)
    add("if c:\n        r = a\n    else:\n        r = b\n    r = r", unified, 2)
    add("r = a\n    for i in range(3):\n        q = r\n        r = b\n    r = r", unified, 2)

    def extreme(a, b):
        if isinstance(a, types.Complex) or isinstance(b, types.Complex):
            return "error"
        return name(context.unify_types(a, b))

    add("r = min(a, b)", extreme, 2)
    add("r = max(a, b)", extreme, 2)

    def ranges(*args):
        if any(isinstance(t, types.Complex) for t in args):
            return "error"
        range_type(context, *args)  # takes floats, too; but where it cuts them to int32 they are int64 here
        return range_type(context, *(types.int64 if isinstance(t, types.Float) else t for t in args))

    add("for r in range(a):\n        pass", ranges, 1)
    add("for r in range(a, b):\n        pass", ranges, 2)
    for function in ("sqrt", "floor", "exp"):
        add(f"r = math.{function}(a)",
            lambda a: "error" if isinstance(a, types.Complex)
            else name(a) if isinstance(a, types.Float) else "float64", 1)
    return table


def main():
    table = functions()
    source = "import math\nfrom numba import cuda\n"
    requests, wants = [], []
    for f, (body, want, arity) in table.items():
        source += f"@cuda.jit(device=True)\ndef {f}(a, b, c):\n    {body}\n"
        for a in SCALARS:
            for b in SCALARS if arity == 2 else SCALARS[:1]:
                requests.append(f"{f} {name(a)}, {name(b)}, bool")
                wants.append((body, want(*(a, b)[:arity]), arity))
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(source)
        file.flush()
        out = subprocess.run([sys.argv[1], file.name, "-", "types"], input="\n".join(requests) + "\n",
                             capture_output=True, text=True, timeout=100, check=True).stdout
    answers = out.split("\n== ")
    failed = 0
    assert len(answers) == len(requests), (len(answers), len(requests))
    for request, (body, want, _), answer in zip(requests, wants, answers):
        found = re.findall(r"\br: (\w+)", answer)
        got = "error" if ": error: " in answer else found[-1] if found else "?"
        if "**" in body and "complex" in request and got == "error":
            continue  # a power of complex numbers is refused
        if got != want:
            failed += 1
            if failed < 30:
                print(f"FAIL {body!r} with {request.split(' ', 1)[1]}: got {got}, Numba says {want}")
    print(f"{len(requests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
