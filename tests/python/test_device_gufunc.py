# SPDX-License-Identifier: Apache-2.0
"""guvectorize with a device for its target, compared with NumPy and with itself on the host."""
import pickle

import numpy as np
import pytest
from portkern import cuda, errors, guvectorize


def dot(a, b, out):
    total = 0.0
    for i in range(a.shape[0]):
        total += a[i] * b[i]
    out[0] = total


def matmul(a, b, out):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            total = 0.0
            for k in range(a.shape[1]):
                total += a[i, k] * b[k, j]
            out[i, j] = total


def scaled(x, factor, out):
    for i in range(x.shape[0]):
        out[i] = x[i] * factor


def extremes(x, low, high):
    low[0] = high[0] = x[0]
    for v in x:
        low[0] = min(low[0], v)
        high[0] = max(high[0], v)


DOT = (["void(float32[:], float32[:], float32[:])", "void(float64[:], float64[:], float64[:])"], "(n),(n)->()")
MATMUL = (["void(float64[:,:], float64[:,:], float64[:,:])"], "(m,n),(n,p)->(m,p)")


def made(function, signatures, layout, target="cuda", **options):
    return guvectorize(signatures, layout, target=target, **options)(function)


def same(a, b):
    assert type(a) is type(b) and a.dtype == b.dtype and a.shape == b.shape
    assert np.array_equal(a, b)


@pytest.fixture
def x():
    return np.random.default_rng(7).normal(size=(3, 4, 5))


def test_rows(device, x):
    f, host = made(dot, *DOT), made(dot, *DOT, target="cpu")
    for a, b in ((x, x), (x, x[0, 0]), (x[0], x), (x[:, :1], x), (x[..., ::-1], x), (x[::2, 1:], x[:2, :3]), (x[0, 0], x[1, 1]),
                 (x[:0], x[:0]), (x.T.copy().T, x)):
        same(f(a, b), host(a, b))
    same(f(x.astype(np.float32), x.astype(np.float32)), host(x.astype(np.float32), x.astype(np.float32)))
    same(f(np.arange(6).reshape(2, 3), [1, 2, 3]), np.array([8.0, 26.0]))


def test_matrices_and_numbers(device, x):
    f = made(matmul, *MATMUL)
    assert np.allclose(f(x, x[0].T), x @ x[0].T, rtol=1e-14)
    assert np.allclose(f(x[0], x.swapaxes(1, 2)), x[0] @ x.swapaxes(1, 2), rtol=1e-14)
    g = made(scaled, ["void(float64[:], float64, float64[:])"], "(n),()->(n)")
    same(g(x, 2.0), x * 2)
    same(g(x, x[..., 0]), x * x[..., :1])
    same(g(x[0, 0], 3), x[0, 0] * 3)
    same(g(x[0, 0], x[0, :, 1]), x[0, 0] * x[0, :, 1][:, None])


def test_several_outputs(device, x):
    f = made(extremes, ["void(float64[:], float64[:], float64[:])"], "(n)->(),()")
    low, high = f(x)
    same(low, x.min(axis=2))
    same(high, x.max(axis=2))
    out = np.zeros((3, 4)), np.zeros((3, 4))
    given = f(x, out=out)
    assert given[0] is out[0] and given[1] is out[1] and np.array_equal(out[1], high)


def test_arrays_on_the_device(device, x):
    f = made(dot, *DOT)
    d = cuda.to_device(x)
    result = f(d, x)
    assert type(result) is type(d) and np.allclose(result.copy_to_host(), (x * x).sum(axis=2), rtol=1e-14)
    out = cuda.device_array((3, 4))
    assert f(d, d, out) is out and np.array_equal(out.copy_to_host(), result.copy_to_host())
    assert np.array_equal(f(d, d[0]).copy_to_host(), f(x, x[0]))
    stream = cuda.stream()
    assert np.array_equal(f(d, d, stream=stream).copy_to_host(stream=stream), result.copy_to_host())
    with pytest.raises(TypeError, match="must be float64"):
        f(cuda.to_device(x.astype(np.float32)), d)


def test_what_is_written_in_place(device, x):
    def add_one(a, out):
        for i in range(a.shape[0]):
            a[i] += 1
            out[i] = a[i]

    f = made(add_one, ["void(float64[:], float64[:])"], "(n)->(n)", writable_args=("a",))
    y = x[0].copy()
    same(f(y), x[0] + 1)
    same(y, x[0] + 1)
    with pytest.raises(TypeError, match="dtype"):
        f(np.arange(3))


def test_without_signatures(device, x):
    f = guvectorize("(n)->(n)", target="cuda")(lambda a, out: None)

    @guvectorize("(n),()->(n)", target="cuda")
    def g(a, k, out):
        for i in range(a.shape[0]):
            out[i] = a[i] + k

    out = np.zeros_like(x)
    assert g(x, 2.0, out) is out and np.array_equal(out, x + 2)
    with pytest.raises(errors.TypingError, match="give its outputs"):
        f(x)


def test_bad_arguments(device, x):
    f = made(dot, *DOT)
    for wrong, error, says in (
            (lambda: f(x, x[..., :2]), ValueError, "mismatch in its core dimension 0"),
            (lambda: f(x, 1.0), ValueError, "does not have enough dimensions"),
            (lambda: f(x), TypeError, "positional arguments"), (lambda: f(x, x[:2]), ValueError, "broadcast"),
            (lambda: f(x, x, np.zeros((2, 4))), ValueError, "other axes"), (lambda: f(x * 1j, x), TypeError, "no matching"),
            (lambda: f(x, x, where=True), TypeError, "not where"), (lambda: f(x, ["a"] * 5), TypeError, "numbers")):
        with pytest.raises(error, match=says):
            wrong()
    with pytest.raises(AttributeError, match="no numpy.ufunc"):
        f.ufunc  # noqa: B018


def test_in_pickles(device, x):
    f = pickle.loads(pickle.dumps(made(dot, *DOT)))
    assert "Device" in repr(f)
    same(f(x, x), made(dot, *DOT, target="cpu")(x, x))
