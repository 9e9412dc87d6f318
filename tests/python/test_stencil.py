# SPDX-License-Identifier: Apache-2.0
"""stencil: what it computes is what loops of Python compute."""
import itertools
import pickle

import numpy as np
import pytest

from portkern import _device, errors, njit, stencil

SCALE = 2


@pytest.fixture(params=["cpu", "interp"], autouse=True)
def host(request):
    context = _device.open_device(request.param)
    token = _device._core.current.set(context)
    yield context
    _device._core.current.reset(token)


class At:
    """An array whose indices count from a place."""

    def __init__(self, array, place):
        self.array, self.place = array, place

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        return self.array[tuple(slice(i.start + p, i.stop + p) if isinstance(i, slice) else i + p
                                for i, p in zip(index, self.place, strict=True))]


def by_python(function, args, reach, dtype, cval=0, standard=()):
    first = args[0]
    out = np.full(first.shape, cval, dtype)
    for place in itertools.product(*(range(-low, n - high) for (low, high), n in zip(reach, first.shape, strict=True))):
        out[place] = function(*(At(arg, place) if isinstance(arg, np.ndarray) and i not in standard else arg
                                for i, arg in enumerate(args)))
    return out


def mean(a):
    return (a[-1] + a[1]) / 2


def star(a, k):
    return k * (a[0, 0] + a[-1, 0] + a[1, 0] + a[0, -1] + a[0, 1])


def ahead(a):
    return a[0, 1, 2] - a[0, 0, 0] * SCALE


def two(a, b):
    if a[0] > b[1]:
        return a[-1]
    return b[0]


def window(a):
    s = 0
    for i in range(-2, 3):
        s += a[i]
    return s


def weighted(a, w):
    return a[-1] * w[0] + a[0] * w[1]


def same(ours, theirs):
    assert ours.dtype == theirs.dtype and np.array_equal(ours, theirs)


@pytest.mark.parametrize("dtype", [np.float64, np.int64, np.complex128])
def test_elements(dtype):
    rng = np.random.default_rng(3)
    x = (rng.normal(size=20) * 9).astype(dtype)
    same(stencil(mean)(x), by_python(mean, (x,), [(-1, 1)], (x[:1] / 2).dtype))
    y = (rng.normal(size=(6, 7)) * 9).astype(np.float64)
    same(stencil(star)(y, 0.5), by_python(star, (y, 0.5), [(-1, 1), (-1, 1)], np.float64))
    same(stencil(star)(y.T, 0.5), by_python(star, (y.T, 0.5), [(-1, 1), (-1, 1)], np.float64))
    z = np.arange(60).reshape(3, 4, 5)
    same(stencil(ahead)(z), by_python(ahead, (z,), [(0, 0), (0, 1), (0, 2)], np.int64))


def test_options():
    x = np.arange(12.0)
    same(stencil(cval=7)(mean)(x), by_python(mean, (x,), [(-1, 1)], np.float64, 7))
    same(stencil(neighborhood=((-2, 2),))(window)(np.arange(9)), by_python(window, (np.arange(9),), [(-2, 2)], np.int64))
    w = np.array([2.0, 3.0])
    same(stencil(standard_indexing=("w",))(weighted)(x, w), by_python(weighted, (x, w), [(-1, 0)], np.float64, standard=(1,)))
    same(stencil("constant")(mean)(x), stencil(mean)(x))
    out = np.full(12, 5.0)
    assert stencil(mean)(x, out=out) is out and out[0] == 5 and out[-1] == 5
    same(out[1:-1], stencil(mean)(x)[1:-1])
    same(stencil(cval=-1)(mean)(x, out=out), by_python(mean, (x,), [(-1, 1)], np.float64, -1))
    narrow = np.zeros(12, np.float32)
    assert stencil(mean)(x, out=narrow).dtype == np.float32


def test_several_arrays():
    a, b = np.arange(9.0), np.arange(9.0)[::-1] * 1.5
    same(stencil(two)(a, b), by_python(two, (a, b), [(-1, 1)], np.float64))
    assert stencil(two)(a, np.arange(12.0)).shape == (9,)
    with pytest.raises(ValueError, match="smaller the same dimension"):
        stencil(two)(a, b[:5])
    with pytest.raises(ValueError, match="same number"):
        stencil(two)(a, np.ones((9, 9)))


def test_small_arrays():
    for n in range(4):
        same(stencil(mean)(np.arange(float(n))), by_python(mean, (np.arange(float(n)),), [(-1, 1)], np.float64))


def test_functions_call_stencils():
    smooth = stencil(mean)

    @njit
    def twice(x):
        return smooth(smooth(x)) + 1

    x = np.arange(8.0) ** 2
    same(twice(x), stencil(mean)(stencil(mean)(x)) + 1)


def test_pickles():
    again = pickle.loads(pickle.dumps(stencil(cval=3)(mean)))
    assert again(np.arange(4.0)).tolist() == [3, 1, 2, 3]


def test_mistakes():
    def stores(a):
        a[0] = 1
        return 0

    def unknown(a, n):
        return a[n]

    def without(a):
        return 1

    def uneven(a):
        return a[0] + a[0, 1]

    x = np.arange(5.0)
    for function, args in ((stores, (x,)), (unknown, (x, 1)), (without, (x,)), (uneven, (x,)), (star, (x, 1)), (mean, (3,))):
        with pytest.raises(errors.NumbaValueError):
            stencil(function)(*args)
    for options in ({"standard_indexing": ("z",)}, {"standard_indexing": ("a",)}, {"neighborhood": ((-1, 1), (-1, 1))}):
        with pytest.raises(errors.NumbaValueError):
            stencil(**options)(mean)(x)
    for make in (lambda: stencil("wrap"), lambda: stencil(colour=1)):
        with pytest.raises(errors.NumbaValueError):
            make()
