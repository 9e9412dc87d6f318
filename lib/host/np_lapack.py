# SPDX-License-Identifier: Apache-2.0
"""np.linalg of larger matrices for host functions: LAPACK's, where has_lapack() says that the process
or the system has a library of it (base/os/lapack.h). Matrices have finite elements.

A matrix by rows is, by columns, its transpose. That is what LAPACK gets, where its results can be read
so, too."""
import numpy as np
from portkern.lib import lapack, real_type

# Numbers of base/os/lapack.def.
GESV = 0
GETRF = 1
POTRF = 2
GEQRF = 3
ORGQR = 4
GESDD_ALL = 5
GESDD_FEW = 6
SYEVD = 7


def number_of(routine, block):
    return 2 * routine + (1 if isinstance(block.dtype(0), (np.complex64, np.complex128)) else 0)


def has_lapack():
    return lapack(np.empty(1), 0, 0, 0, 0) == 0


# -1: there was no memory to work in.
def run(routine, block, m, n, k):
    info = lapack(block, number_of(routine, block), m, n, k)
    if info < 0:
        raise MemoryError('Allocation failed (probably too large).')
    return info


def check_converged(info):
    if info > 0:
        raise LinAlgError('Internal algorithm failed to converge.')


# Reals that lie in elements of the block, which may be complex.
def reals_of(part):
    out = np.empty(len(part), real_type(part))
    if isinstance(part.dtype(0), (np.complex64, np.complex128)):
        for i in range(len(out)):
            out[i] = part[i // 2].imag if i % 2 else part[i // 2].real
    else:
        out[:] = part.real
    return out


# x, as rows, of a x = b with b as rows.
def lapack_solve(a, b):
    n = len(a)
    k = len(b)
    block = np.empty(n * n + n + n * k, b.dtype)
    block[:n * n].reshape(n, n)[...] = a.T
    x = block[n * n + n:].reshape(k, n)
    x[...] = b
    if run(GESV, block, n, n, k) > 0:
        raise LinAlgError('Matrix is singular to machine precision.')
    return x


# LU of the transpose of `m`, a square matrix, with exchanges of rows: what is on the diagonal, and
# the sign of the exchanges.
def lapack_diagonal(m):
    n = len(m)
    block = np.empty(n * n + n, m.dtype)
    block[:n * n] = m.reshape(n * n)
    run(GETRF, block, n, n, 0)
    sign = 1
    diagonal = np.empty(n, m.dtype)
    for i in range(n):
        diagonal[i] = block[i * n + i]
        if block[n * n + i].real != i + 1:
            sign = -sign
    return diagonal, sign


# Of the matrix the triangle from the diagonal down becomes Cholesky's.
def lapack_cholesky(m):
    if run(POTRF, m.reshape(len(m) * len(m)), len(m), len(m), 0) > 0:
        raise LinAlgError('Matrix is not positive definite.')


# Q and R, of a matrix whose columns are the rows of `c`.
def lapack_qr(c):
    n, m = c.shape
    least = min(m, n)
    block = np.empty(m * n + least, c.dtype)
    columns = block[:m * n].reshape(n, m)
    columns[...] = c
    r = np.zeros((least, n), c.dtype)
    run(GEQRF, block, m, n, 0)
    for j in range(n):
        for i in range(min(j + 1, least)):
            r[i, j] = columns[j, i]
    run(ORGQR, block, m, n, 0)
    return np.ascontiguousarray(columns[:least].T), r


# Of A by rows LAPACK's U is, by rows, what A's V^H is, and the other way round.
def lapack_svd(a, dtype, full):
    n, m = a.shape
    least = min(m, n)
    across = m if full else least
    down = n if full else least
    at = m * n + least
    block = np.empty(at + across * m + n * down, dtype)
    block[:m * n].reshape(n, m)[...] = a
    check_converged(run(GESDD_ALL if full else GESDD_FEW, block, m, n, 0))
    vt = block[at:at + across * m].reshape(across, m)
    u = block[at + across * m:].reshape(n, down)
    return u.copy(), reals_of(block[m * n:at]), vt.copy()


# Of a Hermitian matrix, of which what is below the diagonal is read.
def lapack_eigh(a, dtype):
    n = len(a)
    block = np.empty(n * n + n, dtype)
    rows = block[:n * n].reshape(n, n)
    rows[...] = a
    check_converged(run(SYEVD, block, n, n, 0))
    return reals_of(block[n * n:]), np.ascontiguousarray(rows.T).conj()
