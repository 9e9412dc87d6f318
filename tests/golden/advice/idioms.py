# Right kernels that look like traps.
import library
from numba import cuda, float32


@cuda.jit
def chunks(a, size):
    t = cuda.grid(1)
    for i in range(t * size, min((t + 1) * size, a.size)):
        a[i] += a[i]


@cuda.jit
def chunks_by_names(a, size):
    start = cuda.grid(1) * size
    end = min(start + size, a.size)
    for i in range(start, end):
        a[i] += 1


@cuda.jit
def tail(a, out, n):
    size = min(n - cuda.blockIdx.x * 64, 64)
    i = 64 * cuda.blockIdx.x + cuda.threadIdx.x
    if cuda.threadIdx.x < size:
        out[i] = a[i]


@cuda.jit
def tiles(n, a, out):
    tile = cuda.shared.array(64, float32)
    block = cuda.blockIdx.y
    tx = cuda.threadIdx.x
    size = min(n - block * 64, 64)
    at = 64 * block + tx
    if tx < size:
        tile[tx] = a[at]
    cuda.syncthreads()
    if tx < size and n > 0:
        for k in range(size):
            out[at * n + k] = tile[k]


@cuda.jit
def either(a, b):
    if b.size > 1:
        i = cuda.grid(1)
        if i < a.size:
            a[i] = 1
    else:
        i = cuda.grid(1)
        if i < a.size:
            a[i] = 2


@cuda.jit(device=True)
def missing_or(x):
    if x < 0:
        return library.MISSING
    return x


@cuda.jit
def uses(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = missing_or(a[i])


# The refused import is one error, and not that its name is undefined, too.
@cuda.jit
def stops(a):
    from pdb import set_trace
    set_trace()
    a[0] = 1


# Overlapping parts are none of these.
@cuda.jit
def overlapping(a):
    t = cuda.grid(1)
    for i in range(t, min(t + 2, a.size)):
        a[i] += 1
