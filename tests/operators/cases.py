# SPDX-License-Identifier: Apache-2.0
"""What the operator test asks: rows, each an expression of x (and y and p) for
the types of x and y, over edge values of both, with the type and the values
that the reference gives. The reference is that of the fuzzer, tests/fuzz/pkfuzz:
Numba's rules and docs/language.md on Python's own numbers."""
import functools
import math
import pathlib
import random
import re
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "fuzz" / "pkfuzz"))
from oracle import reference, rules, values  # noqa: E402

DTYPES = list(rules.NUMPY)
SIDE = 20  # edge values of a type; rows run over all pairs of them
POINTS = SIDE * SIDE

BINARY = ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"]
COMPARE = ["<", "<=", ">", ">=", "==", "!="]
# Expressions of two operands, by the kernel that they are in.
GROUPS = {
    "arithmetic": ["x + y", "x - y", "x * y", "x / y", "complex(x, y)"],
    "floor": ["x // y", "x % y"],
    "power": ["x ** y"],
    "bits": ["x << y", "x >> y", "x & y", "x | y", "x ^ y"],
    "compare": [f"x {op} y" for op in COMPARE] + ["x < y < x"],
    "choice": ["x and y", "x or y", "x if p else y", "join", "min(x, y)", "max(x, y)"],
}
UNARY = ["-x", "+x", "~x", "not x", "abs(x)", "int(x)", "float(x)", "bool(x)", "complex(x)", "x.real", "x.imag",
         "round(x)"]


def integer_edges(t):
    low, high = rules.limits(t)
    wanted = [0, 1, -1, low, high, 2, -2, 3, -3, 7, high - 1, low + 1, rules.bits(t), 63, 64, 2**24 + 1, 2**53 + 1,
              -(2**53) - 1, 2**31, 2**32 + 1, 2**63 + 1025, 31, 32, 65, -64, 100, 5, 10, -100, 33, 6, 127, 77, 9]
    return list(dict.fromkeys(v for v in wanted if low <= v <= high))[:SIDE]


def float_edges(t):
    info = np.finfo(rules.NUMPY[t])
    wanted = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, info.smallest_subnormal, info.tiny, info.max,
              -info.max, 0.1, -2.5, 3.0, 2.0**24 + 1, 2.0**53, 2.0**63, -(2.0**63), 2.0**64, 255.5]
    with np.errstate(over="ignore"):
        return [float(np.array(v).astype(info.dtype)) for v in wanted]


def complex_edges(t):
    info = np.finfo(rules.NUMPY[t])
    big, tiny, inf, nan = float(info.max), float(info.smallest_subnormal), math.inf, math.nan
    wanted = [(0.0, 0.0), (-0.0, 0.0), (0.0, -0.0), (1.0, 0.0), (0.0, 1.0), (-1.0, -0.0), (1.5, -2.0), (-3.0, 4.0),
              (0.1, 0.2), (inf, 0.0), (0.0, -inf), (inf, nan), (nan, 1.0), (big, big), (tiny, -tiny), (1e30, 1e-30),
              (2.0**24 + 1, 1.0), (-2.5, 2.0**63), (1e-20, 3e20), (big, -tiny)]
    single = np.float32 if t == "c64" else np.float64
    return [complex(float(single(a)), float(single(b))) for a, b in wanted]


@functools.lru_cache(None)
def edges(t):
    if t == "b1":
        return [k % 2 == 1 for k in range(SIDE)]
    return complex_edges(t) if rules.is_complex(t) else float_edges(t) if rules.is_float(t) else integer_edges(t)


@functools.lru_cache(None)
def operands(a, b):
    """[(x, y, p)] of all points."""
    return [(x, y, (j + k) % 3 == 0) for j, x in enumerate(edges(a)) for k, y in enumerate(edges(b))]


def array(t, cells):
    return np.array(cells, rules.NUMPY[t])


def is_below(x, y, bits):
    """x ** y < 2 ** bits, without large numbers."""
    return x < 2 or (y < bits and x**y < 2**bits)


class Row:
    """One expression for one pair of types (the second None: x alone). Kinds:
    "plain"; "augmented", `x op= y` of a variable; "stored", the same of an
    element of an array, or of one operand a store to an array; "known", of the
    operands at one point, which the compiler knows."""

    def __init__(self, text, a, b, kind="plain", point=None):
        self.text, self.a, self.b, self.kind, self.point = text, a, b, kind, point
        self.types = (a, b or a, "b1")
        self.within, self.inner = self.compiled([f"r = {text}"] if point else self.body("r"))
        self.type, self.function = self.within, self.inner
        given, held = (self.within, a) if b else (a, self.type)
        if kind == "stored" and rules.is_complex(given) and not rules.is_complex(held):
            raise rules.NoRule("a complex number in an array of others")
        if kind == "stored" and b:
            self.type, self.function = self.compiled([f"r = {cast_name(a)}({text})"])
        self.loose = self.is_loose()

    def compiled(self, body):
        lines = "".join(f"    {line}\n" for line in body)
        return reference.function(f"def f(x, y, p):\n{lines}    return r\n", "f", self.types)

    def body(self, r):
        """Statements that give r the value of the expression."""
        if self.text == "join":
            return [f"{r} = x", "if p:", f"    {r} = y", f"{r} = {r}"]
        if self.point:
            spelled = {"x": literal(self.a, self.point[0]), "y": literal(self.b, self.point[1])}
            return [f"{r} = " + re.sub(r"\b[xy]\b", lambda m: spelled[m[0]], self.text)]
        return [f"{r} = {self.text}"]

    def lines(self, r, place):
        """Statements of a kernel: to the variable r and to memory."""
        operator = self.text.split()[1] + "=" if self.b and self.kind != "plain" else None
        if self.kind == "stored":
            return [f"{place} = x"] + ([f"{place} {operator} y"] if operator else [])
        if self.kind == "augmented":
            return [f"{r} = x", f"{r} {operator} y", f"{place} = {r}"]
        return self.body(r) + [f"{place} = {r}"]

    def is_loose(self):
        """What is exact to some units in the last place only."""
        power = self.text == "x ** y" and not rules.is_int(self.within)
        return power or (self.text == "abs(x)" and rules.is_complex(self.a))

    def tolerance(self):
        """How far values may be from right, as a part of them, at each point. A
        power is as exact as its logarithm: of a large one little is left, nor of
        that of a denormal number."""
        single = np.finfo(rules.NUMPY[rules.PART.get(self.type, self.type)])
        if not rules.is_complex(self.within):
            return np.full(len(self.points()), 2 * single.eps)
        with np.errstate(all="ignore"):
            x, y = (np.array([complex(point[k]) for point in self.points()]) for k in (0, 1))
            size = np.abs(x.astype(rules.NUMPY[self.type]))
            rounding = single.smallest_subnormal / size / single.eps
            far = 1 + np.abs(y) * (np.pi + np.abs(np.log(size)) + rounding)
            return np.where(far * single.eps < 1e-3, 16 * far * single.eps, np.inf)

    def points(self):
        if self.point:
            return [self.point]
        return operands(self.a, self.b or "b1")

    @functools.cached_property
    def cells(self):
        """The right values; None where there is none."""
        return [self.at(self.function, point) for point in self.points()]

    @staticmethod
    def at(function, point):
        try:
            return function(*point)
        except values.Undefined:
            return None

    def right(self):
        zero = {"b": False, "f": 0.0, "c": 0j}.get(self.type[0], 0)
        return array(self.type, [zero if v is None else v for v in self.cells])

    def defined(self):
        """Where Numba says what comes out, too: everywhere but for shifts by
        the width, floats out of an integer's range, large powers, zeros and
        NaN in min and max, and complex numbers divided by 0."""
        points = self.points()
        if self.text in ("x << y", "x >> y"):
            return np.array([0 <= y < 64 for _, y, _ in points])
        if self.text == "x ** y":  # Numba's go through float64
            return np.array([rules.is_int(self.type) and abs(y) <= 65536 and is_below(abs(int(x)), abs(int(y)), 53)
                             for x, y, _ in points])
        if self.text in ("min(x, y)", "max(x, y)"):
            return np.array([x == x and y == y and not x == y == 0 for x, y, _ in points])
        if self.text == "x / y" and rules.is_complex(self.within):
            return np.array([y != 0 for _, y, _ in points])
        if rules.is_int(self.type) and rules.is_float(self.within if self.b else self.a):
            low, high = rules.limits(self.type)
            found = points if self.b is None else [(self.at(self.inner, point),) for point in points]
            return np.array([math.isfinite(v[0]) and low <= int(v[0]) <= high for v in found])
        return np.full(len(points), not self.loose)

    def label(self):
        there = f" x = {self.point[0]!r}, y = {self.point[1]!r}" if self.point else ""
        return f"{self.text} [{self.a}{', ' + self.b if self.b else ''}] {self.kind}{there}"


def literal(t, value):
    """A value as a kernel spells it, of its type."""
    if t == "b1":
        return repr(value)
    if rules.is_complex(t):
        return f"{cast_name(t)}(complex({number(value.real)}, {number(value.imag)}))"
    return f"{cast_name(t)}({number(value)})"


def number(value):
    if value == -(2**63):
        return f"({value + 1} - 1)"
    if isinstance(value, int) or abs(value) < math.inf:
        return repr(value)
    return "math.nan" if value != value else "math.inf" if value > 0 else "-math.inf"


def some(text, a, b):
    """Three points, always the same ones."""
    return random.Random(f"{text} {a} {b}").sample(operands(a, b), 3)


def made(texts, a, b, kind="plain", point=None):
    """Rows of those expressions that have a rule."""
    for text in texts:
        try:
            yield Row(text, a, b, kind, point)
        except rules.NoRule:
            pass


def cast_name(t):
    return "np." + rules.NUMPY[t] + ("_" if t == "b1" else "")


def casts():
    return [f"{cast_name(t)}(x)" for t in DTYPES]


@functools.lru_cache(None)
def rows(group, a):
    """All rows of a kernel: of x of type a with every other type."""
    if group == "unary":
        return list(made(UNARY + casts(), a, None)) + list(made(casts(), a, None, "stored"))
    if group == "known":
        texts = [f"x {op} y" for op in BINARY + COMPARE] + ["min(x, y)", "max(x, y)"]
        return [row for b in DTYPES for text in texts for point in some(text, a, b)
                for row in made([text], a, b, "known", point)]
    if group == "augmented":
        texts = [f"x {op} y" for op in BINARY if op != "**"]
        return [row for b in DTYPES for kind in ("augmented", "stored") for row in made(texts, a, b, kind)]
    return [row for b in DTYPES for row in made(GROUPS[group], a, b)]


def groups():
    return [*GROUPS, "augmented", "unary", "known"]
