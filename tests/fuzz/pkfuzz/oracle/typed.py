# SPDX-License-Identifier: Apache-2.0
"""Types of the values of a kernel's text, what becomes of them where paths
meet, and the Python code that makes one of another."""
import ast
import math

from . import machine, rules
from .rules import NoRule

DTYPES = {name: t for t, name in rules.NUMPY.items()}
CONSTANTS = {"math.pi": math.pi, "math.inf": math.inf, "math.e": math.e, "np.pi": math.pi}
IDS = {"threadIdx": "m.tid", "blockIdx": "m.bid", "blockDim": "m.block", "gridDim": "m.grid"}
FLOAT1 = {"sqrt": "V.sqrt", "floor": "V.floor", "ceil": "V.ceil", "trunc": "V.trunc", "fabs": "abs"}
OPS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
       ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
COMPARES = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
UNARY = {ast.USub: "-", ast.Invert: "~", ast.Not: "not", ast.UAdd: "+"}
SYNC = {"syncthreads": "barrier", "syncthreads_count": "count", "syncthreads_and": "and", "syncthreads_or": "or"}
SYNC_WORDS = set(SYNC) | set(machine.WARP)


class Named(tuple):
    """The type of a tuple whose items have names: `kind` is the names."""

    def __new__(cls, kind, items):
        self = super().__new__(cls, items)
        self.kind = kind
        return self


class Member:
    """The type of the members of an enumeration that are no integers; the code
    of one is its value."""

    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Member) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


class Function:
    """The type of a function: its text, and the (name, type) of what it has of
    the function around it. None: it looks names up where it is called. The code
    of one is the values of what it has, as a tuple."""

    def __init__(self, node, captured=None):
        self.node, self.captured = node, captured

    def __eq__(self, other):
        return isinstance(other, Function) and vars(self) == vars(other)

    def __hash__(self):
        return hash((self.node, self.captured))


class Lazy:
    """The type of an array expression: computed where it is stored."""

    def __init__(self, dtype, ndim):
        self.dtype, self.ndim = dtype, ndim


def rounded(code, t):
    """What Python computed as a double, as the type has it."""
    return f"V.r{t[1:]}({code})" if t in ("f16", "f32") else code


class Array:
    """The type of an array."""

    def __init__(self, dtype, ndim, space="global"):
        self.dtype, self.ndim, self.space = dtype, ndim, space

    def __eq__(self, other):
        return isinstance(other, Array) and vars(self) == vars(other)

    def __hash__(self):
        return hash((self.dtype, self.ndim, self.space))


def convert(code, have, want):
    if have == want:
        return code
    if isinstance(have, tuple) and isinstance(want, tuple) and len(have) == len(want):
        items = ", ".join(convert(f"_t[{k}]", a, b) for k, (a, b) in enumerate(zip(have, want)))
        return f"(lambda _t: ({items},))({code})"
    if not isinstance(have, str) or not isinstance(want, str):
        raise NoRule(f"{have} as {want}")
    if want == "b1":
        return f"({code} != 0)"
    if rules.is_complex(want):
        if rules.is_complex(have):
            return code if want == "c128" else f"V.rc32({code})"
        return f"complex({convert(code, have, rules.PART[want])}, 0.0)"
    if rules.is_complex(have):
        raise NoRule(f"{have} as {want}")
    if want == "f16":
        return f"V.r16({code})"
    if rules.is_float(want):
        if rules.is_float(have):
            return code if want == "f64" or have == "f16" else f"V.r32({code})"
        return f"float({code})" if want == "f64" else f"V.int_to_f32({code})"
    if rules.is_float(have):
        return f"V.f2i({code}, {want!r})"
    low, high = rules.limits(want)
    if low <= rules.limits(have)[0] and rules.limits(have)[1] <= high:
        return f"(0 + {code})" if have == "b1" else code
    return f"W_{want}({code})"


def again(t, items):
    """The type of a tuple with other items."""
    return Named(t.kind, items) if isinstance(t, Named) else tuple(items)


class Known(str):
    """The type of a variable that holds a value known when compiling."""


def forget(t):
    """A type, whatever is known of its value."""
    if isinstance(t, tuple):
        return again(t, map(forget, t))
    return str(t) if isinstance(t, str) else t


def meet(a, b):
    """The type of a variable where two paths meet."""
    if a == b:
        return a if isinstance(a, Known) == isinstance(b, Known) else str(a)
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        if getattr(a, "kind", None) != getattr(b, "kind", None):
            raise NoRule(f"{a} meets {b}")
        return again(a, map(meet, a, b))
    if isinstance(a, str) and isinstance(b, str):
        return rules.unify(a, b)
    raise NoRule(f"{a} meets {b}")


def join(a, b):
    """Variables that both paths have. None: a path that does not come."""
    if a is None or b is None:
        return b if a is None else a
    return {name: meet(a[name], b[name]) for name in a if name in b}


def is_literal(node):
    try:
        return ast.literal_eval(node) != 0
    except ValueError:
        return False


def dotted(node):
    """`cuda.atomic.add` as text, None for anything else."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join(reversed(parts + [node.id])) if isinstance(node, ast.Name) else None
