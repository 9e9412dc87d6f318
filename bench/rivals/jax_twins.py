# SPDX-License-Identifier: Apache-2.0
"""The same work for JAX on the CPU, by operations on whole arrays; matrix products are its own."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

jax.config.update("jax_enable_x64", True)


def vector_add(x, y):
    return x + y


def saxpy64(a, x, y):
    return a * x + y


def block_sum(x):
    return x.reshape(-1, 256).sum(1)


matmul_naive = matmul_tiled = matmul_naive64 = matmul_tiled64 = jnp.matmul


def mandelbrot(limit, shape=(600, 900)):
    ci, cr = jnp.meshgrid(jnp.arange(shape[0]) * 2.0 / shape[0] - 1.0, jnp.arange(shape[1]) * 3.0 / shape[1] - 2.0,
                          indexing="ij")

    def step(_, state):
        zr, zi, n = state
        inside = zr * zr + zi * zi <= 4.0
        return (jnp.where(inside, zr * zr - zi * zi + cr, zr), jnp.where(inside, 2.0 * zr * zi + ci, zi),
                n + inside)
    return lax.fori_loop(0, limit, step, (cr * 0, cr * 0, jnp.zeros(shape, np.int32)))[2]


def fused_math(x):
    return jnp.sqrt(x * x + 1.0) + jnp.sin(x) * jnp.exp(-x)


def nbody(x, y, z):
    dx, dy, dz = (a[None, :] - a[:, None] for a in (x, y, z))
    d2 = dx * dx + dy * dy + dz * dz + np.float32(0.01)
    w = 1 / (d2 * d2)
    return (dx * w).sum(1), (dy * w).sum(1), (dz * w).sum(1)


def spmv(data, column, first, x):
    row = jnp.cumsum(jnp.zeros(data.size, np.int32).at[first[1:-1]].add(1))
    return jax.ops.segment_sum(data * x[column], row, x.size, indices_are_sorted=True)


def black_scholes(price, strike, years):
    root = jnp.sqrt(years)
    d1 = (jnp.log(price / strike) + np.float32(0.065) * years) / (np.float32(0.3) * root)
    d2 = d1 - np.float32(0.3) * root
    n1, n2 = (np.float32(0.5) * (1 + lax.erf(d * np.float32(0.70710678))) for d in (d1, d2))
    later = strike * jnp.exp(np.float32(-0.02) * years)
    return price * n1 - later * n2, later * (1 - n2) - price * (1 - n1)


def transpose(x):
    return x.T


def jacobi(x):
    return jnp.pad(0.25 * (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]), 1)


def gray(rgb):
    r, g, b = (rgb[:, :, i].astype(np.int32) for i in range(3))
    return ((77 * r + 150 * g + 29 * b) >> 8).astype(np.uint8)


def nested(x):
    def outer(a, state):
        def inner(b, inside):
            total, within = inside
            t = x * a - 0.25 * b
            within &= t >= 0.0
            return jnp.where(within & (t * t >= 0.5), total + t * 0.5, total), within
        total, within = state
        within &= a * x <= 30.0
        return lax.fori_loop(1, 40, inner, (total, within))[0], within
    return lax.fori_loop(1, 40, outer, (x * 0, x == x))[0]


def monte_carlo(first, second, points):
    def turned(v, by):
        return v << by | v >> (64 - by)

    def step(_, state):
        s0, s1, n = state
        squares = 0.0
        for _ in range(2):
            squares = squares + ((s0 + s1 >> 11) * 2.0 ** -53) ** 2
            s1 = s1 ^ s0
            s0, s1 = turned(s0, 24) ^ s1 ^ s1 << 16, turned(s1, 37)
        return s0, s1, n + (squares < 1.0)
    return lax.fori_loop(0, points, step, (first, second, jnp.zeros(first.shape, np.int32)))[2]


def histogram(values):
    return jnp.zeros(256, np.int32).at[values].add(1)


def sum32(x):
    return x.sum(keepdims=True)


def prepare(name, args, writes):
    """A launch, and what it has given for an argument that others write."""
    given = [jax.device_put(a) if isinstance(a, np.ndarray) else a for i, a in enumerate(args) if i not in writes]
    function, results = jax.jit(globals()[name]), []

    def launch():
        out = jax.block_until_ready(function(*given))
        results[:] = out if isinstance(out, tuple) else [out]
    return launch, lambda i: np.asarray(results[writes.index(i)])
