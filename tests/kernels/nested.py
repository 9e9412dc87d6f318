# SPDX-License-Identifier: Apache-2.0
"""Kernels that launch kernels, which run when they have ended."""
from collections import namedtuple
from enum import Enum, IntEnum

import numpy as np
from numba import cuda

Span = namedtuple("Span", "first, count")

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


@cuda.jit
def change_record(r, by):
    """r is a record, its fields of three types and an array."""
    t = cuda.threadIdx.x
    if t == 0:
        r.n += by
        r.z *= 2
    r["v"][t] += t * by


@cuda.jit
def change_records(p, first):
    i = cuda.grid(1)
    if i < p.shape[0]:
        p[i].x += first + i
        change_field(p[i].v, i)


@cuda.jit(device=True)
def change_field(v, by):
    for k in range(v.size):
        v[k] -= by


@cuda.jit
def child_per_record(p, one):
    i = cuda.grid(1)
    if i < p.shape[0]:
        change_record[1, 3](p[i], 10 * i)
    if i == 0:
        change_records[1, 32](p[1::2], 0.5)
        change_record[1, 3](one, 7)
        add_to[1, 8](one.v, 1)


@cuda.jit
def spread(out, places, span: Span, rest):
    """Tuples: of arrays, with names, in each other, and empty."""
    i = cuda.grid(1)
    rows, weight = places
    if i < span.count:
        out[span.first + i] = rows[0][i] * weight + rows[1][i, 0] + len(rest[1])
        if rest[0] is None:
            out[span.first + i] += rest[2].real * rest[3].n


@cuda.jit
def child_of_tuples(out, pair, p, weight):
    i = cuda.grid(1)
    if i < 2:
        spread[1, 4](out, ((pair[0][i:], pair[1]), weight), Span(4 * i, 3 + i), (None, (), weight * 1j + i, p[i]))
        spread[1, 4](out[8:], ((pair[0], pair[1][i:]), i), (4 * i, 2), (i, (1, 2), 1j, p[0]))


class Color(Enum):
    RED = 2
    BLUE = 5


class Mode(IntEnum):
    SET = 0
    ADD = 1


@cuda.jit
def paint(out, color, gain=1, mode: Mode = Mode.SET, span: Span = Span(0, 4)):
    """Members of enumerations; defaults, and arguments by name."""
    i = cuda.grid(1)
    if i < span.count:
        value = color.value * gain + (color is Color.BLUE) * 1000
        if mode == Mode.ADD:
            out[span.first + i] += value
        else:
            out[span.first + i] = value


@cuda.jit
def child_by_name(out, color, mode):
    i = cuda.grid(1)
    if i == 0:
        paint[1, 8](out, color)
        paint[1, 8](out, span=Span(4, 3), color=Color.BLUE)
        paint[1, 8](out, mode=mode, gain=3, color=Color.RED)
        paint[1, 8](out, color if out.size > 3 else Color.RED, span=(7, 2), mode=Mode.ADD)
    if i == 1:
        recolor[1, 1](out[9:], (color, mode))


@cuda.jit
def recolor(out, both):
    """Launches itself, with other members."""
    color, mode = both
    out[0] = color.value + 10 * mode
    if color != Color.RED:
        recolor[1, 1](out[1:], both=(Color.RED, Mode.ADD))
