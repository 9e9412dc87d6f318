# SPDX-License-Identifier: Apache-2.0
"""Systems of linear equations for host functions: LU with row exchanges, and
Cholesky's decomposition. Rows are contiguous, and loops go along them."""
import math
import numpy as np
from portkern.lib import common, mean_type


def check_square(a):
    if a.shape[0] != a.shape[1]:
        raise LinAlgError('Last 2 dimensions of the array must be square.')
    for v in a.flat:
        if not np.isfinite(v):
            raise LinAlgError('Array must not contain infs or NaNs.')


def size_of(v):
    return abs(v.real) + abs(v.imag) if isinstance(v, (np.complex64, np.complex128)) else abs(v)


# Leaves L and U in `m`, and in `order` which row went where; the sign of that
# permutation, or 0 where the matrix is singular.
def factor(m, order):
    n = len(m)
    sign = 1
    for i in range(n):
        order[i] = i
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if size_of(m[i, k]) > size_of(m[best, k]):
                best = i
        if m[best, k] == 0:
            return 0
        if best != k:
            sign = -sign
            order[k], order[best] = order[best], order[k]
            for j in range(n):
                m[k, j], m[best, j] = m[best, j], m[k, j]
        for i in range(k + 1, n):
            by = m[i, k] / m[k, k]
            m[i, k] = by
            if by != 0:
                for j in range(k + 1, n):
                    m[i, j] -= by * m[k, j]
    return sign


# The rows of x become those of the solution of L U x.
def substitute(m, x):
    n = len(m)
    for i in range(n):
        for k in range(i):
            by = m[i, k]
            for j in range(x.shape[1]):
                x[i, j] -= by * x[k, j]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            by = m[i, k]
            for j in range(x.shape[1]):
                x[i, j] -= by * x[k, j]
        for j in range(x.shape[1]):
            x[i, j] = x[i, j] / m[i, i]


def factored(a, order, dtype):
    check_square(a)
    m = np.empty(a.shape, dtype)
    m[...] = a
    if factor(m, order) == 0:
        raise LinAlgError('Matrix is singular to machine precision.')
    return m


def host_linalg_solve(a, b):
    kept = mean_type(common((a, b))(0))
    if len(a) != len(b):
        raise LinAlgError('Incompatible array sizes, system is not dimensionally valid.')
    order = np.empty(len(a), np.int64)
    m = factored(a, order, kept)
    if b.ndim == 1:
        x = np.empty((len(b), 1), kept)
        for i in range(len(b)):
            x[i, 0] = b[order[i]]
        substitute(m, x)
        return x.reshape(len(b))
    y = np.empty(b.shape, kept)
    for i in range(len(b)):
        y[i] = b[order[i]]
    substitute(m, y)
    return y


def host_linalg_inv(a):
    order = np.empty(len(a), np.int64)
    m = factored(a, order, mean_type(a))
    x = np.zeros(m.shape, m.dtype)
    for i in range(len(a)):
        x[i, order[i]] = 1
    substitute(m, x)
    return x


def host_linalg_det(a):
    check_square(a)
    order = np.empty(len(a), np.int64)
    m = np.empty(a.shape, mean_type(a))
    m[...] = a
    product = m.dtype(factor(m, order))
    if product != 0:
        for i in range(len(m)):
            product *= m[i, i]
    return product


def host_linalg_slogdet(a):
    check_square(a)
    order = np.empty(len(a), np.int64)
    m = np.empty(a.shape, mean_type(a))
    m[...] = a
    sign = m.dtype(factor(m, order))
    log = m.dtype(0).real
    if sign == 0:
        return sign, log - np.inf
    for i in range(len(m)):
        size = abs(m[i, i])
        sign *= m[i, i] / size
        log += np.log(size)
    return sign, log


def host_linalg_cholesky(a):
    check_square(a)
    out = np.zeros(a.shape, mean_type(a))
    for i in range(len(a)):
        for j in range(i + 1):
            total = out.dtype(a[i, j])
            for k in range(j):
                total -= out[i, k] * out[j, k].conjugate()
            if i == j:
                if not total.real > 0:
                    raise LinAlgError('Matrix is not positive definite.')
                out[i, i] = math.sqrt(total.real)
            else:
                out[i, j] = total / out[j, j]
    return out


def host_linalg_matrix_power(a, n):
    check_square(a)
    base = np.empty(a.shape, a.dtype)
    base[...] = a
    if n < 0:
        if not isinstance(a.dtype(0), (np.float32, np.float64, np.complex64, np.complex128)):
            raise TypeError('negative powers of matrices are floats: a.astype(np.float64)')
        base[...] = host_linalg_inv(a)
    out = np.zeros(a.shape, a.dtype)
    for i in range(len(a)):
        out[i, i] = 1
    power = abs(n)
    while power > 0:
        if power % 2:
            out = np.dot(out, base)
        power //= 2
        if power:
            base = np.dot(base, base)
    return out
