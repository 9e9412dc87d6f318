# SPDX-License-Identifier: Apache-2.0
"""Random numbers of NumPy and of Python's module random: the streams of a seed."""
import random

import numpy as np
from cases import case
from numba import njit
from numpy.random import rand


@njit
def units(seed):
    np.random.seed(seed)
    return (np.random.rand(), np.random.random(3), np.random.random_sample((2, 2)), np.random.ranf(), np.random.sample(2),
            np.random.rand(2, 3), rand())


@njit
def long(seed, n):
    np.random.seed(seed)
    return np.random.random(n)[-3:]


@njit
def normals(seed):
    np.random.seed(seed)
    return (np.random.randn(5), np.random.normal(1.0, 2.0, (2, 3)), np.random.standard_normal(), np.random.normal(),
            np.random.normal(3), np.random.randn(2, 2), np.random.lognormal(0.0, 1.0, 2))


@njit
def uniforms(seed):
    np.random.seed(seed)
    return np.random.uniform(), np.random.uniform(0.0, 2.0, 3), np.random.uniform(1, 4)


@njit
def integers(seed, low, high):
    np.random.seed(seed)
    return (np.random.randint(0, 10), np.random.randint(5), np.random.randint(low, high, 4), np.random.randint(0, 1),
            np.random.randint(low, high, size=(2, 2)))


@njit
def orders(seed, a):
    np.random.seed(seed)
    b = a.copy()
    np.random.shuffle(b)
    return b, np.random.permutation(7), np.random.permutation(a)


@njit
def choices(seed, a):
    np.random.seed(seed)
    return (np.random.choice(5), np.random.choice(a), np.random.choice(9, 4), np.random.choice(9, 4, False),
            np.random.choice(a, (2, 2)), np.random.choice(a, 3, replace=False))


@njit
def too_many(a, n):
    return np.random.choice(a, n, False)


@njit
def exponentials(seed):
    np.random.seed(seed)
    return np.random.exponential(2.0, 3), np.random.standard_exponential(), np.random.exponential(3)


@njit
def gammas(seed, shape):
    np.random.seed(seed)
    return (np.random.gamma(shape, 2.0, 3), np.random.gamma(shape), np.random.standard_gamma(shape),
            np.random.beta(shape, 3.0, 3), np.random.chisquare(shape))


@njit
def others(seed):
    np.random.seed(seed)
    return (np.random.pareto(2.0), np.random.weibull(2.0, 2), np.random.vonmises(0.5, 1.0), np.random.vonmises(0.5, 0.0),
            np.random.triangular(0.0, 1.0, 3.0, 4), np.random.laplace(), np.random.logistic(1.0, 2.0))


@njit
def poissons(seed, mean):
    np.random.seed(seed)
    return np.random.poisson(mean), np.random.poisson(mean, 50)


@njit
def of_python(seed):
    random.seed(seed)
    return random.random(), random.uniform(1, 3), random.gauss(0.0, 1.0), random.normalvariate(0.0, 1.0), random.gauss(1.0, 2.0)


@njit
def integers_of_python(seed):
    random.seed(seed)
    return (random.randint(0, 9), random.randrange(7), random.randrange(3, 50, 4), random.randrange(9, 1, -2),
            random.getrandbits(5), random.getrandbits(40), random.getrandbits(64))


@njit
def empty_range(stop):
    return random.randrange(stop)


@njit
def others_of_python(seed):
    random.seed(seed)
    return (random.expovariate(2.0), random.gammavariate(2.0, 1.0), random.betavariate(2.0, 1.0), random.paretovariate(2.0),
            random.weibullvariate(2.0, 1.0), random.vonmisesvariate(0.5, 1.0), random.triangular(0.0, 1.0),
            random.triangular(0.0, 1.0, 0.3), random.lognormvariate(0.0, 1.0))


@njit
def shuffled_by_python(seed, n):
    random.seed(seed)
    a = np.arange(n)
    random.shuffle(a)
    return a


@njit
def by_shape(a):
    return np.random.weibull(a), np.random.pareto(a, 3)


@njit
def by_shape_of_python(a):
    return random.paretovariate(a)


@njit
def by_rate_of_python(a):
    return random.expovariate(a)


@njit
def two_streams():
    np.random.seed(1)
    random.seed(1)
    a = np.random.random()
    return a == random.random()


def cases():
    for seed in (0, 3, 123456789, 4294967295):
        yield units, seed
        yield case(normals, seed, close=1e-15)
        yield uniforms, seed
        yield case(exponentials, seed, close=1e-15)
        yield orders, seed, np.arange(6)
    yield long, 5, 1300
    legacy = "NumPy draws another number of bits"
    yield case(integers, 3, 3, 2**40, python=legacy)
    yield case(integers, 4, -5, 5, python=legacy)
    yield orders, 9, np.arange(12.0).reshape(4, 3)
    yield case(choices, 9, np.array([1.5, 2.5, 3.5, 4.5]), python=legacy)
    yield too_many, np.arange(3), 4
    other = "NumPy has another algorithm"
    for shape in (3.0, 1.0, 0.5):
        yield case(gammas, 9, shape, close=1e-14, python=other)
    yield case(others, 9, close=1e-14, python=other)
    for mean in (0.0, 3.0, 10.0, 20.5, 1000.0):
        yield poissons, 9, mean
    seeds = "CPython seeds by an array of words"
    for seed in (5, 77):
        yield case(of_python, seed, close=1e-15, python=seeds)
        yield case(integers_of_python, seed, python=seeds)
        yield case(others_of_python, seed, close=1e-14, python=seeds)
        yield case(shuffled_by_python, seed, 10, python=seeds)
    for function in (by_shape, by_shape_of_python, by_rate_of_python):
        yield function, 0.0
    yield case(empty_range, 0, python="CPython names the bounds")
    yield case(two_streams, python=seeds)
