# SPDX-License-Identifier: Apache-2.0
"""What the language does where other languages differ: operators that give
back operands, names that change their type, loops with else, chains."""
import math

import numpy as np
from numba import cuda

EVEN = (0, 2, 4, 6, 8)
SCALE = -(2 ** 10) // 3
RATIO = 7 / 2
FLAGS = (True, False)


@cuda.jit(device=True)
def kind(n):
    if n in EVEN:
        return 0
    elif n < 0 or n > 8:
        return -1
    return 1


@cuda.jit
def operands(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        out[i, 0] = x or y
        out[i, 1] = x and y
        out[i, 2] = x and y or 7
        out[i, 3] = not x
        out[i, 4] = x < y < 5
        out[i, 5] = x == y != 3
        out[i, 6] = kind(x)
        out[i, 7] = x not in (1, 3, y)
        out[i, 8] = (x > 2) + (y > 2) * 10
        out[i, 9] = -True + ~x + (+y)


@cuda.jit
def joins(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        v = a[i]
        if v > 0:
            v = v * 0.5
        out[i, 0] = v
        w = 1
        for k in range(3):
            w = w / 2 if k == i % 3 else w + k
        out[i, 1] = w
        t = (a[i], 1)
        if i % 2:
            t = (f[i], 2)
        out[i, 2] = t[0] + t[1]
        if i % 3 == 0:
            late = 5
        out[i, 3] = late if i % 3 == 0 else 0
        q = 0
        while True:
            q += 1
            if q * q > i:
                break
            if q > 100:
                q = 0.5
        out[i, 4] = q
        z = 0
        for k in range(i):
            if k == 7:
                z = 1.5
                break
            z += 1
        else:
            z = -z
        out[i, 5] = z
        n = i
        while n > 3:
            n -= 3
            if n == 5:
                break
        else:
            n = 100 + n
        out[i, 6] = n
        s = 0
        for p, u in ((1, 2), (3, 4), (5, 6)):
            if p == 3:
                continue
            s += p * u
        out[i, 7] = s + SCALE + RATIO + FLAGS[i % 2]


@cuda.jit
def numbers(x, n, out):
    i = cuda.grid(1)
    if i < x.size:
        v, k = x[i], n[i]
        q, r = divmod(k, 7)
        out[i, 0] = q * 1000 + r
        fq, fr = divmod(v, 0.75)
        out[i, 1] = fq
        out[i, 2] = fr
        out[i, 3] = round(v)
        out[i, 4] = int(v) + int(-v * 3)
        out[i, 5] = k ** 3 + 2 ** (k & 7)
        out[i, 6] = v ** 3 + v ** -2
        out[i, 7] = v ** (k & 3)
        out[i, 8] = min(k, v, 3) + max((k, 4, 9))
        out[i, 9] = sum((k, v, 2))
        out[i, 10] = np.float32(v) * np.float32(1.1) + float(k)
        out[i, 11] = abs(-k) + math.fabs(v) + EVEN[k % 5] + pow(k, 2)
        out[i, 12] = k / 3 - k // 4 + k % -5
        out[i, 13] = bool(k) + (k << 3) - (k >> 1) + (k ^ 5 | 2 & 3)
        out[i, 14] = v // 0.5 + v % -1.25 + math.degrees(v) + math.radians(90)
