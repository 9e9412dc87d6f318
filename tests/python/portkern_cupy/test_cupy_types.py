# SPDX-License-Identifier: Apache-2.0
"""portkern.cupy: types of results are NumPy 2's, asked from NumPy itself, and values of
operations are its bits."""
import itertools
import warnings

import numpy as np
import pytest

from portkern import _device
from portkern import cupy as cp
from portkern.cupy import _dtypes, _operations, _ufuncs

NUMPY2 = pytest.mark.skipif(int(np.__version__.split(".")[0]) < 2, reason="this NumPy has other rules")
LETTERS = "?bBhHiIlLefdFD"
WEAK = {"int": int, "float": float, "complex": complex}
NAMES = sorted({op.name for op in _operations.ROWS} - {"real", "imag", "angle", "where", "round", "rsqrt", "sinc", "isneginf", "isposinf"})


@pytest.fixture(autouse=True, scope="module")
def interp():
    with _device.device("interp"):
        yield


def of_numpy(function, types):
    """What NumPy's loop gives for the types, or TypeError."""
    dtypes = tuple(WEAK.get(t) or np.dtype(_dtypes.BY_LETTER[t]) for t in types)
    try:
        return [_dtypes.letter_of(d) for d in function.resolve_dtypes((*dtypes, None))]
    except TypeError:
        return None


def ours(op, types):
    try:
        operands, result = op.loop(types)
    except TypeError:
        return None
    return [*operands, result]


@NUMPY2
@pytest.mark.parametrize("name", NAMES)
def test_loops_are_numpys(name):
    op, function = _operations.OPERATIONS[name], getattr(np, name)
    for types in itertools.product((*LETTERS, *WEAK), repeat=op.arity):
        if all(t in WEAK for t in types) or name == "ldexp" and types[0] in WEAK:
            continue
        mine, wanted = ours(op, types), of_numpy(function, types)
        if name.startswith("logical_"):  # NumPy converts operands of two types to bool first
            mine, wanted = mine[-1], wanted[-1]
        if (name, types) not in OTHERS:
            assert mine == wanted, types


@NUMPY2
def test_result_types():
    for a, b in itertools.product(LETTERS, (*LETTERS, 1, 1.5, 1j, True, np.float32(1))):
        mine = _dtypes.BY_LETTER[a]
        other = _dtypes.BY_LETTER[b] if isinstance(b, str) else b
        assert cp.result_type(mine, other) == np.result_type(mine, other)


def values(letter, seed=0):
    """Elements of a type, edges among them."""
    rng, dtype = np.random.default_rng(seed), _dtypes.BY_LETTER[letter]
    if letter == "?":
        return np.array([True, False, True, True, False, False, True, False] * 4)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        edges = [0, 1, 2, 3, 5, 7, info.max, info.min, info.max - 1, info.min + 1]
        return np.array([*edges, *rng.integers(info.min, info.max, 22, dtype)], dtype)
    edges = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, np.inf, -np.inf, np.nan, 1e4, -1e-3]
    made = np.array([*edges, *rng.normal(size=20)])
    if dtype.kind == "c":
        made = np.where(np.isfinite(made) & (np.abs(made) < 100), made, 0.25)
        made = made + 1j * rng.permutation(made)
    return made.astype(dtype)


def same(mine, wanted, exact, ulps=4, around=0):
    assert mine.dtype == wanted.dtype
    assert mine.shape == wanted.shape
    if exact or wanted.dtype.kind not in "fc":
        np.testing.assert_array_equal(mine, wanted)
        if wanted.dtype.kind == "f":
            real = ~np.isnan(wanted)
            np.testing.assert_array_equal(np.signbit(mine)[real], np.signbit(wanted)[real])
        return
    if wanted.dtype.kind == "c":  # as large as the number, not as its parts
        near = np.abs(mine - wanted) <= ulps * np.finfo(wanted.dtype).eps * (np.abs(wanted) + around)
        assert np.all(near | (mine == wanted) | np.isnan(wanted) & np.isnan(mine)), (mine[~near], wanted[~near])
        return
    np.testing.assert_allclose(mine, wanted, rtol=ulps * float(np.finfo(wanted.dtype).eps), atol=float(np.finfo(wanted.dtype).tiny) * 4)


# Functions that are exact or correctly rounded for real numbers: the same bits.
EXACT = {"add", "subtract", "multiply", "divide", "sqrt", "square", "negative", "positive", "absolute", "fabs", "sign",
         "less", "less_equal", "greater", "greater_equal", "equal", "not_equal", "logical_and", "logical_or", "logical_xor",
         "logical_not", "bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift", "maximum",
         "minimum", "fmax", "fmin", "rint", "floor", "ceil", "trunc", "copysign", "nextafter", "isnan", "isinf", "isfinite",
         "signbit", "conjugate", "remainder", "floor_divide", "fmod", "gcd", "lcm", "reciprocal", "heaviside", "spacing"}
COMPLEX_ULPS = 64  # of parts, which may be small beside each other
# NumPy refuses the first two.
OTHERS = {("gcd", ("?", "?")), ("lcm", ("?", "?")),
                    ("ldexp", ("?", "int"))}  # the exponent is int64 there, the same value


def operands(op, types):
    made = [values(t, i) for i, t in enumerate(types)]
    if op.name in ("left_shift", "right_shift"):
        made[1] = np.abs(made[1].astype(np.int64) % 8).astype(made[1].dtype)
    if op.name == "power" and made[0].dtype.kind in "iu":
        made[1] = np.abs(made[1].astype(np.int64) % 5).astype(made[1].dtype)
    if op.name == "ldexp":
        made[1] = made[1] % 8
    if op.name in ("gcd", "lcm"):
        made = [x // x.dtype.type(1 << 4 * x.itemsize) for x in made]
    if op.name == "reciprocal" and made[0].dtype.kind in "iu":
        made[0] = made[0] | 1
    return made


def is_exact(op, types):
    if any(t in "FD" for t in types):
        return op.name in ("add", "subtract", "negative", "positive", "equal", "not_equal", "conjugate", "isnan", "isinf",
                           "isfinite", "logical_and", "logical_or", "logical_xor", "logical_not")
    return op.name in EXACT


@NUMPY2
@pytest.mark.parametrize("name", NAMES)
def test_values_are_numpys(name):
    op, function = _operations.OPERATIONS[name], getattr(np, name)
    for types in {loop[0] for loop in op.loops}:
        args = operands(op, types)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            wanted = function(*args)
        mine = _ufuncs.UFUNCS[name](*map(cp.asarray, args)).get()
        has_complex = any(t in "FD" for t in types)
        try:
            same(mine, wanted, is_exact(op, types), COMPLEX_ULPS if has_complex else 4,
                 name in ("expm1", "log1p"))  # NumPy's formulas add or subtract 1
        except AssertionError as error:
            raise AssertionError(f"{name} of {types}: {error}") from None


@NUMPY2
@pytest.mark.parametrize("source", LETTERS)
def test_casts_are_numpys(source):
    given = values(source)
    if source in "efdFD":  # a float that the type has not got is C's undefined behaviour in NumPy
        given = np.nan_to_num(given, nan=1, posinf=2, neginf=3)
        given = np.where(np.abs(given) > 100, 7, np.abs(given)).astype(given.dtype)
    x = cp.asarray(given)
    for target in LETTERS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            wanted = given.astype(_dtypes.BY_LETTER[target])
        same(x.astype(_dtypes.BY_LETTER[target]).get(), wanted, True)


@NUMPY2
def test_python_numbers():
    for letter in "?BhLefdF":
        given = np.abs(values(letter)[:6]) if letter != "?" else values(letter)[:6]
        x = cp.asarray(given)
        for number in (2, 0.5, 1 + 2j, True, np.float32(3), np.int8(3), np.float64(1.5)):
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                wanted = given + number, number * given, number < given if not isinstance(number, complex) else given == number
            same((x + number).get(), wanted[0], True)
            same((number * x).get(), wanted[1], letter != "F", 64)
            same((number < x if not isinstance(number, complex) else x == number).get(), wanted[2], True)


@NUMPY2
def test_numbers_out_of_bounds():
    x, n = cp.asarray(np.array([0, 7, 255], np.uint8)), np.array([0, 7, 255], np.uint8)
    with pytest.raises(OverflowError, match="Python integer 300 out of bounds for uint8"):
        x + 300
    with pytest.raises(OverflowError, match="-1 out of bounds"):
        x[0] = -1
    for number in (300, -1):
        for name in ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"):
            for mine, theirs in (((x, number), (n, number)), ((number, x), (number, n))):
                np.testing.assert_array_equal(getattr(cp, name)(*mine).get(), getattr(np, name)(*theirs))


def test_powers_by_numbers():
    for letter in "lfd":
        given = np.abs(values(letter)[:6]).astype(_dtypes.BY_LETTER[letter])
        x = cp.asarray(given)
        for power in (2, 1, 0) if letter == "l" else (2, 0.5, 1, -1, 2.0):
            with np.errstate(all="ignore"):
                same((x ** power).get(), given ** power, True)
    with pytest.raises(ValueError, match="negative integer powers"):
        cp.arange(3) ** -2


def test_what_is_no_number():
    x = cp.arange(3)
    for other in (np.arange(3), [1, 2, 3], "abc", None):
        with pytest.raises(TypeError, match="Unsupported type"):
            x + other
    with pytest.raises(TypeError, match="Unsupported dtype"):
        cp.asarray(np.array(["a"]))
    with pytest.raises(TypeError, match="bitwise_xor"):
        (x > 1) - (x > 2)
    with pytest.raises(TypeError, match="Cannot cast ufunc 'add' output"):
        x += 1.5
    assert (x.__add__(object()) is NotImplemented)
