"""Host functions: checked for the types that calls in the file show."""
import numpy as np
from numba import njit, prange


@njit
def smooth(x, width):
    sums = np.cumsum(np.append(0.0, x))
    return (sums[width:] - sums[:-width]) / width


@njit(parallel=True)
def total(x, scale=2.0):
    s = 0.0
    for i in prange(len(x)):
        s += x[i] ** 2
    return s * scale


@njit("float64(float64, int64)")
def declared(x, n):
    return x * n


@njit
def square(x):
    return x * x


@njit
def integral(f, a, b, mode):
    if mode == "left":
        return f(a) * (b - a)
    return f(b) * (b - a)


@njit
def first(items):
    return items[0] + items.frist


@njit
def broken(x):
    return x + unheard_of


@njit
def unseen(x):
    return x.real + 1


@njit
def seen_in_part(x, n):
    return x[n] * 2


@njit
def axes(m):
    return m[0, 0]


@njit
def raising(x):
    return x.nothing


def main(n, value):
    x = np.arange(8.0)
    print(smooth(x, width=3), total(x), total(np.zeros((3, 3), dtype=np.int32)[0]))
    print(integral(square, 0.0, 1.0, "left"), first([1, 2, 3]), declared(1.5, 2))
    print(seen_in_part(x, value), axes(np.zeros(n)))
    try:
        raising(1.0)
    except AttributeError:
        pass
    print(smooth(x))


main((3, 3), 1)
