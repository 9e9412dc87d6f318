# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    v = cuda.float32x2(a[0], n)
    v.x = a[1]
    a[0] = v[0]
    a[1] = v + v
    a[2] = v.z
    a[3] = v
    x, y = v
    if v:
        for s in v:
            a[4] = s
    a[5] = abs(v)
    print(v)
    w = cuda.local.array(4, cuda.float32x2)
    v = cuda.float4(v, n)
    v = cuda.float4(cuda.double2(a[0], n), v)
    v = cuda.float4(1j, x=2)
    v = cuda.float4(None, v, n)
