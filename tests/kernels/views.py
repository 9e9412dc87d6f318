# SPDX-License-Identifier: Apache-2.0
"""Views: rows, slices with steps and negative bounds, transposes, arrays given
to device functions, and loops over arrays."""
import numpy as np
from numba import cuda, int16, njit


@njit
def total(v):
    s = 0.0
    for x in v:
        s += x
    return s


@cuda.jit(device=True)
def middle(v, margin=1):
    return v[margin:-margin]


@cuda.jit
def sums(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        row = a[i]
        out[i, 0] = total(row)
        out[i, 1] = total(middle(row))
        out[i, 2] = total(middle(row, margin=2))
        out[i, 3] = total(row[::2])
        out[i, 4] = total(row[::-3])
        out[i, 5] = total(row[-3:])
        out[i, 6] = total(row[3:100])
        out[i, 7] = total(row[5:2])
        out[i, 8] = total(row[5:2:-1])
        out[i, 9] = total(a[:, i % a.shape[1]])
        out[i, 10] = len(row[1::4])
        out[i, 11] = total(a.T[i % a.shape[1]])


@cuda.jit
def blocks(a, out):
    i, j = cuda.grid(2)
    rows, cols = out.shape
    if i < rows and j < cols:
        tile = a[2 * i : 2 * i + 2, 2 * j : 2 * j + 2]
        best = tile[0, 0]
        for line in tile:
            for x in line:
                best = max(best, x)
        out[i, j] = best + tile.size


@cuda.jit
def deep(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        plane = a[i]
        pencil = a[i, -1]
        out[i, 0] = plane[1, 2]
        out[i, 1] = pencil[2]
        out[i, 2] = a[i, :, 1][2]
        out[i, 3] = a[..., 0][i, 1]
        out[i, 4] = a[i][1][-1]


@cuda.jit
def writes(a):
    i = cuda.grid(1)
    if i < a.shape[0]:
        row = a[i]
        row[0] = -1
        row[1:3] = 7
        row[3:6] = (i, i + 1, i + 2)
        row[6:] = row[:2]
        a[i, -1] += 1


@cuda.jit
def ping_pong(a, b, steps):
    i = cuda.grid(1)
    src, dst = a, b
    for s in range(steps):
        if i < src.size:
            dst[i] = src[i] + 1
        src, dst = dst, src


@cuda.jit
def other_sizes(a, b, out):
    """Memory as elements of other sizes: a is float32 of rows of 8, b bytes."""
    i = cuda.grid(1)
    if i < a.shape[0]:
        row = a[i]
        narrow = a.view(np.uint8)
        out[i, 0] = narrow[i, 5] + narrow.shape[1] + 100 * narrow.shape[0]
        wide = a[:, 2:6].view(np.int64)
        out[i, 1] = wide[i, 1] % 1000 + wide.size
        out[i, 2] = row.view(np.int16)[::3].sum()
        z = row.view(np.complex64)
        out[i, 3] = z[1].imag - z[-1].real
        out[i, 4] = row.view(np.complex128).size
        shifted = b[i, 1:13].view(np.float32)
        out[i, 5] = shifted[1] + shifted.size
        back = shifted.view(np.uint8)
        out[i, 6] = back[11] + back.view(np.uint16)[2]
        out[i, 7] = b[i].view(np.complex64)[1].imag
        out[i, 8] = b[i, ::2][:1].view(np.uint8)[0]


@cuda.jit
def written_bytes(a, words):
    i = cuda.grid(1)
    if i < a.shape[0]:
        v = a[i].view(np.uint8)
        for k in range(v.size):
            v[k] = i + k
        w = words[i, 1:9].view(np.float64)
        w[0] = i / 3
        words[i, 9:].view(np.int16)[:] = -i
        own = cuda.local.array(8, np.float32)
        parts = own.view(np.uint16)
        for k in range(16):
            parts[k] = k * i
        a[i, 0] = own[3] if i % 2 else own.view(np.uint32)[7]
        halves = a.view(np.int32)
        cuda.atomic.add(halves, (i, -1), 1)


@cuda.jit
def carved(out):
    """One piece of shared memory, for two arrays."""
    s = cuda.shared.array(96, np.int64)
    t = cuda.threadIdx.x
    x = s[:32].view(np.float32)
    y = s[32:].view(np.int32)
    x[t] = t / 2
    y[t] = -t
    y[t + 64] = t
    cuda.syncthreads()
    out[t] = x[63 - t] + y[t ^ 1] + y[127 - t]
    z = cuda.shared.array(0, np.float64).view(np.int32)
    z[t] = t
    cuda.syncthreads()
    out[t] += z[63 - t]


@cuda.jit
def there_and_back(a, b, out):
    """Bytes of memory that is read whole again: it is aligned as it was."""
    i = cuda.grid(1)
    raw = a.view(np.uint8)
    if i < a.shape[0]:
        back = raw.view(np.int32)
        cuda.atomic.add(back, (i, 0), 3)
        cuda.atomic.max(raw[i, 4:12].view(np.int16).view(np.uint32), 1, i)
        flat = raw.reshape(-1)[8:].view(np.float32).reshape(-1, 2)
        out[i, 0] = flat[3 * i, 0]
        out[i, 1] = raw[i, 8:24].view(np.float64)[1]
        out[i, 2] = raw.ravel().view(np.complex64)[3 * i + 2].imag
        some = raw[i, 12:] if i % 2 else b[i, 1:]
        out[i, 3] = some[:4].view(np.float32)[0] + some[::-1][:4:2].size
        one, halves = b[i, 3:], raw[i, 1:]
        for k in range(3):
            one = raw[i, 12:]
            halves = raw[i, 16:].view(np.uint16).view(np.uint8)
        out[i, 4] = one.view(np.float32)[k] + halves[:4].view(np.float32)[0]
        out[i, 5] = a.T.view(np.int32).view(np.float32)[2, i]


@cuda.jit
def halves_of_bytes(b, records, out):
    """Complex numbers in memory that is not aligned, and their halves."""
    i = cuda.grid(1)
    if i < b.shape[0]:
        z = b[i, 1:17].view(np.complex64)
        out[i, 0] = z.real[1] + 10 * z.imag[0]
        z.imag[1] = i
        out[i, 1] = z[1].imag + z[1].real
        out[i, 2] = records['z'].imag[i] - records[i].w.real[1]
        records['w'].imag[i, 0] += 0.5


@cuda.jit
def carved_bytes(out):
    """Arrays in a piece of bytes: shared memory of the launch's size, and of one that
    says how it is aligned."""
    s = cuda.shared.array(0, np.uint8)
    p = cuda.shared.array(320, np.uint8, 8)
    t = cuda.threadIdx.x
    x = s[:256].view(np.float64)
    y = s[256:384].view(np.int32)
    z = p[64:].view(np.int64)
    w = p[:64].view(np.int16)
    x[t] = t / 2
    y[t] = -t
    z[t] = t * t
    w[t] = 7 * t
    cuda.syncthreads()
    cuda.atomic.add(y, t ^ 1, 100)
    cuda.atomic.add(z, 31 - t, 1000)
    cuda.syncthreads()
    out[t] = x[31 - t] + y[t] + z[t ^ 3] + w[31 - t]


@cuda.jit
def wrong_sizes(a, n, out):
    out[0] = a[:n].view(np.float64)[0] + a[::n].view(np.int16).size


@cuda.jit
def reversed_in_place(o, n):
    """Each thread's own array, through its reversed view, by what is written."""
    x, y = cuda.grid(2)
    own = cuda.local.array(8, int16)
    for z in range(8):
        own[z] = z * 0
    back = own[::-1]
    for i in range(len(back)):
        back[i] = (back[-1 - i] + i * 2 + y) % 29999
    kept = own[n % 8 - 8]
    cuda.syncthreads()
    for z in range(8):
        o[x, y, z] = own[z]
    o[x, y, 8] = kept
