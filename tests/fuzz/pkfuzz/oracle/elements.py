# SPDX-License-Identifier: Apache-2.0
"""Arrays as wholes: expressions of their elements by NumPy's loops, and their
reductions by Numba's, one element after the other."""
import numpy as np

from . import rules
from .rules import NoRule
from .typed import OPS, Array, Lazy, convert, rounded

COMPLEX_OPS = {"+": "add", "-": "sub", "*": "mul", "/": "div"}
METHODS = (".sum", ".min", ".max", ".prod", ".mean", ".any", ".all", ".argmin", ".argmax", ".conjugate", ".copy")


# Functions of NumPy's that programs call with an array for their results, and how
# many arguments they have beside it: by NumPy itself.
UFUNCS = {"maximum": 2, "minimum": 2, "fmax": 2, "fmin": 2, "rint": 1, "exp2": 1, "expm1": 1, "log1p": 1}


def loop_type(op, a, b):
    """The type that the loop for two dtypes works in: an integer beside a float
    becomes that float (beside float16 only one of 8 bits does), small integers
    divide as float32."""
    if "b1" in (a, b):
        raise NoRule("an array expression")
    ints = rules.is_int(a), rules.is_int(b)
    if all(ints):
        if op == "/":
            return "f32" if rules.bits(a) <= 16 and rules.bits(b) <= 16 else "f64"
        return rules.unify(a, b)
    if any(ints):
        number, other = (a, b) if ints[0] else (b, a)
        return "f32" if other == "f16" and rules.bits(number) > 8 else other
    return rules.unify(a, b)


class Elementwise:
    """Writes them; the rest of a function is its heir's, reference.Writer."""

    def elementwise(self, node_op, left, right):
        op = OPS[type(node_op)]
        types = [t.dtype if isinstance(t, (Array, Lazy)) else t for t, _ in (left, right)]
        if not all(isinstance(t, str) for t in types):
            raise NoRule("an array expression")
        t = loop_type(op, *types)
        if op not in (("+", "-", "*", "/", "&", "|", "^", "<<", ">>") if rules.is_int(t) else ("+", "-", "*", "/")):
            raise NoRule("an array expression")
        x, y = convert("_x", types[0], t), convert("_y", types[1], t)
        if rules.is_complex(t):
            code = f"V.complex_{COMPLEX_OPS[op]}({x}, {y}, {t!r})"
        elif op in ("<<", ">>"):
            code = f"V.{'shl' if op == '<<' else 'shr'}({x}, {y}, {t!r})"
        elif rules.is_int(t):
            code = f"W_{t}({x} {op} {y})"
        else:
            code = rounded(f"V.fdiv({x}, {y})" if op == "/" else f"({x} {op} {y})", t)
        ndim = max(a.ndim for a, _ in (left, right) if isinstance(a, (Array, Lazy)))
        return Lazy(t, ndim), f"Elements(lambda _x, _y: {code}, {left[1]}, {right[1]})"

    def ufunc(self, name, node):
        """`np.maximum(a, b, out)` of arrays of one type."""
        *given, (t, out) = [self.expr(a) for a in node.args]
        if UFUNCS.get(name) != len(given) or not all(isinstance(a, (Array, Lazy)) and a.dtype == t.dtype for a, _ in given):
            raise NoRule(f"np.{name}")
        if not rules.is_complex(t.dtype) and UFUNCS[name] == 1:
            raise NoRule(f"np.{name}")
        codes = ", ".join(c for _, c in given)
        return t, f"fill({out}, Elements(lambda *_x: by_numpy({name!r}, {t.dtype!r}, *_x), {codes}), lambda _e: _e)"

    def method(self, func):
        t, code = self.expr(func.value)
        name = func.attr
        if name == "copy":
            return self.copy_of(t, code)
        if isinstance(t, str) and rules.is_complex(t) and name == "conjugate":
            return t, f"{code}.conjugate()"
        if not isinstance(t, (Array, Lazy)) or not isinstance(t.dtype, str) or t.dtype == "f16":
            raise NoRule(name)
        return self.reduction(name, t.dtype, code)

    def reduction(self, name, t, code):
        if name in ("any", "all"):
            op, first = ("or", False) if name == "any" else ("and", True)
            return "b1", f"reduce({code}, lambda _x, _y: _x {op} _y != 0, {first})"
        if t == "b1":
            raise NoRule(name)
        if name in ("sum", "prod"):
            return self.total("+" if name == "sum" else "*", t, code)
        if not rules.is_int(t):
            raise NoRule(name)
        if name == "mean":
            return "f64", f"mean_of(numbers({code}))"
        if name in ("argmin", "argmax"):
            return "i64", f"place_of(numbers({code}), {name[3:]})"
        if name in ("min", "max"):
            return t, f"reduce({code}, {name})"
        raise NoRule(name)

    def total(self, op, t, code):
        wide = rules.widened(t) if rules.is_int(t) else t
        if rules.is_complex(t):
            step = f"V.complex_{COMPLEX_OPS[op]}(_x, _y, {t!r})"
        else:
            step = f"W_{wide}(_x {op} _y)" if rules.is_int(wide) else rounded(f"(_x {op} _y)", wide)
        first = {"i": 0, "u": 0, "f": 0.0, "c": 0j}[t[0]] + (op == "*")
        return wide, f"reduce({code}, lambda _x, _y: {step}, {first!r})"


def by_numpy(name, t, *numbers):
    """Which of two zeros is the greater is up to NumPy's vector code, and so to the
    processor; of equal ones Numba gives the first."""
    if len(numbers) == 2 and numbers[0] == numbers[1]:
        return numbers[0]
    with np.errstate(all="ignore"):
        return getattr(np, name)(*map(np.dtype(rules.NUMPY[t]).type, numbers)).item()


def mean_of(numbers):
    total = 0.0
    for x in numbers:
        total += float(x)
    return total / len(numbers)


def place_of(numbers, choose):
    return numbers.index(choose(numbers))
