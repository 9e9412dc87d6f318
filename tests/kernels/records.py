# SPDX-License-Identifier: Apache-2.0
"""Records: arrays of structured dtypes, their fields, views of fields, whole
records, nested records and arrays in records, aligned, packed and with gaps."""
import numpy as np
from numba import cuda, float32, from_dtype, int32, types

PAIR = np.dtype([("re", np.float64), ("im", np.float64)])
PARTICLE = np.dtype([("x", np.float32), ("v", np.int32, (3,)), ("p", PAIR), ("m", np.int16, (2, 2))], align=True)
PARTICLES = from_dtype(PARTICLE)
MADE = types.Record.make_c_struct([("a", types.int8), ("b", types.float64), ("c", types.int16)])
PLACED = np.dtype({"names": ["a", "b"], "formats": ["u1", "f8"], "offsets": [3, 8], "itemsize": 24})
NAME = "x"


@cuda.jit(device=True)
def size(p):
    return p.re * p.re + p.im * p.im


@cuda.jit(device=True)
def scale(p, by):
    p.re *= by
    p["im"] *= by


@cuda.jit(device=True)
def larger(a, i, j):
    return a[i] if a[i].x > a[j].x else a[j]


@cuda.jit
def fields(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i].x
        out[i, 1] = a[i]["n"]
        out[i, 2] = a.f[i]
        out[i, 3] = a["b"][i]
        out[i, 4] = a[NAME][i] + a[i][1]
        r = a[i]
        out[i, 5] = r.h + r.u
        r.x = -r.x
        a[i]["n"] += i
        a.f[i] *= 2
        a["b"][i] = not a["b"][i]
        r.c = r.c * 1j + r.n
        r.u = r.h


@cuda.jit
def views(a, total):
    i = cuda.grid(1)
    x = a["x"]
    if i < x.shape[0]:
        x[i] += 1
        part = x[::2]
        cuda.atomic.add(total, 0, part[i % part.size])
        cuda.atomic.add(total, 1, len(a) + a.itemsize + a.nbytes + a.ndim)
        cuda.atomic.add(total, 2, x.sum() + a["n"].max() + x.strides[0])


@cuda.jit
def copies(a, b):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = b[a.size - 1 - i]
        a[i].v[1] = b[i].v[2]
        a[i].p = b[i].p
        scale(a[i].p, 2.0)


@cuda.jit
def nested(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = size(a[i].p)
        out[i, 1] = a[i].v.sum() + a[i].m[1, 0] + a[i].m.size
        out[i, 2] = a.p.re[i] - a["p"]["im"][i]
        out[i, 3] = a["v"][i, 2] + a.m[i, 0, 1]
        out[i, 4] = larger(a, i, (i + 1) % a.size).x
        a[i].v[:] = (i, 2 * i, 3 * i)
        a[i].m[0] += 5
        a.v[i, 0] -= 1
        scale(a[i].p, 0.5)


@cuda.jit
def own(a, out):
    s = cuda.shared.array(32, PARTICLE)
    l = cuda.local.array(3, dtype=PARTICLES)
    c = cuda.local.array(2, MADE)
    d = cuda.local.array(2, PLACED)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    l[0] = s[31 - t]
    l[1] = l[0]
    l[1].x += 1
    l[2] = l[1]
    c[1] = (t, l[2].x, -3)
    d[0] = (200 + t, c[1].b)
    d[1] = d[0]
    d[1].a += 1
    out[cuda.grid(1), 0] = l[0].x + l[2].x + l[1].v[2]
    out[cuda.grid(1), 1] = c[1].a + c[1].b + c[1].c
    out[cuda.grid(1), 2] = d[1].a + d[0].b
    cuda.syncthreads()
    s[t].v[0] = t
    cuda.syncthreads()
    a[cuda.grid(1)] = s[t]


@cuda.jit
def grid(a, out):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        out[i, j] = a[i, j].x + a.n[i, j] + a[i]["n"][j] + a.T[j, i].x
        a[i, j].n = i * 10 + j


@cuda.jit
def again(a, out):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        out[i, j] = a.n[i, j]
        out[i, j] += a[i]["n"][j] * 2.5


@cuda.jit
def loops(a, out):
    for r in a:
        out[0] += r.x
    for k, r in enumerate(a):
        out[1] += k * r.n
    for x, n in zip(a.x, a["n"]):
        out[2] += x * n
    best = a[0]
    for k in range(1, a.size):
        if a[k].x > best.x:
            best = a[k]
    out[3] = best.n
    for v in a[1:3]:
        v.n = 7
    a[-1] = a[0]
    a[3:5] = a[:2]
    a["x"][5:7] = 9
    a.x[:2] = a["n"][:2] * 2


@cuda.jit
def atomics(a, place):
    i = cuda.grid(1)
    cuda.atomic.add(a.count, 0, 1)
    cuda.atomic.max(a["most"], 1, i)
    cuda.atomic.add(place[2].sum, i % 4, 0.5)


@cuda.jit("void(float32[:], int64)")
def plain(a, n):
    a[0] = n


@cuda.jit([(PARTICLES[:], float32[:]), (types.Array(PARTICLES, 1, "C", readonly=True), int32[:])])
def declared(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i].x


@cuda.jit
def swap(a):
    i = cuda.grid(1)
    if i < a.size:
        r = a[i]
        r.a, r.b = r.b, r.a
        if i % 2:
            r = a[(i + 1) % a.size]
        r.hits += 1


@cuda.jit
def across(a, n):
    i = cuda.grid(1)
    r = a[i]
    x = a["x"]
    if n > 3:
        r = a[i + 1]
        x = x[1:]
    cuda.syncthreads()
    x[i] += r.n


POINTS = np.array([(1.5, (1, -2, 3), (0.5, -0.25), ((1, 2), (3, -4))), (2.5, (7, 8, 9), (1.5, 4.0), ((5, 6), (7, 8)))],
                  dtype=PARTICLE)
LAST = POINTS[-1]
ODD = np.array((200, 1.25), PLACED)
ODD_ONE = ODD[()]
EMPTY = np.zeros(4, dtype=MADE)
FLAT = np.dtype([("x", np.float32), ("n", np.int64)])
TABLE = np.array([[(1, 2), (3.5, -4)], [(5, 6), (7.25, 2**40)]], dtype=FLAT)
CORNER = TABLE[1, -1]


@cuda.jit(device=True)
def corner():
    return CORNER


@cuda.jit
def constants(out):
    i = cuda.grid(1)
    if i < 2:
        out[i, 0] = POINTS[i].x + POINTS["x"][1 - i]
        out[i, 1] = POINTS[i].v[2] * 10 + POINTS["m"][i, 1, 1]
        out[i, 2] = size(POINTS[i].p) + LAST.p.im
        out[i, 3] = LAST["v"][i] + LAST.m[0, i]
        out[i, 4] = ODD_ONE.a + ODD_ONE.b + ODD[()].b
        out[i, 5] = EMPTY[i].b + EMPTY.size + len(POINTS)
        out[i, 6] = TABLE[i, 1 - i].x + TABLE["n"][i, i] + corner().n + CORNER.x
        r = POINTS[0] if i else LAST
        out[i, 7] = r.x


@cuda.jit
def by_reference(p, q, out):
    for i in range(out.size):
        out[i] = p.x * q.n + p["v"][i % 3]
    p.x += 1
    p.v[1] = 77
    scale(p.p, 2)
    p.m[:] = 3
    q[()] = (2.5, q.n + 1)


@cuda.jit
def into_array(p, a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = p
        a[i].n += i


@cuda.jit
def raw_fields(a, out):
    """Arrays of bytes in records, read as something wider."""
    i = cuda.grid(1)
    if i < a.size:
        r = a[i]
        out[i, 0] = r.raw[1].view(np.float64)[0] + r.raw[2, :4].view(np.int16)[1]
        out[i, 1] = a["raw"][i, 2].view(np.float32)[1]
        out[i, 2] = r.raw.view(np.uint32)[0, 1] + r.pairs.view(np.int64).size
        words = a.pairs[i].view(np.uint32)
        words[1] += words[0]


@cuda.jit
def raw_atomics(a):
    """Where the layout aligns them."""
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(a["raw"].view(np.int64), (i, 2, 0), i)
        cuda.atomic.add(a[i // 2].pairs.view(np.int32), 1, 7)
