"""Kernels as tutorials have them, which are right: nothing is said but of types that
nobody can see."""
import math

import numpy as np
from numba import cuda, float32


@cuda.jit
def integrate(out, lower, upper):
    i = cuda.grid(1)
    if i < len(out):
        out[i] = inverse(lower + (upper - lower) * i / len(out))


# No kernel that is launched, but called by one.
@cuda.jit
def inverse(x):
    return 1.0 / x


@cuda.jit
def scale_rows(a, f):
    t = cuda.grid(1)
    rows, cols = a.shape
    if t < rows * cols:
        r = t // cols
        c = t % cols
        a[r, c] *= f[r]


@cuda.jit
def scale_columns(a, f):
    t = cuda.grid(1)
    if t < a.size:
        r, c = divmod(t, a.shape[1])
        a[r, c] *= f[c]


@cuda.jit
def largest(result, values):
    i, j, k = cuda.grid(3)
    cuda.atomic.max(result, (0, 1, 2), values[i, j, k])


@cuda.jit
def partial(a, sums):
    s = cuda.shared.array((256,), float32)
    t = cuda.threadIdx.x
    own = float32(0)
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        own += a[i]
    s[t] = own
    cuda.syncthreads()
    i = cuda.blockDim.x // 2
    while i > 0:
        if t < i:
            s[t] += s[t + i]
        cuda.syncthreads()
        i //= 2
    if t == 0:
        sums[cuda.blockIdx.x] = s[0]


@cuda.jit
def sum_alone(sums, out):
    out[0] = 0.0
    for v in sums:
        out[0] += v


out = np.zeros(1000)
integrate[math.ceil(out.size / 128), 128](out, 1.0, 2.0)
a = np.ones((100, 37))
f = np.ones(100)
blocks = (a.size + 63) // 64
scale_rows[blocks, 64](a, f)
scale_columns[blocks, 64](a, f)
cube = np.random.rand(1000).reshape(10, 10, 10)
result = np.zeros((3, 3, 3))
largest[(2, 2, 2), (5, 5, 5)](result, cube)
x = np.random.rand(100000).astype(np.float32)
sums = cuda.device_array((64,), dtype=x.dtype)
total = cuda.device_array((1,), dtype=x.dtype)
partial[64, 256](x, sums)
sum_alone[1, 1](sums, total)


# One thread, with types that nobody sees.
@cuda.jit
def sum_unseen(sums, out):
    for v in sums:
        out[0] += v


sum_unseen[1, 1](read_sums(), total)


# A scan: each thread swaps two elements that are its own.
@cuda.jit
def scan(x):
    s = cuda.shared.array(512, float32)
    t = cuda.threadIdx.x
    s[2 * t] = x[2 * t]
    s[2 * t + 1] = x[2 * t + 1]
    step = 1
    d = 256
    while d > 0:
        cuda.syncthreads()
        if t < d:
            left = step * (2 * t + 1) - 1
            right = step * (2 * t + 2) - 1
            s[right] += s[left]
        step *= 2
        d //= 2
    if t == 0:
        s[511] = 0
    d = 1
    while d < 512:
        step //= 2
        cuda.syncthreads()
        if t < d:
            left = step * (2 * t + 1) - 1
            right = step * (2 * t + 2) - 1
            kept = s[left]
            s[left] = s[right]
            s[right] += kept
        d *= 2
    cuda.syncthreads()
    x[2 * t] = s[2 * t]
    x[2 * t + 1] = s[2 * t + 1]


scan[1, 256](np.ones(512, np.float32))


@cuda.jit
def shortest(d, k):
    i, j = cuda.grid(2)
    if i < d.shape[0] and j < d.shape[1]:
        d[i, j] = min(d[i, j], d[i, k] + d[k, j])


distances = np.random.rand(128, 128)
for k in range(128):
    shortest[(8, 8), (16, 16)](distances[:100].copy(), k)


# And some that are wrong in the same places.
@cuda.jit
def lost(a, n):
    t = cuda.grid(1)
    if t < n:
        a[t // 4, 0] += 1.0


@cuda.jit
def too_many(result, values):
    i, j, k = cuda.grid(3)
    cuda.atomic.max(result, (0, 1, 2), values[i, j, k])


lost[1, 64](a, 64)
too_many[(2, 2, 2), (6, 6, 6)](result, cube)


@cuda.jit
def no_block(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = np.mean(x)


no_block[8](x)
no_block[1, 128](np.ones(128))
