# SPDX-License-Identifier: Apache-2.0
"""Random numbers of host functions: NumPy's and Python's, of two generators that each
thread has (base/os/random_state.h). The streams are those of the Mersenne Twister
MT19937 (Matsumoto and Nishimura 1998), and of one seed those of RandomState.

A state is 624 words, how many of them are used, whether a normal deviate is kept, and
the two words of that."""
import math
import numpy as np
from numba import cuda
from portkern.lib import random_state
from np_pcg64 import unit64


# ---- the generator ----

def seed_words(s, seed):
    x = np.int64(seed) & 0xffffffff
    for i in range(624):
        s[i] = x
        x = (1812433253 * (x ^ (x >> 30)) + i + 1) & 0xffffffff
    s[624] = 624
    s[625] = 0


def twist(s):
    for i in range(624):
        x = (s[i] & 0x80000000) | (s[i + 1 if i < 623 else 0] & 0x7fffffff)
        s[i] = s[i + 397 if i < 227 else i - 227] ^ (x >> 1) ^ (0x9908b0df if x & 1 else 0)


def word(s):
    at = s[624]
    if at >= 624:
        twist(s)
        at = 0
    s[624] = at + 1
    x = np.int64(s[at])
    x ^= x >> 11
    x ^= (x << 7) & 0x9d2c5680
    x ^= (x << 15) & 0xefc60000
    return x ^ (x >> 18)


# 53 bits, at least 0.0 and less than 1.0; also of one of NumPy's generators.
def unit(s):
    if hasattr(s, 'words'):
        return unit64(s)
    high = word(s) >> 5
    return (high * 67108864.0 + (word(s) >> 6)) / 9007199254740992.0


# 1 to 64 bits: NumPy's are the low ones of a word and come from the high word on, Python's
# the other way round.
def bits(s, count, numpy):
    if count <= 32:
        return word(s) & ((1 << count) - 1) if numpy else word(s) >> (32 - count)
    if numpy:
        high = word(s) & ((1 << (count - 32)) - 1)
        return (high << 32) | word(s)
    low = word(s)
    return (word(s) >> (64 - count) << 32) | low


# Less than n, by rejection.
def below(s, n, numpy):
    if numpy and n == 1:
        return 0
    count = 64 - cuda.clz(np.int64(n - 1 if numpy else n))
    while True:
        x = bits(s, count, numpy)
        if 0 <= x < n:
            return x


# ---- distributions, by their generator ----

# As programs divide; the library's own `/` does not raise.
def quotient(x, y):
    if y == 0.0:
        raise ZeroDivisionError('division by zero')
    return x / y


# Marsaglia's polar method: it makes two at a time.
def normal(s):
    kept = s[626:628].view(np.float64)
    if s[625]:
        s[625] = 0
        return kept[0]
    while True:
        x = 2.0 * unit(s) - 1.0
        y = 2.0 * unit(s) - 1.0
        r = x * x + y * y
        if r < 1.0 and r != 0.0:
            break
    f = math.sqrt(-2.0 * math.log(r) / r)
    kept[0] = f * x
    s[625] = 1
    return f * y


def exponential(s):
    return -math.log(1.0 - unit(s))


# Cheng 1977 for shapes above 1; algorithm GS (Ahrens and Dieter 1974) below.
def gamma(s, shape, scale):
    if shape <= 0.0 or scale <= 0.0:
        raise ValueError('gammavariate: alpha and beta must be > 0.0')
    if shape > 1.0:
        root = math.sqrt(2.0 * shape - 1.0)
        b = shape - math.log(4.0)
        c = shape + root
        while True:
            u = unit(s)
            if not 1e-7 < u < .9999999:
                continue
            w = 1.0 - unit(s)
            v = math.log(u / (1.0 - u)) / root
            x = shape * math.exp(v)
            z = u * u * w
            r = b + c * v - x
            if r + (1.0 + math.log(4.5)) - 4.5 * z >= 0.0 or r >= math.log(z):
                return x * scale
    if shape == 1.0:
        return exponential(s) * scale
    b = (math.e + shape) / math.e
    while True:
        p = b * unit(s)
        x = p ** (1.0 / shape) if p <= 1.0 else -math.log((b - p) / shape)
        u = unit(s)
        if u <= (x ** (shape - 1.0) if p > 1.0 else math.exp(-x)):
            return x * scale


def beta(s, a, b):
    x = gamma(s, a, 1.0)
    return x / (x + gamma(s, b, 1.0)) if x != 0.0 else 0.0


def pareto(s, a):
    return 1.0 / (1.0 - unit(s)) ** quotient(1.0, a)


def weibull(s, a):
    return (-math.log(1.0 - unit(s))) ** quotient(1.0, a)


# Best and Fisher 1979.
def vonmises(s, mu, kappa):
    if kappa <= 1e-6:
        return 2.0 * math.pi * unit(s)
    t = 0.5 / kappa
    r = t + math.sqrt(1.0 + t * t)
    while True:
        z = math.cos(math.pi * unit(s))
        d = z / (r + z)
        u = unit(s)
        if u < 1.0 - d * d or u <= (1.0 - d) * math.exp(d):
            break
    q = 1.0 / r
    angle = math.acos((q + z) / (1.0 + q * z))
    if unit(s) > 0.5:
        return (mu + angle) % (2.0 * math.pi)
    return (mu - angle) % (2.0 * math.pi)


def triangular(s, low, high, c):
    u = unit(s)
    if u > c:
        return high + (low - high) * math.sqrt((1.0 - u) * (1.0 - c))
    return low + (high - low) * math.sqrt(u * c)


# Stirling's series.
def log_gamma(x):
    if x == 1.0 or x == 2.0:
        return 0.0
    n = int(7 - x) if x <= 7.0 else 0
    y = x + n
    w = 1.0 / (y * y)
    sum = -1.392432216905900e+00
    for term in (1.796443723688307e-01, -2.955065359477124e-02, 6.410256410256410e-03, -1.917526917526918e-03,
                 8.417508417508418e-04, -5.952380952380952e-04, 7.936507936507937e-04, -2.777777777777778e-03,
                 8.333333333333333e-02):
        sum = sum * w + term
    sum = sum / y + 0.5 * math.log(6.283185307179586477e+00) + (y - 0.5) * math.log(y) - y
    for i in range(n):
        y -= 1.0
        sum -= math.log(y)
    return sum


# Knuth's products for small means; else Hörmann's transformed rejection, PTRS (1993).
def poisson(s, mean):
    if mean >= 10.0:
        root = math.sqrt(mean)
        log_mean = math.log(mean)
        b = 0.931 + 2.53 * root
        a = -0.059 + 0.02483 * b
        inverse = 1.1239 + 1.1328 / (b - 3.4)
        v_r = 0.9277 - 3.6224 / (b - 2.0)
        while True:
            u = unit(s) - 0.5
            v = unit(s)
            us = 0.5 - abs(u)
            k = int(math.floor((2 * a / us + b) * u + mean + 0.43))
            if us >= 0.07 and v <= v_r:
                return k
            if k < 0 or (us < 0.013 and v > us):
                continue
            if (math.log(v) + math.log(inverse) - math.log(a / (us * us) + b)
                    <= -mean + k * log_mean - log_gamma(k + 1.0)):
                return k
    if mean < 0.0:
        raise ValueError('poisson(): lambda < 0')
    if mean == 0.0:
        return 0
    end = math.exp(-mean)
    count = 0
    product = unit(s)
    while product > end:
        product *= unit(s)
        count += 1
    return count


# ---- NumPy's names ----

# One number, or an array of as many as `size` says, in C order.
def drawn(draw, parameters, size, dtype):
    if size is None:
        return draw(*parameters)
    out = np.empty(size, dtype)
    flat = out.ravel()
    for i in range(flat.size):
        flat[i] = draw(*parameters)
    return out


# A count or bound, which is no float.
def whole(n):
    return np.int64(n | 0)


def one_unit():
    return unit(random_state(1))


def one_uniform(low, high):
    return low + (high - low) * unit(random_state(1))


def one_normal(loc, scale):
    return loc + scale * normal(random_state(1))


def one_exponential(scale):
    return exponential(random_state(1)) * scale


def one_integer(low, high):
    if high <= low:
        raise ValueError('empty range for randrange()')
    return low + below(random_state(1), high - low, True)


def one_gamma(shape, scale):
    return gamma(random_state(1), shape, scale)


def one_beta(a, b):
    return beta(random_state(1), a, b)


def one_chisquare(df):
    return 2.0 * gamma(random_state(1), df / 2.0, 1.0)


def one_lognormal(mean, sigma):
    return math.exp(one_normal(mean, sigma))


def one_pareto(a):
    return pareto(random_state(1), a) - 1


def one_weibull(a):
    return weibull(random_state(1), a)


def one_vonmises(mu, kappa):
    return vonmises(random_state(1), mu, kappa)


def one_triangular(left, mode, right):
    if left > mode:
        raise ValueError('triangular(): left > mode')
    if mode > right:
        raise ValueError('triangular(): mode > right')
    if left == right:
        raise ValueError('triangular(): left == right')
    width = right - left
    part = mode - left
    u = unit(random_state(1))
    if u <= part / width:
        return left + math.sqrt(u * part * width)
    return right - math.sqrt((1.0 - u) * (right - mode) * width)


def one_laplace(loc, scale):
    u = unit(random_state(1))
    return loc + scale * math.log(u + u) if u < 0.5 else loc - scale * math.log(2.0 - u - u)


def one_logistic(loc, scale):
    u = unit(random_state(1))
    return loc + scale * math.log(u / (1.0 - u))


def one_poisson(lam):
    return poisson(random_state(1), lam)


def host_random_seed(seed):
    seed_words(random_state(1), seed)


def host_random_random(size=None):
    return drawn(one_unit, (), size, np.float64)


def host_random_random_sample(size=None):
    return host_random_random(size)


def host_random_ranf(size=None):
    return host_random_random(size)


def host_random_sample(size=None):
    return host_random_random(size)


def host_random_rand(d0=None, d1=None, d2=None, d3=None):
    return drawn(one_unit, (), extents(d0, d1, d2, d3), np.float64)


def host_random_randn(d0=None, d1=None, d2=None, d3=None):
    return drawn(one_normal, (0.0, 1.0), extents(d0, d1, d2, d3), np.float64)


def extents(d0, d1, d2, d3):
    if d0 is None:
        return None
    if d1 is None:
        return (d0,)
    if d2 is None:
        return d0, d1
    if d3 is None:
        return d0, d1, d2
    return d0, d1, d2, d3


def host_random_standard_normal(size=None):
    return drawn(one_normal, (0.0, 1.0), size, np.float64)


def host_random_normal(loc=0.0, scale=1.0, size=None):
    return drawn(one_normal, (float(loc), float(scale)), size, np.float64)


def host_random_uniform(low=0.0, high=1.0, size=None):
    return drawn(one_uniform, (float(low), float(high)), size, np.float64)


def host_random_randint(low, high=None, size=None):
    if high is None:
        return drawn(one_integer, (0, whole(low)), size, np.int64)
    return drawn(one_integer, (whole(low), whole(high)), size, np.int64)


def host_random_exponential(scale=1.0, size=None):
    return drawn(one_exponential, (float(scale),), size, np.float64)


def host_random_standard_exponential(size=None):
    return drawn(one_exponential, (1.0,), size, np.float64)


def host_random_gamma(shape, scale=1.0, size=None):
    return drawn(one_gamma, (float(shape), float(scale)), size, np.float64)


def host_random_standard_gamma(shape, size=None):
    return drawn(one_gamma, (float(shape), 1.0), size, np.float64)


def host_random_beta(a, b, size=None):
    return drawn(one_beta, (float(a), float(b)), size, np.float64)


def host_random_chisquare(df, size=None):
    return drawn(one_chisquare, (float(df),), size, np.float64)


def host_random_lognormal(mean=0.0, sigma=1.0, size=None):
    return drawn(one_lognormal, (float(mean), float(sigma)), size, np.float64)


def host_random_pareto(a, size=None):
    return drawn(one_pareto, (float(a),), size, np.float64)


def host_random_weibull(a, size=None):
    return drawn(one_weibull, (float(a),), size, np.float64)


def host_random_vonmises(mu, kappa, size=None):
    return drawn(one_vonmises, (float(mu), float(kappa)), size, np.float64)


def host_random_triangular(left, mode, right, size=None):
    return drawn(one_triangular, (float(left), float(mode), float(right)), size, np.float64)


def host_random_laplace(loc=0.0, scale=1.0, size=None):
    return drawn(one_laplace, (float(loc), float(scale)), size, np.float64)


def host_random_logistic(loc=0.0, scale=1.0, size=None):
    return drawn(one_logistic, (float(loc), float(scale)), size, np.float64)


def host_random_poisson(lam=1.0, size=None):
    return drawn(one_poisson, (float(lam),), size, np.int64)


# Fisher and Yates.
def swap(x, i, j):
    kept = x[i] if x.ndim == 1 else x[i].copy()
    x[i] = x[j]
    x[j] = kept


def shuffle(s, x, numpy):
    for i in range(x.shape[0] - 1, 0, -1):
        swap(x, i, below(s, i + 1, numpy))


def host_random_shuffle(x):
    shuffle(random_state(1), x, True)


def host_random_permutation(x):
    out = x.copy() if hasattr(x, 'shape') else np.arange(x)
    host_random_shuffle(out)
    return out


def host_random_choice(a, size=None, replace=True):
    if hasattr(a, 'shape'):
        at = chosen(a.size, size, replace)
        return a[at] if size is None else np.take(a, at)
    return chosen(a, size, replace)


def chosen(count, size, replace):
    if size is None:
        return one_integer(0, count)
    out = np.empty(size, np.int64)
    flat = out.ravel()
    if replace:
        for i in range(flat.size):
            flat[i] = one_integer(0, count)
        return out
    if flat.size > count:
        raise ValueError("Cannot take a larger sample than population when 'replace=False'")
    flat[:] = host_random_permutation(count)[:flat.size]
    return out


# ---- Python's module random ----

def python_random_seed(a):
    seed_words(random_state(0), a)


def python_random_random():
    return unit(random_state(0))


def python_random_uniform(a, b):
    low = float(a)
    return low + (float(b) - low) * unit(random_state(0))


def python_random_gauss(mu, sigma):
    return mu + sigma * normal(random_state(0))


def python_random_normalvariate(mu, sigma):
    return mu + sigma * normal(random_state(0))


def python_random_lognormvariate(mu, sigma):
    return math.exp(mu + sigma * normal(random_state(0)))


def python_random_expovariate(lambd):
    return quotient(exponential(random_state(0)), lambd)


def python_random_gammavariate(alpha, beta):
    return gamma(random_state(0), float(alpha), float(beta))


def python_random_betavariate(alpha, beta_):
    return beta(random_state(0), float(alpha), float(beta_))


def python_random_paretovariate(alpha):
    return pareto(random_state(0), alpha)


def python_random_weibullvariate(alpha, beta_):
    return alpha * weibull(random_state(0), float(beta_))


def python_random_vonmisesvariate(mu, kappa):
    return vonmises(random_state(0), mu, kappa)


def python_random_triangular(low, high, mode=None):
    if mode is None:
        return triangular(random_state(0), float(low), float(high), 0.5)
    if high == low:
        return float(low)
    return triangular(random_state(0), float(low), float(high), (mode - low) / (high - low))


def python_random_getrandbits(k):
    if k < 1 or k > 64:
        raise OverflowError('getrandbits() limited to 64 bits')
    return np.uint64(bits(random_state(0), k, False))


def python_random_randrange(start, stop=None, step=1):
    if stop is None:
        return python_random_randrange(0, start)
    count = (stop - start + step - (1 if step > 0 else -1)) // step
    if count <= 0:
        raise ValueError('empty range for randrange()')
    return start + below(random_state(0), count, False) * step


def python_random_randint(a, b):
    return python_random_randrange(a, b + 1)


def python_random_shuffle(x):
    shuffle(random_state(0), x, False)
