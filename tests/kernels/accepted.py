# SPDX-License-Identifier: Apache-2.0
"""What Numba takes where Python fails or means something else: variables that no
path has assigned, `is` of values, arrays as conditions, arrays of no axes among
numbers. tests/frontend/test_accepted.py runs it through Numba."""
from enum import Enum, IntEnum
from typing import NamedTuple
import numpy as np
from numba import cuda, njit


class Color(Enum):
    RED = 1
    BLUE = 2


class Mode(IntEnum):
    OFF = 0
    ON = 1


class Point(NamedTuple):
    x: float
    y: float


LABELLED = np.dtype([('name', 'S5'), ('x', np.float32), ('when', 'M8[us]'), ('words', '<U3', (2,)),
                     ('took', 'timedelta64[ns]'), ('n', 'i2')])


@njit(device=True)
def doubled(x):
    return 2 * x


@njit(device=True)
def noted(log, i, digit, x):
    log[i] = 10 * log[i] + digit
    return x


@cuda.jit
def unset(a, out):
    i = cuda.grid(1)
    if i < a.size:
        if a[i] > 0:
            v = a[i]
            t = (i, 2.5)
            z = 1.5 + 2j
            b = i >= 0
        for j in range(a[i]):
            last = j
        n = a[i]
        while n > 2:
            n -= 1
            w = n * 0.5
        out[i, 0] = v
        out[i, 1] = t[0] + t[1]
        out[i, 2] = z.real + z.imag
        out[i, 3] = b
        out[i, 4] = last
        out[i, 5] = w
        if a[i] == 4:
            four = a[i]
        out[i, 6] = j + four


@cuda.jit
def unset_in_a_loop(a, out):
    i = cuda.grid(1)
    if i < a.size:
        s = 0
        for j in range(a[i]):
            if j % 3 == 1:
                kept = 10 * j
            s += kept
        out[i] = doubled(s)


@cuda.jit
def same(a, f, s, out):
    i = cuda.grid(1)
    if i < a.size:
        n, x = a[i], f[i]
        out[i, 0] = n is 3
        out[i, 1] = n is not 3
        out[i, 2] = n is 3.0
        out[i, 3] = x is 2.5
        out[i, 4] = x is not x
        out[i, 5] = s[i] is n
        out[i, 6] = s[i] is s[0]
        out[i, 7] = (n, x) is (3, 2.5)
        out[i, 8] = (n, x) is not (n, 2.5)
        out[i, 9] = (n, None) is (3, None)
        out[i, 10] = (n, None) is not (n, None)
        out[i, 11] = complex(n, x) is complex(3, 2.5)
        out[i, 12] = True is n
        out[i, 13] = (n > 2) is (x > 2)
        c = Color.RED if n > 2 else Color.BLUE
        m = Mode.ON if n > 2 else Mode.OFF
        out[i, 14] = c is Color.RED
        out[i, 15] = m is Mode.ON
        out[i, 16] = m is n
        out[i, 17] = Point(n, x) is Point(3, 2.5)
        out[i, 18] = Point(n, x) is (n, x)
        out[i, 19] = n is None


@cuda.jit
def number(z, w, out):
    i = cuda.grid(1)
    if i == 0:
        out[0] = z + 1
        x = z * 2
        out[1] = x + (z + w)
        out[2] = 5 if z > 1 else 6
        n = 0
        while w:
            w[()] -= 1
            n += 1
        out[3] = n
        s = 1.5
        s = s + z
        s += z + 1
        out[4] = s
        out[5] = -z
        out[6] = np.sqrt(z)
        out[7] = max(z + 1, 2) + float(z * 2)
        if z:
            out[8] = 1
        if w:
            out[9] = 1
        z += 1
        out[10] = z
        out[11] = bool(z) + bool(w)


@cuda.jit
def condition(a, out):
    i = cuda.grid(1)
    if i < a.size:
        if a[i:i + 1]:
            out[i] += 1
        out[i] += 4 if a[i:][:1] else 8


@cuda.jit
def ambiguous(a, out):
    if a:
        out[0] = 1


@cuda.jit
def tests(a, e, log, out):
    i = cuda.grid(1)
    if i < a.size:
        n, t, s = a[i], a[i:i + 1], 'abc'
        if n > -1 and t:
            out[i] += 1
        if n and s:
            out[i] += 2
        if n and '' or (n, 2) and not t:
            out[i] += 4
        if not (n > 2 and (t or s) and not e.flat):
            out[i] += 8
        if () or (t if n > 1 else (n,)) and (s if n > 3 else t):
            out[i] += 16
        while n > 1 and t and (n, s):
            n -= 1
            out[i] += 32
        out[i] += 256 if n or t else 512
        out[i] += 1024 if a[i] and (t if n < 2 else None) else 2048
        if noted(log, i, 1, n) and noted(log, i, 2, t) or noted(log, i, 3, ()) or noted(log, i, 4, t):
            out[i] += 4096
        if s:
            text = 1
        else:
            text = out.never
        out[i] += 8192 * text
        assert n > -9 and (t or a.flat)


@cuda.jit
def labelled(P, Q, out):
    i = cuda.grid(1)
    if i < P.size:
        P[i].x += 1
        P[i]['n'] *= 2
        if P[i].x > 2:
            Q[i] = P[i]
        out[i] = P['n'][i] + Q[i].x


@cuda.jit(device=True)
def at(p, i):
    return p[i]


@cuda.jit('void(CPointer(float32), CPointer(int64), int64)')
def pointers(p, q, n):
    i = cuda.grid(1)
    if i < n:
        p[i] += q[n - 1 - i]
        p[i] *= 2
        q[n + np.uint8(i)] = at(p, i) + at(q, n - 1 - i)


@cuda.jit('int32(CPointer(int32), int64)', device=True)
def behind(p, i):
    return p[i + 2]


@cuda.jit
def pointers_shared(a, out):
    i = cuda.threadIdx.x
    s = cuda.shared.array(16, np.int32)
    l = cuda.local.array(4, np.int32)
    s[i] = a[i]
    l[0] = l[3] = i
    cuda.syncthreads()
    out[i] = behind(s[4:], i - 6) + behind(l, 1) + behind(a, i)


@cuda.jit
def labelled_shared(P):
    i = cuda.threadIdx.x
    s = cuda.shared.array(8, LABELLED)
    s[i] = P[i]
    cuda.syncthreads()
    P[i] = s[7 - i]
