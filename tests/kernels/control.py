# SPDX-License-Identifier: Apache-2.0
"""Control flow: every statement that steers a thread, also where threads of
one block go different ways."""
from numba import cuda


@cuda.jit
def collatz(n, steps):
    i = cuda.grid(1)
    if i >= n.size:
        return
    x = n[i]
    count = 0
    while x != 1:
        if x % 2 == 0:
            x //= 2
        else:
            x = 3 * x + 1
        count += 1
        if count >= 1000:
            break
    steps[i] = count


@cuda.jit
def breaks(x, out):
    i = cuda.grid(1)
    if i < x.size:
        total = 0
        for j in range(20):
            if j == x[i]:
                continue
            if j > 2 * x[i]:
                break
            for k in range(j, 0, -2):
                if k == 3:
                    break
                total += k * j
            else:
                total += 1000
        else:
            total += 100000
        out[i] = total


@cuda.jit
def ranges(start, stop, step, count, last):
    i = cuda.grid(1)
    if i < start.size:
        n = 0
        v = -1
        for k in range(start[i], stop[i], step[i]):
            n += 1
            v = k
        count[i] = n
        last[i] = v


@cuda.jit
def choices(a, b, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    x = a[i]
    y = b[i]
    out[i, 0] = 1 if 0 < x < y else 2 if x < y <= 0 else 3
    out[i, 1] = x and y
    out[i, 2] = x or y
    out[i, 3] = not x
    out[i, 4] = (x > 0 and y > 0) or (x < 0 and not y > 0)
    if x == y:
        out[i, 5] = 7
    elif x > y and x - y > 4:
        out[i, 5] = 8
    elif x > y:
        out[i, 5] = 9
    else:
        pass
        out[i, 5] = 10
    out[i, 6] = min(x, y, 3) * 10 + max(x, y)


@cuda.jit
def guarded(x, i0, out):
    i = cuda.grid(1)
    # the second operand must not run where the first decides
    if i < out.size:
        j = i + i0
        if j < x.size and x[j] > 0:
            out[i] = x[j]
        else:
            out[i] = -1


@cuda.jit(device=True)
def first_factor(n):
    d = 2
    while d * d <= n:
        if n % d == 0:
            return d
        d += 1
    return n


@cuda.jit(device=True)
def is_prime(n):
    return n > 1 and first_factor(n) == n


@cuda.jit
def primes(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = is_prime(i)


@cuda.jit
def retyped(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        v = v * 0.5
        w = 1
        if x[i] > 3:
            w = v
        out[i] = w
