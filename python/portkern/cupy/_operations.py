# SPDX-License-Identifier: Apache-2.0
"""The operations of elements: a row for each, with its loops, which are those of
NumPy 2, and what a kernel computes."""
from . import _dtypes
from ._dtypes import COMPLEX, FLOATS, INTEGERS

_ALL = "?" + INTEGERS + FLOATS + COMPLEX


class Operation:
    """`loops` are (types of operands, type of the result), letters, in NumPy's order of
    trying; `text` has {0}, {1} for operands, which are of those types. Integers are taken
    for the type `integers_as` where there is one; with `no_booleans`, why booleans are
    refused."""

    __slots__ = ("name", "arity", "loops", "text", "is_comparison", "integers_as", "no_booleans", "_found")

    def __init__(self, name, arity, loops, text=None, is_comparison=False, integers_as=None, no_booleans=None):
        self.name, self.arity, self.loops = name, arity, tuple(loops)
        self.text = text or f"np.{name}({', '.join('{%d}' % i for i in range(arity))})"
        self.is_comparison, self.integers_as, self.no_booleans = is_comparison, integers_as, no_booleans
        self._found = {}

    def loop(self, types):
        """(types of operands, type of the result) for operands of these types; TypeError
        when there is none."""
        found = self._found.get(types)
        if found is None:
            found = self._found[types] = self._search(types)
        return found

    def _search(self, types):
        if self.name == "ldexp" and types[1] == "int":  # an exponent is no number of the result's kind
            types = types[0], "i"
        letters = _dtypes.strong(types)
        if self.no_booleans and set(letters) == {"?"}:
            raise TypeError(f"{self.name} of booleans: {self.no_booleans}")
        if self.integers_as and all(t in "?" + INTEGERS for t in letters):
            letters = tuple(self.integers_as for _ in letters)
        for operands, result in self.loops:
            if all(map(_dtypes.can_cast, letters, operands)):
                return operands, result
        shown = ", ".join(_dtypes.BY_LETTER[t].name for t in letters)
        raise TypeError(f"{self.name} is not there for {shown}")

    def __repr__(self):
        return f"<operation {self.name}>"


def _same(letters, arity):
    return [(letter * arity, letter) for letter in letters]


def _to(letters, arity, result):
    return [(letter * arity, result) for letter in letters]


_COMPARISON = [*_to("?" + INTEGERS, 2, "?"), ("lL", "?"), ("Ll", "?"), *_to(FLOATS + COMPLEX, 2, "?")]
_MINUS = "NumPy has no + and - of them: use ^ (bitwise_xor) or ~ (logical_not)"

ROWS = [
    Operation("add", 2, _same(_ALL, 2)),
    Operation("subtract", 2, _same(_ALL[1:], 2), no_booleans=_MINUS),
    Operation("multiply", 2, _same(_ALL, 2)),
    Operation("divide", 2, _same(FLOATS + COMPLEX, 2), integers_as="d"),
    Operation("floor_divide", 2, _same(INTEGERS + FLOATS, 2)),
    Operation("remainder", 2, _same(INTEGERS + FLOATS, 2)),
    Operation("fmod", 2, _same(INTEGERS + FLOATS, 2)),
    Operation("power", 2, _same(_ALL[1:], 2)),
    Operation("float_power", 2, _same("dD", 2)),
    Operation("negative", 1, _same(_ALL[1:], 1), no_booleans=_MINUS),
    Operation("positive", 1, _same(_ALL[1:], 1), no_booleans=_MINUS),
    Operation("absolute", 1, [*_same("?" + INTEGERS + FLOATS, 1), ("F", "f"), ("D", "d")]),
    Operation("fabs", 1, _same(FLOATS, 1)),
    Operation("sign", 1, _same(_ALL[1:], 1), no_booleans="use astype"),
    Operation("square", 1, _same(_ALL[1:], 1)),
    Operation("reciprocal", 1, _same(_ALL[1:], 1)),
    Operation("conjugate", 1, _same(_ALL[1:], 1)),
    *(Operation(name, 2, _COMPARISON, is_comparison=True)
      for name in ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal")),
    *(Operation(name, 2, _to(_ALL, 2, "?")) for name in ("logical_and", "logical_or", "logical_xor")),
    Operation("logical_not", 1, _to(_ALL, 1, "?")),
    *(Operation(name, 2, _same("?" + INTEGERS, 2)) for name in ("bitwise_and", "bitwise_or", "bitwise_xor")),
    Operation("invert", 1, _same("?" + INTEGERS, 1)),
    *(Operation(name, 2, _same(INTEGERS, 2)) for name in ("left_shift", "right_shift", "gcd", "lcm")),
    *(Operation(name, 2, _same(_ALL, 2)) for name in ("maximum", "minimum", "fmax", "fmin")),
    *(Operation(name, 1, _same(FLOATS + COMPLEX, 1)) for name in (
        "sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin", "arccos",
        "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "rint")),
    *(Operation(name, 1, _same(FLOATS, 1)) for name in ("cbrt", "deg2rad", "rad2deg", "radians", "degrees", "spacing")),
    *(Operation(name, 1, _same("?" + INTEGERS + FLOATS, 1)) for name in ("floor", "ceil", "trunc")),
    *(Operation(name, 2, _same(FLOATS, 2)) for name in (
        "arctan2", "hypot", "copysign", "nextafter", "logaddexp", "logaddexp2")),
    Operation("heaviside", 2, _same(FLOATS, 2), "({0} if {0} != {0} else ({1} if {0} == 0 else {T}({0} > 0)))"),
    *(Operation(name, 1, _to(_ALL, 1, "?")) for name in ("isnan", "isinf", "isfinite")),
    Operation("signbit", 1, _to(FLOATS, 1, "?")),
    *(Operation(name, 1, _to("?" + INTEGERS + FLOATS, 1, "?")) for name in ("isneginf", "isposinf")),
    Operation("ldexp", 2, [("ei", "e"), ("fi", "f"), ("di", "d"), ("el", "e"), ("fl", "f"), ("dl", "d")]),
    Operation("rsqrt", 1, _same("fd", 1), "cuda.rsqrt({0})"),
    Operation("sinc", 1, _same(FLOATS, 1)),
    # Not functions of NumPy's: parts of others.
    Operation("real", 1, [("F", "f"), ("D", "d")], "{0}.real"),
    Operation("imag", 1, [("F", "f"), ("D", "d")], "{0}.imag"),
    Operation("angle", 1, [("F", "f"), ("D", "d")], "np.angle({0})"),
    Operation("where", 3, [("?" + letter * 2, letter) for letter in _ALL], "({1} if {0} else {2})"),
    Operation("round", 2, [(letter + "l", letter) for letter in INTEGERS + FLOATS]),
]
OPERATIONS = {row.name: row for row in ROWS}
# Python's spellings, and what is a name for another.
ALIASES = {
    "true_divide": "divide", "mod": "remainder", "abs": "absolute", "conj": "conjugate", "pow": "power",
    "bitwise_not": "invert", "bitwise_invert": "invert", "bitwise_left_shift": "left_shift",
    "bitwise_right_shift": "right_shift", "acos": "arccos", "asin": "arcsin", "atan": "arctan", "atan2": "arctan2",
    "acosh": "arccosh", "asinh": "arcsinh", "atanh": "arctanh",
}
_casts = {}


def cast_to(letter):
    """The operation that converts to a type, as astype does."""
    found = _casts.get(letter)
    if found is None:
        found = _casts[letter] = Operation(f"astype_{_dtypes.BY_LETTER[letter].name}", 1, [(letter, letter)], "{0}")
    return found


# The operations which compute a power by one number; NumPy has these short ways, too.
POWERS = {2: "square", 0.5: "sqrt", 1: "positive", -1: "reciprocal"}
