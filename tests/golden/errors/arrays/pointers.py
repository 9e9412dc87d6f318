# k(f32[::1], i64, f32[:])
from numba import cuda, types


@cuda.jit('float32(CPointer(float32), int64)', device=True)
def at(p, i):
    return p[i]


@cuda.jit('void(CPointer(float32), int64, float32[:])')
def k(p, n, a):
    p[0] = p[n] + at(p, 1)
    a[0] = len(p)
    a[1] = p.size
    a[2] = p[1:][0]
    a[3] = p[0, 1]
    a[4] = p[0.5]
    a[5] = p.sum()
    p[:] = 0
    b = p if n > 0 else a
    for v in p:
        a[6] = v
    a[7] = types.CPointer(p)
    a[9] = at(a, 1)
