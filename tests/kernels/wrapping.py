# SPDX-License-Identifier: Apache-2.0
"""Numbers that wrap as places in arrays, as lanes and as what loops count with:
a compiler that takes them for evenly apart reads behind the array
(tests/cpu/test_wraps.py has many more numbers)."""
from numba import cuda, int64, uint8, uint16


@cuda.jit
def by_remainder(x, o):
    t = cuda.threadIdx.x
    o[t] = x[(t * 7) % 32]


@cuda.jit
def by_mask(x, o):
    t = cuda.threadIdx.x
    o[t] = x[(t * 5 + 3) & 15] + x[((t * 2) & 31) + 1]


@cuda.jit
def by_narrow(x, o):
    t = cuda.threadIdx.x
    o[t] = x[uint8(t * 9)] + x[uint16(t * 9001) >> 6]


@cuda.jit
def in_shared(x, o):
    s = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    s[t % 32] = x[t % 32]
    cuda.syncthreads()
    o[t] = s[(t * 3) % 32]


@cuda.jit
def in_a_loop(x, o):
    if cuda.threadIdx.x == 0:
        for j in range(o.size):
            o[j] = x[(j * 7) % 32]


@cuda.jit
def stored_and_loaded(x):
    if cuda.threadIdx.x == 0:
        for j in range(64):
            x[(j * 3) % 32 + 1] = x[(j * 3) % 32] + j


@cuda.jit
def scattered(x, o):
    t = cuda.threadIdx.x
    o[(t * 7) % 32] = x[t]


@cuda.jit
def by_shuffle(x, o):
    t = cuda.threadIdx.x
    v = cuda.shfl_sync(0xffffffff, x[t], (t * 7) % 32)
    o[t] = cuda.shfl_xor_sync(0xffffffff, v, 4)


@cuda.jit
def counters(o):
    t = cuda.threadIdx.x
    i = uint8(0)
    j = 0
    k = uint16(0)
    for n in range(o.shape[1]):
        o[t, n, 0] = i
        o[t, n, 1] = j
        o[t, n, 2] = k
        i = uint8(i + 71)
        j = (j & 255) + 71
        k = uint16(k + 9001)


@cuda.jit
def by_data(column, first, x, o):
    """Places from memory, some of them from an array's end."""
    t = cuda.grid(1)
    if t < o.size:
        total = 0
        for k in range(first[t], first[t + 1]):
            total += x[column[k]] * (k + 1)
        o[t] = total


@cuda.jit
def neighbours(x, out):
    """Of a ring, by remainders: next to each other, further apart, of what is no place."""
    i = cuda.grid(1)
    n = x.size
    if i < n:
        out[i, 0] = x[(i + 1) % n]
        out[i, 1] = x[(i - 1) % n]
        out[i, 2] = x[(i + 2) % n]
        s = 0
        for d in range(-1, 2):
            s += x[(i + d) % n] * (d + 2)
            s += x[(i - d) % n] * (d + 5)
            s += x[(d + i) % n]
        out[i, 3] = s
        out[i, 4] = (i + 1) % (n + 1) + (i - 1) % (n + 1)
        k = x[i] % n
        out[i, 5] = x[(k + 1) % n] - x[(k - 1) % n]


@cuda.jit
def torus(a, out):
    x, y = cuda.grid(2)
    h, w = a.shape
    if x >= w or y >= h:
        return
    n = 0
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            if dx != 0 or dy != 0:
                n += a[(y + dy) % h, (x + dx) % w]
    out[y, x] = 1 if n == 3 or (n == 2 and a[y, x] == 1) else 0
