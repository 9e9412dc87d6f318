# SPDX-License-Identifier: Apache-2.0
"""Arrays that are made of others, in memory of their own: copy, np.copy, flatten
and astype, of slices with known bounds, of the kernel's own arrays, of constants
and of fields; in loops, where each turn's copy takes the last one's memory."""
import numpy as np
from numba import cuda, float32, int32

TABLE = np.array([[1.5, 2.5, 3.5], [-1.0, 0.0, 9.0]])


@cuda.jit
def bounds(x, i, out):
    for k in range(4):
        out[k] = 0
    a = x[0:4].copy()
    a[:1] = 50
    out[0] += a.size + a.sum()
    a = x[-3:].copy()
    out[1] += a.size + a.sum()
    a = x[i:i + 3].copy()
    out[2] += a.size + a.sum()
    a = x[i - 1:i + 2:2].copy()
    out[3] += a.size + a.sum()
    a = x[4:1:-1].copy()
    out[4] += a.size + a.sum()
    a = x[:-4:-1].copy()
    out[5] += a.size + a.sum()
    a = x[3:i][:7].copy()
    out[6] += a.size + a.sum()
    a = x[-2:i].copy()
    out[7] += a.size + a.sum()
    a = x[i:5:2].copy()
    out[8] += a.size + a.sum()
    a = np.copy(x[2 + i:i + 8:3])
    out[9] += a.size + a.sum()
    a = x[2:2].copy()
    out[10] += a.size
    a = x[6::-2].copy()
    out[11] += a.size + a.sum()


@cuda.jit
def own(x, y, out):
    t = cuda.local.array((2, 3), float32)
    for i in range(2):
        for j in range(3):
            t[i, j] = x[i] * j + 1
    row = t[1].copy()
    turned = t.T.copy()
    last = t[:, -1].copy()
    corner = y[:2, 1:3].copy()
    line = t.flatten()
    whole = t[::-1, ::2].astype(np.int32)
    cube = t[np.newaxis, ..., :2].copy()
    none = y[0, :0].copy()
    t[...] = -1
    out[0] = row[0] + row[2] * 10
    out[1] = turned[2, 1] + turned.shape[0]
    out[2] = last[0] + last.size
    corner[0, 0] = 100
    out[3] = corner[0, 0] + corner[1, 1] + corner.shape[1] + y[0, 1]
    out[4] = line[4] + line.size
    out[5] = whole[0, 1] + whole.shape[1]
    out[6] = cube[0, 1, 1] + cube.ndim
    out[7] = none.size
    table = TABLE.copy()
    table[0] += table[1]
    out[8] = table[0].sum() + TABLE[0, 1]
    out[9] = TABLE[:, 1].astype(np.int32)[0] + TABLE.T[2].copy()[1]


@cuda.jit
def turns(x, m, out):
    current = x[:4].copy()
    for i in range(m):
        w = x[i:i + 3].copy()
        first = w[:1]
        w *= 2
        out[4] += w.sum() + first.sum()
        current = current[::-1].copy()
        current[0] += i + 1
    for j in range(4):
        out[j] = current[j]
    for row in TABLE:
        r = row.copy()
        r[0] = 10
        out[5] += r.sum()
    while m > 0:
        m -= 1
        w = x[m:m + 2].copy()
    out[6] = w[0]


def smoothed(w, into):
    v = w[:3].copy()
    for j in range(1, v.size - 1):
        v[j] = (w[j - 1] + w[j] + w[j + 1]) / 3
    into[:] = v
    return into[1:]


def same(w):
    return w


@cuda.jit
def functions(x, out):
    w = cuda.local.array(3, float32)
    out[0] = smoothed(x, w)[0] + smoothed(x[1:], w)[0]
    for i in range(2):
        p = same(x[i:i + 3].copy())
        smoothed(p, p)
        out[1 + i] = p[1] * 10 + x[i + 1]

    def inner(n):
        s = x[n:n + 2].copy()
        s[0] += w[0]
        return s.sum() + same(s)[0]
    out[4] = inner(2) + inner(1)


@cuda.jit
def fields(p, z, out):
    q = p[:2].copy()
    q[0].x = 40
    q[1].v[2] = 7
    v = p[1].v.copy()
    v[0] = 30
    w = p['v'][:2, 1].copy()
    out[0] = q[0].x + p[0].x + q[1].n
    out[1] = q[1].v[2] + p[1].v[2] * 10 + v[0] + p[1].v[0]
    out[2] = w[0] + w[1]
    c = z[:2].copy()
    c[0] *= 1j
    out[3] = c[0].real + c[1].imag + z[0].imag
    out[4] = z.real[1:3].copy()[1] + z.imag[1:3].astype(np.int64)[0]
    out[5] = z[1:3].astype(np.complex128)[1].real + z[:3].copy().imag[2]
    s, t = p[:2]['v'].copy(), p[1:3]['x'].copy()
    s[0], t[0] = 9, 8
    out[6] = s[1, 2] + s[0, 0] + t[0] + p[0].v[0] + p[1].x + t.size
    halves, line = z[1:3].real.copy(), p[:2]['v'].copy().ravel().copy()
    halves[0], line[1] = 3, 4
    out[7] = halves[1] + halves[0] + z[1].real + line[1] + line[5] + p[0].v[1]


@cuda.jit
def tiles(x, out):
    t = cuda.shared.array((4, 8), int32)
    i, j = cuda.threadIdx.y, cuda.threadIdx.x
    t[i, j] = x[i, j]
    cuda.syncthreads()
    row = t[i].copy()
    column = t[:, j].copy()
    cuda.syncthreads()
    t[i, j] = 0
    out[i, j] = row[7 - j] + 100 * column.sum()


@cuda.jit
def windows(x, t, n, out):
    a = x[max(t - 1, 0):max(t + 2, 0)].copy()
    out[0] = a.size + a.sum()
    a = x[t:min(t + 3, 12)].copy()
    out[1] = a.size + a.sum()
    a = x[2 * t:2 * (t + 1)].copy()
    out[2] = a.size + a.sum()
    a = x[max(0, t - 2):max(min(t + 3, n), 0)].copy()
    out[3] = a.size + a.sum()
    a = x[t * 3 + n:n + 3 * (t + 2):2].copy()
    out[4] = a.size + a.sum()
    a = x[-t:4 - t].copy()
    out[5] = a.size + a.sum()
    a = x[min(t, n):min(t + 2, n + 1)].copy()
    out[6] = a.size + a.sum()
    a = x[x.shape[0] - 3:x.shape[0] - 1].copy()
    out[7] = a.size + a.sum()
    a = x[n // 2:n // 2 + 2].copy()
    out[8] = a.size + a.sum()
    for k in range(x.size):
        a = x[max(k - 1, 0):k + 2].copy()
        out[9] += a.size * a[-1]


@cuda.jit
def window_of_any(x, t, out):
    w = x[max(t - 1, 0):t + 2]
    a = w[::-1].copy()
    out[0] = a.size + a.sum()


@cuda.jit
def views(x, z, t, out):
    a = z[:4].imag.copy()
    out[0] = a[0] + z[1:4].copy().imag.copy()[0] + z.real[t:t + 2].real.copy()[0]
    b = x[:6].reshape(2, 3).copy()
    b[0] *= 2
    out[1] = b[0, 1] + b[1, 2] + x[1]
    b = x[t:t + 6].reshape((3, -1)).T.copy()
    out[2] = b[1, 2] + b.shape[0]
    c = x[:4].ravel().copy()
    out[3] = c[0] + x[:6].reshape(2, 3).ravel()[1:].copy()[4]
    d = x[:2].view(np.int32).copy()
    out[4] = d[3] + d.size + x[1:3].copy().view(np.int64).copy()[1] % 1000
    e = x[:6].reshape(1, 2, 3).transpose(2, 0, 1).copy()
    out[5] = e[2, 0, 1] * 10 + e.shape[0]
    out[6] = TABLE.reshape(3, 2).copy()[1, 1] + np.copy(TABLE.ravel())[4] + TABLE.transpose().copy()[2, 1]


@cuda.jit
def shrinking(x, n, out):
    a = x[:8].copy()
    while a.size > 1:
        a = a[1:].copy()
        a[0] += 1
        out[0] += a[0] * a.size
    a = x[:8].copy()
    for i in range(n):
        a = (a[::2] if i % 2 else a[:-1]).copy()
        out[1] += a.sum()
    b = x[1:4].copy() if n > 1 else x[:2].copy()
    c = b.copy()
    out[2] = c.sum() + c.size


def total(a):
    return a.copy().sum()


@cuda.jit
def captured(x, n, out):
    t = cuda.local.array(3, float32)
    t[:] = 2
    lo, hi, w = 1, 4, x[n:n + 4]

    def inner():
        return x[lo:hi].copy().sum() + t.copy().sum() + w[1:].copy().sum()
    out[0] = inner()
    t[1] = 50
    out[1] = inner() + (lambda k: w[k:].copy().size)(n)
    out[2] = total(t) + total(w) + total(x[:2]) + total(TABLE[0])
