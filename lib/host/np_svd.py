# SPDX-License-Identifier: Apache-2.0
"""Decompositions for host functions that need no square matrix: QR by Householder's
reflections, singular values by one-sided Jacobi rotations, and what follows from these. A matrix whose
columns are worked on is kept transposed, so that loops go along rows."""
import math
import numpy as np
from portkern.lib import common, is_text, mean_type, real_type
from np_axis import host_sum, length_of
from np_lapack import has_lapack, lapack_qr, lapack_svd
from np_search import host_argsort
from np_solve import check_square, host_linalg_inv


# Rows or columns from which on LAPACK is quicker.
LEAST_QR = 24
LEAST_SVD = 8


def check_finite(a):
    for v in a.flat:
        if not np.isfinite(v):
            raise LinAlgError('Array must not contain infs or NaNs.')


def is_single(m):
    return isinstance(m.dtype(0), (np.float32, np.complex64))


def conjugate_of(v):
    return v.conjugate() if isinstance(v, (np.complex64, np.complex128)) else v


def norm_of(x):
    most = 0.0
    for v in x:
        most = max(most, np.float64(abs(v)))
    if most == 0 or not np.isfinite(most):
        return most
    total = 0.0
    for v in x:
        part = np.float64(abs(v)) / most
        total += part * part
    return most * math.sqrt(total)


# The sum of conj(x) * y.
def inner_of(x, y):
    total = 0 * x.dtype(0) * y.dtype(0)
    for k in range(len(x)):
        total += conjugate_of(x[k]) * y[k]
    return total


# The conjugate of the matrix, as a copy.
def conjugates_of(a):
    return a.astype(mean_type(a)).conj()


# Columns as rows.
def plain_rows(a):
    return np.ascontiguousarray(a.astype(mean_type(a)).T)


# ---- QR ----

# Signs are LAPACK's: an element of R's diagonal has the other sign than what it is made of.
def host_linalg_qr(a):
    check_finite(a)
    c = plain_rows(a)
    n, m = c.shape
    least = min(m, n)
    if least >= LEAST_QR and has_lapack():
        return lapack_qr(c)
    r = np.zeros((least, n), c.dtype)
    q = np.zeros((m, least), c.dtype)
    by = np.zeros(least, c.dtype)
    for k in range(least):
        first = c[k, k]
        size = norm_of(c[k, k:])
        rest = norm_of(c[k, k + 1:]) if k + 1 < m else 0.0
        if rest == 0 and first == first.real:
            continue
        beta = -size if first.real >= 0 else size
        by[k] = (beta - first) / beta
        below = 1 / (first - beta)
        for i in range(k + 1, m):
            c[k, i] *= below
        for j in range(k + 1, n):
            total = c[j, k]
            for i in range(k + 1, m):
                total += conjugate_of(c[k, i]) * c[j, i]
            total *= conjugate_of(by[k])
            c[j, k] -= total
            for i in range(k + 1, m):
                c[j, i] -= total * c[k, i]
        c[k, k] = beta
    for j in range(n):
        for i in range(min(j + 1, least)):
            r[i, j] = c[j, i]
    column = np.zeros(m, c.dtype)
    for j in range(least):
        column[:] = 0
        column[j] = 1
        for k in range(least - 1, -1, -1):
            total = column[k]
            for i in range(k + 1, m):
                total += conjugate_of(c[k, i]) * column[i]
            total *= by[k]
            column[k] -= total
            for i in range(k + 1, m):
                column[i] -= total * c[k, i]
        q[:, j] = column
    return q, r


# ---- singular values ----

# Rotates pairs of rows of `g` until each is orthogonal to all others; `v` goes along.
def make_orthogonal(g, v):
    tiny = 1e-7 if is_single(g) else 2e-16
    for turn in range(80):
        done = True
        for p in range(len(g)):
            for q in range(p + 1, len(g)):
                alpha = np.float64(inner_of(g[p], g[p]).real)
                beta = np.float64(inner_of(g[q], g[q]).real)
                both = inner_of(g[p], g[q])
                size = np.float64(abs(both))
                if size == 0 or size <= tiny * math.sqrt(alpha * beta):
                    continue
                done = False
                phase = both / abs(both)
                back = conjugate_of(phase)
                half = (beta - alpha) / (2 * size)
                t = 1 / (abs(half) + math.sqrt(half * half + 1))
                if half < 0:
                    t = -t
                c = real_type(g)(1 / math.sqrt(t * t + 1))
                s = real_type(g)(t / math.sqrt(t * t + 1))
                for k in range(g.shape[1]):
                    x = g[p, k]
                    y = back * g[q, k]
                    g[p, k] = c * x - s * y
                    g[q, k] = s * x + c * y
                for k in range(v.shape[1]):
                    x = v[p, k]
                    y = back * v[q, k]
                    v[p, k] = c * x - s * y
                    v[q, k] = s * x + c * y
        if done:
            break


# Row i becomes one that is orthogonal to those before it and has length 1: it stays
# itself, as far as it is, or is made of an axis.
def complete_row(rows, i, trial):
    for axis in range(-1, rows.shape[1]):
        if axis >= 0:
            trial[:] = 0
            trial[axis] = 1
        for again in range(2):
            for j in range(i):
                by = inner_of(rows[j], trial)
                for k in range(len(trial)):
                    trial[k] -= by * rows[j, k]
        size = norm_of(trial)
        if size > (0.5 if axis < 0 else 0.7 / math.sqrt(rows.shape[1])):
            for k in range(len(trial)):
                rows[i, k] = trial[k] / size
            return


# The columns of u, the singular values and the columns of v, as rows, of the matrix whose
# columns are the rows of `g`. It has no more columns than rows.
def svd_rows(g, full):
    n, m = g.shape
    most = 0.0
    for x in g.flat:
        most = max(most, np.float64(abs(x)))
    scale = most if most > 0 and np.isfinite(most) else 1.0
    for i in range(n):
        for k in range(m):
            g[i, k] = g[i, k] / scale
    v = np.zeros((n, n), g.dtype)
    for i in range(n):
        v[i, i] = 1
    make_orthogonal(g, v)
    sizes = np.empty(n, np.float64)
    for i in range(n):
        sizes[i] = -norm_of(g[i])
    order = host_argsort(sizes)
    s = np.empty(n, real_type(g))
    u = np.empty((m if full else n, m), g.dtype)
    w = np.empty((n, n), g.dtype)
    trial = np.zeros(m, g.dtype)
    for i in range(len(u)):
        trial[:] = 0
        if i < n:
            size = -sizes[order[i]]
            s[i] = size * scale
            w[i] = v[order[i]]
            if size > 0:
                for k in range(m):
                    trial[k] = g[order[i], k] / size
        complete_row(u, i, trial)
    return u, s, w


def host_linalg_svd(a, full_matrices=1):
    check_finite(a)
    if min(a.shape[0], a.shape[1]) >= LEAST_SVD and has_lapack():
        return lapack_svd(a, mean_type(a), full_matrices != 0)
    if a.shape[0] >= a.shape[1]:
        u, s, w = svd_rows(plain_rows(a), full_matrices != 0)
        return plain_rows(u), s, conjugates_of(w)
    u, s, w = svd_rows(conjugates_of(a), full_matrices != 0)
    return plain_rows(w), s, conjugates_of(u)


def singular_values(a):
    check_finite(a)
    if min(a.shape[0], a.shape[1]) >= LEAST_SVD and has_lapack():
        return lapack_svd(a, mean_type(a), False)[1]
    return svd_rows(plain_rows(a) if a.shape[0] >= a.shape[1] else conjugates_of(a), False)[1]


def epsilon_of(m):
    return 1.1920928955078125e-07 if is_single(m) else 2.220446049250313e-16


def host_linalg_matrix_rank(A, tol=None):
    if A.ndim < 2:
        for v in A.flat:
            if v != 0:
                return 1
        return 0
    else:
        s = singular_values(A)
        if len(s) == 0:
            return 0
        if tol is None:
            least = s[0] * max(A.shape[0], A.shape[1]) * epsilon_of(s)
        else:
            least = tol
        count = 0
        for x in s:
            if x > least:
                count += 1
        return count


def host_linalg_pinv(a, rcond=1e-15):
    u, s, vt = host_linalg_svd(a, 0)
    out = np.zeros((a.shape[1], a.shape[0]), u.dtype)
    for k in range(len(s)):
        if s[k] > rcond * s[0]:
            for i in range(a.shape[1]):
                by = conjugate_of(vt[k, i]) / s[k]
                for j in range(a.shape[0]):
                    out[i, j] += by * conjugate_of(u[j, k])
    return out


# x has a column for each of b's; the sums of squares of what is left are the residuals.
def host_linalg_lstsq(a, b, rcond=-1.0):
    kept = mean_type(common((a, b))(0))
    if len(a) != len(b):
        raise LinAlgError('Incompatible array sizes, system is not dimensionally valid.')
    m = np.empty(a.shape, kept)
    m[...] = a
    check_finite(b)
    u, s, vt = host_linalg_svd(m, 0)
    y = np.empty((len(b), b.size // max(len(b), 1)), kept)
    y[...] = np.ascontiguousarray(b).reshape(y.shape)
    x = np.zeros((m.shape[1], y.shape[1]), kept)
    least = s[0] * (epsilon_of(m) if rcond < 0 else rcond) if len(s) else 0.0
    rank = 0
    for k in range(len(s)):
        if s[k] <= least:
            break
        rank += 1
        for j in range(y.shape[1]):
            total = kept(0)
            for i in range(len(y)):
                total += conjugate_of(u[i, k]) * y[i, j]
            total = total / s[k]
            for i in range(len(x)):
                x[i, j] += total * conjugate_of(vt[k, i])
    whole = rank == m.shape[1] and m.shape[0] > m.shape[1]
    left = np.zeros(y.shape[1] if whole else 0, real_type(m))
    if whole:
        for j in range(y.shape[1]):
            for i in range(len(y)):
                value = y[i, j]
                for k in range(len(x)):
                    value -= m[i, k] * x[k, j]
                left[j] += abs(value) ** 2
    if b.ndim == 1:
        return x.reshape(len(x)), left, rank, s
    else:
        return x, left, rank, s


def host_linalg_cond(x, p=None):
    if p is None:
        return cond_of_values(x, False)
    else:
        if p == 2 or p == -2:
            return cond_of_values(x, p == -2)
        check_square(x)
        return np.float64(np.linalg.norm(x, p)) * np.linalg.norm(host_linalg_inv(x), p)


def cond_of_values(x, least):
    s = singular_values(x)
    if least:
        return np.float64(s[-1] / s[0])
    if s[-1] == 0:
        return np.inf
    return np.float64(s[0] / s[-1])


# ---- norms ----

def host_linalg_norm(x, ord=None):
    if ord is None:
        return length_of(x)
    if is_text(ord):
        if x.ndim != 2 or ord != 'fro' and ord != 'nuc':
            raise ValueError('Invalid norm order for matrices.')
        return np.sum(singular_values(x)) if ord == 'nuc' else length_of(x)
    if x.ndim == 1:
        return vector_norm(x, ord)
    return matrix_norm(x, ord)


def vector_norm(x, ord):
    if ord == 2:
        return length_of(x)
    size = np.abs(x)
    kept = size.dtype
    if len(x) == 0:
        return kept(0)
    if ord == np.inf:
        return np.max(size)
    if ord == -np.inf:
        return np.min(size)
    if ord == 0:
        return kept(np.count_nonzero(size))
    if ord == 1:
        return np.sum(size)
    total = kept(0)
    for v in size:
        total += v ** ord
    return kept(total ** (1.0 / ord))


def matrix_norm(x, ord):
    if ord == 2:
        return singular_values(x)[0]
    if ord == -2:
        return singular_values(x)[-1]
    size = np.abs(x)
    if ord == np.inf:
        return np.max(host_sum(size, 1))
    if ord == -np.inf:
        return np.min(host_sum(size, 1))
    if ord == 1:
        return np.max(host_sum(size, 0))
    if ord == -1:
        return np.min(host_sum(size, 0))
    raise ValueError('Invalid norm order for matrices.')
