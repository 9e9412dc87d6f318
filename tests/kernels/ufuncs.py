# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions of elements, of numbers and with a place for the result; the
functions of operator; round, min, max and sum of arrays."""
import cmath
import operator
import numpy as np
from numba import cuda


@cuda.jit
def exact(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        a, b = x[i], y[i]
        out[0, i] = np.add(a, b)
        out[1, i] = np.subtract(a, b)
        out[2, i] = np.multiply(a, b)
        out[3, i] = np.divide(a, b)
        out[4, i] = np.fmod(a, b)
        out[5, i] = np.remainder(a, b)
        out[6, i] = np.negative(a)
        out[7, i] = np.positive(a)
        out[8, i] = np.square(a)
        out[9, i] = np.sign(a)
        out[10, i] = np.absolute(a)
        out[11, i] = np.reciprocal(b)
        out[12, i] = np.minimum(a, b) + np.fmin(a, b) + 0.0
        out[13, i] = np.maximum(a, b) + np.fmax(a, b) + 0.0
        q, r = np.divmod(a, b)
        out[14, i] = q
        out[15, i] = r
        out[16, i] = np.sqrt(np.absolute(a))
        out[17, i] = np.floor(a) + np.ceil(a) + np.trunc(a) + np.rint(a)
        out[18, i] = np.copysign(a, b) + np.fabs(a)
        out[19, i] = np.nextafter(a, b)
        out[20, i] = np.spacing(a)
        out[21, i] = np.ldexp(a, i % 7)


@cuda.jit
def halves(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = np.nextafter(x[i], y[i])
        out[1, i] = np.spacing(x[i])
        out[2, i] = np.minimum(x[i], y[i]) + 0.0


@cuda.jit
def whole(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        a, b = x[i], y[i]
        out[0, i] = np.floor_divide(a, b)
        out[1, i] = np.remainder(a, b)
        q, r = np.divmod(a, b)
        out[2, i] = q
        out[3, i] = r
        out[4, i] = np.gcd(a, b)
        out[5, i] = np.lcm(a, b)
        out[6, i] = np.left_shift(a, np.uint8(3)) + np.right_shift(a, np.uint8(1))
        out[7, i] = np.bitwise_and(a, b)
        out[8, i] = np.bitwise_or(a, b) - np.bitwise_xor(a, b)
        out[9, i] = np.invert(a)
        out[10, i] = np.maximum(a, b) + np.minimum(a, b)
        out[11, i] = np.round(a, -1) + np.round(b) + np.around(a, 2)
        out[12, i] = np.floor(a)
        out[13, i] = np.ceil(a) // 2 + np.trunc(b)


@cuda.jit
def truths(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        a, b = x[i], y[i]
        out[0, i] = np.equal(a, b)
        out[1, i] = np.not_equal(a, b)
        out[2, i] = np.less(a, b)
        out[3, i] = np.less_equal(a, b)
        out[4, i] = np.greater(a, b)
        out[5, i] = np.greater_equal(a, b)
        out[6, i] = np.logical_and(a, b)
        out[7, i] = np.logical_or(a, b)
        out[8, i] = np.logical_xor(a, b)
        out[9, i] = np.logical_not(a)
        out[10, i] = np.isnan(a)
        out[11, i] = np.isinf(a)
        out[12, i] = np.isfinite(a)
        out[13, i] = np.isreal(a)
        out[14, i] = np.iscomplex(b)


@cuda.jit
def near(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        a, b = x[i], y[i]
        out[0, i] = np.exp2(a) + np.expm1(b)
        out[1, i] = np.log1p(np.square(a)) + np.float_power(np.fabs(a), b)
        out[2, i] = np.logaddexp(a, b) + np.logaddexp2(a, b)
        out[3, i] = np.deg2rad(a) + np.radians(b)
        out[4, i] = np.rad2deg(a) + np.degrees(b)
        out[5, i] = np.cbrt(a) + np.hypot(a, b)
        out[6, i] = np.arctan2(a, b) + np.arctan(a) + np.arcsin(np.sin(a)) + np.arccos(np.cos(b))
        out[7, i] = np.sinc(a) + np.sinc(0 * b) + np.arcsinh(a) + np.arccosh(np.exp(b))
        out[8, i] = np.angle(a) + np.angle(b, True)
        out[9, i] = np.power(np.fabs(a), b)


@cuda.jit
def directions(z, out):
    i = cuda.grid(1)
    if i < z.size:
        out[i] = np.sign(z[i])


@cuda.jit
def complexes(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        a, b = x[i], y[i]
        out[0, i] = np.exp2(a)
        out[1, i] = np.expm1(a)
        out[2, i] = np.log1p(a)
        out[3, i] = np.rint(a)
        out[4, i] = np.minimum(a, b)
        out[5, i] = np.maximum(a, b)
        out[6, i] = np.fmin(a, b)
        out[7, i] = np.fmax(a, b)
        out[8, i] = np.reciprocal(a)
        out[9, i] = np.power(a, b)
        out[10, i] = np.float_power(a, b)
        out[11, i] = np.sign(a) + np.conjugate(b) + np.log2(a)
        out[12, i] = np.real(a) + np.imag(b) * 1j
        out[13, i] = np.angle(a) + np.angle(b, True) * 1j
        out[14, i] = np.round(a, 1)
        out[15, i] = cmath.log(a, b + 3) + cmath.log(b, 2)


@cuda.jit
def places(x, y, out, flags):
    if cuda.grid(1) == 0:
        np.nextafter(x, y, out[0])
        np.spacing(x, out=out[1])
        np.round(x, 1, out[2])
        np.round_(x, out=out[3])
        out[4] = np.around(x, 2) + np.sinc(y)
        np.minimum(x, y, out[5])
        np.hypot(x, 3, out=out[6])
        np.copysign(x, y[:1], out[7])
        np.isfinite(x, flags)


@cuda.jit
def operators(x, y, out, flags):
    i = cuda.grid(1)
    if i < x.size:
        a, b = x[i], y[i]
        out[0, i] = operator.add(a, b) + operator.sub(a, b) + operator.mul(a, b)
        out[1, i] = operator.floordiv(a, b) + operator.mod(a, b)
        out[2, i] = operator.and_(a, b) + operator.or_(a, b) + operator.xor(a, b)
        out[3, i] = operator.lshift(a, 2) + operator.rshift(a, 1)
        out[4, i] = operator.neg(a) + operator.pos(b) + operator.invert(a) + operator.abs(a)
        out[5, i] = operator.pow(a, 3) + operator.iadd(a, b) + operator.getitem(x, i)
        out[6, i] = operator.truediv(a, b) * 1000
        flags[0, i] = operator.lt(a, b) and operator.le(a, b)
        flags[1, i] = operator.gt(a, b) or operator.ge(a, b)
        flags[2, i] = operator.eq(a, b) != operator.ne(a, 3)
        flags[3, i] = operator.not_(a) or operator.contains((1, 2, 3), a)
    if i == 0:
        out[7] = operator.add(x, y) * 2
        operator.getitem(out, 8)[:] = operator.mul(x, 3)


@cuda.jit
def reduced(x, n, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        row = x[i]
        out[i, 0] = min(row)
        out[i, 1] = max(row)
        out[i, 2] = row.sum(dtype=np.float64)
        out[i, 3] = np.sum(row, dtype=np.int32)
        out[i, 4] = sum(row)
        out[i, 5] = n.bit_count() + (-n).bit_count()
        out[i, 6] = x.sum(dtype=np.float32)


@cuda.jit
def extremes(x, y, out):
    """Which of two zeros it is, and what a NaN does."""
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = np.minimum(x[i], y[i])
        out[1, i] = np.maximum(x[i], y[i])
        out[2, i] = np.fmin(x[i], y[i])
        out[3, i] = np.fmax(x[i], y[i])
    if i == 0:
        out[4, :] = np.minimum(x, y)
        out[5, :] = np.maximum(x, 0)
        np.fmax(x, y, out[6])
