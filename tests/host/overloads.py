# SPDX-License-Identifier: Apache-2.0
"""extending.overload, overload_method, overload_attribute and register_jitable: functions with an
implementation for the types of their arguments."""
import numpy as np
from cases import case
from numba import njit, prange, types
from numba.core import errors
from numba.extending import overload, overload_attribute, overload_method, register_jitable


# ---- by type ----

def kind(x):
    if isinstance(x, np.ndarray):
        return 10 * x.ndim + (x.dtype == np.float64)
    return {"bool": 1, "int": 2, "float": 3, "float32": 3, "complex": 4, "str": 5, "NoneType": 6,
            "tuple": 7}[type(x).__name__]


@overload(kind)
def kind_of(x):
    if isinstance(x, types.Array):
        number = 10 * x.ndim + (x.dtype == types.float64)
    else:
        for number, of in enumerate((types.Boolean, types.Integer, types.Float, types.Complex, types.UnicodeType,
                                     types.NoneType, types.BaseTuple), 1):
            if isinstance(x, of):
                break
        else:
            return None
    return lambda x: number


@njit
def kinds(a, b, c):
    return kind(a), kind(b), kind(c), kind(True), kind(2.0), kind(None), kind((1, 2.0))


@njit
def kinds_of_lists(a):
    return kind([a])


def norm(x):
    return float(np.sqrt((x * x).sum())) if isinstance(x, np.ndarray) else abs(x)


@overload(norm)
def norm_of(x):
    if isinstance(x, types.Array) and isinstance(x.dtype, types.Float):
        def norm_of_array(x):
            s = 0.0
            for v in x.flat:
                s += v * v
            return np.sqrt(s)

        return norm_of_array
    if isinstance(x, (types.Integer, types.Float)):
        return lambda x: abs(x)


@njit
def norms(a, x):
    return norm(a) + norm(x)


@njit
def norms_of_rows(a):
    out = np.empty(len(a))
    for i in range(len(a)):
        out[i] = norm(a[i]) + norm(a[i] * 2.0)
    return out


@njit(parallel=True)
def norms_on_threads(a):
    out = np.empty(len(a))
    for i in prange(len(a)):
        out[i] = norm(a[i])
    return out


# ---- containers ----

def held(x):
    return {"list": 1, "dict": 2, "set": 3}[type(x).__name__]


@overload(held)
def held_of(x):
    for number, of in enumerate((types.List, types.DictType, types.Set), 1):
        if isinstance(x, of):
            return lambda x: number


@njit
def containers(n):
    texts = [str(i) for i in range(n)]
    return held([n]), held({n: 1.5}), held({n}), held(texts), held({"a": [n]}), held([np.zeros(n)])


# ---- None, defaults, keywords ----

def clipped(x, low=None, high=None, scale=1):
    x = x if low is None else max(x, low)
    x = x if high is None else min(x, high)
    return x * scale


def is_none(kind):
    return kind is None or isinstance(kind, (types.NoneType, types.Omitted))


@overload(clipped)
def clipped_of(x, low=None, high=None, scale=1):
    if is_none(low) and is_none(high):
        return lambda x, low=None, high=None, scale=1: x * scale
    if is_none(high):
        return lambda x, low=None, high=None, scale=1: max(x, low) * scale
    if is_none(low):
        def above(x, low=None, high=None, scale=1):
            return min(x, high) * scale

        return above
    return lambda x, low=None, high=None, scale=1: min(max(x, low), high) * scale


@njit
def clips(x):
    return clipped(x), clipped(x, 2), clipped(x, high=3), clipped(x, 1, scale=5), clipped(x, None, 2, 3)


@njit
def clips_by_argument(x, low, high):
    return clipped(x, low, high=high)


# ---- literals ----

def power(x, n):
    return x**n


@overload(power)
def power_of(x, n):
    if isinstance(n, types.IntegerLiteral):
        if n.literal_value == 2:
            return lambda x, n: x * x
        if n.literal_value == 0:
            return lambda x, n: x * 0 + 1
    if isinstance(n, types.Float):
        return lambda x, n: x**n


@njit
def powers(x):
    return power(x, 2), power(x, 0), power(x, 0.5)


@njit
def unknown_power(x):
    return power(x, 3)


def scaled(x, unit):
    return x * {"m": 1, "km": 1000}[unit]


@overload(scaled, prefer_literal=True)
def scaled_by(x, unit):
    if isinstance(unit, types.StringLiteral):
        factor = {"m": 1, "km": 1000}[unit.literal_value]
        return lambda x, unit: x * factor


@njit
def lengths(x):
    return scaled(x, "m"), scaled(x, "km")


# ---- several factories, of one function ----

def size(x):
    return len(x) if hasattr(x, "__len__") else 1


@overload(size)
def size_of_arrays(x):
    if isinstance(x, types.Array):
        return lambda x: len(x)


@overload(size)
def size_of_tuples(x):
    if isinstance(x, types.BaseTuple):
        count = len(x)
        return lambda x: count


@overload(size)
def size_of_numbers(x):
    if isinstance(x, types.Number):
        return lambda x: 1


@njit
def sizes(a, t, n):
    return size(a), size(t), size(n)


# ---- calls of one another ----

def total(x):
    return sum(map(total, x)) if isinstance(x, tuple) else float(np.sum(x))


@overload(total)
def total_of(x):
    if isinstance(x, types.Array):
        return lambda x: x.sum()
    if isinstance(x, types.Number):
        return lambda x: float(x)
    if isinstance(x, types.BaseTuple):
        if len(x) == 0:
            return lambda x: 0.0
        return lambda x: total(x[0]) + total(x[1:])


@njit
def totals(a):
    return total((a, 1, (2.5, a))), total(())


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


@overload(factorial)
def factorial_of(n):
    if isinstance(n, types.Integer):
        def of_integer(n):
            if n <= 1:
                return 1
            return n * factorial(n - 1)

        return of_integer


@njit
def factorials(n):
    return factorial(n) + factorial(3)


def apply(function, x):
    return function(x)


@overload(apply)
def apply_to(function, x):
    if isinstance(function, types.Dispatcher):
        return lambda function, x: function(x)


@njit
def applied(x):
    return apply(norms_of_one, x)


@njit
def norms_of_one(x):
    return norm(x) + 1


# ---- any number of arguments ----

def first(*args):
    return args[0] * len(args)


@overload(first)
def first_of(*args):
    count = len(args)
    return lambda *args: args[0] * count


@njit
def firsts(a, b):
    return first(a), first(a, b), first(b, a, a)


# ---- functions of NumPy ----

@overload(np.packbits)
def packed(a):
    if isinstance(a, types.Array):
        def pack(a):
            out = np.zeros((len(a) + 7) // 8, np.uint8)
            for i in range(len(a)):
                if a[i]:
                    out[i // 8] |= np.uint8(128 >> (i % 8))
            return out

        return pack


@njit
def packs(a):
    return np.packbits(a), np.sum(a)


# ---- what goes wrong ----

@njit
def raises(x):
    return checked(x)


def checked(x):
    if x < 0:
        raise ValueError("negative")
    return x


@overload(checked)
def checked_of(x):
    if isinstance(x, types.Float):
        raise errors.TypingError("floats are not checked")

    def of_integers(x):
        if x < 0:
            raise ValueError("negative")
        return x

    return of_integers


# ---- methods ----



@overload_method(types.Array, "spread")
def spread(a, scale=1):
    if a.ndim == 1:
        return lambda a, scale=1: scale * (a.max() - a.min())


@overload_method(types.Float, "spread")
def spread_of_float(a, scale=1):
    return lambda a, scale=1: a * scale


@njit
def spreads(a, x):
    s = 0.0
    for i in range(3):
        s += a.spread() + a.spread(i) + a[1:].spread(scale=2) + x.spread()
    return s


# ---- attributes ----

@overload_attribute(types.Array, "middle")
def middle(a):
    if a.ndim == 1:
        return lambda a: a[len(a) // 2]


@overload_attribute(types.Array, "middle")
def middle_of_rows(a):
    if a.ndim == 2:
        def get(a):
            return a[len(a) // 2].middle * 10.0
        return get


@overload_attribute(types.Float, "half")
def half_of_float(x):
    return lambda x: x / 2


@overload_attribute(types.UniTuple, "first")
def first_of_tuple(t):
    return lambda t: t[0]


@njit
def middles(a, m):
    s = 0.0
    for i in range(3):
        s += a.middle + a[1:].middle * i + m.middle
    return s, a.shape, a.middle == a[len(a) // 2]


@njit
def halves(x, t):
    return x.half, (x + 1.0).half.half, t.first, t.first.half if x > 0 else x.half


@njit
def without_one(a):
    return a.middle


# ---- register_jitable ----

@register_jitable
def helped(x):
    return x * 3


@register_jitable(fastmath=True)
def helped_more(x):
    return helped(x) + 1


@njit
def helps(x):
    return helped(x), helped_more(x)


def cases():
    a, b = np.arange(4.0), np.arange(6).reshape(2, 3)
    yield kinds, a, 1, "s"
    yield kinds, b, 1.5, 1j
    yield kinds, b.astype(np.float64), np.float32(1), None
    yield case(kinds_of_lists, 1, python="Python raises KeyError", says="No implementation of function <function kind")
    yield containers, 3
    yield norms, a, -2
    yield norms, a.astype(np.float32), -2.5
    yield case(norms, b, 1, python="Numba's factory refuses integers", says="norm(array(int64, 2d, C))")
    yield norms_of_rows, b * 1.5
    yield norms_on_threads, b * 1.5
    yield clips, 4
    yield clips, 0.5
    yield clips_by_argument, 4, None, 2
    yield clips_by_argument, 4, 5, None
    yield clips_by_argument, 4, 1, 3
    yield clips_by_argument, 4, None, None
    yield case(powers, 3, close=1e-15)
    yield case(powers, 2.5, close=1e-15)
    yield case(unknown_power, 3, python="Python has no types", says=">>> power(int64, int64)")
    yield lengths, 3
    yield sizes, a, (1, 2, 3), 1.5
    yield sizes, (1, 2.5), b, 2
    yield totals, a
    yield case(factorials, 5, numba="it raises RecursionError: implementations cannot call their own function")
    yield applied, -3
    yield applied, a
    yield firsts, 2, 3
    yield firsts, 2, 3.5
    yield packs, np.array([1, 0, 0, 1, 1, 0, 1, 1, 0, 1])
    yield packs, np.array([True, False])
    yield raises, 3
    yield raises, -3
    yield case(raises, 1.5, python="Python checks floats", says="TypingError: floats are not checked")
    yield case(spreads, a, 1.5, python="arrays have no such method in Python")
    none = "values have no such attribute in Python"
    yield case(middles, np.arange(7.0), np.arange(12.0).reshape(4, 3), python=none)
    yield case(middles, np.arange(7), np.arange(12.0).reshape(4, 3)[:, ::2], python=none)
    yield case(halves, 3.0, (1.5, 2.5), python=none)
    yield case(halves, -3.0, (1.5, 2.5, 3.5), python=none)
    yield case(without_one, np.zeros((2, 2, 2)), python=none, says="Unknown attribute 'middle' of type array(float64, 3d, C)")
    yield case(without_one, 1, python=none, says="Unknown attribute 'middle' of type int64")
    yield case(spreads, b * 1.0, 1.5, python="arrays have no such method in Python", says="Unknown attribute 'spread' of type array(float64, 2d, C)")
    yield helps, 4
    yield helps, 1.5
