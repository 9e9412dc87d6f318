# SPDX-License-Identifier: Apache-2.0
"""np.linalg of larger matrices, by LAPACK and without it: what it decomposes is the matrix again.
Each run is a process of its own, since LAPACK is looked for once."""
import os
import subprocess
import sys
import textwrap

import pytest

PROGRAM = textwrap.dedent('''
    import hashlib
    import numpy as np
    from portkern import njit

    @njit
    def solve(a, b): return np.linalg.solve(a, b)
    @njit
    def inv(a): return np.linalg.inv(a)
    @njit
    def det(a): return np.linalg.det(a), np.linalg.slogdet(a)
    @njit
    def cholesky(a): return np.linalg.cholesky(a)
    @njit
    def qr(a): return np.linalg.qr(a)
    @njit
    def svd(a, full): return np.linalg.svd(a, full)
    @njit
    def eigh(a): return np.linalg.eigh(a)
    @njit
    def lstsq(a, b): return np.linalg.lstsq(a, b)[0]

    rng = np.random.default_rng(3)
    digest = hashlib.sha256()

    def same(x, y, tol):
        assert x.dtype == y.dtype and x.shape == y.shape, (x.dtype, y.dtype, x.shape, y.shape)
        digest.update(np.ascontiguousarray(x).tobytes())
        assert np.abs(x - y).max() <= tol * max(1, np.abs(y).max()), np.abs(x - y).max()

    def unitary(q, tol):
        assert np.allclose(q.conj().T @ q, np.eye(q.shape[1]), atol=tol)

    for dtype in np.float64, np.float32, np.complex128, np.complex64:
        tol = 1e-10 if np.dtype(dtype).itemsize > 8 or dtype is np.float64 else 2e-4
        real = np.zeros(1, dtype).real.dtype

        def draw(*shape):
            return (rng.random(shape) + (1j * rng.random(shape) if np.zeros(1, dtype).dtype.kind == "c" else 0)).astype(dtype)

        for n, m in SHAPES:
            a = draw(n, m)
            q, r = qr(a)
            same(q @ r, a, tol)
            unitary(q, tol)
            assert (r == np.triu(r)).all()
            for full in 0, 1:
                u, s, vt = svd(a[::-1, ::-1], full)
                k = min(n, m)
                assert u.shape == (n, n if full else k) and vt.shape == (m if full else k, m) and s.dtype == real
                same((u[:, :k] * s) @ vt[:k], a[::-1, ::-1], tol * 10)
                unitary(u, tol * 10)
                unitary(vt.conj().T, tol * 10)
                assert (np.diff(s) <= 0).all()
            b = draw(n, 2)
            if n > m:
                same(lstsq(a, b), np.linalg.lstsq(a, b, rcond=None)[0], tol * 1000)
            if n != m:
                continue
            a += n * np.eye(n, dtype=dtype)
            same(a @ solve(a, b), b, tol * 10)
            same(a @ solve(a, b[:, 0]), b[:, 0], tol * 10)
            same(a @ solve(a.T.copy().T, b), b, tol * 10)
            same(a @ inv(a), np.eye(n, dtype=dtype), tol * 10)
            small = (a / np.array(n, real)).astype(dtype)
            d, (sign, log) = det(small)
            wanted = np.linalg.det(small)
            assert abs(d - wanted) <= tol * 1000 * abs(wanted) and abs(sign * np.exp(log) - wanted) <= tol * 1000 * abs(wanted)
            h = (a @ a.conj().T).astype(dtype)
            half = (np.tril(h) + np.triu(draw(n, n), 1)).astype(dtype)  # only what is below is read
            lower = cholesky(half)
            assert (lower == np.tril(lower)).all()
            same(lower @ lower.conj().T, h, tol * 10)
            w, v = eigh(half)
            assert w.dtype == real and (np.diff(w) >= 0).all()
            same((v * w) @ v.conj().T, h, tol * 10)
            unitary(v, tol * 10)
    n = SHAPES[0][0]
    for call, words in ((lambda: inv(np.zeros((n, n))), "singular"), (lambda: cholesky(-np.eye(n)), "positive definite"),
                        (lambda: eigh(np.full((n, n), np.nan)), "infs or NaNs"), (lambda: qr(np.full((n, n), np.inf)), "infs or NaNs"),
                        (lambda: solve(np.ones((n, n + 1)), np.ones(n)), "must be square")):
        try:
            call()
        except np.linalg.LinAlgError as error:
            assert words in str(error), error
        else:
            assert False, words
    assert det(np.zeros((n, n)))[0] == 0
    print(digest.hexdigest(), "lapack" in open("/proc/self/maps").read() or "openblas" in open("/proc/self/maps").read())
''')


def run(shapes, **env):
    done = subprocess.run([sys.executable, "-c", PROGRAM.replace("SHAPES", repr(shapes))], capture_output=True, text=True,
                          env={**os.environ, "OPENBLAS_NUM_THREADS": "1", **env}, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.split()


LARGE = [(100, 100), (60, 40), (33, 64)]


@pytest.mark.parametrize("lapack", ["", "off", "/none/liblapack.so"])
def test_matrices_are_decomposed(lapack):
    run(LARGE, PORTKERN_BACKEND="cpu", PORTKERN_LAPACK=lapack)


def test_lapack_is_used_where_it_is():
    own = run(LARGE, PORTKERN_BACKEND="cpu", PORTKERN_LAPACK="off")
    found = run(LARGE, PORTKERN_BACKEND="cpu")
    if found[1] == "False":
        pytest.skip("there is no LAPACK")
    assert own[0] != found[0]  # its last bits are others


@pytest.mark.parametrize("lapack", ["", "off"])
def test_bits_are_the_same_on_interp(lapack):
    shapes = [(33, 33), (24, 30)]
    on_cpu = run(shapes, PORTKERN_BACKEND="cpu", PORTKERN_LAPACK=lapack)
    assert on_cpu == run(shapes, PORTKERN_BACKEND="interp", PORTKERN_LAPACK=lapack)
