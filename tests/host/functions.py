# SPDX-License-Identifier: Apache-2.0
"""Functions as values: arguments, closures, globals and items of tuples."""
import math

import numpy as np
from cases import case
from numba import njit


@njit
def double(x):
    return 2 * x


@njit
def half(x):
    return x / 2


@njit
def raises(x):
    if x > 2:
        raise ValueError("more than two", x)
    return x


@njit
def apply(f, x):
    return f(x) + 1


@njit
def apply_by_name(x, f=None, g=None):
    y = x
    if f is not None:
        y = f(y)
    if g is not None:
        y = g(y)
    return y


@njit
def over(f, a):
    out = np.empty(len(a))
    for i in range(len(a)):
        out[i] = f(a[i])
    return out


@njit
def both(t, x):
    return t[0](x) + t[1](x)


@njit
def nested(t, x):
    f, (g, n) = t
    return f(x) * g(n)


@njit
def rest(f, *args):
    return f(*args)


@njit
def chain(x, *functions):
    return functions[0](functions[1](x))


@njit
def compose(f, g):
    return lambda x: f(g(x))


@njit
def composed(f, g, x):
    return compose(f, g)(x) + apply(compose(g, f), x)


@njit
def factorial(f, n):
    return 1 if n < 2 else n * f(f, n - 1)


@njit
def passes_lambda(x, y):
    return apply(lambda v: v * y, x) + apply(lambda v, w=y: v - w, x)


@njit
def passes_inner(a, n):
    def scale(x):
        return x * n

    def shift(x):
        return scale(x) - 1

    return over(scale, a) + over(shift, a)


@njit
def newton(f, slope, x):
    for _ in range(50):
        step = f(x) / slope(x)
        x -= step
        if abs(step) < 1e-14:
            break
    return x


@njit
def cubic(x):
    return x ** 3 - 2.0


@njit
def cubic_slope(x):
    return 3.0 * x * x


@njit
def integral(f, a, b, n):
    h = (b - a) / n
    s = 0.5 * (f(a) + f(b))
    for i in range(1, n):
        s += f(a + i * h)
    return s * h


@njit
def decay(t):
    return math.exp(-t)


@njit
def makes(n):
    return np.arange(n) * 1.5


@njit
def uses_arrays(f, n):
    return f(n)[1:] - f(n - 1)


TABLE = (double, half)


@njit
def of_table(x):
    return TABLE[0](x) + TABLE[1](x)


def factory(f, n):
    @njit
    def made(x):
        return f(x) + n
    return made


TEN = factory(double, 10)
TWENTY = factory(TEN, 20)


class Maker:
    def __init__(self, f, weight):
        self.call = self._make(f, weight)

    @staticmethod
    def _make(f, weight):
        @njit
        def weighted(a):
            s = 0.0
            for x in a:
                s += f(x) * weight
            return s
        return weighted


@njit
def kinds(x, f=double):
    return f(x)


def cases():
    a = np.array([0.0, 1.5, -2.0, 7.0])
    for f in (double, half, raises):
        yield apply, f, 1
        yield apply, f, 2.5
        yield over, f, a
        yield over, f, a[::2]
    yield apply, double, True
    yield apply, factory(half, 3), 4
    yield apply_by_name, 3
    yield apply_by_name, 3, double
    yield apply_by_name, 3, None, half
    yield case(apply_by_name, 3, keywords={"g": double, "f": half})
    yield both, (double, half), 3
    yield both, (half, half), 3
    yield both, (TEN, TWENTY), 3
    yield nested, (double, (half, 3)), 1.5
    yield rest, double, 4
    yield case(rest, factorial, factorial, 6, numba="no function calls itself by an argument there")
    yield chain, 2, double, half
    yield chain, 2, half, double
    yield composed, double, half, 7
    yield case(factorial, factorial, 10, numba="the same")
    yield passes_lambda, 3, 4
    yield passes_lambda, 3, 4.5
    yield passes_inner, a, 3
    yield newton, cubic, cubic_slope, 1.0
    yield case(integral, decay, 0.0, 1.0, 100, close=1e-15)
    yield integral, cubic, 0.0, 1.0, 10
    yield uses_arrays, makes, 5
    yield of_table, 5
    yield TEN, 1
    yield TWENTY, 1.5
    yield Maker(double, 0.5).call, a
    yield Maker(TEN, 2.0).call, a
    yield kinds, 3
    yield kinds, 3, half
