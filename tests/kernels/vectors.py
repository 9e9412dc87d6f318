# SPDX-License-Identifier: Apache-2.0
"""CUDA's vector types: how they are made, read, passed, returned and chosen."""
from numba import cuda

Pair = cuda.float32x2


@cuda.jit(device=True)
def sum_of(v, w):
    return Pair(v.x + w.x, v.y + w.y)


@cuda.jit(device=True)
def first_of(flag, v, w):
    if flag:
        return v
    return w


@cuda.jit(device=True)
def or_else(v, w=None):
    return v if w is None else w


# ---- as CPython runs it ----

@cuda.jit
def composed(n, f, out):
    i = cuda.grid(1)
    if i < n.size:
        a, k = f[i], n[i]
        one, two = cuda.float64x1(a), cuda.double2(k, 2)
        three = cuda.float64x3(two, 0.5)
        three_too = cuda.double3(one, two)
        four = cuda.float64x4(one, three)
        four_too = cuda.float64x4(two, cuda.double2(one, cuda.double1(k)))
        same = cuda.double4(four)
        spread = cuda.double4(*(1, 2), *(k, a))
        out[i, 0] = one.x + two.x * 2 + two.y * 3
        out[i, 1] = three.x + three.y * 2 + three.z * 3
        out[i, 2] = three_too.x + three_too.y * 2 + three_too.z * 3
        out[i, 3] = four.x + four.y * 2 + four.z * 3 + four.w * 5
        out[i, 4] = four_too.x + four_too.y * 2 + four_too.z * 3 + four_too.w * 5
        out[i, 5] = same.w - four.w + spread.x + spread.y * 2 + spread.z * 3 + spread.w * 5


@cuda.jit
def converted(n, f, out):
    i = cuda.grid(1)
    if i < n.size:
        a, k = f[i], n[i]
        b = cuda.uchar4(k, k * 100, a > 1, 255)
        s = cuda.short2(k * 20000, cuda.int16x1(k))
        w = cuda.uint2(k, cuda.uint32x1(True))
        d = cuda.longlong2(cuda.int64x1(k), cuda.long1(k * 3))
        out[i, 0] = b.x + b.y * 2 + b.z * 3 + b.w * 5
        out[i, 1] = s.x + s.y * 2
        out[i, 2] = w.x + w.y * 2
        out[i, 3] = d.x + d.y * 2
        out[i, 4] = cuda.int8x3(k * 50, 1, k).x + cuda.char1(k).x
        out[i, 5] = cuda.uint64x2(7, k * k).y + cuda.ulong1(k * k).x + cuda.ulonglong1(4).x + cuda.uint16x1(k).x + cuda.ushort1(k).x
        out[i, 6] = cuda.float4(0, 0.1, 0, 0).y + cuda.int32x2(k, 3).x + cuda.int3(k, 3, 4).z + cuda.uint8x1(k).x


@cuda.jit
def passed(n, f, out):
    i = cuda.grid(1)
    if i < n.size:
        v, w = Pair(f[i], n[i]), cuda.float2(n[i], 0.5)
        total = sum_of(v, w)
        for k in range(n[i]):
            total = sum_of(total, w) if k % 2 else Pair(total.y, total.x)
        while total.x > 20:
            total = Pair(total.x - 7.5, total.y)
        chosen = first_of(f[i] > 0, v, total)
        late = None
        if n[i] > 2:
            late = w
        items = (v, w, total, chosen)
        inner = lambda u: u.x + w.y  # noqa: E731
        out[i, 0] = total.x + total.y * 2
        out[i, 1] = chosen.x + chosen.y * 2
        out[i, 2] = items[n[i] % 4].x
        out[i, 3] = inner(chosen)
        out[i, 4] = late.x if late is not None else -1.0
        out[i, 5] = or_else(v).x + or_else(v, w).x
        out[i, 6] = 0.0
        for k, item in enumerate(items):
            out[i, 6] = out[i, 6] * 2 + item.x + k
        (a, b), c = (v, w), total
        out[i, 7] = a.x + b.x * 2 + c.x * 3
