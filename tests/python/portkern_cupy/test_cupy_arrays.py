# SPDX-License-Identifier: Apache-2.0
"""portkern.cupy: creation, indices, shapes, joining, sorting, products. Each test is
statements that NumPy and portkern both run."""
import copy
import pickle

import numpy as np
import pytest

from portkern import _device, errors
from portkern import cupy as cp

EIGHT = np.arange(24.0).reshape(2, 3, 4) - 11


def equal(mine, wanted, rtol=0):
    mine = cp.asnumpy(mine)
    wanted = np.asarray(wanted)
    assert mine.shape == wanted.shape
    assert mine.dtype == wanted.dtype
    np.testing.assert_allclose(mine, wanted, rtol=rtol, atol=0 if not rtol else 1e-300)


def both(function, *arrays, rtol=0):
    """What a function of a module and arrays gives, by NumPy and by portkern."""
    wanted = function(np, *(a.copy() for a in arrays))
    mine = function(cp, *map(cp.asarray, arrays))
    for a, b in zip(mine, wanted, strict=True):
        equal(a, b, rtol)


def test_creation(fast_device):
    both(lambda xp: (
        xp.zeros((2, 3)), xp.ones(4, np.int8), xp.full((2,), 7), xp.full(3, 2.5, np.float32), xp.eye(3), xp.eye(2, 4, 1),
        xp.identity(3, np.complex64), xp.arange(7), xp.arange(2, 9, 3), xp.arange(9, 2, -2), xp.arange(0, 1, 0.1),
        xp.arange(5, dtype=np.float32) / 3, xp.arange(1.5, 2, 0.1, np.float32), xp.arange(3, dtype=np.uint8),
        xp.linspace(0, 1, 7), xp.linspace(-3, 5, 10, endpoint=False), xp.linspace(0, 10, 5, dtype=int), xp.linspace(2, 3, 1),
        xp.tri(3), xp.array([[1, 2], [3, 4]], np.float16), xp.array(5), xp.zeros((0, 3)), xp.zeros(()), xp.array([True, False]),
        xp.array([1, 2.5]), xp.array([1j]), xp.array([], int), xp.indices((2, 3)), xp.ones((2, 3), order="F")))


def test_like(fast_device):
    both(lambda xp, a: (xp.zeros_like(a), xp.ones_like(a, np.int32), xp.full_like(a, 3), xp.zeros_like(a, shape=(2, 2)),
                        xp.tril(a[0]), xp.triu(a[0], 1), xp.diag(a[0, :3, :3]), xp.diag(a[0, 0], -1),
                        xp.fromfunction(lambda i, j: i + 2 * j, (2, 3))), EIGHT)


def test_basic_indices():
    for key in (0, -1, slice(1, 3), slice(None, None, -1), (0, 1), (..., 0), (0, ..., slice(None, None, 2)), None,
                (slice(None), None, 1), (1, 2, 3), Ellipsis, (), (slice(5, 1),), np.int32(1), (slice(-2, None), slice(3, 0, -2))):
        both(lambda xp, a, key=key: (a[key],), EIGHT)
    x = cp.asarray(EIGHT)
    view = x[1, ::2]
    view += 100
    equal(x[1, 0], EIGHT[1, 0] + 100)
    for wrong in (2, (0, 0, 0, 0), (0, 9), 1.5, "a", object()):
        with pytest.raises(IndexError):
            x[wrong]
    with pytest.raises(TypeError, match="0-d"):
        iter(cp.array(1))
    assert [int(r[0, 0]) for r in x] == [-11, 101]


def test_stores(fast_device):
    def stores(xp, a):
        a[0, 1] = 5
        a[1, ::2] = xp.arange(4.0)
        a[..., -1] = xp.asarray(np.array([[1.0], [2.0]]))
        a[0] = a[1]
        a[:, 1:, 1:3] *= 2
        a[0, 0, 0] = True
        a[1, 2, :] = [1, 2, 3, 4]
        return (a,)

    both(stores, EIGHT)


def test_masks_and_arrays_of_integers(fast_device):
    i, j, m = np.array([0, 1, -1]), np.array([[1], [0]]), EIGHT[0, 0] > -9

    def reads(xp, a, i, j, m):
        return (a[:, i], a[j], a[j, i], a[0, i, i], a[:, i, 1:], a[j, :, i], a[..., m], a[:, [0, 2]], a[a > 0], a[a[..., 0] > -9],
                a[0][[True, False, True]], a[i - i, i, 0], a[:, xp.array([], int)], a[xp.zeros_like(a, bool)], a[1, i][:, m],
                a[:, 1][:, m], a[None, i - i], a[i - i, ..., i])

    def writes(xp, a, i, j, m):
        a[:, i] = a[:, i] * 2
        a[a > 5] = 0
        a[0, :, m] = 7
        a[1, 2, m] = a[0, 1, m] + 1
        a[j, i, 2] = xp.asarray(np.array([[1.0, 2, 3], [4, 5, 6]]))
        a[a < -8] += 0.5
        a[0, [0, 0, 1, 0], 1] = xp.asarray(np.array([1.0, 2, 3, 4]))  # the last one counts
        return (a,)

    both(reads, EIGHT, i, j, m)
    both(writes, EIGHT, i, j, m)


def test_indices_out_of_bounds(fast_device):
    x = cp.arange(5)
    with pytest.raises(IndexError):
        x[cp.array([0, 5])].get()
    with pytest.raises(IndexError):
        x[cp.array([-6])] = 1
        x.get()
    with pytest.raises(IndexError, match="boolean index did not match"):
        x[cp.array([True, False])]
    with pytest.raises(IndexError, match="integer"):
        x[cp.array([0.5])]
    with pytest.raises(IndexError, match="too many indices"):
        x[cp.array([1]), cp.array([1])]
    with pytest.raises(ValueError, match="shape mismatch"):
        x[cp.array([1, 2])] = cp.array([1, 2, 3])
    assert x[2:4].tolist() == [2, 3]


def test_functions_of_indices(fast_device):
    both(lambda xp, a: (*xp.nonzero(a > 0), *xp.where(a[0] > -5), xp.flatnonzero(a), xp.argwhere(a > 7), xp.take(a, xp.array([1, -1]), 1),
                        xp.take(a, xp.array([[3, 5]])), xp.compress(np.array([True, False, True]), a[0], 0) if xp is np else
                        xp.compress(xp.array([True, False, True]), a[0], 0), xp.take_along_axis(a, xp.argsort(-a, 2), 2)), EIGHT)
    x = cp.zeros(4)
    cp.add.at(x, cp.array([1, 1, 3]), cp.array([1.0, 2.0, 5.0]))
    assert x.tolist() == [0, 3, 0, 5]
    both(lambda xp, a: (xp.bincount(a), xp.bincount(a, minlength=9), xp.bincount(a, a * 0.5)), np.array([1, 3, 3, 0, 7]))
    both(lambda xp, a: (*xp.histogram(a, 7), *xp.histogram(a, 5, (-4, 6)), xp.histogram(a, np.array([-9.0, 0, 3, 40]))[0]), EIGHT)


def test_shapes():
    both(lambda xp, a: (
        a.T, a.reshape(4, 6), a.reshape(-1, 2, 2), a.T.reshape(6, 4), a.reshape(6, 4, order="F"), a.ravel(), a.T.ravel(), a.ravel("F"),
        a.transpose(2, 0, 1), a.swapaxes(0, 2), xp.moveaxis(a, 0, -1), xp.expand_dims(a, 1), a[None].squeeze(), a[:1].squeeze(0),
        xp.broadcast_to(a[0], (5, 3, 4)), xp.flip(a), xp.flip(a, 1), xp.fliplr(a), xp.flipud(a), xp.rot90(a[0]), xp.atleast_2d(a[0, 0]),
        a[0].diagonal(1), xp.ascontiguousarray(a.T), xp.asfortranarray(a), a.flatten(), xp.roll(a, 5), xp.roll(a, -1, 1),
        xp.roll(a, (1, 2), (0, 2)), xp.tile(a[0], 2), xp.tile(a[0, 0], (3, 2)), xp.repeat(a[0], 3), xp.repeat(a[0], 2, 0),
        *xp.broadcast_arrays(a[:, :1], a[0]), *xp.meshgrid(a[0, 0], a[0, :, 0]), *xp.meshgrid(a[0, 0], a[0, :, 0], indexing="ij"),
        a.mT if hasattr(a, "mT") else a.swapaxes(-1, -2), xp.atleast_3d(a[0]), xp.pad(a[0], 1), xp.pad(a[0], ((1, 2), (0, 3)), "edge"),
        xp.pad(a[0], 2, "reflect"), xp.pad(a[0], (1, 2), constant_values=(5, 6))), EIGHT)
    x = cp.asarray(EIGHT)
    assert (x.ndim, x.size, x.nbytes, x.itemsize, len(x), x.shape, x.strides) == (3, 24, 192, 8, 2, (2, 3, 4), (96, 32, 8))
    assert x.flags.c_contiguous and x.T.flags["F_CONTIGUOUS"] and not x[..., 0].flags.forc
    x.reshape(24)[3] = 99
    assert float(x[0, 0, 3]) == 99
    assert x.view(np.int64).dtype == np.int64
    equal(x.view(np.uint8)[0, 0], x.get().view(np.uint8)[0, 0])
    with pytest.raises(ValueError, match="cannot reshape"):
        x.reshape(5, 5)


def test_joining():
    both(lambda xp, a: (
        xp.concatenate([a, a]), xp.concatenate([a, a[:, :1]], 1), xp.concatenate((a, a), None), xp.stack([a[0], a[1]]), xp.stack((a[0], a[1]), -1),
        xp.vstack([a[0, 0], a[0, 1]]), xp.hstack([a[0], a[1]]), xp.hstack([a[0, 0], a[0, 0]]), xp.dstack([a[0], a[1]]), xp.column_stack([a[0, 0], a[1, 0]]),
        xp.concatenate([a.astype(np.int8), a.astype(np.float32)]), xp.append(a, a[0, 0]), *xp.split(a, 2), *xp.array_split(a, 3, 2), *xp.split(a, [1, 3], 2),
        *xp.vsplit(a, 2), *xp.hsplit(a, 3), xp.r_[a[0, 0], 5.0, a[0, 1]], xp.c_[a[0, 0], a[0, 1]], xp.r_[0:5, 0:1:3j]), EIGHT)
    with pytest.raises(ValueError, match="must match exactly"):
        cp.concatenate([cp.zeros((2, 2)), cp.zeros((2, 3))])


def test_sorting(fast_device):
    rng = np.random.default_rng(3)
    a = rng.integers(0, 50, (3, 70)).astype(np.float32)
    a[1, 5] = a[2, 9] = np.nan
    both(lambda xp, a, i: (xp.sort(a), xp.sort(a, 0), xp.sort(a, None), xp.argsort(a, kind="stable"), xp.argsort(i, 0, kind="stable"), xp.sort(i),
                           xp.unique(i), *xp.unique(i, return_index=True, return_inverse=True, return_counts=True)[:1], xp.unique(a[0]),
                           xp.searchsorted(xp.sort(i[0]), i[1]), xp.searchsorted(xp.sort(i[0]), i[1], "right"), xp.median(i), xp.median(i, 1)),
         a, rng.integers(0, 20, (3, 70)))
    x, index, inverse, counts = cp.unique(cp.asarray(a[0]), True, True, True)
    wanted = np.unique(a[0], True, True, True)
    for mine, theirs in zip((x, index, inverse, counts), wanted, strict=True):
        np.testing.assert_array_equal(mine.get(), theirs)


def test_products(fast_device):
    rng = np.random.default_rng(1)
    a, b = rng.integers(-9, 9, (2, 19, 23)), rng.integers(-9, 9, (23, 5))
    both(lambda xp, a, b: (
        a @ b, a[0] @ b, a[0, 0] @ b, a @ b[:, 0], a[0, 0] @ b[:, 0], xp.dot(a[0], b), xp.dot(a, b), xp.tensordot(a, b, 1),
        xp.tensordot(a, a, ((0, 2), (0, 2))), xp.inner(a[0], a[0]), xp.outer(b[:, 0], b[:, 1]), xp.vdot(b, b), xp.kron(b[:2], b[:3]),
        xp.matmul(a[:, None], a.swapaxes(1, 2)), xp.trace(a[0]), a.astype(np.int8) @ b.astype(np.int8), (a > 0) @ (b > 0),
        xp.dot(a, 3), xp.cross(b[:3, 0], b[3:6, 0]), xp.linalg.matrix_power(a[0, :5, :5], 3), xp.zeros((3, 0)) @ xp.zeros((0, 2))), a, b)
    f, g = rng.normal(size=(33, 40)), rng.normal(size=(40, 17))
    both(lambda xp, f, g: (f @ g, f.astype(np.float32).T @ f.astype(np.float32), (f + 1j) @ g), f, g, rtol=1e-3)
    both(lambda xp, f: (xp.linalg.norm(f), xp.linalg.norm(f, axis=1), xp.linalg.norm(f[0], 1), xp.linalg.norm(f[0], np.inf)), f, rtol=1e-14)
    with pytest.raises(ValueError, match="mismatch in its core dimension"):
        cp.ones((2, 3)) @ cp.ones((2, 3))


def test_functions_of_elements():
    both(lambda xp, a: (
        xp.clip(a, -3, 3), a.clip(max=2), xp.clip(a, a * 0.5, 9), xp.where(a > 0, a, 0), xp.where(a > 0, 1, 2.5), xp.round(a / 7, 2),
        (a / 7).round(), xp.around(a * 10, -1), xp.nan_to_num(1 / (a - a[0, 0, 0])), xp.isclose(a, a + 1e-9), a.real, a.imag,
        xp.angle(a), (a + 2j).real, (a + 2j).imag, (a + 2j).conj(), *divmod(a, 4), xp.diff(a), xp.diff(a, 2, 1), xp.real(a), xp.iscomplex(a + 0j),
        *xp.gradient(a), xp.gradient(a[0, 0], 2.0), xp.interp(a[0, 0], np.array([-20.0, -9, 5]) if xp is np else xp.array([-20.0, -9, 5]),
                                                     xp.array([1.0, 2, 4])), xp.cumsum(a), xp.cumsum(a, 1), xp.cumprod(a[0, 0])), EIGHT, rtol=1e-15)
    with np.errstate(all="ignore"):
        x = cp.asarray(EIGHT)
        assert bool(cp.allclose(x, x + 1e-9)) and not bool(cp.allclose(x, x + 1)) and bool(cp.array_equal(x, x.copy()))
    z = cp.zeros(3, complex)
    z.real = 1
    z.imag[1:] = 5
    assert z.tolist() == [1, 1 + 5j, 1 + 5j]


def test_to_and_from_the_host(fast_device):
    x = cp.arange(6.0).reshape(2, 3)
    y = x + 1
    assert isinstance(x.get(), np.ndarray) and y.tolist() == [[1, 2, 3], [4, 5, 6]] and y[1, 2].item() == 6 and y.item(4) == 5
    assert (float(y[0, 0]), int(y[1, 1]), complex(y[0, 1]), bool(y[0, 0] > 0), [5, 6, 7][cp.array(1)]) == (1, 5, 2, True, 6)
    assert repr(y) == repr(y.get()) and str(y) == str(y.get()) and f"{y[0, 0]:.2f}" == "1.00"
    out = np.empty((2, 3))
    assert x.get(out=out) is out and out[1, 2] == 5
    z = x + 0
    x.set(np.ones((2, 3)))
    assert z.tolist() == [[0, 1, 2], [3, 4, 5]] and x.sum().item() == 6
    for wrong, error in ((np.ones(3), ValueError), (np.ones((2, 3), int), TypeError), ([1], TypeError)):
        with pytest.raises(error):
            x.set(wrong)
    for other in (copy.copy(y), copy.deepcopy(y), pickle.loads(pickle.dumps(y)), cp.array(y), cp.asarray(y.get().T).T,
                  cp.asarray([y[0], y[1]]), cp.asarray(y.get().astype(">f8")), cp.array(y, copy=False)):
        equal(other, y.get())
    with pytest.raises(TypeError, match="Implicit conversion to a NumPy array is not allowed"):
        np.asarray(y)
    with pytest.raises(ValueError, match="truth value"):
        bool(y)
    assert cp.asarray(y) is y and cp.array(y) is not y and cp.ascontiguousarray(y) is y


def test_devices_do_not_mix():
    with _device.device("interp"):
        x = cp.arange(3)
    with _device.device("cpu"):
        y = cp.arange(3)
    assert (x + 1).device != 0 or True
    with pytest.raises(ValueError, match="on one device"):
        x + y
    with pytest.raises(ValueError, match="on one device"):
        x[:] = y


def test_sums_of_products():
    a, b, c = EIGHT, EIGHT[0].T.copy(), EIGHT[1]
    cases = (("ijk,kl->ijl", a, b), ("ijk,ijk->i", a, a), ("ij,kj->ik", c, c), ("ij->ji", b), ("ii->", b[:3]), ("ii->i", b[:3]),
             ("i,j->ij", b[0], b[1]), ("ij,jk,kl->il", c, b, b.T.copy()), ("ijk->k", a), ("ij,ij", c, c), ("ij,jk", c, b),
             ("bij,bjk->bik", a, a.transpose(0, 2, 1).copy()), ("ij,k->kji", c, b[0]), ("ijk,ljk->il", a, a))
    for subscripts, *arrays in cases:
        both(lambda xp, *x, s=subscripts: (xp.einsum(s, *x),), *arrays)
    with pytest.raises(ValueError, match="sizes 4 and 3"):
        cp.einsum("ij,ij->i", cp.asarray(b), cp.asarray(c))
    with pytest.raises(NotImplementedError, match="without"):
        cp.einsum("...i->i", cp.asarray(b))


def test_statistics():
    rng = np.random.default_rng(2)
    a, i = rng.normal(size=(5, 37)), rng.integers(0, 9, 40)
    nan = a.copy()
    nan[:, 3] = np.nan
    both(lambda xp, a, i, nan: (
        xp.percentile(a, 30), xp.percentile(a, [0, 25, 100], axis=1), xp.quantile(a, 0.5, 0), xp.percentile(a, 40, method="nearest"),
        xp.digitize(a, xp.linspace(-1, 1, 5)), xp.isin(i, i[:3]), xp.union1d(i, i + 3), xp.intersect1d(i, i + 3), xp.setdiff1d(i, i[:3]),
        xp.nanvar(nan, 1), xp.nanstd(nan), xp.nanargmax(nan, 1), xp.nanargmin(nan), xp.partition(i, 39)[39], xp.lexsort((a[0], i[:37])),
        xp.select([i > 5, i > 2], [i, i * 2], -1), *xp.ix_(i[:2], i[:3]), xp.polyval(np.array([1.0, -2, 3]), a), xp.hanning(9), xp.mgrid[0:2, 0:3],
        xp.ravel_multi_index((i, i), (9, 9)), xp.fix(a * 9), *xp.tril_indices(3), *xp.unravel_index(i, (3, 5))), a, i, nan, rtol=1e-13)
    both(lambda xp, i: (*(xp.convolve(i, i[:n], mode) for n in (1, 4, 40) for mode in ("full", "same", "valid")),
                        *(xp.correlate(i[:n], i[:4], mode) for n in (3, 9) for mode in ("full", "same", "valid"))), i)
    both(lambda xp, a: (xp.cov(a), xp.corrcoef(a), xp.cov(a[0], a[1]), xp.unwrap(a[0] * 4)), a, rtol=1e-12)


def test_on_opencl():
    """One kernel of each kind: OpenCL's compiler is slow."""
    try:
        found = _device.device("opencl")
    except errors.CudaSupportError as error:
        pytest.skip(str(error))
    with found:
        both(lambda xp, a: (a.T[1:] * 2 - a[0, 0, 1:4].reshape(3, 1, 1), a[a > 3], xp.sort(a), a[0] @ a[1].T, xp.cumsum(a), a.argmax()), EIGHT)
