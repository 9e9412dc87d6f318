# SPDX-License-Identifier: Apache-2.0
"""Systems of linear equations for host functions: LU with row exchanges,
Cholesky's decomposition, and eigenvalues. Rows are contiguous, and loops go
along them."""
import math
import numpy as np
from portkern.lib import common, mean_type, real_type
from np_lapack import has_lapack, lapack_cholesky, lapack_diagonal, lapack_eigh, lapack_solve
from np_search import host_argsort, host_sort

# Rows from which on LAPACK is quicker.
LEAST_LU = 96
LEAST_CHOLESKY = 32
LEAST_EIGH = 8


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
    if len(a) >= LEAST_LU and has_lapack():
        check_square(a)
        rows = np.empty((b.size // len(b), len(b)), kept)
        rows[...] = b.T
        return np.ascontiguousarray(lapack_solve(a, rows).T).reshape(b.shape)
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
    if len(a) >= LEAST_LU and has_lapack():
        check_square(a)
        ones = np.zeros(a.shape, mean_type(a))
        for i in range(len(a)):
            ones[i, i] = 1
        return np.ascontiguousarray(lapack_solve(a, ones).T)
    order = np.empty(len(a), np.int64)
    m = factored(a, order, mean_type(a))
    x = np.zeros(m.shape, m.dtype)
    for i in range(len(a)):
        x[i, order[i]] = 1
    substitute(m, x)
    return x


# What is on the diagonal of U, and the sign of the exchanges, 0 where the matrix is singular.
def diagonal_of(a):
    check_square(a)
    m = np.empty(a.shape, mean_type(a))
    m[...] = a
    diagonal = np.empty(len(m), m.dtype)
    if len(a) >= LEAST_LU and has_lapack():
        found, sign = lapack_diagonal(m)
        for v in found:
            if v == 0:
                sign = 0
        return found, sign
    sign = factor(m, np.empty(len(a), np.int64))
    for i in range(len(m)):
        diagonal[i] = m[i, i]
    return diagonal, sign


def host_linalg_det(a):
    diagonal, sign = diagonal_of(a)
    product = diagonal.dtype(sign)
    if sign != 0:
        for v in diagonal:
            product *= v
    return product


def host_linalg_slogdet(a):
    diagonal, exchanges = diagonal_of(a)
    sign = diagonal.dtype(exchanges)
    log = diagonal.dtype(0).real
    if exchanges == 0:
        return sign, log - np.inf
    for v in diagonal:
        size = abs(v)
        sign *= v / size
        log += np.log(size)
    return sign, log


def host_linalg_cholesky(a):
    check_square(a)
    out = np.zeros(a.shape, mean_type(a))
    if len(a) >= LEAST_CHOLESKY and has_lapack():
        for i in range(len(a)):
            out[i, :i + 1] = a[i, :i + 1]
        lapack_cholesky(out)
        return out
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


# ---- eigenvalues of Hermitian matrices, by Jacobi's rotations ----

# One turn over all pairs of rows makes each element beside the diagonal 0, which
# makes others small; `v` gets the eigenvectors as columns.
def rotate_all(m, v, least):
    for p in range(len(m)):
        for q in range(p + 1, len(m)):
            size = abs(m[p, q])
            if size <= least:
                continue
            phase = m[p, q] / size
            back = phase.conjugate()
            half = (m[q, q].real - m[p, p].real) / (2 * size)
            t = 1 / (abs(half) + math.sqrt(half * half + 1))
            if half < 0:
                t = -t
            c = 1 / math.sqrt(t * t + 1)
            s = t * c
            for k in range(len(m)):
                x = m[k, p]
                m[k, p] = c * x - s * back * m[k, q]
                m[k, q] = s * phase * x + c * m[k, q]
                y = v[k, p]
                v[k, p] = c * y - s * back * v[k, q]
                v[k, q] = s * phase * y + c * v[k, q]
            for k in range(len(m)):
                z = m[p, k]
                m[p, k] = c * z - s * phase * m[q, k]
                m[q, k] = s * back * z + c * m[q, k]


def largest_beside(m):
    most = 0.0
    for i in range(len(m)):
        for j in range(i):
            most = max(most, np.float64(abs(m[i, j])))
    return most


# Only what is below the diagonal is read, as LAPACK does.
def host_linalg_eigh(a):
    check_square(a)
    m = np.empty(a.shape, mean_type(a))
    if len(a) >= LEAST_EIGH and has_lapack():
        return lapack_eigh(a, m.dtype)
    v = np.zeros(a.shape, m.dtype)
    most = 0.0
    for i in range(len(a)):
        v[i, i] = 1
        m[i, i] = a[i, i].real
        most = max(most, np.float64(abs(m[i, i])))
        for j in range(i):
            m[i, j] = a[i, j]
            m[j, i] = m[i, j].conjugate()
    most = max(most, largest_beside(m))
    least = most * (1e-9 if isinstance(m.dtype(0), (np.float32, np.complex64)) else 1e-18)
    for turn in range(60):
        if largest_beside(m) <= least:
            break
        rotate_all(m, v, least)
    w = np.empty(len(a), real_type(m))
    for i in range(len(a)):
        w[i] = m[i, i].real
    order = host_argsort(w)
    vectors = np.empty(v.shape, v.dtype)
    for k in range(len(a)):
        vectors[:, k] = v[:, order[k]]
    return host_sort(w), vectors


def host_linalg_eigvalsh(a):
    return host_linalg_eigh(a)[0]
