# SPDX-License-Identifier: Apache-2.0
"""Types of elements, and NumPy 2's rules for the type of a result, whichever NumPy is
installed: Python's numbers are weak (NEP 50), and the loop of a function is the first
one to which its operands can be cast safely.

A type is a letter, NumPy's character of the dtype; weak numbers are "int", "float",
"complex"."""
import numpy as np

LETTERS = "?bBhHiIlLefdFD"
BY_LETTER = {letter: np.dtype({"l": "int64", "L": "uint64"}.get(letter, letter)) for letter in LETTERS}
_LETTER_OF = {(dtype.kind, dtype.itemsize): letter for letter, dtype in BY_LETTER.items()}
_letters = {dtype: letter for letter, dtype in BY_LETTER.items()}
INTEGERS, FLOATS, COMPLEX = "bBhHiIlL", "efd", "FD"
# How kernels call them.
NAMES = {letter: f"np.{'bool_' if letter == '?' else dtype.name}" for letter, dtype in BY_LETTER.items()}
_RANGES = {letter: (int(np.iinfo(BY_LETTER[letter]).min), int(np.iinfo(BY_LETTER[letter]).max)) for letter in INTEGERS}
_WEAK = {"int": (INTEGERS + FLOATS + COMPLEX, "l"), "float": (FLOATS + COMPLEX, "d"), "complex": (COMPLEX, "D")}
_COMPLEX_OF = {"e": "F", "f": "F", "d": "D"}
_weakest = ("int", "float", "complex")


def letter_of(dtype):
    """The letter of a dtype; TypeError for what arrays here cannot have."""
    found = _letters.get(dtype)
    if found is None:
        found = _LETTER_OF.get((dtype.kind, dtype.itemsize)) if dtype.isnative and dtype.kind in "?biufc" else None
        if found is None:
            raise TypeError(f"Unsupported dtype {dtype}: arrays have bool, int8 to int64, uint8 to uint64, float16, "
                            "float32, float64, complex64 and complex128")
        _letters[dtype] = found
    return found


def checked(dtype, default="d"):
    """np.dtype of what a program names; None: the default letter's."""
    if dtype is None:
        return BY_LETTER[default]
    return BY_LETTER[letter_of(np.dtype(dtype))]


def type_of(value):
    """(type, value) of a number; None for what is none."""
    kind = type(value)
    if kind is float or kind is int or kind is complex:
        return kind.__name__, value
    if kind is bool:
        return "?", value
    if isinstance(value, np.generic):
        return letter_of(value.dtype), value
    for weak in (bool, int, float, complex):  # classes derived from these
        if isinstance(value, weak):
            return type_of(weak(value))
    return None


_safe = {(a, b): bool(np.can_cast(BY_LETTER[a], BY_LETTER[b], "safe")) for a in LETTERS for b in LETTERS}


def can_cast(source, target, casting="safe"):
    """np.can_cast of two letters."""
    if casting == "safe":
        return _safe[source, target]
    return bool(np.can_cast(BY_LETTER[source], BY_LETTER[target], casting))


def promote(types):
    """np.result_type: the letter that holds all of these types."""
    strong = [t for t in types if t not in _WEAK]
    weak = max((t for t in types if t in _WEAK), key=_weakest.index, default=None)
    if not strong:
        return _WEAK[weak][1]
    letter = strong[0]
    for other in strong[1:]:
        letter = _LETTER_OF[_key(np.promote_types(BY_LETTER[letter], BY_LETTER[other]))]
    if weak is None or letter in _WEAK[weak][0]:
        return letter
    return _COMPLEX_OF.get(letter, "D") if weak == "complex" else _WEAK[weak][1]


def _key(dtype):
    return dtype.kind, dtype.itemsize


def strong(types):
    """The types with letters for the weak ones."""
    if not any(t in _WEAK for t in types):
        return types
    common = promote(types)
    return tuple(common if t in _WEAK else t for t in types)


def as_scalar(value, letter):
    """A number as a launch passes it for elements of that type: OverflowError where
    Python's integer is out of bounds, as in NumPy 2."""
    if letter == "d":
        return float(value)
    if letter in _RANGES and not isinstance(value, np.generic):
        low, high = _RANGES[letter]
        if isinstance(value, int) and not low <= value <= high:
            raise OverflowError(f"Python integer {value} out of bounds for {BY_LETTER[letter]}")
        if letter == "l":
            return int(value)
    with np.errstate(all="ignore"):
        return BY_LETTER[letter].type(value)


def is_out_of_bounds(value, letter):
    """Whether it is a Python integer that elements of the type cannot be: -1 below,
    1 above, else 0."""
    if letter not in _RANGES or not isinstance(value, int):
        return 0
    low, high = _RANGES[letter]
    return -1 if value < low else int(value > high)


def cast(text, source, target):
    """An expression of a kernel as a value of another type."""
    if source == target:
        return text
    if source in COMPLEX:
        if target == "?":
            return f"({text} != 0)"
        if target not in COMPLEX:
            return cast(f"{text}.real", "f" if source == "F" else "d", target)
    if target == "?":
        return f"({text} != 0)"
    if target in COMPLEX and source == "?":
        text = f"np.float64({text})"
    if target == "e" and source not in "fd":
        text = f"np.float32({text})"
    return f"{NAMES[target]}({text})"
