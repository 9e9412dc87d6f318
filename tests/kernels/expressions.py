# SPDX-License-Identifier: Apache-2.0
"""Array expressions, computed element by element where they are stored, with
NumPy's types and broadcasting; NumPy's functions with a place for the result."""
import numpy as np
from numba import cuda


@cuda.jit
def operators(a, b, sums, quotients, floors):
    i = cuda.grid(1)
    if i == 0:
        sums[0] = a + b
        sums[1] = a - b
        sums[2] = a * b
        sums[3] = -a + b * a
        quotients[0] = a / b
        floors[0] = a // b
        floors[1] = a % b


@cuda.jit
def bits(a, b, out):
    if cuda.grid(1) == 0:
        out[0] = a & b
        out[1] = a | b
        out[2] = a ^ b
        out[3] = ~a
        out[4] = a << (b & 7)
        out[5] = a >> (b & 7)


@cuda.jit
def compares(a, b, out):
    if cuda.grid(1) == 0:
        out[0] = a < b
        out[1] = a <= b
        out[2] = a > b
        out[3] = a >= b
        out[4] = a == b
        out[5] = a != b
        out[6] = np.logical_and(a, b > 1)
        out[7] = np.logical_or(a, b)
        out[8] = np.logical_xor(a, b)
        out[9] = np.logical_not(a)


@cuda.jit
def equals(a, b, out):
    if cuda.grid(1) == 0:
        out[0] = a == b
        out[1] = a != b


@cuda.jit
def broadcast(a, row, column, x, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i] = a * row + column
        out[i, 1:] = a[1:] * x - row[None, :]
        out[i, :, 0] = column[:, 0]
        out[i, 0] += x


@cuda.jit
def tiles(a, b):
    x, y = cuda.grid(2)
    v = a[4 * x:4 * x + 4, 4 * y:4 * y + 4]
    b[4 * x:4 * x + 4, 4 * y:4 * y + 4] = v.T * 2 + v


@cuda.jit
def places(a, b, out):
    if cuda.grid(1) == 0:
        np.add(a, b, out[0])
        np.subtract(a, b, out=out[1])
        np.multiply(out[0], out[1], out[2])
        np.sqrt(np.abs(a), out[3])
        np.minimum(a, b, out[4])
        np.maximum(a, 0, out[5])
        np.negative(a, out[6])
        np.square(a, out[7])
        np.sign(a, out[8])
        np.floor(a, out[9])
        np.copysign(a, b, out[10])
        np.isnan(a / b, out[11])
        np.floor_divide(a, b, out[12])
        np.remainder(a, b, out[13])
        np.fmod(a, b, out[14])
        np.reciprocal(a, out[15])


@cuda.jit
def close(a, b, out):
    if cuda.grid(1) == 0:
        out[0] = np.exp(a) * np.sin(b)
        out[1] = np.logaddexp(a, b)
        out[2] = np.logaddexp2(a, b)
        out[3] = np.hypot(a, b) + np.arctan2(a, b)
        out[4] = np.power(np.abs(a), b)


@cuda.jit
def scalars(x, y, out):
    if cuda.grid(1) == 0:
        out[0] = np.add(x, y)
        out[1] = np.subtract(x, y)
        out[2] = np.multiply(x, y)
        out[3] = np.floor_divide(x, y)
        out[4] = np.remainder(x, y)
        out[5] = np.negative(x)
        out[6] = np.square(y)
        out[7] = np.sign(x)
        out[8] = np.less(x, y) + 2 * np.greater_equal(x, y) + 4 * np.not_equal(x, y)
        out[9] = np.logical_and(x, y) + 2 * np.logical_not(x)
        out[10] = np.true_divide(x, y)
        out[11] = np.float_power(x, 2) + np.power(y, 2)


@cuda.jit
def integers(x, y, out):
    if cuda.grid(1) == 0:
        out[0] = np.gcd(x, y)
        out[1] = np.lcm(x, y)
        out[2] = np.left_shift(x, 3)
        out[3] = np.right_shift(x, 1)
        out[4] = np.bitwise_and(x, y) + np.bitwise_or(x, y) + np.bitwise_xor(x, y)
        out[5] = np.invert(x) + np.bitwise_not(y)
        out[6] = np.fmod(x, y)
        out[7] = np.mod(x, y)
        out[8] = np.conjugate(x) + np.positive(y) + np.signbit(-1.0)


@cuda.jit
def smooth(a, out):
    i = cuda.blockIdx.x
    line = cuda.shared.array((3, 16), dtype=np.float32)
    line[cuda.threadIdx.x] = a[i, cuda.threadIdx.x:cuda.threadIdx.x + 16] * 0.25
    cuda.syncthreads()
    mine = cuda.local.array(16, dtype=np.float64)
    mine[:] = line[0] + line[1] * 2 + line[2]
    if cuda.threadIdx.x == 0:
        out[i] = mine


@cuda.jit
def operators_complex(a, b, out):
    if cuda.grid(1) == 0:
        out[0] = a + b
        out[1] = a - b
        out[2] = a * b
        out[3] = -a + b * a
        out[4] = np.conjugate(a) + np.square(b) + np.sign(a)


@cuda.jit
def shifts(a, b, c, d, n):
    if cuda.grid(1) == 0:
        a[1:] = a[:-1] * 2
        a[:-2] = a[2:] + 1
        b[1:] = b[:-1]
        b[:, n:] = b[:, :-n]
        b[:3, ::2] = b[3:6, 1::2]
        b[:] = b - b[0, 0]
        b += b
        c[n:, 1:] = c[:-n, :-1] + c[0, 0]
        c[0] = c[1] - c[-1]
        d[::2] = d[1::2]
        d[:n] += d[-n:]


@cuda.jit
def reverse(a, n):
    a[:n] = a[:n][::-1]


@cuda.jit
def neighbours(a):
    a[1:-1] = a[:-2] + a[2:]


@cuda.jit
def turn(a, n):
    a[:n, :n] = a[:n, :n].T


@cuda.jit
def tuple_slices(a, b, out):
    h, w = a.shape[:2]
    i, j = cuda.grid(2)
    if i < h and j < w:
        t = (a[i, j, 0], i, 2.5, b.shape[0], j)
        first, last = t[1:][::3]
        down = t[3:0:-2]
        all = t[-99:99] + t[7:] + t[4:1]
        out[i, j, 0] = first * 10 + last
        out[i, j, 1] = down[0] * 10 + down[1]
        out[i, j, 2] = len(all) + len(t[::-1]) * 10 + len(t[::-9]) * 100
        out[i, j, 3] = t[::-1][4] + sum(t[-2:])


EPS = 10 ** -6
MASK = (1 << 64) - 1
SOME = 7 if EPS > 1 else 2 ** 0.5


@cuda.jit
def literals(f, u, m, x):
    f[0] = 10 ** -2
    f[1] = 2 ** 64 / 4
    f[2] = 7 // -2 + 7 % -2.5 + (-7 >> 1)
    f[3] = EPS * SOME
    f[4] = ((-8) ** (1 / 3)).imag
    f[5] = -2 ** -1
    u[0] = 1 << 63
    u[1] = u[1] ^ (1 << 63)
    u[2] = MASK >> x
    u[3] = (0xFFFFFFFF << 32) >> 60
    m[0] = 2 ** 63 > 0
    m[1] = len((0,) * 3 + (1,)) + ((4, 5) * 2)[3]
    m[2] = ~True + (not 0) - (-9223372036854775807 - 1) // 2 ** 40
    m[3] = (5 if 7 else x) << 3
    m[4] = (0 or x) + (1 and x)
    while 0:
        x = [1]
    if __debug__:
        m[5] = 3


@cuda.jit
def rounded(out, x, flags):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = -round(x[i])
        out[i, 1] = round(x[i]) - 300
        out[i, 2] = -round(flags[i])
