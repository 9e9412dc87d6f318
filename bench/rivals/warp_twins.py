# SPDX-License-Identifier: Apache-2.0
"""The same work for Warp on the CPU: a thread for each element of what is written."""
import numpy as np
import warp as wp

wp.config.quiet = True
wp.init()
f4, f8, i4, u8 = wp.float32, wp.float64, wp.int32, wp.uint64


@wp.kernel
def vector_add(x: wp.array(dtype=f4), y: wp.array(dtype=f4), out: wp.array(dtype=f4)):
    i = wp.tid()
    out[i] = x[i] + y[i]


@wp.kernel
def saxpy64(a: f8, x: wp.array(dtype=f8), y: wp.array(dtype=f8), out: wp.array(dtype=f8)):
    i = wp.tid()
    out[i] = a * x[i] + y[i]


@wp.kernel
def block_sum(x: wp.array(dtype=f4), out: wp.array(dtype=f4)):
    b = wp.tid()
    total = f4(0.0)
    for i in range(b * 256, b * 256 + 256):
        total += x[i]
    out[b] = total


@wp.kernel
def matmul_naive(a: wp.array2d(dtype=f4), b: wp.array2d(dtype=f4), c: wp.array2d(dtype=f4)):
    row, col = wp.tid()
    acc = f4(0.0)
    for k in range(a.shape[1]):
        acc += a[row, k] * b[k, col]
    c[row, col] = acc


@wp.kernel
def matmul_naive64(a: wp.array2d(dtype=f8), b: wp.array2d(dtype=f8), c: wp.array2d(dtype=f8)):
    row, col = wp.tid()
    acc = f8(0.0)
    for k in range(a.shape[1]):
        acc += a[row, k] * b[k, col]
    c[row, col] = acc


@wp.kernel
def mandelbrot(out: wp.array2d(dtype=i4), limit: i4):
    i, j = wp.tid()
    cr = f8(j) * f8(3.0) / f8(out.shape[1]) - f8(2.0)
    ci = f8(i) * f8(2.0) / f8(out.shape[0]) - f8(1.0)
    zr = f8(0.0)
    zi = f8(0.0)
    n = i4(0)
    while n < limit and zr * zr + zi * zi <= f8(4.0):
        after = zr * zr - zi * zi + cr
        zi = f8(2.0) * zr * zi + ci
        zr = after
        n += 1
    out[i, j] = n


@wp.kernel
def fused_math(x: wp.array(dtype=f8), out: wp.array(dtype=f8)):
    i = wp.tid()
    v = x[i]
    out[i] = wp.sqrt(v * v + f8(1.0)) + wp.sin(v) * wp.exp(-v)


@wp.kernel
def nbody(x: wp.array(dtype=f4), y: wp.array(dtype=f4), z: wp.array(dtype=f4), ax: wp.array(dtype=f4),
          ay: wp.array(dtype=f4), az: wp.array(dtype=f4)):
    i = wp.tid()
    sx = f4(0.0)
    sy = f4(0.0)
    sz = f4(0.0)
    for j in range(x.shape[0]):
        dx = x[j] - x[i]
        dy = y[j] - y[i]
        dz = z[j] - z[i]
        d2 = dx * dx + dy * dy + dz * dz + f4(0.01)
        w = f4(1.0) / (d2 * d2)
        sx += dx * w
        sy += dy * w
        sz += dz * w
    ax[i] = sx
    ay[i] = sy
    az[i] = sz


@wp.kernel
def spmv(data: wp.array(dtype=f8), column: wp.array(dtype=i4), first: wp.array(dtype=i4), x: wp.array(dtype=f8),
         out: wp.array(dtype=f8)):
    row = wp.tid()
    total = f8(0.0)
    for i in range(first[row], first[row + 1]):
        total += data[i] * x[column[i]]
    out[row] = total


@wp.kernel
def black_scholes(price: wp.array(dtype=f4), strike: wp.array(dtype=f4), years: wp.array(dtype=f4),
                  call: wp.array(dtype=f4), put: wp.array(dtype=f4)):
    i = wp.tid()
    root = wp.sqrt(years[i])
    d1 = (wp.log(price[i] / strike[i]) + (f4(0.02) + f4(0.5) * f4(0.09)) * years[i]) / (f4(0.3) * root)
    d2 = d1 - f4(0.3) * root
    n1 = f4(0.5) * (f4(1.0) + wp.erf(d1 * f4(0.70710678)))
    n2 = f4(0.5) * (f4(1.0) + wp.erf(d2 * f4(0.70710678)))
    later = strike[i] * wp.exp(f4(-0.02) * years[i])
    call[i] = price[i] * n1 - later * n2
    put[i] = later * (f4(1.0) - n2) - price[i] * (f4(1.0) - n1)


@wp.kernel
def transpose(x: wp.array2d(dtype=f4), out: wp.array2d(dtype=f4)):
    i, j = wp.tid()
    out[i, j] = x[j, i]


@wp.kernel
def jacobi(x: wp.array2d(dtype=f8), out: wp.array2d(dtype=f8)):
    i, j = wp.tid()
    if 0 < i and i < out.shape[0] - 1 and 0 < j and j < out.shape[1] - 1:
        out[i, j] = f8(0.25) * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])


@wp.kernel
def gray(rgb: wp.array3d(dtype=wp.uint8), out: wp.array2d(dtype=wp.uint8)):
    y, x = wp.tid()
    out[y, x] = wp.uint8((77 * i4(rgb[y, x, 0]) + 150 * i4(rgb[y, x, 1]) + 29 * i4(rgb[y, x, 2])) >> 8)


@wp.kernel
def nested(x: wp.array(dtype=f8), out: wp.array(dtype=f8)):
    i = wp.tid()
    v = x[i]
    total = f8(0.0)
    a = i4(1)
    while a < 40 and f8(a) * v <= f8(30.0):
        b = i4(1)
        t = v * f8(a) - f8(0.25)
        while b < 40 and t >= f8(0.0):
            if t * t >= f8(0.5):
                total += t * f8(0.5)
            b += 1
            t = v * f8(a) - f8(0.25) * f8(b)
        a += 1
    out[i] = total


@wp.kernel
def monte_carlo(first: wp.array(dtype=u8), second: wp.array(dtype=u8), hits: wp.array(dtype=i4), points: i4):
    i = wp.tid()
    s0 = first[i]
    s1 = second[i]
    n = i4(0)
    for _ in range(points):
        x = f8((s0 + s1) >> u8(11)) * f8(1.1102230246251565e-16)
        s1 = s1 ^ s0
        s0 = ((s0 << u8(24)) | (s0 >> u8(40))) ^ s1 ^ (s1 << u8(16))
        s1 = (s1 << u8(37)) | (s1 >> u8(27))
        y = f8((s0 + s1) >> u8(11)) * f8(1.1102230246251565e-16)
        s1 = s1 ^ s0
        s0 = ((s0 << u8(24)) | (s0 >> u8(40))) ^ s1 ^ (s1 << u8(16))
        s1 = (s1 << u8(37)) | (s1 >> u8(27))
        if x * x + y * y < f8(1.0):
            n += 1
    hits[i] = n


@wp.kernel
def histogram(values: wp.array(dtype=i4), bins: wp.array(dtype=i4)):
    wp.atomic_add(bins, values[wp.tid()], 1)


matmul_tiled, matmul_tiled64, sum32 = matmul_naive, matmul_naive64, wp.utils.array_sum


def prepare(name, args, writes):
    """A launch, and what is then in an argument."""
    given = [wp.array(a, device="cpu") if isinstance(a, np.ndarray) else a for a in args]
    if name == "sum32":
        return lambda: wp.utils.array_sum(given[0], out=given[1]), lambda i: given[i].numpy()
    size = args[0].size if name == "histogram" else args[writes[0]].shape
    launch = wp.launch(globals()[name], dim=size, inputs=given, device="cpu", record_cmd=True)
    return launch.launch, lambda i: given[i].numpy()
