import numpy as np
from numba import cuda, int32


@cuda.jit
def merged_too_early(x, out):
    s = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    s[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(s, x[i], 1)
    cuda.atomic.add(out, t, s[t])


@cuda.jit
def counted_too_early(x, out):
    s = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    s[t] = 0
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(s, x[i], 1)
    cuda.syncthreads()
    cuda.atomic.add(out, t, s[t])


@cuda.jit
def of_each_warp(x, out):
    s = cuda.shared.array((8, 16), int32)
    t = cuda.threadIdx.x
    if t < 128:
        s[t // 16, t % 16] = 0
    cuda.syncthreads()
    cuda.atomic.add(s, (t // 32, x[cuda.grid(1)] % 16), 1)
    if t < 16:
        n = 0
        for w in range(8):
            n += s[w, t]
        cuda.atomic.add(out, t, n)


@cuda.jit
def right(x, out):
    s = cuda.shared.array(256, int32)
    sums = cuda.shared.array(8, int32)
    t = cuda.threadIdx.x
    s[t] = 0
    if t < 8:
        sums[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < x.size:
        at = cuda.atomic.add(s, x[i], 1)
        cuda.atomic.max(s, x[i], at)
        cuda.atomic.add(sums, t // 32, at)
    cuda.syncthreads()
    cuda.atomic.add(out, t, s[t] + sums[t % 8])


x, out = np.zeros(1024, np.uint8), np.zeros(256, np.int32)
merged_too_early[4, 256](x, out)
counted_too_early[4, 256](x, out)
of_each_warp[4, 256](x, out)
right[4, 256](x, out)
