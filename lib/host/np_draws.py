# SPDX-License-Identifier: Apache-2.0
"""Random numbers of NumPy's other distributions, of the generator and the deviates of
np_random.py. Luc Devroye, Non-Uniform Random Variate Generation, 1986, has those that
name no paper."""
import math
import numpy as np
from portkern.lib import random_state
from np_random import drawn, gamma, normal, poisson, quotient, unit, whole
from np_sets import array_of


# ---- by a normal or a gamma deviate ----

def chisquare(s, df):
    return 2.0 * gamma(s, df / 2.0, 1.0)


def one_f(dfnum, dfden):
    s = random_state(1)
    above = chisquare(s, dfnum) * dfden
    return above / (chisquare(s, dfden) * dfnum)


def one_noncentral_chisquare(df, nonc):
    s = random_state(1)
    if math.isnan(nonc):
        return nonc
    if df > 1.0:
        central = chisquare(s, df - 1.0)
        x = normal(s) + math.sqrt(nonc)
        return central + x * x
    return chisquare(s, df + 2 * poisson(s, nonc / 2.0))


def one_standard_t(df):
    s = random_state(1)
    x = normal(s)
    return math.sqrt(df / 2.0) * x / math.sqrt(gamma(s, df / 2.0, 1.0))


def one_standard_cauchy():
    s = random_state(1)
    x = normal(s)
    return x / normal(s)


# Michael, Schucany and Haas 1976.
def one_wald(mean, scale):
    if mean <= 0.0:
        raise ValueError('wald(): mean <= 0')
    if scale <= 0.0:
        raise ValueError('wald(): scale <= 0')
    s = random_state(1)
    y = normal(s)
    y = mean * y * y
    x = mean + mean / (2.0 * scale) * (y - math.sqrt(4 * scale * y + y * y))
    return x if unit(s) <= mean / (mean + x) else mean * mean / x


def one_negative_binomial(n, p):
    if n <= 0:
        raise ValueError('negative_binomial(): n <= 0')
    if p < 0.0 or p > 1.0:
        raise ValueError('negative_binomial(): p outside of [0, 1]')
    s = random_state(1)
    return poisson(s, gamma(s, n, quotient(1.0 - p, p)))


# ---- by the inverse of the distribution ----

def one_rayleigh(scale):
    if scale <= 0.0:
        raise ValueError('rayleigh(): scale <= 0')
    return scale * math.sqrt(-2.0 * math.log(1.0 - unit(random_state(1))))


def one_gumbel(loc, scale):
    return loc - scale * math.log(-math.log(1.0 - unit(random_state(1))))


def one_power(a):
    if a <= 0.0:
        raise ValueError('power(): a <= 0')
    return math.pow(1.0 - math.exp(math.log(1.0 - unit(random_state(1)))), 1.0 / a)


def one_geometric(p):
    if p <= 0.0 or p > 1.0:
        raise ValueError('geometric(): p outside of (0, 1]')
    u = unit(random_state(1))
    q = 1.0 - p
    if p < 0.333333333333333333333333:
        return int(math.ceil(quotient(math.log(1.0 - u), math.log(q))))
    count = 1
    part = p
    total = p
    while u > total:
        part *= q
        total += part
        count += 1
    return count


# ---- by rejection ----

# Kemp 1981, algorithm LK.
def one_logseries(p):
    if p <= 0.0 or p > 1.0:
        raise ValueError('logseries(): p outside of (0, 1]')
    s = random_state(1)
    v = unit(s)
    if v >= p:
        return 1
    q = 1.0 - math.exp(math.log(1.0 - p) * unit(s))
    if v <= q * q:
        return int(1.0 + quotient(math.log(v), math.log(q)))
    return 1 if v >= q else 2


def one_zipf(a):
    if a <= 1.0:
        raise ValueError('zipf(): a <= 1')
    s = random_state(1)
    b = 2.0 ** (a - 1.0)
    while True:
        u = 1.0 - unit(s)
        v = unit(s)
        x = math.pow(u, -1.0 / (a - 1.0))
        if not x < 9223372036854775808.0:
            continue
        k = int(math.floor(x))
        t = (1.0 + 1.0 / k) ** (a - 1.0)
        if v * k * (t - 1.0) / (b - 1.0) <= t / b:
            return k


# ---- samples ----

# One item after the other.
def one_hypergeometric(ngood, nbad, nsample):
    s = random_state(1)
    rest = int(nbad) + int(ngood) - int(nsample)
    few = min(nbad, ngood)
    left = few
    k = int(nsample)
    while left > 0.0 and k > 0:
        left -= math.floor(unit(s) + left / (rest + k))
        k -= 1
    z = int(few - left)
    return int(nsample) - z if ngood > nbad else z


def one_binomial(n, p):
    if n < 0:
        raise ValueError('binomial(): n <= 0')
    if not 0.0 <= p <= 1.0:
        raise ValueError('binomial(): p outside of [0, 1]')
    if p == 0.0:
        return 0
    if p == 1.0:
        return n
    s = random_state(1)
    if p > 0.5:
        return n - binomial(s, n, 1.0 - p)
    return binomial(s, n, p)


# Algorithms BINV for small means and BTPE: Kachitvichyanukul and Schmeiser 1988.
def binomial(s, n, p):
    mean = n * p
    if mean > 30.0:
        return btpe(s, n, p)
    q = 1.0 - p
    first = q ** n
    last = min(float(n), mean + 10.0 * math.sqrt(mean * q + 1))
    while True:
        u = unit(s)
        k = 0
        part = first
        while k <= last:
            if u <= part:
                return k
            u -= part
            k += 1
            part = (n - k + 1) * p * part / (k * q)


# A parallelogram, two triangles and two exponential tails.
def btpe(s, n, p):
    q = 1.0 - p
    peak = n * p + p
    mode = int(math.floor(peak))
    half = math.floor(2.195 * math.sqrt(n * p * q) - 4.6 * q) + 0.5
    center = mode + 0.5
    low = center - half
    high = center + half
    c = 0.134 + 20.5 / (15.3 + mode)
    a = (peak - low) / (peak - low * p)
    slope_low = a * (1.0 + a / 2.0)
    a = (high - peak) / (high * q)
    slope_high = a * (1.0 + a / 2.0)
    area2 = half * (1.0 + 2.0 * c)
    area3 = area2 + c / slope_low
    area4 = area3 + c / slope_high
    while True:
        u = unit(s) * area4
        v = unit(s)
        if u <= half:
            return int(math.floor(center - half * v + u))
        if u <= area2:
            x = low + (u - half) / c
            v = v * c + 1.0 - abs(mode - x + 0.5) / half
            if v > 1.0:
                continue
            y = int(math.floor(x))
        elif v == 0.0:
            continue
        elif u <= area3:
            y = int(math.floor(low + math.log(v) / slope_low))
            v = v * (u - area2) * slope_low
            if y < 0:
                continue
        else:
            y = int(math.floor(high - math.log(v) / slope_high))
            v = v * (u - area3) * slope_high
            if y > n:
                continue
        if is_below(v, y, mode, n, p):
            return y


# Whether v is at most the probability of y over that of the mode: by their factors,
# or by bounds of its logarithm and Stirling's series.
def is_below(v, y, mode, n, p):
    q = 1.0 - p
    variance = n * p * q
    k = abs(y - mode)
    if not 20 < k < variance / 2.0 - 1:
        odds = p / q
        a = odds * (n + 1)
        f = 1.0
        for i in range(mode + 1, y + 1):
            f *= a / i - odds
        for i in range(y + 1, mode + 1):
            f /= a / i - odds
        return not v > f
    rho = k / variance * ((k * (k / 3.0 + 0.625) + 0.16666666666666666) / variance + 0.5)
    t = -k * k / (2 * variance)
    log_v = math.log(v)
    if log_v < t - rho:
        return True
    if log_v > t + rho:
        return False
    x1 = y + 1
    f1 = mode + 1
    z = n + 1 - mode
    w = n - y + 1
    return not log_v > ((mode + 0.5) * math.log(f1 / x1) + (n - mode + 0.5) * math.log(z / w)
                        + (y - mode) * math.log(w * p / (x1 * q))
                        + stirling(f1) + stirling(z) + stirling(x1) + stirling(w))


def stirling(x):
    x2 = x * x
    return (13680.0 - (462.0 - (132.0 - (99.0 - 140.0 / x2) / x2) / x2) / x2) / x / 166320.0


# ---- NumPy's names ----

def host_random_binomial(n, p, size=None):
    return drawn(one_binomial, (whole(n), float(p)), size, np.int64)


def host_random_geometric(p, size=None):
    return drawn(one_geometric, (float(p),), size, np.int64)


def host_random_standard_t(df, size=None):
    return drawn(one_standard_t, (float(df),), size, np.float64)


def host_random_rayleigh(scale=1.0, size=None):
    return drawn(one_rayleigh, (float(scale),), size, np.float64)


def host_random_power(a, size=None):
    return drawn(one_power, (float(a),), size, np.float64)


def host_random_standard_cauchy(size=None):
    return drawn(one_standard_cauchy, (), size, np.float64)


def host_random_gumbel(loc=0.0, scale=1.0, size=None):
    return drawn(one_gumbel, (float(loc), float(scale)), size, np.float64)


def host_random_f(dfnum, dfden, size=None):
    return drawn(one_f, (float(dfnum), float(dfden)), size, np.float64)


def host_random_negative_binomial(n, p, size=None):
    return drawn(one_negative_binomial, (float(n), float(p)), size, np.int64)


def host_random_wald(mean, scale, size=None):
    return drawn(one_wald, (float(mean), float(scale)), size, np.float64)


def host_random_zipf(a, size=None):
    return drawn(one_zipf, (float(a),), size, np.int64)


def host_random_hypergeometric(ngood, nbad, nsample, size=None):
    return drawn(one_hypergeometric, (float(ngood), float(nbad), float(nsample)), size, np.int64)


def host_random_logseries(p, size=None):
    return drawn(one_logseries, (float(p),), size, np.int64)


def host_random_noncentral_chisquare(df, nonc, size=None):
    if df <= 0:
        raise ValueError('df <= 0')
    if nonc < 0:
        raise ValueError('nonc < 0')
    return drawn(one_noncentral_chisquare, (float(df), float(nonc)), size, np.float64)


# An array of as many rows as `size` says.
def rows_of(size, count):
    if size is None:
        return count
    return (*size, count) if isinstance(size, tuple) else (size, count)


# Each outcome takes its part of those that are left.
def host_random_multinomial(n, pvals, size=None):
    count = len(pvals)
    p = array_of(pvals)
    out = np.zeros(rows_of(size, count), np.int64)
    flat = out.ravel()
    for i in range(0, flat.size, count):
        left = whole(n)
        rest = 1.0
        for j in range(count - 1):
            k = one_binomial(left, float(p[j] / rest))
            flat[i + j] = k
            left -= k
            if left <= 0:
                break
            rest -= p[j]
        if left > 0:
            flat[i + count - 1] = left
    return out


def host_random_dirichlet(alpha, size=None):
    count = len(alpha)
    a = array_of(alpha)
    for each in a:
        if each <= 0:
            raise ValueError('dirichlet: alpha must be > 0.0')
    out = np.empty(rows_of(size, count), np.float64)
    flat = out.ravel()
    for i in range(0, flat.size, count):
        total = 0.0
        for k in range(count):
            x = gamma(random_state(1), float(a[k]), 1.0)
            flat[i + k] = x
            total += x
        for k in range(count):
            flat[i + k] /= total
    return out
