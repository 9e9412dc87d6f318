# SPDX-License-Identifier: Apache-2.0
"""vectorize and guvectorize: what they compute is NumPy's own, element for element."""
import math
import pickle
import threading
import time

import numpy as np
import pytest

import portkern
from portkern import _device, errors, float32, float64, guvectorize, int64, njit, types, vectorize

DTYPES = [np.bool_, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.float32,
          np.float64, np.complex64, np.complex128]


@pytest.fixture(params=["cpu", "interp"], autouse=True)
def host(request):
    context = _device.open_device(request.param)
    token = _device._core.current.set(context)
    yield context
    _device._core.current.reset(token)


def plus(a, b):
    return a + b


def clip(a, low, high):
    if a < low:
        return low
    elif a > high:
        return high
    return a


def hard(a):
    return math.exp(a) * math.sin(a)


@pytest.fixture
def add():
    return vectorize(plus)


@pytest.fixture
def random():
    return np.random.default_rng(5)


def same(ours, theirs):
    assert type(ours) is type(theirs)
    assert np.asarray(ours).dtype == np.asarray(theirs).dtype and np.shape(ours) == np.shape(theirs)
    assert np.array_equal(ours, theirs, equal_nan=np.asarray(theirs).dtype.kind in "fc")


# ---- loops ----

@pytest.mark.parametrize("n", [0, 1, 3, 7, 8, 9, 64, 1000])
def test_all_lengths(n, random):
    f = vectorize(hard)
    x = random.normal(size=n)
    np.testing.assert_array_max_ulp(f(x), np.array([hard(v) for v in x]), 4)


@pytest.mark.parametrize("dtype", DTYPES)
def test_all_dtypes(dtype, random):
    x = random.integers(0, 2, 40).astype(dtype)
    name = np.dtype(dtype).name.replace("bool", "boolean")
    f = vectorize([f"{name}({name}, {name})"])(lambda a, b: b)
    same(f(x, x[::-1]), x[::-1].copy())
    same(f(x, x[3]), np.full(40, x[3]))
    same(f(x, x[::-1], out=x.copy()), x[::-1].copy())
    assert f.types == [np.dtype(dtype).char * 2 + "->" + np.dtype(dtype).char]


def test_results_may_be_bools():
    less = vectorize(lambda a, b: a < b)
    same(less(np.arange(3.0), 1.0), np.array([True, False, False]))
    same(vectorize(lambda a: not a)(np.array([True, False])), np.array([False, True]))
    assert less.types == ["dd->?"]


def test_signatures_are_checked_in_the_decorator():
    with pytest.raises(errors.TypingError, match="no attribute 'nothing'"):
        vectorize(["float64(float64)"])(lambda x: x.nothing)


def test_results_of_scalars_are_scalars(add):
    assert type(add(1, 2)) is np.int64 and type(add(1.0, 2)) is np.float64
    assert type(add(np.float32(1), np.float32(2))) is np.float32 and add.types[-1] == "ff->f"
    assert add(np.array(1.0), np.array(2.0)) == 3


def test_shapes_and_strides(add, random):
    a, b = random.normal(size=(20, 30)), random.normal(size=(20, 30))
    for x, y in ((a, b), (a, b[0]), (a, b[:, :1]), (a, 2.0), (2.0, b), (a.T, b.T), (a[::2], b[::-2]), (a[:, ::3], b[:, 2::3]),
                 (a[::-1, ::-1], b), (a[:0], b[:0]), (a[:, None], b[None])):
        same(add(x, y), np.add(x, y))
        same(add(y, x), np.add(y, x))
    records = np.zeros(30, [("a", "u1"), ("x", "f8")])
    records["x"] = a[0]
    same(add(records["x"], b[0]), a[0] + b[0])
    same(add(a.astype(">f8"), b), a + b)


def test_arrays_that_overlap(add):
    for out, x, y in ((slice(1, None), slice(None, -1), slice(1, None)), (slice(None, -1), slice(1, None), slice(1, None)),
                      (slice(None), slice(None), slice(None, None, -1)), (slice(None), slice(None), slice(None))):
        ours, theirs = np.arange(40.0), np.arange(40.0)
        add(ours[x], ours[y], out=ours[out])
        np.add(theirs[x], theirs[y], out=theirs[out])
        assert np.array_equal(ours, theirs)


def test_elements_that_lie_apart(add, random):
    f = vectorize(hard)
    for n in (8, 511, 512, 513, 2000):
        wide = random.normal(size=(2, 3 * n))
        x, y = wide[0, ::3], wide[1, ::-3]
        same(add(x, y), x + y)
        np.testing.assert_array_max_ulp(f(x), np.array([hard(v) for v in x]), 4)
        out = np.zeros(2 * n)[::2]
        same(add(x, 1.5, out=out).copy(), x + 1.5)
        want = x + y
        add(x, y, out=x)
        same(x.copy(), want)
        want = x + x
        add(x, x, out=x)
        same(x.copy(), want)


def test_three_operands_and_four(random):
    x = random.normal(size=(9, 50))
    three = vectorize(clip)
    same(three(x, -0.5, 0.5), np.clip(x, -0.5, 0.5))
    same(three(x, x - 1, x[0] + 1), np.clip(x, x - 1, x[0] + 1))
    same(three(x, -0.5, 0.5, x.copy()), np.clip(x, -0.5, 0.5))
    y = x.copy()
    three(y, -0.5, 0.5, out=y)
    same(y, np.clip(x, -0.5, 0.5))
    four = vectorize(lambda a, b, c, d: a * b - c * d)
    same(four(x, 2.0, x, 3.0), x * 2.0 - x * 3.0)
    four(y, 2.0, y, 3.0, out=y)
    same(y, np.clip(x, -0.5, 0.5) * 2.0 - np.clip(x, -0.5, 0.5) * 3.0)


def test_arguments_of_ufuncs(add, random):
    x, y = random.normal(size=(2, 50))
    where = x > 0
    ours, theirs = np.zeros(50), np.zeros(50)
    same(add(x, y, out=ours, where=where), np.add(x, y, out=theirs, where=where))
    same(add(x, y, out=(ours,)), x + y)
    same(add(x.astype(np.float32), y, dtype=np.float64), np.add(x.astype(np.float32), y, dtype=np.float64))
    same(add(x, y, dtype=np.float64, casting="unsafe"), x + y)
    same(add(x, y, order="F"), x + y)
    with pytest.raises(TypeError):
        add(x, y, casting="no", dtype=np.float64, out=np.zeros(50, int))
    with pytest.raises(ValueError):
        add(x, y[:3])
    with pytest.raises(TypeError):
        add(x)


# ---- methods ----

def test_reductions(random):
    add = vectorize(identity=0)(plus)
    ints = np.arange(100)
    same(add.reduce(ints), np.add.reduce(ints))
    x = random.normal(size=(6, 7, 8))
    for axis in (0, 1, 2, -1, (0, 1), None):
        np.testing.assert_allclose(add.reduce(x, axis=axis), np.add.reduce(x, axis=axis), rtol=1e-12)
        same(add.reduce(x, axis=axis, keepdims=True).shape, np.add.reduce(x, axis=axis, keepdims=True).shape)
    same(add.reduce(ints, initial=5), np.add.reduce(ints, initial=5))
    same(add.reduce(ints, where=ints % 2 == 0), np.add.reduce(ints, where=ints % 2 == 0))
    same(add.reduce(ints.reshape(10, 10), axis=0), ints.reshape(10, 10).sum(axis=0))
    same(add.reduce([]), np.add.reduce([]))
    out = np.zeros(10, int)
    same(add.reduce(ints.reshape(10, 10), 1, out=out), ints.reshape(10, 10).sum(axis=1))
    sub = vectorize(lambda a, b: a - b)
    same(sub.reduce(ints), np.subtract.reduce(ints))
    with pytest.raises(ValueError):
        sub.reduce(x, axis=None)
    with pytest.raises(ValueError):
        sub.reduce(ints[:0])


def test_accumulate_reduceat_outer_at(add):
    x = np.arange(12).reshape(3, 4)
    for axis in (0, 1):
        same(add.accumulate(x, axis=axis), np.add.accumulate(x, axis=axis))
        same(add.reduceat(x, [0, 2, 1], axis=axis), np.add.reduceat(x, [0, 2, 1], axis=axis))
    same(add.outer(x, x[0]), np.add.outer(x, x[0]))
    same(add.outer([1.5], 2), np.add.outer([1.5], 2))
    ours, theirs = np.zeros(5, int), np.zeros(5, int)
    add.at(ours, [0, 0, 3], [1, 2, 3])
    np.add.at(theirs, [0, 0, 3], [1, 2, 3])
    assert np.array_equal(ours, theirs)
    double = vectorize(lambda a: a * 2)
    double.at(ours, [0, 3])
    assert ours.tolist() == [6, 0, 0, 6, 0]


def test_methods_compile_for_what_they_get():
    f = vectorize(plus)
    same(f.accumulate(np.arange(5)), np.cumsum(np.arange(5)))
    same(f.reduce(np.arange(5.0)), np.float64(10))
    assert f.types == ["ll->l", "dd->d"]


# ---- types ----

def test_types_are_added_when_they_are_new(add):
    assert (add.nin, add.nout, add.nargs, add.ntypes, add.types) == (2, 1, 3, 0, [])
    same(add(np.arange(3), 1), np.arange(1, 4))
    same(add(np.arange(3, dtype=np.int32), 1), np.arange(1, 4))  # as int64, which is safe
    assert add.types == ["ll->l"]
    add(1.0, 2.0)
    assert add.types == ["ll->l", "dd->d"] and isinstance(add.ufunc, np.ufunc) and add.ufunc.types == add.types
    add.disable_compile()
    with pytest.raises(TypeError):
        add(1j, 1)
    with pytest.raises(RuntimeError):
        add.add("complex128(complex128, complex128)")


@pytest.mark.parametrize(("signatures", "dtype", "result"), [
    ("f8(f8), i4(i4)", np.int32, np.float64), ("i4(i4), f8(f8)", np.int32, np.int32), ("i4(i4), f8(f8)", np.int64, np.float64),
    ("f8(f8), f4(f4)", np.float32, np.float64), ("c16(c16), f8(f8)", np.float64, np.complex128),
    ("i8(i8), i1(i1)", np.int8, np.int64), ("f4(f4), f8(f8)", np.float64, np.float64)])
def test_the_first_signature_that_takes_the_arguments_is_used(signatures, dtype, result):
    """As with Numba, also where a later one has exactly their types."""
    @vectorize(signatures.split(", "))
    def twice(x):
        return x + x

    @njit
    def compiled(x):
        return twice(x)

    x = np.arange(3).astype(dtype)
    for f in (twice, compiled, twice):
        assert f(x).dtype == result
        assert f(x).tolist() == [0, 2, 4]
    assert twice(x[1]).dtype == result
    assert [t.partition("->")[2] for t in twice.types] == [np.dtype(s[:s.index("(")]).char for s in signatures.split(", ")]


def test_signatures():
    f = vectorize(["float32(float32, float32)", float64(float64, float64), (int64, int64)])(plus)
    assert f.types == ["ff->f", "dd->d", "ll->l"]
    assert f(np.float32(1), np.float32(2)).dtype == np.float32
    assert f(np.int8(1), np.int8(2)).dtype == np.float32  # the first to which it is safe
    with pytest.raises(TypeError):
        f(1j, 1j)
    g = vectorize("int32(float64)")(lambda a: a * 2)
    same(g(np.array([1.6, 2.6])), np.array([3, 5], np.int32))
    assert vectorize([])(plus)(1, 2) == 3


def test_names_and_text():
    @vectorize
    def f(x):
        """Says what it does."""
        return x

    assert f.__name__ == "f" and f.__doc__ == "Says what it does." and f.py_func(3) == 3 and f.ufunc.__name__ == "f"
    assert f.signature is None and f.identity is None and vectorize(identity=1)(plus).identity == 1
    assert repr(f) == "<portkern._DUFunc 'f'>"
    assert vectorize(njit(plus))(1, 2) == 3


def test_mistakes():
    for options, error in (({"target": "npu"}, ValueError), ({"identity": 2}, ValueError), ({"colour": 1}, KeyError),
                           ({"forceobj": True}, errors.OptionError)):
        with pytest.raises(error):
            vectorize(**options)(plus)
    with pytest.raises(errors.TypingError):
        vectorize(lambda a: (a, a))(1)
    with pytest.raises(errors.TypingError):
        vectorize(["float64(float64)"])(plus)
    with pytest.raises(errors.TypingError):
        vectorize(["(float64, float64)"])(lambda a, b: a.nothing)
    with pytest.raises(errors.NumbaNotImplementedError):
        vectorize(["float64[:](float64[:])"])(lambda a: a)
    with pytest.raises(TypeError):
        vectorize(plus)(np.array(["a"]), 1)


# ---- exceptions ----

def test_what_functions_raise():
    @vectorize
    def f(x):
        if x > 5:
            raise ValueError("too large", 7)
        return x

    same(f(np.arange(3)), np.arange(3))
    for x in (np.arange(20), 6, np.arange(6, 20.0), np.arange(40).reshape(2, 20)[:, ::3]):
        with pytest.raises(ValueError) as caught:
            f(x)
        assert caught.value.args == ("too large", 7)
    with pytest.raises(ValueError):
        f.at(np.arange(20), [3, 7])
    same(f(np.arange(3)), np.arange(3))

    @vectorize(error_model="python")
    def g(a, b):
        return a // b

    with pytest.raises(ZeroDivisionError):
        g(np.arange(3), 0)
    with np.errstate(all="ignore"):
        assert vectorize(lambda a, b: a // b)(1, 0) == 0
        same(vectorize(lambda a, b: a / b)(np.array([1.0, -1, 0]), 0.0), np.array([1.0, -1, 0]) / 0.0)


def test_warnings_of_floating_point(recwarn, host):
    f = vectorize(lambda a, b: a / b)
    f(np.arange(1.0, 100), 2.0)
    hard_one = vectorize(hard)
    hard_one(np.linspace(-5, 5, 100))
    assert not recwarn.list


# ---- other uses ----

def test_functions_call_ufuncs_on_numbers(add):
    @njit
    def f(x):
        return add(x, 2) * 2

    assert f(3) == 10


def test_objects_that_take_calls_over(add):
    class Mine:
        def __array_ufunc__(self, ufunc, method, *args, **kwargs):
            return ufunc, method, len(args)

    assert add(Mine(), 1) == (add, "__call__", 2) and add(1, Mine()) == (add, "__call__", 2)
    assert add.reduce(Mine()) == (add, "reduce", 1)


def test_pickles(add):
    @vectorize(["float64(float64, float64)"], identity=0)
    def f(a, b):
        return a + b

    again = pickle.loads(pickle.dumps(f))
    assert again(1, 2) == 3 and again.identity == 0 and again.types == f.types


def test_threads(add, random):
    x = random.normal(size=(8, 3000))
    got = [None] * 8

    def call(i):
        got[i] = add(x[i], i)

    threads = [threading.Thread(target=call, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for i in range(8):
        same(got[i], x[i] + i)


def test_parallel(random):
    f = vectorize(["float64(float64, float64)"], target="parallel")(plus)
    x = random.normal(size=200000 if _device.host().backend == "cpu" else 500)
    same(f(x, x), x + x)
    same(f(x, 1.0), x + 1.0)
    same(f.accumulate(x), vectorize(plus).accumulate(x))

    @vectorize(target="parallel")
    def g(a):
        if a >= 100:
            raise ValueError(int(a))
        return a

    for _ in range(3):
        with pytest.raises(ValueError) as caught:
            g(np.arange(x.size))
        assert caught.value.args == (100,)


# ---- guvectorize ----

def total(a, b, out):
    s = 0.0
    for i in range(a.shape[0]):
        s += a[i] * b[i]
    out[0] = s


def product(a, b, out):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            out[i, j] = s


def moved(x, by, out):
    for i in range(x.size):
        out[i] = x[i] + by


@pytest.fixture
def dot():
    return guvectorize(["void(float64[:], float64[:], float64[:])"], "(n),(n)->()")(total)


def test_loops_over_vectors(dot, random):
    x, y = random.normal(size=(2, 5, 4))
    np.testing.assert_allclose(dot(x, y), (x * y).sum(-1))
    np.testing.assert_allclose(dot(x, y[0]), (x * y[0]).sum(-1))
    np.testing.assert_allclose(dot(x, y, axis=0), (x * y).sum(0))
    np.testing.assert_allclose(dot(x, y, axes=[0, 0, ()]), (x * y).sum(0))
    np.testing.assert_allclose(dot(x, y, keepdims=True), (x * y).sum(-1, keepdims=True))
    np.testing.assert_allclose(dot(x[::-1, ::2], y[:, 1::2]), (x[::-1, ::2] * y[:, 1::2]).sum(-1))
    np.testing.assert_allclose(dot(x[:, None], y[None]), (x[:, None] * y[None]).sum(-1))
    out = np.zeros(5)
    assert dot(x, y, out) is out and dot(x, y, out=out) is out
    np.testing.assert_allclose(out, (x * y).sum(-1))
    assert type(dot(x[0], y[0])) is np.float64 and dot(x[:0], y[:0]).shape == (0,) and dot(x[:, :0], y[:, :0]).tolist() == [0] * 5
    np.testing.assert_allclose(dot(np.arange(4), y), (np.arange(4) * y).sum(-1))
    assert dot.signature == "(n),(n)->()" and (dot.nin, dot.nout, dot.types) == (2, 1, ["dd->d"])
    with pytest.raises(ValueError):
        dot(x, y[:, :2])
    with pytest.raises(TypeError):
        dot(x, 1j)


def test_loops_over_matrices(random):
    f = guvectorize(["void(float64[:,:], float64[:,:], float64[:,:])", "void(float32[:,:], float32[:,:], float32[:,:])"],
                    "(m,n),(n,p)->(m,p)")(product)
    a, b = random.normal(size=(5, 3, 4)), random.normal(size=(4, 6))
    for x, y in ((a, b), (a[:, ::-1], b[:, ::2]), (a[0], b), (a.transpose(0, 2, 1), b[:3]), (np.zeros((40, 40)), np.ones((40, 40)))):
        np.testing.assert_allclose(f(x, y), x @ y, rtol=1e-12)
    assert f(a.astype("f4"), b.astype("f4")).dtype == np.float32


def test_gufuncs_without_signatures():
    f = guvectorize("(n),()->(n)")(moved)
    out = np.zeros((2, 3), int)
    f(np.arange(3), np.array([1, 10]), out)
    assert out.tolist() == [[1, 2, 3], [10, 11, 12]] and f.types == ["ll->l"]
    floats = np.zeros(3)
    f(np.arange(3.0), 0.5, out=floats)
    assert floats.tolist() == [0.5, 1.5, 2.5] and f.types == ["ll->l", "dd->d"]
    with pytest.raises(TypeError):
        f(np.arange(3.0), 0.5)


def test_gufuncs_with_arrays_of_one_element():
    f = guvectorize(["void(int64[:], int64[:], int64[:])"], "(n),()->(n)")(lambda x, by, out: moved_by(x, by, out))
    assert f(np.arange(3), 2).tolist() == [2, 3, 4]


@njit
def moved_by(x, by, out):
    for i in range(x.size):
        out[i] = x[i] + by[0]


def test_writable_arguments():
    for writable in ((0,), ("x",)):
        @guvectorize(["void(float64[:], float64[:])"], "(n)->()", writable_args=writable)
        def f(x, out):
            x[0] = 7
            out[0] = x[0] + x[1]

        x = np.ones((2, 2))
        assert f(x).tolist() == [8, 8] and x.tolist() == [[7, 1], [7, 1]]


def test_gufuncs_that_raise_and_parallel(random):
    @guvectorize(["void(float64[:], float64[:])"], "(n)->()", target="parallel")
    def f(x, out):
        if x[0] > 9000:
            raise IndexError("no such row")
        out[0] = x.sum()

    x = random.normal(size=(4000 if _device.host().backend == "cpu" else 50, 20))
    np.testing.assert_allclose(f(x), x.sum(1))
    x[-1, 0] = 1e4
    with pytest.raises(IndexError, match="no such row"):
        f(x)


@pytest.mark.parametrize("signatures", [["void(float64[:], float64[:])"], []])
def test_results_that_hold_something(signatures):
    def add_back(x, out):
        for i in range(len(x)):
            out[i] += x[len(x) - 1 - i]

    f = guvectorize(signatures, "(n)->(n)")(add_back) if signatures else guvectorize("(n)->(n)")(add_back)
    back = np.arange(6.)[::-1]
    for dtype in (np.float64, np.float32):
        out = np.full(6, 100, dtype)
        f(np.arange(6.), out)
        assert (out == 100 + back).all()
        out = np.full((2, 12), 100, dtype)[:, ::2]
        f(np.arange(6), out)
        assert (out == 100 + back).all() and f.types == ["d->d"]
    a = np.arange(7.)
    f(a[:-1], a[1:])
    assert (a == [0, 6, 6, 6, 6, 6, 6]).all()
    a = np.arange(6.)
    f(a, a)
    assert (a == 5).all()
    if not signatures:
        out = np.full(6, 100)
        f(np.arange(6), out)
        assert (out == 100 + back).all() and f.types == ["d->d", "l->l"]


def test_calls_that_fail_leave_no_loop():
    @guvectorize("(n)->()")
    def small(x, out):
        out[0] = x[0] < 1

    out = np.zeros(())
    for wrong in (np.ones(3) + 0j, np.array(["a"]), np.array([None])):
        with pytest.raises(Exception, match="complex|dtype|type"):
            small(wrong, out)
    assert small.types == []
    small(np.zeros(3), out)
    assert out == 1 and small.types == ["d->d"]


def test_layouts_without_outputs():
    """The function writes to its last argument, as Numba's does."""
    def cumulated(r, out):
        total = 0.0
        for i in range(r.shape[0]):
            total += r[i]
            out[i] = total

    r = np.arange(24.0).reshape(2, 3, 4)
    for target in ("cpu", "parallel"):
        f = guvectorize(["(f8[:], f8[:])"], "(n), (n)", nopython=True, target=target)(cumulated)
        out = np.zeros((2, 3, 4))
        assert f(r, out) == ()
        assert np.array_equal(out, np.cumsum(r, axis=-1)) and f.nout == 0
        turned = np.zeros((2, 4, 3))
        f(r, turned.transpose(0, 2, 1))
        assert np.array_equal(turned, np.cumsum(r, axis=-1).transpose(0, 2, 1))


def test_mistakes_of_gufuncs():
    for layout, error in (("(n)->(m)", NameError), ("(n", ValueError), ("n->n", ValueError), ("(n)->()", ValueError)):
        with pytest.raises(error):
            guvectorize(["void(float64[:], float64[:], float64[:])"], layout)(total)
    for sig, error in (("void(float64[:,:], float64[:], float64[:])", TypeError), ("void(float64, float64[:], float64[:])", TypeError),
                       ("void(float64[:], float64[:], float64)", TypeError), ("float64(float64[:], float64[:], float64[:])", TypeError)):
        with pytest.raises(error):
            guvectorize([sig], "(n),(n)->()")(total)
    with pytest.raises(TypeError):
        guvectorize()


def test_gufuncs_in_pickles(dot):
    again = pickle.loads(pickle.dumps(dot))
    assert again(np.ones(3), np.ones(3)) == 3 and again.types == dot.types


def test_names():
    from portkern.np.ufunc.dufunc import DUFunc
    from portkern.np.ufunc.gufunc import GUFunc

    assert isinstance(vectorize(plus), DUFunc) and isinstance(guvectorize("(n),(n)->()")(total), GUFunc)
    assert portkern.float32 is float32 and types.none is not None


# ---- devices ----

@pytest.mark.parametrize("target", ["cuda", "interp"])
def test_devices_as_targets(target, random):
    from portkern import cuda

    add = vectorize(["float32(float32, float32)", "float64(float64, float64)"], target=target)(plus)
    x, y = random.normal(size=(2, 5, 6))
    for a, b in ((x, y), (x, 2.0), (x, y[0]), (x[:, :1], y), (x.T, y.T), (x[::2], y[::2]), (x[0], y[:, None]), (x[:0], y[:0])):
        same(add(a, b), a + b)
    same(add(1, 2), np.float64(3))
    same(add(x.astype(np.float32), y.astype(np.float32)), x.astype(np.float32) + y.astype(np.float32))
    out = np.zeros((5, 6))
    assert add(x, y, out=out) is out and np.array_equal(out, x + y)
    d = cuda.to_device(x) if target == "cuda" else cuda.to_device(x, device="interp")
    made = add(d, y)
    assert type(made) is type(d) and np.array_equal(made.copy_to_host(), x + y)
    assert np.array_equal(add(d, d[0]).copy_to_host(), x + x[0])
    assert np.array_equal(add(d, 1.0, out=made).copy_to_host(), x + 1)
    for n in (1, 2, 3, 7, 64, 65):
        assert add.reduce(np.arange(float(n))) == n * (n - 1) / 2
    lazy = vectorize(target=target)(lambda a: a * 2)
    same(lazy(np.arange(3)), np.arange(3) * 2)
    assert lazy.types == ["l->l"]
    for wrong, error in ((lambda: add(1j, 1), TypeError), (lambda: add(x), TypeError), (lambda: add(x, y[:2]), ValueError),
                         (lambda: add(x, y, out=np.zeros(3)), ValueError), (lambda: add.outer(x, y), NotImplementedError),
                         (lambda: add.reduce([]), TypeError), (lambda: add(["a"], 1), TypeError)):
        with pytest.raises(error):
            wrong()


def test_set_num_threads_limits_them(host):
    """By the processor's time: of the calling thread, and of all."""
    if host.backend != "cpu" or portkern.get_num_threads() < 2:
        return
    f = vectorize(["float64(float64)"], target="parallel")(lambda x: math.sin(x) ** 3 + math.exp(x))
    x = np.linspace(0.0, 1.0, 400_000)
    f(x)

    def share_of_others():
        whole, own = time.process_time(), time.thread_time()
        for _ in range(40):
            f(x)
        whole, own = time.process_time() - whole, time.thread_time() - own
        return 1 - own / whole

    threads = portkern.get_num_threads()
    portkern.set_num_threads(1)
    try:
        assert share_of_others() < 0.2
    finally:
        portkern.set_num_threads(threads)
