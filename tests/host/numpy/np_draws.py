# SPDX-License-Identifier: Apache-2.0
"""Random numbers of NumPy's other distributions: the streams of a seed, and parameters
that are wrong."""
import numpy as np
from cases import case
from numba import njit


@njit
def binomials(seed, n, p):
    np.random.seed(seed)
    return np.random.binomial(n, p), np.random.binomial(n, p, 200), np.random.binomial(n, p, (2, 3)), np.random.random()


@njit
def geometrics(seed, p):
    np.random.seed(seed)
    return np.random.geometric(p), np.random.geometric(p, 50), np.random.geometric(p, (2, 3)), np.random.random()


@njit
def of_normals(seed, df):
    np.random.seed(seed)
    return (np.random.standard_t(df), np.random.standard_t(df, 20), np.random.standard_t(df, (2, 3)),
            np.random.standard_cauchy(), np.random.standard_cauchy(5), np.random.standard_cauchy((2, 2)))


@njit
def of_gammas(seed, a, b):
    np.random.seed(seed)
    return (np.random.f(a, b), np.random.f(a, b, 20), np.random.f(a, b, (2, 3)), np.random.noncentral_chisquare(a, b),
            np.random.noncentral_chisquare(a, b, 20), np.random.noncentral_chisquare(a, b, (2, 3)))


@njit
def inverses(seed, a):
    np.random.seed(seed)
    return (np.random.rayleigh(), np.random.rayleigh(a), np.random.rayleigh(a, 4), np.random.rayleigh(a, (2, 2)),
            np.random.power(a), np.random.power(a, 9), np.random.power(a, (2, 2)),
            np.random.gumbel(1.0, a), np.random.gumbel(1, a, 9), np.random.gumbel(1.0, a, (2, 2)))


@njit
def walds(seed, mean, scale):
    np.random.seed(seed)
    return np.random.wald(mean, scale), np.random.wald(mean, scale, 20), np.random.wald(mean, scale, (2, 3))


@njit
def zipfs(seed, a):
    np.random.seed(seed)
    return np.random.zipf(a), np.random.zipf(a, 50), np.random.zipf(a, (2, 3)), np.random.random()


@njit
def hypergeometrics(seed, good, bad, count):
    np.random.seed(seed)
    return (np.random.hypergeometric(good, bad, count), np.random.hypergeometric(good, bad, count, 20),
            np.random.hypergeometric(good, bad, count, (2, 3)), np.random.random())


@njit
def logseries(seed, p):
    np.random.seed(seed)
    return np.random.logseries(p), np.random.logseries(p, 50), np.random.logseries(p, (2, 3)), np.random.random()


@njit
def negative_binomials(seed, n, p):
    np.random.seed(seed)
    return [np.random.negative_binomial(n, p) for i in range(20)], np.random.random()


@njit
def many_negative_binomials(seed, n, p):
    np.random.seed(seed)
    return np.random.negative_binomial(n, p, 20).sum() == np.array(negative_binomials(seed, n, p)[0]).sum()


@njit
def multinomials(seed, n, p):
    np.random.seed(seed)
    return (np.random.multinomial(n, p), np.random.multinomial(n, p, 3), np.random.multinomial(n, p, (2, 2)),
            np.random.multinomial(n, p, size=None), np.random.random())


@njit
def dirichlets(seed, alpha):
    np.random.seed(seed)
    return (np.random.dirichlet(alpha), np.random.dirichlet(alpha, 3), np.random.dirichlet(alpha, (2, 2)),
            np.random.dirichlet(alpha, size=2))


@njit
def none_of(p):
    return np.random.binomial(3, p, 0), np.random.multinomial(3, (0.5, 0.5), 0), np.random.geometric(p, (2, 0))


@njit
def single(seed, n, p):
    np.random.seed(seed)
    return np.random.binomial(n, p), np.random.geometric(p), np.random.standard_t(p), np.random.binomial(n, p, size=()), np.random.random()


def cases():
    other = "NumPy has another algorithm"
    for seed in (3, 4294967295):
        for n, p in ((10, 0.3), (10, 0.5), (10, 0.9), (0, 0.3), (7, 0.0), (7, 1.0), (7, 1), (100, 0.29), (100, 0.3), (100, 0.301), (100, 0.5),
                     (100, 0.8), (10**4, 0.4), (10**6, 0.25), (10**6, 0.999), (10**9, 0.5), (10**9, 1e-9), (2**40, 1e-6)):
            yield case(binomials, seed, n, p, python=other)
        for p in (0.5, 1.0, 1, 0.34, 1 / 3, 0.3, 0.01, 1e-9):
            yield case(geometrics, seed, p, python=other)
        for df in (3.0, 2, 0.5):
            yield case(of_normals, seed, df, close=1e-14, python=other)
        for a, b in ((3.0, 4.0), (1, 2), (0.5, 0.25)):
            yield case(of_gammas, seed, a, b, close=1e-14, python=other)
        for a in (2.0, 1, 0.5):
            yield case(inverses, seed, a, close=1e-14, python=other)
        yield case(walds, seed, 3.0, 2.0, close=1e-13, python=other)
        yield case(walds, seed, 0.25, 100.0, close=1e-12, python=other)
        for a in (2.0, 4.0, 1.5, 1.2):
            yield case(zipfs, seed, a, python=other)
        for good, bad, count in ((5, 3, 4), (3, 5, 4), (10, 0, 4), (0, 9, 3), (20, 30, 50), (1000, 7, 500)):
            yield case(hypergeometrics, seed, good, bad, count, python=other)
        for p in (0.5, 0.01, 0.9, 0.99999):
            yield case(logseries, seed, p, python=other)
        for n, p in ((5, 0.5), (2.5, 0.01), (1, 0.9)):
            yield case(negative_binomials, seed, n, p, python=other)
        yield case(many_negative_binomials, seed, 5, 0.3, numba="it has no size")
        for n, p in ((20, np.array([1 / 6] * 6)), (1000, [0.5, 0.25, 0.25]), (10, (0.1, 0.9)), (0, (0.5, 0.5)), (9, (1.0, 0.0)), (9, (1, 0)),
                     (5, np.array([1.0]))):
            yield case(multinomials, seed, n, p, python=other)
        for alpha in (np.array([1.0, 2.0, 0.5]), (3, 4), [0.1, 0.2], np.array([2, 5, 7])):
            yield case(dirichlets, seed, alpha, close=1e-14, python=other)
    yield none_of, 2.0
    for wrong in ((binomials, 3, -1, 0.5), (binomials, 3, 5, 1.5), (binomials, 3, 5, float("nan")), (geometrics, 3, 0.0), (geometrics, 3, 2.0),
                  (geometrics, 3, 1e-20), (of_normals, 3, -1.0), (of_gammas, 3, -1.0, 2.0), (of_gammas, 3, 1.0, -2.0), (inverses, 3, -1.0),
                  (walds, 3, 0.0, 1.0), (walds, 3, 1.0, 0.0), (zipfs, 3, 1.0), (logseries, 3, 0.0), (logseries, 3, 1.5), (logseries, 3, 1.0),
                  (negative_binomials, 3, 0, 0.5), (negative_binomials, 3, 2, 1.5), (negative_binomials, 3, 2, 0.0),
                  (negative_binomials, 3, 2, 1.0), (multinomials, 3, -1, (0.5, 0.5)), (multinomials, 3, 9, (2.0, 0.5)),
                  (multinomials, 3, 9, np.empty(0)), (dirichlets, 3, (1.0, 0.0)), (dirichlets, 3, (1.0, -2.0))):
        yield case(*wrong, python=other)
    for n in (np.int32(9), np.uint32(9), np.int8(9)):
        yield case(single, 3, n, np.float32(0.3), close=1e-14, python=other)
