# SPDX-License-Identifier: Apache-2.0
"""assert, raise and print."""
import math

import numpy as np
from numba import cuda


class OddError(Exception):
    pass


@cuda.jit
def assert_positive(x, out):
    i = cuda.grid(1)
    if i < x.size:
        assert x[i] > 0, "must be positive"
        out[i] = x[i]


@cuda.jit
def assert_words(x):
    i = cuda.grid(1)
    assert x[i] < 1000, f"x[{i}] is {x[i]:.2f}"


@cuda.jit
def assert_bare(n):
    assert n == cuda.threadIdx.x or cuda.threadIdx.x != 5


@cuda.jit
def raise_values(n, z):
    i = cuda.grid(1)
    if i == 9:
        raise ValueError("wrong", i, n, z, i > 3)


@cuda.jit
def raise_bare(out):
    i = cuda.grid(1)
    if out[i] != i:
        raise OddError
    out[i] = -1


@cuda.jit
def raise_types(a, b, c, d, e):
    raise KeyError(a, b, c, d, e)


@cuda.jit(device=True)
def root(v):
    if v < 0:
        raise ArithmeticError("root of", v)
    return math.sqrt(v)


@cuda.jit(device=True)
def roots(v, w):
    return root(v) + root(w)


@cuda.jit
def in_functions(x, out):
    i = cuda.grid(1)
    out[i] = roots(x[i], x[i] + 1)


@cuda.jit(device=True)
def nothing_to_give(v):
    assert v != 13
    for k in range(v):
        if k == 40:
            raise RuntimeError("forty", v)


@cuda.jit
def in_procedures(x):
    nothing_to_give(x[cuda.grid(1)])


@cuda.jit
def before_barrier(x, out):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = x[t]
    assert x[t] != 17, "before"
    cuda.syncthreads()
    out[t] = s[t ^ 1]


@cuda.jit
def after_barrier(x, out):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = x[t]
    cuda.syncthreads()
    out[t] = s[63 - t]
    if out[t] == 17:
        raise ValueError("after", t)
    cuda.syncthreads()
    out[t] += s[t]


@cuda.jit
def among_barriers(x, out):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = x[t]
    for k in range(6):
        cuda.syncthreads()
        v = s[(t + 1) % 64]
        cuda.syncthreads()
        if v == 20 and k == 3:
            raise RuntimeError("round", k)
        s[t] = v + (v == 19)
    out[t] = s[t]


@cuda.jit
def print_numbers(x, n):
    i = cuda.grid(1)
    if i < n:
        print("i =", i, x[i], x[i] > 2, i % 2 == 0)


@cuda.jit
def print_types(f, d, z, u, b):
    print(f[0], d[0], z[0], u[0], b[0], f[1], d[1], z[1], u[1])
    print((f[0], (u[0], "it's"), True), None, 1, 2.5, -0.0, 1e300, sep="; ")
    print()
    print("{", "}", "{}", end="!\n", sep="")


@cuda.jit
def print_formats(x, n):
    i = cuda.grid(1)
    print(f"{i:3d}|{x[i]:8.3f}|{x[i]:<10.2e}|{n:+,d}|{i:#06x}|{x[i]:g}|{n:b}")


@cuda.jit
def print_order(n):
    i = cuda.grid(1)
    for k in range(n):
        print("thread", i, "line", k)


@cuda.jit(device=True)
def say(i, v):
    print("device", i, v)
    return v + 1


@cuda.jit
def print_in_function(out):
    i = cuda.grid(1)
    out[i] = say(i, out[i])
    cuda.syncthreads()
    if i == 3:
        print("done")


@cuda.jit
def print_and_fail(x):
    i = cuda.grid(1)
    print("thread", i)
    assert x[i] != 5, "five"


@cuda.jit
def print_much(out):
    i = cuda.grid(1)
    print(i, out[i])
    out[i] += 1
