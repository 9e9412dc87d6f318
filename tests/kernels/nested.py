# SPDX-License-Identifier: Apache-2.0
"""Kernels that launch kernels, which run when they have ended."""
from numba import cuda


@cuda.jit
def add_to(x, v):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += v


@cuda.jit
def one_child(x, n):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = i
    if i == 0:
        add_to[(n + 31) // 32, 32](x, 100)


@cuda.jit
def set_row(row, v):
    i = cuda.grid(1)
    if i < row.size:
        row[i] += v + i


@cuda.jit
def child_per_row(a):
    i = cuda.grid(1)
    if i < a.shape[0]:
        set_row[1, 64](a[i], 10 * i)


@cuda.jit
def child_per_view(a):
    i = cuda.grid(1)
    if i < 2:
        set_row[1, 64](a[:, i], 100)
        set_row[1, 64](a[2, i + 2::2], 1000)


@cuda.jit
def count_down(x, n):
    x[n] = n
    if n > 0:
        count_down[1, 1](x, n - 1)


@cuda.jit
def tree(x, first, count):
    if count == 1:
        x[first] += 1
    else:
        half = count // 2
        tree[1, 1](x, first, half)
        tree[1, 1](x, first + half, count - half)


@cuda.jit
def grid2(a, f, z, b, u, none):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] = i * 100 + j + f * z.real + z.imag + u
        if b:
            a[i, j] += 0.5


@cuda.jit
def all_types(a, f, z, b, u):
    if cuda.grid(1) == 0:
        grid2[(2, 3), (8, 4), 0, 0](a, f, z, b, u, None)


@cuda.jit
def nothing_to_run(x):
    add_to[(0, 1), 32](x, 1)
    for k in range(x.size, 3):
        add_to[1, 32](x, 1)


@cuda.jit
def two_arrays(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + y[i]


@cuda.jit
def sums(x, y, out):
    if cuda.grid(1) == 0:
        two_arrays[1, 32](x, y, out)
        two_arrays[1, 32](out[::-1], x, y)


@cuda.jit
def wrong_block(x, n):
    add_to[1, n](x, 1)


@cuda.jit
def failing_child(x):
    assert cuda.threadIdx.x != 3, "three"


@cuda.jit
def fails_later(x):
    x[0] = 1
    failing_child[1, 8](x)


@cuda.jit
def for_ever(x):
    x[0] += 1
    for_ever[1, 1](x)


@cuda.jit
def says(x):
    print("child", x[cuda.threadIdx.x])


@cuda.jit
def says_and_launches(x):
    t = cuda.threadIdx.x
    x[t] *= 2
    print("parent", t)
    if t == 1:
        says[1, 2](x)
