"""Variables that one path leaves without a value; and paths that may not be."""
from numba import cuda, float32


@cuda.jit
def k(x, out, n):
    s = cuda.shared.array(64, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    if i < n:
        v = x[i]
    s[t] = v
    cuda.syncthreads()
    if t > 3:
        w = 2.0
    if t > 3:
        out[i] = w
    if n > 4:
        y = 1.0
    elif n > -9:
        y = 2.0
    if n < 0:
        z = 3.0
    if n >= 0:
        return
    for q in range(n):
        if q == 0:
            r = 1.0
        out[i] = r + z + y
    out[i] = s[t]


@cuda.jit
def nested(x, out, n):
    i = cuda.grid(1)
    if i < x.size:
        if x[i] > 0:
            v = x[i]
        else:
            w = 2
        out[i] = v if x[i] > 0 else w
        if n > 1:
            last = x[i]
        for k in range(n):
            last = k
        out[i] += last
        if n > 3:
            pass
        else:
            found = 1
        out[i] *= found


@cuda.jit
def known(x, out, n):
    i = cuda.grid(1)
    if i >= x.size:
        return
    assert n > 0
    if i < x.size:
        a = x[i]
    if n > 0:
        b = 2.0
    out[i] = a + b
    if i > 3:
        if i > 2:
            c = 1.0
        out[i] += c
