"""Right kernels with launches: nothing is said of their threads."""
import numpy as np
from numba import cuda, float32, int32


@cuda.jit
def pingpong(a, b):
    t = cuda.threadIdx.x
    for k in range(10):
        b[t] = a[t] + (a[t - 1] if t > 0 else a[t])
        cuda.syncthreads()
        a[t] = b[t]
        cuda.syncthreads()


@cuda.jit
def stride_inplace(a):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        a[i] = a[i] * float32(2)


@cuda.jit
def transpose_inplace(a):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < i:
        t = a[i, j]
        a[i, j] = a[j, i]
        a[j, i] = t


@cuda.jit
def redblack(a):
    i, j = cuda.grid(2)
    if 0 < i < a.shape[0] - 1 and 0 < j < a.shape[1] - 1 and (i + j) % 2 == 0:
        a[i, j] = (a[i-1, j] + a[i+1, j] + a[i, j-1] + a[i, j+1]) * float32(0.25)


@cuda.jit
def reverse_shared(a):
    s = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    if t < 64:
        u = s[t]
        s[t] = s[127 - t]
        s[127 - t] = u
    cuda.syncthreads()
    a[cuda.grid(1)] = s[t]


@cuda.jit
def flags(a, out):
    s = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        s[0] = 0
    cuda.syncthreads()
    if a[cuda.grid(1)] > 0:
        s[0] = 1
    cuda.syncthreads()
    if t == 0 and s[0]:
        out[0] = 1


@cuda.jit
def all_same(a, out):
    out[0] = a[0]
    out[1 + cuda.blockIdx.x] = a[cuda.blockIdx.x]


@cuda.jit
def spin(lock, total, a):
    if cuda.threadIdx.x == 0:
        while cuda.atomic.exch(lock, 0, 1) != 0:
            pass
        cuda.threadfence()
        total[0] += a[cuda.blockIdx.x]
        cuda.threadfence()
        cuda.atomic.exch(lock, 0, 0)


@cuda.jit
def unrolled(a, out):
    s = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    if t < 128: s[t] += s[t + 128]
    cuda.syncthreads()
    if t < 64: s[t] += s[t + 64]
    cuda.syncthreads()
    if t < 32:
        s[t] += s[t + 32]; cuda.syncwarp()
        v = s[t + 16]; cuda.syncwarp()
        if t < 16: s[t] += v
        cuda.syncwarp()
        if t < 8: s[t] += s[t + 8]
        cuda.syncwarp()
        if t == 0:
            for k in range(1, 8): s[0] += s[k]
    if t == 0:
        cuda.atomic.add(out, 0, s[0])


@cuda.jit
def odd_even_global(a):
    t = cuda.threadIdx.x
    for k in range(a.size):
        i = 2 * t + k % 2
        if i + 1 < a.size:
            if a[i] > a[i + 1]:
                u = a[i]; a[i] = a[i + 1]; a[i + 1] = u
        cuda.syncthreads()


@cuda.jit
def scan_ks(a):
    s = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    off = 1
    while off < 256:
        cuda.syncthreads()
        v = s[t - off] if t >= off else float32(0)
        cuda.syncthreads()
        s[t] += v
        off <<= 1
    a[t] = s[t]


@cuda.jit
def by_index(a, idx, out):
    i = cuda.grid(1)
    if i < a.size:
        out[idx[i]] = a[i]


@cuda.jit
def converge(a, b, changed):
    i = cuda.grid(1)
    if 0 < i < a.size - 1:
        b[i] = (a[i-1] + a[i+1]) / float32(2)
        if abs(b[i] - a[i]) > 1e-3:
            changed[0] = 1


@cuda.jit
def rows_by_block(a, out):
    s = cuda.shared.array(64, float32)
    r = cuda.blockIdx.x
    t = cuda.threadIdx.x
    acc = float32(0)
    for c in range(t, a.shape[1], cuda.blockDim.x):
        acc += a[r, c]
    s[t] = acc
    cuda.syncthreads()
    k = cuda.blockDim.x // 2
    while k:
        if t < k:
            s[t] += s[t + k]
        cuda.syncthreads()
        k >>= 1
    if not t:
        out[r] = s[0]

@cuda.jit
def scan_blelloch(x, out, sums):
    s = cuda.shared.array(256, np.float32)
    t = cuda.threadIdx.x
    n = 256
    base = cuda.blockIdx.x * n
    s[2 * t] = x[base + 2 * t]
    s[2 * t + 1] = x[base + 2 * t + 1]
    offset = 1
    d = n >> 1
    while d > 0:
        cuda.syncthreads()
        if t < d:
            ai = offset * (2 * t + 1) - 1
            bi = offset * (2 * t + 2) - 1
            s[bi] += s[ai]
        offset *= 2
        d >>= 1
    if t == 0:
        sums[cuda.blockIdx.x] = s[n - 1]
        s[n - 1] = 0
    d = 1
    while d < n:
        offset >>= 1
        cuda.syncthreads()
        if t < d:
            ai = offset * (2 * t + 1) - 1
            bi = offset * (2 * t + 2) - 1
            s[ai], s[bi] = s[bi], s[ai] + s[bi]
        d *= 2
    cuda.syncthreads()
    out[base + 2 * t] = s[2 * t]
    out[base + 2 * t + 1] = s[2 * t + 1]

f = np.zeros(1024, np.float32); n = np.zeros(1024, np.int32); m = np.zeros((64, 64), np.float32)
pingpong[1, 256](f, f)
stride_inplace[4, 64](f)
transpose_inplace[(8, 8), (8, 8)](m)
redblack[(8, 8), (8, 8)](m)
reverse_shared[8, 128](f)
flags[8, 128](f, n)
all_same[4, 64](f, f)
spin[4, 64](n, f, f)
unrolled[4, 256](f, f)
odd_even_global[1, 512](f)
scan_ks[1, 256](f)
by_index[4, 256](f, n, f)
converge[4, 256](f, f, n)
rows_by_block[64, 64](m, f)
scan_blelloch[4, 128](f, np.zeros(1024, np.float32), np.zeros(4, np.float32))
