# k(f32[:])
"""Types that nobody says are guessed by how a function uses its parameters."""
import sys

from numba import cuda
from numba.cuda.random import xoroshiro128p_normal_float32


@cuda.jit
def gather(out, table, at, rows, factor):
    i = cuda.grid(1)
    if i < out.size:
        for j in range(rows):
            out[i] += table[at[i], j] * factor


@cuda.jit
def shapes(a, b, mask):
    x, y = cuda.grid(2)
    n, m = a.shape
    if x < n and y < m and mask & 1:
        a[x, y] = len(b) * b.shape[2]
        cuda.atomic.add(b, (x, y, 0), 1)


@cuda.jit
def of_functions(f, x):
    x[0] = f(x[0])


@cuda.jit
def does_not_fit(x):
    x[0] = x.field


gather[1, 32](*sys.argv)


@cuda.jit
def histogram(image, bins, n):
    i = cuda.grid(1)
    half = n // 2
    if i < half:
        cuda.atomic.add(bins, image[i], 1)


@cuda.jit
def scattered(at, values, out, n):
    i = cuda.grid(1)
    if i < n:
        j = at[i]
        out[j] = values[i]


@cuda.jit
def thrown(states, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = xoroshiro128p_normal_float32(states, i)


@cuda.jit
def gray(image, result):
    i, j = cuda.grid(2)
    if i < image.shape[0] and j < image.shape[1]:
        r, g, b = image[i, j]
        result[i, j] = (r, r, r)


@cuda.jit
def wrong_with_any_types(x, out):
    row = cuda.grid(0)
    start = [0]
    for j in range(row, x.shape[0]):
        out[j] = process(x[j]) + cuda.threadidx.x
    out.append(x.field)


@cuda.jit
def along_a_slice(vel, pos):
    i = cuda.grid(1)
    if i < vel.shape[0]:
        vel[i, :3] = (1.0, 2.0, 3.0)
        x, y = pos[i, 0:2]
