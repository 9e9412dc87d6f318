# SPDX-License-Identifier: Apache-2.0
"""What operations give, on Python's own numbers: integers within the range of
their type, floats with their value (a float32 is a float that float32 holds).

docs/language.md says what it must be where Python's answer is another one:
integers wrap, a divisor 0 gives 0, floats become integers by saturation."""
import math
import struct
from ctypes import c_float
from fractions import Fraction

from . import rules


class Undefined(Exception):
    """The program does something that has no defined result."""


M64 = (1 << 64) - 1


def wrapper(t):
    low, high = rules.limits(t)
    mask = high - low

    def wrap(x):
        return x if low <= x <= high else ((x - low) & mask) + low
    return wrap


WRAP = {t: wrapper(t) for t in rules.INTS}


def r32(x):
    """To float32. (Of a double that is the exact result of + - * / or sqrt,
    rounded once, this is the exact result rounded once.)"""
    return c_float(x).value


def r16(x):
    """To float16. (A double that is one operation's result, rounded once, gives
    what that result gives.)"""
    try:
        return struct.unpack("e", struct.pack("e", float(x)))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def int_to_f32(x):
    if -(1 << 53) <= x <= 1 << 53:
        return c_float(x).value
    return round_fraction(Fraction(x), 24, -149, float(2**128))


def round_fraction(x, digits, least, infinity):
    """A fraction that is not 0 to the nearest float of so many digits."""
    sign, x = (-1.0 if x < 0 else 1.0), abs(x)
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    if Fraction(2) ** exponent > x:
        exponent -= 1
    unit = Fraction(2) ** max(exponent - digits + 1, least)
    value = round(x / unit) * unit  # to even
    return sign * (math.inf if value >= infinity else float(value))


def f2i(x, t):
    low, high = rules.limits(t)
    if x != x:
        return 0
    if x in (math.inf, -math.inf):
        return high if x > 0 else low
    return min(max(int(x), low), high)


def fdiv(a, b):
    if b != 0:
        return a / b
    if a == 0 or a != a:
        return math.nan
    return math.copysign(math.inf, math.copysign(1, a) * math.copysign(1, b))


def floor_div(a, b, t):
    """Integers: MIN // -1 is 0, as x // 0 is."""
    if b == 0 or (b == -1 and a == rules.limits(t)[0]):
        return 0
    return a // b


def floor_mod(a, b, _):
    return 0 if b == 0 else a % b


def fmod(a, b):
    if a != a or b != b or a in (math.inf, -math.inf) or b == 0:
        return math.nan
    return math.fmod(a, b)


def float_divmod(a, b, t):
    """CPython's algorithm, each step rounded to the type."""
    r = r32 if t == "f32" else float
    if b == 0:
        return fdiv(a, b), math.nan
    mod = fmod(a, b)
    div = r(r(a - mod) / b)
    if mod:  # NaN is
        if (b < 0) != (mod < 0):
            mod, div = r(mod + b), r(div - 1)
    else:
        mod = math.copysign(0.0, b)
    if div and div == div and abs(div) != math.inf:
        whole = float(math.floor(div))
        if r(div - whole) > 0.5:
            whole = r(whole + 1)
        div = whole if whole else math.copysign(0.0, div)
    elif div == 0:
        div = math.copysign(0.0, fdiv(a, b))
    return div, mod


def float_floor_div(a, b, t):
    return float_divmod(a, b, t)[0]


def float_floor_mod(a, b, t):
    return float_divmod(a, b, t)[1]


def shl(a, b, t):
    count = b & M64
    return 0 if count >= 64 else WRAP[t](a << count)


def shr(a, b, _):
    return a >> min(b & M64, 64)


def int_power(a, b, t):
    """A negative exponent gives what 1 / a**-b is without its fraction, of 0
    the smallest integer."""
    if b < 0:
        return WRAP[t](1 << 63) if a == 0 else (a if b & 1 else 1) if a in (1, -1) else 0
    return WRAP[t](pow(a, b, 1 << 64))


def float_power(a, b, t):
    """A float to an integer power: squared and multiplied, or by a function
    that is exact to some units where there would be many."""
    if abs(b) > 65536:
        return float_pow(a, float(b), t)
    r = r32 if t == "f32" else float
    result, left = 1.0, abs(b)
    while left:
        if left & 1:
            result = r(result * a)
        a = r(a * a)
        left >>= 1
    return r(fdiv(1.0, result)) if b < 0 else result


def float_pow(a, b, t):
    """C's pow, which Python's differs from in what it refuses."""
    try:
        x = math.pow(a, b)
    except OverflowError:
        x = math.copysign(math.inf, a) if b % 2 == 1 else math.inf
    except ValueError:  # 0 to a negative power, or a fraction of a negative number
        x = math.nan if a else math.copysign(math.inf, a) if b % 2 == 1 else math.inf
    return r32(x) if t == "f32" else x


# Complex numbers, by CPython's formulas, each step rounded to the part's type.
def part_rounding(t):
    return r32 if t == "c64" else float


def rc32(z):
    return complex(r32(z.real), r32(z.imag))


def parts(z):
    return z.real, z.imag


def complex_add(a, b, t):
    r = part_rounding(t)
    return complex(r(a.real + b.real), r(a.imag + b.imag))


def complex_sub(a, b, t):
    r = part_rounding(t)
    return complex(r(a.real - b.real), r(a.imag - b.imag))


def complex_mul(a, b, t):
    r = part_rounding(t)
    return complex(r(r(a.real * b.real) - r(a.imag * b.imag)), r(r(a.real * b.imag) + r(a.imag * b.real)))


def complex_div(a, b, t):
    """Smith's method; a zero divisor gives what the real divisions give."""
    r = part_rounding(t)
    flat = abs(b.real) >= abs(b.imag)
    large, small = (b.real, b.imag) if flat else (b.imag, b.real)
    ratio = r(fdiv(small, large))
    d = r(large + r(small * ratio))
    p, q = (a.real, a.imag) if flat else (a.imag, a.real)
    re = r(p + r(q * ratio))
    im = r(q - r(p * ratio)) if flat else r(r(p * ratio) - q)
    return complex(r(fdiv(re, d)), r(fdiv(im, d)))


def complex_power(a, b, t):
    """CPython's: exact to some units in the last place of the larger part."""
    try:
        z = a ** b
    except ZeroDivisionError:
        return complex(math.nan, math.nan)
    except OverflowError:
        raise Undefined("a complex power too large") from None
    return rc32(z) if t == "c64" else z


def num_min(a, b):
    if a != a or b != b:
        return b if a != a else a
    if a == b == 0.0:
        return a if math.copysign(1, a) < 0 else b
    return b if b < a else a


def num_max(a, b):
    if a != a or b != b:
        return b if a != a else a
    if a == b == 0.0:
        return b if math.copysign(1, a) < 0 else a
    return b if b > a else a


def round_int(x):
    return 0 if x != x else f2i(x, "i64") if abs(x) == math.inf else f2i(float(round(x)), "i64")


def finite(fn):
    """Python's floor and its like give integers; these are floats and keep the
    sign of zero."""
    def of_float(x):
        if x != x or abs(x) == math.inf or x == 0:
            return x
        return math.copysign(float(fn(x)), x)
    return of_float


floor, ceil, trunc = finite(math.floor), finite(math.ceil), finite(math.trunc)


def sqrt(x):
    return math.nan if x != x or x < 0 else math.sqrt(x)


def copysign(x, y):
    if y != y:
        raise Undefined("the sign of a NaN")
    return math.copysign(x, y)


def fma(a, b, c, t):
    product = a * b
    if any(v != v or abs(v) == math.inf for v in (a, b, c)):
        return product + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        # An exact zero: the sign is that of a sum of zeros.
        return math.copysign(0.0, a) * math.copysign(1, b) + c if c == 0 and (a == 0 or b == 0) else 0.0
    if t == "f32":
        return round_fraction(exact, 24, -149, float(2**128))
    return round_fraction(exact, 53, -1074, Fraction(2) ** 1024)


def popc(x, t):
    return bin(x & ((1 << rules.bits(t)) - 1)).count("1")


def clz(x, t):
    return rules.bits(t) - (x & ((1 << rules.bits(t)) - 1)).bit_length()


def brev(x, t):
    n = rules.bits(t)
    return WRAP[t](int(format(x & ((1 << n) - 1), f"0{n}b")[::-1], 2))


def ffs(x, t):
    x &= (1 << rules.bits(t)) - 1
    return (x & -x).bit_length()


def to_bits(x, t):
    """A number as the bits that memory holds."""
    if t in rules.PART:
        return to_bits(x.real, rules.PART[t]) | to_bits(x.imag, rules.PART[t]) << rules.bits(t) // 2
    if t == "f16":
        return struct.unpack("H", struct.pack("e", float(x)))[0]
    if t == "f32":
        return struct.unpack("I", struct.pack("f", x))[0]
    if t == "f64":
        return struct.unpack("Q", struct.pack("d", x))[0]
    return int(x) & ((1 << rules.bits(t)) - 1)


# Functions that are exact to some units in the last place only: arrays that
# hold what they give are compared with a tolerance.
def loosely(fn):
    def of_float(*args):
        try:
            return fn(*args)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan
    return of_float


LOOSE = {name: loosely(getattr(math, name)) for name in (
    "exp", "expm1", "log1p", "sin", "cos", "tan", "atan", "asin", "acos", "sinh", "cosh", "tanh",
    "atan2", "hypot", "log", "log2", "log10")}
