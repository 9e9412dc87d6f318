# SPDX-License-Identifier: Apache-2.0
"""Functions of elements that are no ufuncs of NumPy's: where, clip, round, real, ..."""
import numpy as np

from . import _dtypes, _expressions, _operations, _store
from ._array import ndarray
from ._ufuncs import UFUNCS, apply, checked

_OPS = _operations.OPERATIONS


def _given(made, out):
    """An array in `out`, where there is one."""
    if out is None:
        return made
    out[...] = made
    return out


def where(condition, x=None, y=None):
    """Elements of x where the condition is true, else of y; with the condition alone,
    the indices where it is true."""
    if x is None and y is None:
        return checked((condition,))[0].nonzero()
    if x is None or y is None:
        raise ValueError("Must provide both 'x' and 'y' or neither.")
    operands = checked((condition, x, y))
    letter = _dtypes.promote([o._letter if isinstance(o, ndarray) else _dtypes.type_of(o)[0] for o in operands[1:]])
    return _expressions.wait_for(ndarray, _expressions.node(_OPS["where"], operands, "?" + letter * 2, letter))


def clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None):  # noqa: A002
    """Elements within bounds, of the dtype of all three."""
    low, high = a_min if min is None else min, a_max if max is None else max
    made = checked((a,))[0]
    if low is None and high is None:
        return _given(made.copy(), out)
    bounds = [b for b in checked((made, *(x for x in (low, high) if x is not None)))[1:]]
    letter = _dtypes.promote([made._letter, *(b._letter if isinstance(b, ndarray) else _dtypes.type_of(b)[0] for b in bounds)])
    types = (letter * 2, letter)
    names = [name for name, bound in (("maximum", low), ("minimum", high)) if bound is not None]
    for name, bound in zip(names, bounds, strict=True):
        made = _expressions.wait_for(ndarray, _expressions.node(_OPS[name], (made, bound), *types))
    return _given(made, out)


def round(a, decimals=0, out=None):  # noqa: A001
    """Rounded to a number of decimals, to even."""
    a, = checked((a,))
    if a._letter == "?":
        a = a.astype("e")
    if a._letter in _dtypes.COMPLEX:
        made = a.copy()
        made.real, made.imag = round(a.real, decimals), round(a.imag, decimals)
    elif not decimals:
        made = a.copy() if a._letter in _dtypes.INTEGERS else apply(_OPS["rint"], a)
    elif a._letter in _dtypes.INTEGERS and decimals > 0:
        made = a.copy()
    else:
        made = _rounded(a, decimals)
    return _given(made, out)


def _rounded(a, decimals):
    """By NumPy's way: scaled by a power of ten, rounded, scaled back."""
    ten = 10 ** abs(decimals)
    if a._letter in _dtypes.INTEGERS:
        return (UFUNCS["rint"](UFUNCS["divide"](a, ten)) * ten).astype(a.dtype)
    scale = a.dtype.type(ten)
    return UFUNCS["rint"](a * scale) / scale if decimals > 0 else UFUNCS["rint"](a / scale) * scale


def real(a):
    """The real parts: a view."""
    return checked((a,))[0].real


def imag(a):
    """The imaginary parts: a view of complex numbers."""
    return checked((a,))[0].imag


def angle(z, deg=False):
    """The angles of complex numbers."""
    z, = checked((z,))
    if z._letter in _dtypes.COMPLEX:
        made = apply(_OPS["angle"], z)
    else:
        letter = z._letter if z._letter in _dtypes.FLOATS else "d"
        made = where(z < 0, np.pi, 0.0).astype(_dtypes.BY_LETTER[letter])
    return made * made.dtype.type(180 / np.pi) if deg else made


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether elements are as good as equal: NumPy's formula."""
    a, b = checked((a, b))
    b = b if isinstance(b, ndarray) else a.dtype.type(b) if isinstance(b, (int, float)) and a._letter in "efd" else b
    near = UFUNCS["isfinite"](b) & (abs(a - b) <= atol + rtol * abs(b)) | (a == b)
    return near | (UFUNCS["isnan"](a) & UFUNCS["isnan"](b)) if equal_nan else near


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are as good as equal, an array without axes."""
    return isclose(a, b, rtol, atol, equal_nan).all()


def array_equal(a1, a2, equal_nan=False):
    """Whether shapes and elements are equal, an array without axes."""
    a1, a2 = checked((a1, a2))
    if a1.shape != a2.shape:
        return _expressions.wait_for(ndarray, _store.constant(False, "?", (), a1._context))
    same = a1 == a2
    return (same | ((a1 != a1) & (a2 != a2)) if equal_nan else same).all()


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """NaN as a number, infinities as the largest ones."""
    x, = checked((x,))
    if x._letter in _dtypes.COMPLEX:
        made = x.copy()
        made.real, made.imag = (nan_to_num(part, True, nan, posinf, neginf) for part in (x.real, x.imag))
    elif x._letter in _dtypes.FLOATS:
        info = np.finfo(x.dtype)
        made = where(UFUNCS["isnan"](x), nan, x)
        made = where(x == np.inf, float(info.max) if posinf is None else posinf, made)
        made = where(x == -np.inf, float(info.min) if neginf is None else neginf, made)
    else:
        made = x.copy()
    return made if copy else _given(made, x)


def divmod(a, b):  # noqa: A001
    """(a // b, a % b)"""
    return UFUNCS["floor_divide"](a, b), UFUNCS["remainder"](a, b)


def isreal(x):
    """Whether the imaginary part is 0."""
    x, = checked((x,))
    return x.imag == 0


def iscomplex(x):
    """Whether the imaginary part is not 0."""
    x, = checked((x,))
    return x.imag != 0


def iscomplexobj(x):
    """Whether the dtype is complex."""
    return getattr(x, "dtype", np.asarray(0 if hasattr(x, "dtype") else x).dtype).kind == "c"


def isrealobj(x):
    """Whether the dtype is not complex."""
    return not iscomplexobj(x)


def isscalar(element):
    """Whether it is a number of Python's or NumPy's; an array is none."""
    return not isinstance(element, ndarray) and bool(np.isscalar(element))


def interp(x, xp, fp, left=None, right=None, period=None):
    """Linear interpolation at x of values fp at increasing xp."""
    if period is not None:
        raise NotImplementedError("interp: period= is not there")
    from ._sorting import searchsorted

    x, xp, fp = (a.astype("d") for a in checked((x, xp, fp)))
    at = clip(searchsorted(xp, x, "right") - 1, 0, xp.size - 2)
    x0, x1, f0, f1 = xp[at], xp[at + 1], fp[at], fp[at + 1]
    made = (f1 - f0) / (x1 - x0) * (x - x0) + f0
    made = where(x < xp[0], fp[0] if left is None else left, made)
    made = where(x == xp[-1], fp[-1], made)
    return where(x > xp[-1], fp[-1] if right is None else right, made)
