# SPDX-License-Identifier: Apache-2.0
"""Eigenvalues and eigenvectors of square matrices for host functions: Householder's reflections
make Hessenberg's form, QR steps a triangle, real ones with two shifts at once; its vectors are found
from below. All is computed in double precision."""
import math
import numpy as np
from portkern.lib import mean_type
from np_solve import check_square
from np_svd import conjugate_of, inner_of, norm_of

EPS = 2.220446049250313e-16


# Makes `h` zero below its first subdiagonal; `v` gets what its columns are turned by.
def hessenberg(h, v):
    n = len(h)
    u = np.empty(n, h.dtype)
    for k in range(n - 2):
        if norm_of(h[k + 2:, k]) == 0:
            continue
        u[k + 1:] = h[k + 1:, k]
        first = u[k + 1]
        size = norm_of(u[k + 1:])
        phase = first / abs(first) if first != 0 else first + 1
        u[k + 1] += phase * size
        scale = 2 / norm_of(u[k + 1:]) ** 2
        for j in range(k, n):
            total = inner_of(u[k + 1:], h[k + 1:, j]) * scale
            for i in range(k + 1, n):
                h[i, j] -= total * u[i]
        for i in range(n):
            for m in (h, v):
                total = 0 * first
                for j in range(k + 1, n):
                    total += m[i, j] * u[j]
                total *= scale
                for j in range(k + 1, n):
                    m[i, j] -= total * conjugate_of(u[j])
        for i in range(k + 2, n):
            h[i, k] = 0


# The row from which on the part that ends with row `n` is one block.
def block_start(h, n, norm):
    at = n
    while at > 0:
        near = abs(h[at - 1, at - 1]) + abs(h[at, at])
        if near == 0:
            near = norm
        if abs(h[at, at - 1]) <= EPS * near:
            h[at, at - 1] = 0
            break
        at -= 1
    return at


def size_beside(h):
    total = 0.0
    for i in range(len(h)):
        for j in range(max(i - 1, 0), len(h)):
            total += abs(h[i, j])
    return total


def fail_to_converge():
    raise LinAlgError('Internal algorithm failed to converge.')


# ---- real matrices ----

# Columns n and n + 1 of two rows, and rows of two columns, are turned by q and p.
def turn_pair(h, v, n, q, p):
    for j in range(n, len(h)):
        z = h[n, j]
        h[n, j] = q * z + p * h[n + 1, j]
        h[n + 1, j] = q * h[n + 1, j] - p * z
    for i in range(len(h)):
        z = v[i, n]
        v[i, n] = q * z + p * v[i, n + 1]
        v[i, n + 1] = q * v[i, n + 1] - p * z
        if i < n + 2:
            z = h[i, n]
            h[i, n] = q * z + p * h[i, n + 1]
            h[i, n + 1] = q * h[i, n + 1] - p * z


# One step with two shifts, of sum x + y and product x * y - w, on rows first to n.
def double_step(h, v, first, n, x, y, w):
    m = n - 2
    p = q = r = 0.0
    while True:
        z = h[m, m]
        r = x - z
        s = y - z
        p = (r * s - w) / h[m + 1, m] + h[m, m + 1]
        q = h[m + 1, m + 1] - z - r - s
        r = h[m + 2, m + 1]
        s = abs(p) + abs(q) + abs(r)
        p /= s
        q /= s
        r /= s
        if m == first:
            break
        near = abs(p) * (abs(h[m - 1, m - 1]) + abs(z) + abs(h[m + 1, m + 1]))
        if abs(h[m, m - 1]) * (abs(q) + abs(r)) < EPS * near:
            break
        m -= 1
    for i in range(m + 2, n + 1):
        h[i, i - 2] = 0
        if i > m + 2:
            h[i, i - 3] = 0
    for k in range(m, n):
        last = k == n - 1
        x = 1.0
        if k != m:
            p = h[k, k - 1]
            q = h[k + 1, k - 1]
            r = 0.0 if last else h[k + 2, k - 1]
            x = abs(p) + abs(q) + abs(r)
            if x == 0:
                continue
            p /= x
            q /= x
            r /= x
        s = math.sqrt(p * p + q * q + r * r)
        if p < 0:
            s = -s
        if s == 0:
            continue
        if k != m:
            h[k, k - 1] = -s * x
        elif first != m:
            h[k, k - 1] = -h[k, k - 1]
        p += s
        x = p / s
        y = q / s
        z = r / s
        q /= p
        r /= p
        for j in range(k, len(h)):
            p = h[k, j] + q * h[k + 1, j]
            if not last:
                p += r * h[k + 2, j]
                h[k + 2, j] -= p * z
            h[k, j] -= p * x
            h[k + 1, j] -= p * y
        for i in range(len(h)):
            for a in (h, v):
                p = x * a[i, k] + y * a[i, k + 1]
                if not last:
                    p += z * a[i, k + 2]
                    a[i, k + 2] -= p * r
                a[i, k] -= p
                a[i, k + 1] -= p * q


# Leaves a triangle in `h`; false where two eigenvalues are complex.
def real_triangle(h, v):
    norm = size_beside(h)
    n = len(h) - 1
    shift = 0.0
    turn = 0
    real = True
    while n >= 0:
        first = block_start(h, n, norm)
        if first >= n - 1:
            if first == n - 1:
                w = h[n, n - 1] * h[n - 1, n]
                p = (h[n - 1, n - 1] - h[n, n]) / 2
                q = p * p + w
                if q < 0:
                    real = real and math.sqrt(-q) <= 4 * EPS * norm  # else it is rounding
                else:
                    z = p + math.sqrt(q) if p >= 0 else p - math.sqrt(q)
                    x = h[n, n - 1]
                    s = math.hypot(x, z)
                    if s > 0:
                        turn_pair(h, v, n - 1, z / s, x / s)
                h[n - 1, n - 1] += shift
                h[n, n - 1] = 0
            h[n, n] += shift
            n = first - 1
            turn = 0
            continue
        x = h[n, n]
        y = h[n - 1, n - 1]
        w = h[n, n - 1] * h[n - 1, n]
        if turn % 10 == 9:
            shift += x
            for i in range(n + 1):
                h[i, i] -= x
            s = abs(h[n, n - 1]) + abs(h[n - 1, n - 2])
            x = y = 0.75 * s
            w = -0.4375 * s * s
        turn += 1
        if turn > 300:
            fail_to_converge()
        double_step(h, v, first, n, x, y, w)
    return real


# ---- complex matrices ----

# The eigenvalue of the last two rows that is nearer to the last element.
def nearer(h, n):
    half = (h[n - 1, n - 1] - h[n, n]) / 2
    w = h[n, n - 1] * h[n - 1, n]
    root = np.sqrt(half * half + w)
    if (half * root.conjugate()).real < 0:
        root = -root
    below = half + root
    return h[n, n] - w / below if below != 0 else h[n, n]


def complex_triangle(h, v):
    norm = size_beside(h)
    n = len(h) - 1
    turn = 0
    cosines = np.empty(len(h))
    sines = np.empty(len(h), h.dtype)
    while n > 0:
        first = block_start(h, n, norm)
        if first == n:
            n -= 1
            turn = 0
            continue
        shift = nearer(h, n)
        if turn % 10 == 9:
            shift = h[n, n] + abs(h[n, n - 1])
        turn += 1
        if turn > 300:
            fail_to_converge()
        for i in range(first, n + 1):
            h[i, i] -= shift
        for k in range(first, n):
            x = h[k, k]
            y = h[k + 1, k]
            size = math.hypot(abs(x), abs(y))
            phase = x / abs(x) if x != 0 else x + 1
            c = abs(x) / size
            s = phase * y.conjugate() / size
            cosines[k] = c
            sines[k] = s
            for j in range(k, len(h)):
                x = h[k, j]
                h[k, j] = c * x + s * h[k + 1, j]
                h[k + 1, j] = c * h[k + 1, j] - s.conjugate() * x
            h[k + 1, k] = 0
        for k in range(first, n):
            c = cosines[k]
            s = sines[k]
            for i in range(len(h)):
                if i < k + 2:
                    x = h[i, k]
                    h[i, k] = c * x + s.conjugate() * h[i, k + 1]
                    h[i, k + 1] = c * h[i, k + 1] - s * x
                x = v[i, k]
                v[i, k] = c * x + s.conjugate() * v[i, k + 1]
                v[i, k + 1] = c * v[i, k + 1] - s * x
        for i in range(first, n + 1):
            h[i, i] += shift


# ---- both ----

# The eigenvectors of a triangle, turned by `v`, as columns of length 1.
def vectors_of(t, v, out):
    n = len(t)
    x = np.empty(n, t.dtype)
    small = EPS * max(size_beside(t), 1e-300)
    for k in range(n):
        x[k] = 1
        for i in range(k - 1, -1, -1):
            total = 0 * x[k]
            for j in range(i + 1, k + 1):
                total += t[i, j] * x[j]
            apart = t[i, i] - t[k, k]
            if abs(apart) < small:
                apart = 0 * apart + small
            x[i] = -total / apart
            if abs(x[i]) > 1e100:
                by = abs(x[i])
                for j in range(i, k + 1):
                    x[j] /= by
        column = v[:, :k + 1] @ x[:k + 1]
        size = norm_of(column)
        most = 0.0
        turned = 0 * x[k] + 1
        for i in range(n):
            if isinstance(turned, np.complex128) and abs(column[i]) > most * (1 + 1e-9):
                most = abs(column[i])
                turned = conjugate_of(column[i]) / most
        for i in range(n):
            out[i, k] = column[i] * turned / size


# The eigenvalues, a triangle that has them, and what it is turned by; and whether they are real
# where the matrix is.
def eigen(a):
    check_square(a)
    kept = mean_type(a)
    h = np.empty(a.shape, np.complex128 if isinstance(kept(0), (np.complex64, np.complex128)) else np.float64)
    h[...] = a
    v = np.zeros(h.shape, h.dtype)
    for i in range(len(h)):
        v[i, i] = 1
    hessenberg(h, v)
    good = True
    if isinstance(h.dtype(0), np.complex128):
        complex_triangle(h, v)
    else:
        good = real_triangle(h, v)
    w = np.empty(len(h), kept)
    for i in range(len(h)):
        w[i] = h[i, i]
    return w, h, v, good


def host_linalg_eigvals(a):
    w, t, v, good = eigen(a)
    if not good:
        raise ValueError('eigvals() argument must not cause a domain change.')
    return w


def host_linalg_eig(a):
    w, t, v, good = eigen(a)
    if not good:
        raise ValueError('eig() argument must not cause a domain change.')
    out = np.empty(a.shape, w.dtype)
    vectors_of(t, v, out)
    return w, out
