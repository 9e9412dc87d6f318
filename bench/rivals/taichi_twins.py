# SPDX-License-Identifier: Apache-2.0
"""The same work for Taichi on the CPU, whose outermost loops are parallel. Its fast_math is on, as it
is unless one asks."""
import taichi as ti

ti.init(arch=ti.cpu, log_level=ti.ERROR, offline_cache=False)
Array = ti.types.ndarray


@ti.kernel
def vector_add(x: Array(ti.f32, 1), y: Array(ti.f32, 1), out: Array(ti.f32, 1)):
    for i in range(out.shape[0]):
        out[i] = x[i] + y[i]


@ti.kernel
def saxpy64(a: ti.f64, x: Array(ti.f64, 1), y: Array(ti.f64, 1), out: Array(ti.f64, 1)):
    for i in range(out.shape[0]):
        out[i] = a * x[i] + y[i]


@ti.kernel
def block_sum(x: Array(ti.f32, 1), out: Array(ti.f32, 1)):
    for b in range(out.shape[0]):
        total = ti.f32(0.0)
        for i in range(b * 256, b * 256 + 256):
            total += x[i]
        out[b] = total


@ti.kernel
def matmul_naive(a: Array(ti.f32, 2), b: Array(ti.f32, 2), c: Array(ti.f32, 2)):
    for row, col in ti.ndrange(c.shape[0], c.shape[1]):
        acc = ti.f32(0.0)
        for k in range(a.shape[1]):
            acc += a[row, k] * b[k, col]
        c[row, col] = acc


@ti.kernel
def matmul_naive64(a: Array(ti.f64, 2), b: Array(ti.f64, 2), c: Array(ti.f64, 2)):
    for row, col in ti.ndrange(c.shape[0], c.shape[1]):
        acc = ti.f64(0.0)
        for k in range(a.shape[1]):
            acc += a[row, k] * b[k, col]
        c[row, col] = acc


@ti.kernel
def mandelbrot(out: Array(ti.i32, 2), limit: ti.i32):
    for i, j in ti.ndrange(out.shape[0], out.shape[1]):
        cr = ti.cast(j, ti.f64) * 3.0 / out.shape[1] - 2.0
        ci = ti.cast(i, ti.f64) * 2.0 / out.shape[0] - 1.0
        zr = ti.f64(0.0)
        zi = ti.f64(0.0)
        n = 0
        while n < limit and zr * zr + zi * zi <= 4.0:
            zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
            n += 1
        out[i, j] = n


@ti.kernel
def fused_math(x: Array(ti.f64, 1), out: Array(ti.f64, 1)):
    for i in range(out.shape[0]):
        v = x[i]
        out[i] = ti.sqrt(v * v + 1.0) + ti.sin(v) * ti.exp(-v)


@ti.kernel
def nbody(x: Array(ti.f32, 1), y: Array(ti.f32, 1), z: Array(ti.f32, 1), ax: Array(ti.f32, 1),
          ay: Array(ti.f32, 1), az: Array(ti.f32, 1)):
    for i in range(x.shape[0]):
        sx = ti.f32(0.0)
        sy = ti.f32(0.0)
        sz = ti.f32(0.0)
        for j in range(x.shape[0]):
            dx = x[j] - x[i]
            dy = y[j] - y[i]
            dz = z[j] - z[i]
            d2 = dx * dx + dy * dy + dz * dz + ti.f32(0.01)
            w = ti.f32(1.0) / (d2 * d2)
            sx += dx * w
            sy += dy * w
            sz += dz * w
        ax[i] = sx
        ay[i] = sy
        az[i] = sz


@ti.kernel
def spmv(data: Array(ti.f64, 1), column: Array(ti.i32, 1), first: Array(ti.i32, 1), x: Array(ti.f64, 1),
         out: Array(ti.f64, 1)):
    for row in range(out.shape[0]):
        total = ti.f64(0.0)
        for i in range(first[row], first[row + 1]):
            total += data[i] * x[column[i]]
        out[row] = total


@ti.func
def erf(x):
    """Taichi has none: by Abramowitz and Stegun, 7.1.26."""
    t = 1.0 / (1.0 + 0.3275911 * ti.abs(x))
    y = 1.0 - ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * ti.exp(-x * x)
    return ti.select(x < 0, -y, y)


@ti.kernel
def black_scholes(price: Array(ti.f32, 1), strike: Array(ti.f32, 1), years: Array(ti.f32, 1),
                  call: Array(ti.f32, 1), put: Array(ti.f32, 1)):
    for i in range(price.shape[0]):
        root = ti.sqrt(years[i])
        d1 = (ti.log(price[i] / strike[i]) + ti.f32(0.065) * years[i]) / (ti.f32(0.3) * root)
        d2 = d1 - ti.f32(0.3) * root
        n1 = ti.f32(0.5) * (1.0 + erf(d1 * ti.f32(0.70710678)))
        n2 = ti.f32(0.5) * (1.0 + erf(d2 * ti.f32(0.70710678)))
        later = strike[i] * ti.exp(ti.f32(-0.02) * years[i])
        call[i] = price[i] * n1 - later * n2
        put[i] = later * (1.0 - n2) - price[i] * (1.0 - n1)


@ti.kernel
def transpose(x: Array(ti.f32, 2), out: Array(ti.f32, 2)):
    for i, j in ti.ndrange(out.shape[0], out.shape[1]):
        out[i, j] = x[j, i]


@ti.kernel
def jacobi(x: Array(ti.f64, 2), out: Array(ti.f64, 2)):
    for i, j in ti.ndrange((1, out.shape[0] - 1), (1, out.shape[1] - 1)):
        out[i, j] = 0.25 * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])


@ti.kernel
def gray(rgb: Array(ti.u8, 3), out: Array(ti.u8, 2)):
    for y, x in ti.ndrange(out.shape[0], out.shape[1]):
        light = 77 * ti.cast(rgb[y, x, 0], ti.i32) + 150 * ti.cast(rgb[y, x, 1], ti.i32) + 29 * ti.cast(rgb[y, x, 2], ti.i32)
        out[y, x] = ti.cast(light >> 8, ti.u8)


@ti.kernel
def nested(x: Array(ti.f64, 1), out: Array(ti.f64, 1)):
    for i in range(out.shape[0]):
        v = x[i]
        total = ti.f64(0.0)
        for a in range(1, 40):
            if a * v > 30.0:
                break
            for b in range(1, 40):
                t = v * a - 0.25 * b
                if t < 0.0:
                    break
                if t * t < 0.5:
                    continue
                total += t * 0.5
        out[i] = total


@ti.kernel
def monte_carlo(first: Array(ti.u64, 1), second: Array(ti.u64, 1), hits: Array(ti.i32, 1), points: ti.i32):
    for i in range(hits.shape[0]):
        s0 = first[i]
        s1 = second[i]
        n = 0
        for _ in range(points):
            squares = ti.f64(0.0)
            for _ in ti.static(range(2)):
                x = ti.cast(ti.bit_shr(s0 + s1, ti.u64(11)), ti.f64) * 1.1102230246251565e-16
                squares += x * x
                s1 ^= s0
                s0 = (s0 << ti.u64(24) | ti.bit_shr(s0, ti.u64(40))) ^ s1 ^ (s1 << ti.u64(16))
                s1 = s1 << ti.u64(37) | ti.bit_shr(s1, ti.u64(27))
            if squares < 1.0:
                n += 1
        hits[i] = n


@ti.kernel
def histogram(values: Array(ti.i32, 1), bins: Array(ti.i32, 1)):
    for i in range(values.shape[0]):
        ti.atomic_add(bins[values[i]], 1)


@ti.kernel
def sum32(x: Array(ti.f32, 1), out: Array(ti.f32, 1)):
    total = ti.f32(0.0)
    for i in range(x.shape[0]):
        total += x[i]
    out[0] = total


matmul_tiled, matmul_tiled64 = matmul_naive, matmul_naive64


def prepare(name, args, _writes):
    """A launch, and what is then in an argument."""
    kernel = globals()[name]

    def launch():
        kernel(*args)
        ti.sync()
    return launch, lambda i: args[i]
