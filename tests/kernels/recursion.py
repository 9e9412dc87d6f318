# SPDX-License-Identifier: Apache-2.0
"""Functions that call themselves, directly and through others. OpenCL C has no
recursion: there they are refused."""
import math
import numpy as np
from numba import cuda, int32


@cuda.jit(device=True)
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


@cuda.jit(device=True)
def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


@cuda.jit(device=True)
def even(n):
    return n == 0 or odd(n - 1)


@cuda.jit(device=True)
def odd(n):
    return n != 0 and even(n - 1)


@cuda.jit(device=True)
def grows(x, n):
    """An integer without a call, a float with one."""
    if n == 0:
        return 1
    return x * grows(x, n - 1)


@cuda.jit(device=True)
def extent(n):
    """Two numbers, a variable that only one path sets by a call."""
    if n < 3:
        r = (n, 1)
    else:
        a, b = extent(n // 2)
        c, d = extent(n - n // 2)
        r = (a + c, b + d)
    return r


def find(x, low, high):
    """A value, or None: by halves."""
    if low == high:
        return None
    middle = (low + high) // 2
    if x == middle * middle:
        return middle
    if x < middle * middle:
        return find(x, low, middle)
    return find(x, middle + 1, high)


def twice(g, n, x):
    return g(twice(g, n - 1, x)) if n > 0 else x


@cuda.jit
def values(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        n = a[i]
        out[i, 0] = fib(n)
        out[i, 1] = ackermann(n % 3, n // 3)
        out[i, 2] = even(n) + 2 * odd(3 * n)
        out[i, 3] = grows(f[i], n % 5)
        pairs, leaves = extent(n + 5)
        out[i, 4] = pairs + 100 * leaves
        root = find(n, 0, 20)
        out[i, 5] = -1 if root is None else root
        out[i, 6] = twice(lambda v: v * v - n, n % 4, f[i])


@cuda.jit(device=True)
def sort(x, low, high):
    """Quicksort of x[low:high], in place; the larger half by the loop."""
    while high - low > 1:
        pivot, last = x[low], low
        for j in range(low + 1, high):
            if x[j] < pivot:
                last += 1
                x[j], x[last] = x[last], x[j]
        x[low], x[last] = x[last], x[low]
        if last - low < high - last:
            sort(x, low, last)
            low = last + 1
        else:
            sort(x, last + 1, high)
            high = last


@cuda.jit
def sorted_rows(rows):
    i = cuda.grid(1)
    if i < rows.shape[0]:
        sort(rows[i], 0, rows.shape[1])


@cuda.jit(device=True)
def pairwise(x):
    """The sum, by halves: views of views."""
    if x.size < 4:
        s = x[:1][0] - x[0]
        for v in x:
            s += v
        return s
    return pairwise(x[: x.size // 2]) + pairwise(x[x.size // 2:])


@cuda.jit
def sums(rows, out):
    i = cuda.grid(1)
    if i < rows.shape[0]:
        out[i] = pairwise(rows[i])


@cuda.jit(device=True)
def place(n, row, columns):
    """Queens below `row` on a board of n x n."""
    if row == n:
        return 1
    count = 0
    for c in range(n):
        free = True
        for r in range(row):
            if columns[r] == c or abs(columns[r] - c) == row - r:
                free = False
                break
        if free:
            columns[row] = c
            count += place(n, row + 1, columns)
    return count


@cuda.jit
def queens(out):
    i = cuda.grid(1)
    columns = cuda.local.array(8, int32)
    if i < out.size:
        out[i] = place(i % 7, 0, columns)


@cuda.jit(device=True)
def digits(n, depth, out):
    """Each call has an array of its own, which the calls within leave alone."""
    mine = cuda.local.array(3, int32)
    for k in range(3):
        mine[k] = n * 10 + k
    if depth > 0:
        for k in range(3):
            digits(mine[k], depth - 1, out)
    for k in range(3):
        out[cuda.threadIdx.x] += mine[k] * (cuda.blockIdx.x + 1)


@cuda.jit
def own_arrays(out):
    digits(cuda.threadIdx.x, 3, out[cuda.blockIdx.x])


@cuda.jit
def around_barriers(x, out):
    """Each thread as deep as its number; a barrier and a warp between."""
    s = cuda.shared.array(64, int32)
    i = cuda.threadIdx.x
    s[i] = fib(i % 13)
    cuda.syncthreads()
    for k in range(3):
        v = fib(s[63 - i] % 7)
        cuda.syncthreads()
        s[i] += v
        cuda.syncthreads()
    v = cuda.shfl_xor_sync(-1, s[i], 1)
    if i % 3 == 0:
        v += fib(v % 11)
    out[i] = v + grows(x[i], i % 4)


@cuda.jit(device=True)
def visit(left, right, node, depth, seen):
    """A tree, by its links; -1: none."""
    if node < 0:
        return depth
    cuda.atomic.add(seen, node, 1)
    return max(visit(left, right, left[node], depth + 1, seen), visit(left, right, right[node], depth + 1, seen))


@cuda.jit
def depths(left, right, seen, out):
    i = cuda.grid(1)
    if i < left.size:
        out[i] = visit(left, right, i, 0, seen)


@cuda.jit(device=True)
def checked(n, least):
    assert n >= least, f'{n} is under {least}'
    return 0 if n == least else 1 + checked(n - 2, least)


@cuda.jit
def fails(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = checked(a[i], 4)


@cuda.jit(device=True)
def forever(n):
    return 1 if n < 0 else forever(n + 1) + 1


@cuda.jit
def endless(out):
    out[cuda.grid(1)] = forever(cuda.grid(1))


@cuda.jit(device=True)
def wide(n, x):
    """Much that lives across the call, and an array in each."""
    own = cuda.local.array(64, np.float64)
    a, b, c, d = math.sin(x), math.cos(x), x * x, x + n
    for k in range(64):
        own[k] = a * k + b
    r = wide(n + 1, x + a) if n >= 0 else 0.0
    for k in range(64):
        r += own[k]
    return r + a * b * c * d


@cuda.jit
def endless_and_wide(out):
    out[cuda.grid(1)] = wide(0, 0.5)


@cuda.jit(device=True)
def say(n):
    if n > 0:
        print('at', n)
        say(n - 1)
    print('back', n)


@cuda.jit
def says(n):
    say(n)
