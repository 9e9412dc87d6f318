# SPDX-License-Identifier: Apache-2.0
"""NumPy's Generator as an argument: its streams, which go on where the caller's are. Logarithms
and powers are exact up to the last places."""
import numpy as np
from cases import case
from numba import njit

RNG = 12345
LAST = 1e-13


@njit
def random(rng, n):
    return rng.random(), rng.random(n), rng.random((2, n)), rng.random(size=n, dtype=np.float32), rng.random(dtype=np.float32), rng.random()


@njit
def normals(rng, n):
    return rng.standard_normal(), rng.standard_normal(n), rng.normal(), rng.normal(1.5, 2.0), rng.normal(1, 2, n), rng.normal(size=(n, 2))


@njit
def normals32(rng, n):
    return rng.standard_normal(n, np.float32), rng.standard_normal(dtype=np.float32), rng.standard_exponential(n, np.float32)


@njit
def exponentials(rng, n):
    return rng.standard_exponential(), rng.standard_exponential(n), rng.exponential(), rng.exponential(2.5), rng.exponential(3, n)


@njit
def inverted(rng, n):
    return rng.standard_exponential(n, method="inv"), rng.standard_exponential(n, np.float32, "inv")


@njit
def uniforms(rng, n):
    return rng.uniform(), rng.uniform(2, 5), rng.uniform(-1.0, 1.0, n), rng.uniform(size=n)


@njit
def integers(rng, low, high, n):
    return rng.integers(low, high), rng.integers(low, high, n), rng.integers(low, high, (2, n), endpoint=True), rng.integers(low, high)


@njit
def integers8(rng, low, high, n):
    return rng.integers(low, high, n, np.int8), rng.integers(low, high, n, np.uint8), rng.integers(low, high, 3, np.int16)


@njit
def integers32(rng, low, high, n):
    return rng.integers(low, high, n, np.int32), rng.integers(low, high, n, np.uint32), rng.integers(low, high, n, np.uint16), rng.integers(low, high, n, np.uint64)


@njit
def wholes(rng, n):
    return rng.integers(0, 256, n, np.uint8), rng.integers(-128, 127, n, np.int8, True), rng.integers(0, 65536, n, np.uint16), rng.integers(0, 2**32, n, np.uint32), rng.integers(0, 2**32, n)


@njit
def bools(rng, n):
    return rng.integers(0, 2, n, np.bool_), rng.integers(0, 1, n, np.bool_, endpoint=True), rng.integers(1, 2, n, np.bool_)


@njit
def large(rng, n):
    return rng.integers(0, 2**40, n), rng.integers(-2**62, 2**62, n)


@njit
def all_of_them(rng, n):
    return rng.integers(-2**63, 2**63 - 1, n, np.int64, True)


@njit
def orders(rng, n):
    x = np.arange(n)
    rng.shuffle(x)
    return x, rng.permutation(n), rng.permutation(x)


@njit
def rows(rng, m):
    a = rng.permutation(m)
    b = rng.permutation(m, 1)
    rng.shuffle(m)
    c = m.copy()
    rng.shuffle(m, axis=1)
    return a, b, c, m


@njit
def gammas(rng, shape, n):
    return rng.standard_gamma(shape), rng.gamma(shape, 2.0, n), rng.gamma(shape), rng.chisquare(shape, n), rng.beta(shape, 2.0, n), rng.beta(0.5, shape / 9, n)


@njit
def gammas32(rng, shape, n):
    return rng.standard_gamma(shape, n, np.float32)


@njit
def others(rng, n):
    return (rng.f(3.0, 4.0, n), rng.standard_cauchy(n), rng.standard_t(3.0, n), rng.pareto(2.0, n), rng.weibull(1.5, n), rng.power(2.0, n),
            rng.laplace(1.0, 2.0, n), rng.logistic(1.0, 2.0, n), rng.lognormal(0.5, 0.25, n), rng.rayleigh(2.0, n), rng.wald(1.0, 2.0, n),
            rng.triangular(1.0, 2.0, 4.0, n), rng.noncentral_chisquare(3.0, 2.0, n), rng.noncentral_chisquare(0.5, 2.0, n), rng.noncentral_f(3.0, 4.0, 1.0, n))


@njit
def counts(rng, n):
    return (rng.geometric(0.5, n), rng.geometric(0.1, n), rng.zipf(2.5, n), rng.poisson(3.0, n), rng.poisson(50.0, n), rng.poisson(0.0),
            rng.negative_binomial(3.0, 0.4, n), rng.logseries(0.7, n), rng.binomial(20, 0.3, n), rng.binomial(9, 0.8), rng.binomial(0, 0.5))


@njit
def many(rng, n):
    return rng.binomial(1000, 0.4, n), rng.binomial(1000, 0.9, n)


@njit
def mixed(rng):
    a = rng.integers(0, 10)
    b = rng.random()
    c = rng.integers(0, 10)
    return a, b, c


@njit
def inner(rng, k):
    return rng.normal() if k else rng.random()


@njit
def passed(rng, n):
    s = 0.0
    other = rng
    for i in range(n):
        s += inner(other, i % 2)
    return s


@njit
def two(a, b):
    return a.random() + b.random(), a.random() - b.random()


@njit
def in_tuple(t):
    return t[0].random() * t[1]


@njit
def bad_scale(rng):
    return rng.normal(0.0, -1.0)


@njit
def bad_gamma(rng, shape):
    return rng.gamma(shape)


@njit
def bad_p(rng, p):
    return rng.binomial(3, p)


@njit
def bad_method(rng):
    return rng.standard_exponential(3, method="no")


@njit
def unknown(rng):
    return rng.spam(3)


@njit
def as_result(rng):
    return 1, rng


def rng(seed=RNG):
    return np.random.default_rng(seed)


def cases():
    yield random, rng(), 4
    yield case(normals, rng(), 300, close=LAST)
    yield case(normals, rng(7), 300, close=LAST)
    yield case(normals32, rng(), 300, close=1e-6)
    yield case(exponentials, rng(), 300, close=LAST)
    yield case(inverted, rng(), 20, close=1e-6)
    yield uniforms, rng(), 5
    for low, high in ((0, 10), (-5, 7), (3, 4), (0, 1000000007)):
        yield integers, rng(), low, high, 40
    for low, high in ((0, 10), (3, 4), (0, 100)):
        yield integers8, rng(), low, high, 40
        yield integers32, rng(), low, high, 40
    yield wholes, rng(), 20
    yield bools, rng(), 50
    yield large, rng(), 20
    yield case(all_of_them, rng(), 20, numba="it takes 32 bits of them")
    for low, high in ((5, 3), (5, 5)):
        yield case(integers, rng(), low, high, 3, python="NumPy's words are others")
    yield integers8, rng(), 0, 200, 3
    yield orders, rng(), 20
    yield rows, rng(), np.arange(12.0).reshape(4, 3)
    for shape in (0.3, 1.0, 2.5, 7.0):
        yield case(gammas, rng(), shape, 30, close=LAST)
        yield case(gammas32, rng(), shape, 30, close=1e-5)
    yield case(others, rng(), 30, close=LAST)
    yield counts, rng(), 30
    yield many, rng(), 30
    yield mixed, rng()
    yield case(passed, rng(), 20, close=LAST)
    g = rng()
    yield two, g, rng(3)
    yield two, rng(1), rng(1)
    yield case(two, g, g)
    yield case(in_tuple, (rng(), 2.0), numba="it takes no Generator in a tuple")
    yield case(bad_scale, rng(), numba="it draws with a negative scale")
    yield case(bad_gamma, rng(), -1.0, numba="it does not end")
    yield case(bad_p, rng(), 1.5, numba="it draws all the same")
    yield case(bad_method, rng(), python="NumPy takes any method")
    yield case(unknown, rng(), python="TypingError")
    yield case(as_result, rng(), numba="it gives the Generator", python="so does NumPy")
    yield case(random, np.random.Generator(np.random.MT19937(1)), 3, numba="it takes all bit generators", python="so does NumPy")
