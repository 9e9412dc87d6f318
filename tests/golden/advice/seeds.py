import numpy as np
from numba import cuda, float32

@cuda.jit(device=True)
def process(v):
    return v * 2.0

@cuda.jit
def add(x, y, out):
    i = cuda.grid(1)
    out[i] = process(x[i]) + y[i]

@cuda.jit
def matmul(A, B, C):
    row = cuda.grid(1)
    col = cuda.grid(1)
    if row < C.shape[0] and col < C.shape[1]:
        tmp = 0
        for k in range(A.shape[1]):
            tmp += A[row, k] * B[k, col]
        C[row, col] = tmp

@cuda.jit
def hist(x, h):
    i = cuda.grid(1)
    if i < x.size:
        h[x[i]] += 1

@cuda.jit
def reduce(x, out):
    s = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < x.size:
        s[t] = x[i]
        cuda.syncthreads()
    out[cuda.blockIdx.x] = s[0]

@cuda.jit
def transposed(a, out):
    row, col = cuda.grid(2)
    tile = cuda.shared.array((32, 32), float32)
    if row < a.shape[0] and col < a.shape[1]:
        tile[cuda.threadIdx.x, cuda.threadIdx.y] = a[row, col]
        out[row, col] = tile[cuda.threadIdx.x, cuda.threadIdx.y]

@cuda.jit
def unused(a, b):
    b[0] = 1

def main():
    n = 1000
    x = np.arange(n, dtype=np.float32)
    y = np.ones_like(x)
    out = np.zeros(n, np.float32)
    add[n // 128, 128](x, y, out)
    A = np.random.rand(64, 64).astype(np.float32)
    C = cuda.device_array((64, 64), np.float32)
    matmul[(4, 4), (16, 16)](A, cuda.to_device(A), C)
    hist[8, 128](np.zeros(n, np.int32), np.zeros(10, np.int32))
    reduce[7, 150](x, out)
    transposed[(2, 2), (32, 32)](A, C)
    transposed[(2, 2), (64, 32)](A, C)

main()
