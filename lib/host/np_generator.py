# SPDX-License-Identifier: Apache-2.0
"""The methods of NumPy's Generator (np_pcg64.py), with its streams. What is out of the range
of a parameter is NumPy's error. Distributions without a name at them: Luc Devroye,
Non-Uniform Random Variate Generation, 1986."""
import math
import numpy as np
from portkern.lib import mulhi
from np_draws import binomial
from np_pcg64 import next_exponential, next_exponential32, next32, next64, next_normal, next_normal32, unit32, unit64
from np_random import drawn, poisson, swap
from np_shape import axis_of, host_swapaxes


def check(ok, words):
    if not ok:
        raise ValueError(f'{words}')


# ---- integers ----

# Fills with low + x, where x is at most `span`, by Lemire's multiplication (2019): of words of
# `bits` bits, 32 // bits of which are parts of one.
def fill_small(g, flat, low, span, bits):
    full = np.uint64((1 << bits) - 1)
    by = span + np.uint64(1)
    threshold = (full - span) % by
    buffer = np.uint64(0)
    left = 0
    for k in range(flat.size):
        m = np.uint64(0)
        while span:
            if left:
                buffer >>= np.uint64(bits)
                left -= 1
            else:
                buffer = np.uint64(next32(g))
                left = 32 // bits - 1
            m = (buffer & full) * by
            if (m & full) >= threshold:
                break
        flat[k] = flat.dtype(low + (m >> np.uint64(bits)))


def fill_large(g, flat, low, span):
    full = np.uint64(0xffffffffffffffff)
    by = span + np.uint64(1)
    threshold = (full - span) % by if span != full else np.uint64(0)
    for k in range(flat.size):
        x = next64(g)
        if span != full:
            while x * by < threshold:
                x = next64(g)
            x = mulhi(x, by)
        flat[k] = flat.dtype(low + x)


def fill_integers(g, flat, low, high, endpoint):
    size = flat.itemsize * 8
    if isinstance(flat.dtype(0), np.bool_):
        size = 1
        least = 0
        most = np.uint64(1)
    else:
        least = np.iinfo(flat.dtype).min
        most = np.uint64(np.iinfo(flat.dtype).max)
    first = np.uint64(low)
    last = np.uint64(high) if endpoint else np.uint64(high) - np.uint64(1)
    check(low >= least, 'low is out of bounds')
    if high > 0:
        check(last <= most, 'high is out of bounds')
        check(low <= 0 or first <= last, 'low is greater than high in given interval')
    else:
        check(np.int64(low) <= np.int64(last), 'low is greater than high in given interval')
    span = last - first
    if size <= 32 or span <= np.uint64(0xffffffff):
        fill_small(g, flat, first, span, min(size, 32))
    else:
        fill_large(g, flat, first, span)


def python_Generator_integers(self, low, high=None, size=None, dtype=None, endpoint=False):
    if high is None:
        return python_Generator_integers(self, 0, low, size, dtype, endpoint)
    if dtype is None:
        return python_Generator_integers(self, low, high, size, np.int64, endpoint)
    if size is None:
        one = np.empty(1, dtype)
        fill_integers(self, one, low | 0, high | 0, endpoint)
        return one[0]
    out = np.empty(size, dtype)
    fill_integers(self, out.ravel(), low | 0, high | 0, endpoint)
    return out


# At most n, by rejection of what is more.
def interval(g, n):
    mask = n
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> shift
    while True:
        x = (next32(g) if n <= 0xffffffff else np.int64(next64(g) & np.uint64(0x7fffffffffffffff))) & mask
        if x <= n:
            return x


# Fisher and Yates.
def python_Generator_shuffle(self, x, axis=0):
    if axis < -x.ndim or axis >= x.ndim:
        raise IndexError('Axis is out of bounds for the given array')
    z = host_swapaxes(x, 0, axis)
    for i in range(len(z) - 1, 0, -1):
        j = interval(self, i)
        if i != j:
            swap(z, i, j)


def python_Generator_permutation(self, x, axis=0):
    if not hasattr(x, 'shape'):
        numbers = np.arange(x)
        python_Generator_shuffle(self, numbers)
        return numbers
    out = x.copy()
    python_Generator_shuffle(self, out, axis)
    return out


# ---- of 64 or 32 bits ----

def drawn_as(draw, draw32, parameters, size, dtype):
    if dtype is None:
        return drawn(draw, parameters, size, np.float64)
    if isinstance(dtype(0), np.float64):
        return drawn(draw, parameters, size, np.float64)
    if isinstance(dtype(0), np.float32):
        return drawn(draw32, parameters, size, np.float32)
    raise TypeError('a Generator draws float64 and float32')


def python_Generator_random(self, size=None, dtype=None):
    return drawn_as(unit64, unit32, (self,), size, dtype)


def python_Generator_standard_normal(self, size=None, dtype=None):
    return drawn_as(next_normal, next_normal32, (self,), size, dtype)


def inverted(g):
    return -math.log1p(-unit64(g))


def inverted32(g):
    return np.float32(-math.log(np.float32(1.0) - unit32(g)))


def python_Generator_standard_exponential(self, size=None, dtype=None, method='zig'):
    if method == 'zig':
        return drawn_as(next_exponential, next_exponential32, (self,), size, dtype)
    check(method == 'inv', "Method must be either 'zig' or 'inv'")
    return drawn_as(inverted, inverted32, (self,), size, dtype)


# Marsaglia and Tsang 2000; below 1 algorithm GS (Ahrens and Dieter 1974).
def next_gamma(g, shape):
    if shape == 1.0:
        return next_exponential(g)
    if shape == 0.0:
        return 0.0
    if shape < 1.0:
        while True:
            u = unit64(g)
            v = next_exponential(g)
            if u <= 1.0 - shape:
                x = math.pow(u, 1.0 / shape)
                if x <= v:
                    return x
            else:
                y = -math.log((1.0 - u) / shape)
                x = math.pow(1.0 - shape + shape * y, 1.0 / shape)
                if x <= v + y:
                    return x
    b = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * b)
    while True:
        x = next_normal(g)
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v = v * v * v
        u = unit64(g)
        if u < 1.0 - 0.0331 * (x * x) * (x * x) or math.log(u) < 0.5 * x * x + b * (1.0 - v + math.log(v)):
            return b * v


def next_gamma32(g, shape64):
    one = np.float32(1.0)
    shape = np.float32(shape64)
    if shape == one:
        return next_exponential32(g)
    if shape == 0:
        return np.float32(0)
    if shape < one:
        while True:
            u = unit32(g)
            v = next_exponential32(g)
            if u <= one - shape:
                x = np.float32(math.pow(u, one / shape))
                if x <= v:
                    return x
            else:
                y = -np.float32(math.log((one - u) / shape))
                x = np.float32(math.pow(one - shape + shape * y, one / shape))
                if x <= v + y:
                    return x
    b = shape - one / np.float32(3.0)
    c = one / np.float32(math.sqrt(np.float32(9.0) * b))
    while True:
        x = next_normal32(g)
        v = one + c * x
        if v <= 0:
            continue
        v = v * v * v
        u = unit32(g)
        if (u < one - np.float32(0.0331) * (x * x) * (x * x)
                or np.float32(math.log(u)) < np.float32(0.5) * x * x + b * (one - v + np.float32(math.log(v)))):
            return b * v


def python_Generator_standard_gamma(self, shape, size=None, dtype=None):
    check(shape >= 0, 'shape < 0')
    return drawn_as(next_gamma, next_gamma32, (self, float(shape)), size, dtype)


# ---- of 64 bits ----

def scaled_normal(g, loc, scale):
    return loc + scale * next_normal(g)


def python_Generator_normal(self, loc=0.0, scale=1.0, size=None):
    check(scale >= 0, 'scale < 0')
    return drawn(scaled_normal, (self, float(loc), float(scale)), size, np.float64)


def next_uniform(g, low, span):
    return low + span * unit64(g)


def python_Generator_uniform(self, low=0.0, high=1.0, size=None):
    return drawn(next_uniform, (self, float(low), float(high) - float(low)), size, np.float64)


def scaled_exponential(g, scale):
    return scale * next_exponential(g)


def python_Generator_exponential(self, scale=1.0, size=None):
    check(scale >= 0, 'scale < 0')
    return drawn(scaled_exponential, (self, float(scale)), size, np.float64)


def scaled_gamma(g, shape, scale):
    return scale * next_gamma(g, shape)


def python_Generator_gamma(self, shape, scale=1.0, size=None):
    check(shape >= 0, 'shape < 0')
    check(scale >= 0, 'scale < 0')
    return drawn(scaled_gamma, (self, float(shape), float(scale)), size, np.float64)


# Jöhnk 1964 for small parameters.
def next_beta(g, a, b):
    if a > 1.0 or b > 1.0:
        x = next_gamma(g, a)
        return x / (x + next_gamma(g, b))
    while True:
        x = math.pow(unit64(g), 1.0 / a)
        y = math.pow(unit64(g), 1.0 / b)
        if 0.0 < x + y <= 1.0:
            return x / (x + y)


def python_Generator_beta(self, a, b, size=None):
    check(a > 0, 'a <= 0')
    check(b > 0, 'b <= 0')
    return drawn(next_beta, (self, float(a), float(b)), size, np.float64)


def next_chisquare(g, df):
    return 2.0 * next_gamma(g, df / 2.0)


def python_Generator_chisquare(self, df, size=None):
    check(df > 0, 'df <= 0')
    return drawn(next_chisquare, (self, float(df)), size, np.float64)


def next_f(g, dfnum, dfden):
    above = next_chisquare(g, dfnum) * dfden
    return above / (next_chisquare(g, dfden) * dfnum)


def python_Generator_f(self, dfnum, dfden, size=None):
    check(dfnum > 0, 'dfnum <= 0')
    check(dfden > 0, 'dfden <= 0')
    return drawn(next_f, (self, float(dfnum), float(dfden)), size, np.float64)


def next_noncentral(g, df, nonc):
    if nonc == 0.0:
        return next_chisquare(g, df)
    if df > 1.0:
        central = next_chisquare(g, df - 1.0)
        x = next_normal(g) + math.sqrt(nonc)
        return central + x * x
    return next_chisquare(g, df + 2 * poisson(g, nonc / 2.0))


def python_Generator_noncentral_chisquare(self, df, nonc, size=None):
    check(df > 0, 'df <= 0')
    check(nonc >= 0, 'nonc < 0')
    return drawn(next_noncentral, (self, float(df), float(nonc)), size, np.float64)


def next_noncentral_f(g, dfnum, dfden, nonc):
    above = next_noncentral(g, dfnum, nonc) * dfden
    return above / (next_chisquare(g, dfden) * dfnum)


def python_Generator_noncentral_f(self, dfnum, dfden, nonc, size=None):
    check(dfnum > 0, 'dfnum <= 0')
    check(dfden > 0, 'dfden <= 0')
    check(nonc >= 0, 'nonc < 0')
    return drawn(next_noncentral_f, (self, float(dfnum), float(dfden), float(nonc)), size, np.float64)


def next_standard_cauchy(g):
    x = next_normal(g)
    return x / next_normal(g)


def python_Generator_standard_cauchy(self, size=None):
    return drawn(next_standard_cauchy, (self,), size, np.float64)


def next_standard_t(g, df):
    x = next_normal(g)
    return math.sqrt(df / 2.0) * x / math.sqrt(next_gamma(g, df / 2.0))


def python_Generator_standard_t(self, df, size=None):
    check(df > 0, 'df <= 0')
    return drawn(next_standard_t, (self, float(df)), size, np.float64)


def next_pareto(g, a):
    return math.expm1(next_exponential(g) / a)


def python_Generator_pareto(self, a, size=None):
    check(a > 0, 'a <= 0')
    return drawn(next_pareto, (self, float(a)), size, np.float64)


def next_weibull(g, a):
    return math.pow(next_exponential(g), 1.0 / a) if a != 0.0 else 0.0


def python_Generator_weibull(self, a, size=None):
    check(a >= 0, 'a < 0')
    return drawn(next_weibull, (self, float(a)), size, np.float64)


def next_power(g, a):
    return math.pow(-math.expm1(-next_exponential(g)), 1.0 / a)


def python_Generator_power(self, a, size=None):
    check(a > 0, 'a <= 0')
    return drawn(next_power, (self, float(a)), size, np.float64)


# More than 0.0.
def open_unit(g):
    while True:
        u = unit64(g)
        if u > 0.0:
            return u


def next_laplace(g, loc, scale):
    u = open_unit(g)
    return loc - scale * math.log(2.0 - u - u) if u >= 0.5 else loc + scale * math.log(u + u)


def python_Generator_laplace(self, loc=0.0, scale=1.0, size=None):
    check(scale >= 0, 'scale < 0')
    return drawn(next_laplace, (self, float(loc), float(scale)), size, np.float64)


def next_logistic(g, loc, scale):
    u = open_unit(g)
    return loc + scale * math.log(u / (1.0 - u))


def python_Generator_logistic(self, loc=0.0, scale=1.0, size=None):
    check(scale >= 0, 'scale < 0')
    return drawn(next_logistic, (self, float(loc), float(scale)), size, np.float64)


def next_lognormal(g, mean, sigma):
    return math.exp(scaled_normal(g, mean, sigma))


def python_Generator_lognormal(self, mean=0.0, sigma=1.0, size=None):
    check(sigma >= 0, 'sigma < 0')
    return drawn(next_lognormal, (self, float(mean), float(sigma)), size, np.float64)


def next_rayleigh(g, scale):
    return scale * math.sqrt(2.0 * next_exponential(g))


def python_Generator_rayleigh(self, scale=1.0, size=None):
    check(scale >= 0, 'scale < 0')
    return drawn(next_rayleigh, (self, float(scale)), size, np.float64)


# Michael, Schucany and Haas 1976.
def next_wald(g, mean, scale):
    y = next_normal(g)
    y = mean * y * y
    x = mean + mean / (2.0 * scale) * (y - math.sqrt(4.0 * scale * y + y * y))
    return x if unit64(g) <= mean / (mean + x) else mean * mean / x


def python_Generator_wald(self, mean, scale, size=None):
    check(mean > 0, 'mean <= 0')
    check(scale > 0, 'scale <= 0')
    return drawn(next_wald, (self, float(mean), float(scale)), size, np.float64)


def next_triangular(g, left, mode, right):
    base = right - left
    u = unit64(g)
    if u <= (mode - left) / base:
        return left + math.sqrt(u * ((mode - left) * base))
    return right - math.sqrt((1.0 - u) * ((right - mode) * base))


def python_Generator_triangular(self, left, mode, right, size=None):
    check(left <= mode, 'left > mode')
    check(mode <= right, 'mode > right')
    check(left != right, 'left == right')
    return drawn(next_triangular, (self, float(left), float(mode), float(right)), size, np.float64)


# ---- counts ----

def next_geometric(g, p):
    if p < 0.333333333333333333333333:
        return int(math.ceil(-next_exponential(g) / math.log1p(-p)))
    u = unit64(g)
    count = 1
    part = p
    total = p
    while u > total:
        part *= 1.0 - p
        total += part
        count += 1
    return count


def python_Generator_geometric(self, p, size=None):
    check(p > 0 and p <= 1, 'p <= 0, p > 1 or p contains NaNs')
    return drawn(next_geometric, (self, float(p)), size, np.int64)


def next_zipf(g, a):
    a -= 1.0
    b = math.pow(2.0, a)
    least = math.pow(9223372036854775807.0, -a)
    while True:
        u = unit64(g)
        u = u * least + (1.0 - u)
        v = unit64(g)
        x = math.floor(math.pow(u, -1.0 / a))
        if not 1.0 <= x < 9223372036854775807.0:
            continue
        t = math.pow(1.0 + 1.0 / x, a)
        if v * x * (t - 1.0) / (b - 1.0) <= t / b:
            return int(x)


def python_Generator_zipf(self, a, size=None):
    check(a > 1, 'a <= 1 or a contains NaNs')
    return drawn(next_zipf, (self, float(a)), size, np.int64)


def python_Generator_poisson(self, lam=1.0, size=None):
    check(lam >= 0, 'lam < 0 or lam contains NaNs')
    return drawn(poisson, (self, float(lam)), size, np.int64)


def next_negative_binomial(g, n, p):
    return poisson(g, (1.0 - p) / p * next_gamma(g, n))


def python_Generator_negative_binomial(self, n, p, size=None):
    check(n > 0, 'n <= 0')
    check(p > 0 and p <= 1, 'p <= 0, p > 1 or p contains NaNs')
    return drawn(next_negative_binomial, (self, float(n), float(p)), size, np.int64)


# Kemp 1981, algorithm LK.
def next_logseries(g, p):
    r = math.log1p(-p)
    while True:
        v = unit64(g)
        if v >= p:
            return 1
        q = -math.expm1(r * unit64(g))
        if v <= q * q:
            x = 1.0 + math.log(v) / math.log(q)
            if x >= 1.0 and v != 0.0:
                return int(math.floor(x))
        else:
            return 1 if v >= q else 2


def python_Generator_logseries(self, p, size=None):
    check(p >= 0 and p < 1, 'p < 0, p >= 1 or p is NaN')
    return drawn(next_logseries, (self, float(p)), size, np.int64)


def next_binomial(g, n, p):
    if n == 0 or p == 0.0:
        return 0
    if p > 0.5:
        return n - binomial(g, n, 1.0 - p)
    return binomial(g, n, p)


def python_Generator_binomial(self, n, p, size=None):
    check(n >= 0, 'n < 0')
    check(p >= 0 and p <= 1, 'p < 0, p > 1 or p is NaN')
    return drawn(next_binomial, (self, n | 0, float(p)), size, np.int64)
