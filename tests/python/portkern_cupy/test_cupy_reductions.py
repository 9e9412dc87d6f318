# SPDX-License-Identifier: Apache-2.0
"""portkern.cupy: sums, extremes, means, over all axes and layouts, beside NumPy; and
that sums of floats have the same bits on every device."""
import itertools
import math

import numpy as np
import pytest

from portkern import _device
from portkern import cupy as cp

RNG = np.random.default_rng(5)
CUBE = RNG.integers(-99, 99, (3, 4, 5))
AXES = (None, 0, 1, 2, -1, (0, 1), (1, 2), (0, 2), (0, 1, 2), ())
EXACT = ("sum", "prod", "min", "max", "any", "all")


def equal(mine, wanted, rtol=0):
    mine, wanted = cp.asnumpy(mine), np.asarray(wanted)
    assert (mine.shape, mine.dtype) == (wanted.shape, wanted.dtype)
    np.testing.assert_allclose(mine, wanted, rtol=rtol)


@pytest.fixture
def interp():
    with _device.device("interp"):
        yield


@pytest.fixture
def cpu():
    with _device.device("cpu"):
        yield


@pytest.mark.parametrize("name", EXACT)
def test_axes(name, interp):
    for axis, keep in itertools.product(AXES, (False, True)):
        for host in (CUBE, CUBE.transpose(2, 0, 1), CUBE[::2, ::-1], CUBE.astype(np.uint8), CUBE > 40, CUBE[:, :1]):
            equal(getattr(cp.asarray(host), name)(axis, keepdims=keep), getattr(host, name)(axis, keepdims=keep))
            equal(getattr(cp, "a" + name if name in ("min", "max") else name)(cp.asarray(host) * 1, axis=axis, keepdims=keep),
                  getattr(host * 1, name)(axis, keepdims=keep))


@pytest.mark.parametrize("letter", "?bBhHiIlLefdFD")
def test_dtypes(letter, interp):
    host = (CUBE % 7).astype(np.dtype(letter))
    x = cp.asarray(host)
    rtol = {"e": 2e-3, "f": 1e-6, "F": 1e-6}.get(letter, 1e-14)
    for name in ("sum", "prod", "mean", "any", "all") + (("min", "max", "argmin", "argmax") if letter not in "FD" else ()):
        equal(getattr(x[:2, :2], name)(), getattr(host[:2, :2], name)(), rtol)
        equal(getattr(x, name)(1), getattr(host, name)(1), rtol)
    for name in ("var", "std"):
        equal(getattr(x, name)(1, ddof=1), getattr(host, name)(1, ddof=1), 4 * rtol)
    equal(x.sum(dtype=np.float32), host.sum(dtype=np.float32), 1e-6)
    equal(x.sum(0, dtype=np.int8), host.sum(0, dtype=np.int8))


@pytest.mark.parametrize("shape", [(1,), (129,), (5000,), (3, 4097), (4097, 3), (200, 130), (2, 9000, 2), (70000, 2)])
def test_sizes(shape, cpu):
    host = RNG.integers(-9, 9, shape)
    x = cp.asarray(host)
    for axis in (None, *range(len(shape))):
        for name in ("sum", "max", "argmin", "cumsum"):
            equal(getattr(x, name)(axis), getattr(host, name)(axis))
        equal((x * 2 + 1).min(axis), (host * 2 + 1).min(axis))


def test_nan(fast_device):
    host = np.array([[1.0, np.nan, 3], [4, -5, 6], [np.inf, 0, -0.0]])
    x = cp.asarray(host)
    for name in ("max", "min", "argmax", "argmin", "sum", "mean"):
        equal(getattr(x, name)(), getattr(host, name)())
        equal(getattr(x, name)(1), getattr(host, name)(1))
    for name in ("nansum", "nanprod", "nanmax", "nanmin", "nanmean"):
        with np.errstate(all="ignore"):
            equal(getattr(cp, name)(x, 0), getattr(np, name)(host, 0))


def test_no_elements(interp):
    x = cp.zeros((0, 3))
    for name in ("sum", "prod", "any", "all"):
        for axis in (None, 0, 1):
            equal(getattr(x, name)(axis), getattr(np.zeros((0, 3)), name)(axis))
    for name in ("max", "min"):
        with pytest.raises(ValueError, match="zero-size array to reduction operation"):
            getattr(x, name)()
        equal(getattr(x, name)(1), np.zeros((0,)))
    with pytest.raises(ValueError, match="empty sequence"):
        x.argmax()


def test_others(interp):
    x = cp.asarray(CUBE)
    equal(cp.ptp(x, 1), np.ptp(CUBE, 1))
    equal(cp.count_nonzero(x > 5, 0), np.count_nonzero(CUBE > 5, 0))
    equal(cp.average(x, 1), np.average(CUBE, 1))
    weights = np.arange(4.0) + 1
    equal(cp.average(x, 1, cp.asarray(weights)), np.average(CUBE, 1, weights), 1e-14)
    equal(cp.add.reduce(x), np.add.reduce(CUBE))
    equal(cp.maximum.reduce(x, 1, keepdims=True), np.maximum.reduce(CUBE, 1, keepdims=True))
    equal(cp.multiply.accumulate(x % 3, 2), np.multiply.accumulate(CUBE % 3, 2))
    equal(cp.subtract.outer(x[0, 0], x[0, :, 0]), np.subtract.outer(CUBE[0, 0], CUBE[0, :, 0]))
    out = cp.zeros((3, 5))
    assert cp.sum(x, 1, out=out) is out
    equal(out, CUBE.sum(1).astype(float))
    equal(cp.trapezoid(x * 1.0), getattr(np, "trapezoid", getattr(np, "trapz", None))(CUBE * 1.0))
    for wrong in (3, -4, (0, 0)):
        with pytest.raises(ValueError):
            x.sum(wrong)


def test_sums_of_floats():
    """The same bits on every device, and as near as pairwise sums are."""
    host = RNG.normal(size=100_000).astype(np.float32)
    exact, found = math.fsum(host), {}
    for selector in ("cpu", "interp", "cuda", "opencl"):
        try:
            with _device.device(selector):
                x = cp.asarray(host)
                found[selector] = float(x.sum()), float((x * x).reshape(1000, 100).sum(0)[7]), float(x.std())
        except Exception as error:  # noqa: BLE001
            if "CudaSupportError" not in type(error).__name__:
                raise
    assert len(set(found.values())) == 1, found
    assert abs(found["cpu"][0] - exact) <= 20 * np.finfo(np.float32).eps * np.abs(host).sum() / 100
