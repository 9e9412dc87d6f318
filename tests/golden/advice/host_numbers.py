"""What numbers and arrays were when they were used; those that hang on a path, or
change in a loop, are not known: right programs, all but the last."""
import sys

import numpy as np
from numba import cuda


@cuda.jit
def halved(data):
    t = cuda.threadIdx.x
    if t < data.size:
        cuda.syncthreads()
        data[t] = t


@cuda.jit
def chosen(data):
    t = cuda.threadIdx.x
    if t < data.size:
        cuda.syncthreads()
        data[t] = t


@cuda.jit
def counted(data):
    t = cuda.threadIdx.x
    if t < data.size:
        cuda.syncthreads()
        data[t] = t


@cuda.jit
def before(data):
    t = cuda.threadIdx.x
    if t < data.size:
        cuda.syncthreads()
        data[t] = t


@cuda.jit
def wrong(data):
    t = cuda.threadIdx.x
    if t < data.size:
        cuda.syncthreads()
        data[t] = t


x = np.zeros(64)
n = 128
while n > len(x):
    n //= 2
halved[1, n](x)

if len(sys.argv) > 1:
    threads = 64
else:
    threads = 32
    threads = threads + 64 - 32
chosen[1, threads](x)

for n in (16, 32, 64):
    counted[1, n](x)

n = 64
y = np.zeros(n)
n = n // 2
before[1, 2 * n](y)
n = 4 * n
wrong[1, n](y)
