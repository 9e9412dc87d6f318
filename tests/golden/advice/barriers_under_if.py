import numpy as np
from numba import cuda, float32, int64


@cuda.jit("void(int64[::1])")
def total(data):
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    s = cuda.shared.array(128, int64)
    if i < len(data):
        s[t] = data[i]
        cuda.syncthreads()
        s[t] += 1
        cuda.syncthreads()
        data[i] = s[0]


# Right: each block has as many threads as the array has elements.
@cuda.jit
def reduce(data, out):
    t = cuda.threadIdx.x
    size = len(data)
    if t < size:
        i = cuda.grid(1)
        s = cuda.shared.array(64, float32)
        s[t] = data[i]
        cuda.syncthreads()
        step = 1
        while step < cuda.blockDim.x:
            if t % (2 * step) == 0:
                s[t] += s[t + step]
            step *= 2
            cuda.syncthreads()
        if t == 0:
            out[0] = s[0]


@cuda.jit
def whole_blocks(data, out):
    i = cuda.grid(1)
    if i < data.size:
        cuda.syncthreads()
        out[i] = data[i]


# Nobody knows whether it is.
@cuda.jit("void(float32[::1], float32[::1])")
def one_block(data, out):
    t = cuda.threadIdx.x
    if t < data.size:
        cuda.syncthreads()
        out[t] = data[t]


@cuda.jit
def block_too_large(data, out):
    t = cuda.threadIdx.x
    if t < data.size:
        out[t] = data[t]
        cuda.syncthreads()


@cuda.jit
def last_block(data, out):
    i = cuda.grid(1)
    if i < data.size:
        cuda.syncthreads()
        out[i] = data[i]


x = cuda.to_device(np.arange(64, dtype=np.float32))
n = len(x)
reduce[1, n](x, x)
block_too_large[1, 2 * n](x, x)
y = np.zeros(1024, np.float32)
whole_blocks[y.size // 256, 256](y, y)
z = np.zeros(1000, np.float32)
last_block[int(np.ceil(len(z) / 256)), 256](z, z)
