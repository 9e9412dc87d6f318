# SPDX-License-Identifier: Apache-2.0
"""Arrays of the module level: every dtype and rank, by each way to make one,
in either order, indexed by constants and by threads, whole, as rows and in device
functions."""
import math

import numpy as np
from numba import cuda
import constants_beside
from constants_beside import WEIGHTS

TABLE = np.array([1.5, -2.25, 0.1, 1e10], dtype=np.float32)
MATRIX = np.array([[1, 2, 3], [4, 5, 6]])
BYTES = np.array([200, 255, 0, 7], np.uint8)
FLAGS = np.array([True, False, True, True])
WIDE = np.array((0x8000000000000000, 3), dtype="uint64")
MIXED = np.array([1, 2.5, True])
WAVES = np.array([1 + 2j, -0.5j], dtype=np.complex64)
ONES = np.ones((2, 2), np.float64)
FULL = np.full(3, 7, dtype=np.int16)
STEPS = np.arange(10, -5, -3)
CUBE = np.zeros((2, 3, 4), np.int32)
SAME = TABLE
NARROW = MATRIX.astype(np.int8)
EXACT = np.array([[np.float32(0.1)], [0.1]])
LONG = np.arange(2000, dtype=np.int32)
TOTAL = MATRIX.size + len(TABLE)
print(TABLE, TABLE.mean(), [float(t) for t in TABLE], np.cos(MATRIX))


@cuda.jit
def pick(index, out):
    i = cuda.grid(1)
    if i < index.size:
        k = index[i]
        out[i, 0] = TABLE[k]
        out[i, 1] = MATRIX[k % 2, k % 3]
        out[i, 2] = BYTES[k]
        out[i, 3] = 1.0 if FLAGS[k] else -1.0
        out[i, 4] = MIXED[k % 3]
        out[i, 5] = WAVES[k % 2].real + 10 * WAVES[k % 2].imag
        out[i, 6] = ONES[k % 2, 1] + FULL[k % 3]
        out[i, 7] = STEPS[k]
        out[i, 8] = CUBE[1, 2, k]
        out[i, 9] = SAME[-1 - k] + NARROW[1, -1]
        out[i, 10] = EXACT[k % 2, 0]
        out[i, 11] = WEIGHTS[k % 3] + constants_beside.WEIGHTS[1]
        out[i, 12] = TOTAL + MATRIX.shape[1] + TABLE.size + LONG[500 * k]


@cuda.jit
def wide(index, out):
    i = cuda.grid(1)
    if i < index.size:
        out[i] = WIDE[index[i]]


@cuda.jit(device=True)
def dot(row, x):
    s = 0.0
    for k in range(row.shape[0]):
        s += row[k] * x
    return s


@cuda.jit
def rows(index, out):
    i = cuda.grid(1)
    if i < index.size:
        row = MATRIX[index[i]]
        s = 0
        for v in row[1:]:
            s += v
        table = TABLE if index[i] else SAME[1:]
        copy = cuda.const.array_like(MATRIX)
        buf = cuda.local.array(MATRIX.shape, np.int64)
        buf[index[i], 2] = copy[0, 2]
        out[i, 0] = s
        out[i, 1] = dot(row, 2.0)
        out[i, 2] = dot(TABLE, 0.5)
        out[i, 3] = table[0]
        out[i, 4] = buf[index[i], 2] + copy.shape[0] + len(copy)


@cuda.jit
def stencil(x, out):
    tile = cuda.shared.array(64, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    tile[t] = x[i] if i < x.size else 0.0
    cuda.syncthreads()
    if t > 0 and t < 63 and i + 1 < x.size:
        s = 0.0
        for k in range(WEIGHTS.size):
            s += tile[t + k - 1] * WEIGHTS[k]
        out[i] = s

CODES = np.array([-1, 200, 70000], dtype="i8")
SHORT = np.array([1, 300], dtype="<u2")


@cuda.jit
def codes(out):
    s = cuda.local.array(2, "u1")
    s[0] = 300
    out[0] = CODES[0] + CODES[1] + CODES[2]
    out[1] = SHORT[1]
    out[2] = s[0]


N = 1000
BLOCKS = int(math.ceil(N / 64)) * 2
CLIPPED = max(min(N, 300), -5, 7)
HALVES = (round(2.5), round(-3.5), round(0.5), round(7))
DOWN = (math.floor(-2.5), math.ceil(-2.5), math.trunc(-2.5), int(-2.5), abs(-3))
REAL = (abs(-2.5), math.sqrt(2), math.fabs(-3), float(7), max(0.5, -0.5), math.sqrt(2) * math.pi)


@cuda.jit
def computed(out, real):
    s = cuda.local.array(BLOCKS // 16, np.int64)
    out[0] = BLOCKS
    out[1] = CLIPPED
    out[2] = s.size
    for i in range(len(HALVES)):
        out[3 + i] = HALVES[i]
    for i in range(len(DOWN)):
        out[7 + i] = DOWN[i]
    for i in range(len(REAL)):
        real[i] = REAL[i]


PLANE = np.arange(24, dtype=np.float32).reshape(2, -1, 4)
LINE = np.ones((2, 3)).reshape((3, 2)).ravel()
FLAT = MATRIX.flatten()
BLUR = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]])
BLUR = BLUR / BLUR.sum()
EDGES = np.array([0, 3, 1], dtype=np.float32)
SHARES = EDGES / np.sum(EDGES)
UNIT = np.eye(3, dtype=np.float32)
WIDER = np.identity(2) - np.ones_like(np.zeros((2, 2)))
SEVENS = np.full_like(FULL, 7.9)
AGAIN = np.zeros_like(TABLE, dtype=np.int64).copy()
FAR = (float("inf"), float("-Infinity"), np.sqrt(2.0))


@cuda.jit
def made(out):
    i = cuda.grid(1)
    out[i, 0] = PLANE[1, i, 3] + PLANE.shape[1] + PLANE.ndim
    out[i, 1] = LINE[i + 3] + LINE.size
    out[i, 2] = FLAT[i + 2] + len(FLAT)
    out[i, 3] = BLUR[1, i]
    out[i, 4] = SHARES[i]
    out[i, 5] = UNIT[1, i] + WIDER[0, i % 2]
    out[i, 6] = SEVENS[i] + AGAIN[i]
    out[i, 7] = FAR[0] if i == 0 else FAR[1] if i == 1 else FAR[2]


ON_DEVICE = cuda.to_device(TABLE)
ROWS = cuda.to_device(np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int32))


@cuda.jit(device=True)
def added(a):
    total = 0.0
    for v in a:
        total += v
    return total


@cuda.jit
def on_device(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = ON_DEVICE[i] + ROWS[i % 2, -1] + ROWS.shape[1] + added(ON_DEVICE[:2]) + len(ON_DEVICE)


PAIRS = np.array([(1.0, 2), (3.0, 4)], dtype=[('x', float), ('y', int)])
PADDED = np.zeros(2, dtype=np.dtype(dtype=[('a', np.uint8), ('y', np.uint32)], align=True))
PART = TABLE[:2] + MATRIX[0, 1:]
print(TABLE[1:] * 2, PART < TABLE[:2])


@cuda.jit
def fields(out):
    i = cuda.grid(1)
    out[i] = PAIRS[i].x + PADDED.itemsize + PADDED[i].y + TABLE[i]


# Intel's OpenCL compiler crashes where one kernel reads two of them (docs/api.md).
@cuda.jit
def other_fields(out):
    i = cuda.grid(1)
    out[i] = PAIRS['y'][i]


FORTRAN = np.array([[1, 2, 3], [4, 5, 6]], order='F')
TURNED = np.arange(24, dtype=np.float32).reshape(2, 3, 4).T
SUMS = FORTRAN + FORTRAN * 2
MIXED_SUMS = FORTRAN + np.array([[1, 2, 3], [4, 5, 6]])
LIKE = np.full_like(FORTRAN, 7).astype(np.int16)
BACK = np.ascontiguousarray(np.arange(24, dtype=np.float32).reshape(2, 3, 4).T)
COLUMN = np.ones((3, 1), order="F")
SPUN = np.asfortranarray([[1 + 2j, 3j], [0.5, -1j]], np.complex64)
COPIES = np.zeros((2, 3), order="F").copy(order="A") + 1
PAIRED = np.array([[(1.0, 2), (3.0, 4)], [(5.0, 6), (7.0, 8)]], dtype=[('x', float), ('y', int)], order='F')


@cuda.jit(device=True)
def describe(a, out, at):
    out[at, 0] = a.strides[0]
    out[at, 1] = a.strides[1]
    out[at, 2] = a.flags.c_contiguous
    out[at, 3] = a.flags.f_contiguous
    out[at, 4] = a.shape[0] * 10 + a.shape[1]
    n = 5
    for v in a.flat:
        out[at, n] = v
        n += 1
    out[at, n] = a[1, 0] + 100 * a.T[0, -1]
    for v in a[1, :]:
        out[at, n + 1] += v
    for v in a[:, 0]:
        out[at, n + 2] += v


@cuda.jit
def orders(out):
    describe(FORTRAN, out, 0)
    describe(TURNED[:, :, 1], out, 1)
    describe(SUMS, out, 2)
    describe(MIXED_SUMS, out, 3)
    describe(LIKE, out, 4)
    describe(cuda.const.array_like(BACK)[:, 1], out, 5)
    out[6, 0] = COLUMN.flags.c_contiguous + COLUMN[2, 0] + COPIES.flags.c_contiguous
    describe(TURNED[0], out, 7)
    describe(FORTRAN.T, out, 8)
    describe(PAIRED['y'], out, 9)
    for i in range(2):
        for j in range(2):
            out[10, 2 * i + j] = SPUN[i, j].real + 10 * SPUN[i, j].imag
            out[10, 4 + 2 * i + j] = PAIRED['x'][i, j] + COPIES[i, j]
    out[10, 8] = FORTRAN[1, 2] + FORTRAN.size + FORTRAN.shape[1] + TURNED[3, 1, 1]
