# Races of kernels that nothing launches: what races in one warp does so in any
# larger block. A kernel that asks for no thread is meant for one.
from numba import cuda, float32


@cuda.jit("void(float32[:])")
def shifts(a):
    i = cuda.grid(1)
    if i < a.size - 1:
        a[i] = a[i + 1]


@cuda.jit
def guessed(a):
    i = cuda.grid(1)
    if i < a.size - 1:
        a[i] = a[i + 1]


@cuda.jit("void(float32[:, :])")
def rows(a):
    i, j = cuda.grid(2)
    if i > 0 and i < a.shape[0]:
        a[i, j] = a[i - 1, j]


@cuda.jit("void(float32[:], float32[:])")
def apart(a, b):
    i = cuda.grid(1)
    if i < a.size - 1:
        b[i] = a[i + 1]


@cuda.jit("void(float32[:], int64)")
def unknown(a, n):
    i = cuda.grid(1)
    if i < n - 1:
        a[i] = a[i + 1]


@cuda.jit("void(float32[:])")
def for_one(a):
    a[0] += 1
    for i in range(a.size - 1):
        a[i] = a[i + 1]


@cuda.jit("void(float32[:], UniTuple(float32[:], 2))")
def of_tuple(a, pair):
    i = cuda.grid(1)
    if i < a.size - 1:
        pair[0][i] = pair[1][i + 1]


@cuda.jit("void(float32[:])")
def tile(a):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    if t < 64:
        s[t] = a[t]
        a[t] = s[t ^ 1]


@cuda.jit
def shared_by_one(a):
    s = cuda.shared.array(4, float32)
    for i in range(4):
        s[i] = a[i]
    a[0] = s[3]
