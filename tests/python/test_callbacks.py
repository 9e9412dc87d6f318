# SPDX-License-Identifier: Apache-2.0
"""cfunc: functions that C calls by their address, ctypes' own and the C library's; and arrays over
memory that a pointer leads to."""
import ctypes
import ctypes.util
import gc
import sys
import threading
import weakref

import numpy as np
import pytest

from portkern import carray, cfunc, errors, farray, njit, types

Doubles = ctypes.POINTER(ctypes.c_double)


def pointer(array, kind=ctypes.c_double):
    return array.ctypes.data_as(ctypes.POINTER(kind))


@cfunc("float64(float64, float64)")
def add(x, y):
    return x + y * 2


def test_the_callback_and_its_address():
    assert add.ctypes(4.0, 5.0) == add(4.0, 5.0) == 14.0
    assert add.ctypes.argtypes == (ctypes.c_double, ctypes.c_double) and add.ctypes.restype is ctypes.c_double
    by_address = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double)(add.address)
    assert by_address(1.0, 2.0) == 5.0
    assert add.__name__ == "add" and add.__wrapped__ is add.py_func and "add" in repr(add) and "add" in add.native_name
    assert add.address == add.address and add.native_name == add.native_name


@pytest.mark.parametrize("sig, given, result", [
    ("int64(float64)", (3.7,), 3), ("int64(float64)", (-3.7,), -3), ("float32(float64)", (0.1,), float(np.float32(0.1))),
    ("boolean(int8)", (0,), False), ("boolean(int8)", (-2,), True), ("uint8(int64)", (300,), 44),
    ("int32(uint16)", (65535,), 65535), ("uint64(uint64)", (2 ** 64 - 1,), 2 ** 64 - 1)])
def test_results_have_the_signatures_type(sig, given, result):
    def same(x):
        return x

    found = cfunc(sig)(same).ctypes(*given)
    assert found == result and type(found) is type(result)


def test_the_c_librarys_qsort_calls_it():
    @cfunc("int32(CPointer(float64), CPointer(float64))")
    def order(a, b):
        return 1 if a[0] > b[0] else -1 if a[0] < b[0] else 0

    libc = ctypes.CDLL(ctypes.util.find_library("c"))
    values = np.random.default_rng(1).random(200)
    libc.qsort(values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(200), ctypes.c_size_t(8), ctypes.c_void_p(order.address))
    assert (values[:-1] <= values[1:]).all()


def test_arrays_of_pointers_within_functions():
    @cfunc(types.void(types.CPointer(types.float64), types.voidptr, types.int32))
    def step(p, q, n):
        a = carray(p, (n, 2))
        b = carray(q, n, dtype=np.int32)
        f = farray(p, (n, 2))
        for i in range(n):
            a[i, 0] += b[i]
        a[0, 1] = f[0, 1]

    x = np.arange(6.0).reshape(3, 2)
    y = np.arange(3, dtype=np.int32) * 10
    assert step.ctypes(pointer(x), y.ctypes.data_as(ctypes.c_void_p), 3) is None
    assert x.tolist() == [[0, 3], [12, 3], [24, 5]]


def test_a_null_pointer_is_an_array_without_elements():
    @cfunc("float64(CPointer(float64), int64)")
    def total(p, n):
        return carray(p, n).sum()

    assert total.ctypes(None, 0) == 0.0 == total.ctypes(Doubles(), 0)
    assert total.ctypes(pointer(np.ones(3)), 3) == 3.0


def test_compiled_functions_call_it():
    @njit
    def use(x):
        return add(x, 1.0)

    assert use(3.0) == 5.0


def test_an_exception_is_told_and_the_result_is_zero(monkeypatch):
    @cfunc("float64(int64)")
    def fails(x):
        if x > 1:
            raise ValueError("too large")
        return x + 1

    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    assert [fails.ctypes(i) for i in range(4)] == [1.0, 2.0, 0.0, 0.0]
    assert [str(each.exc_value) for each in told] == ["too large"] * 2 and told[0].object is fails
    assert told[0].exc_traceback is not None


def test_any_thread_may_call_it():
    found = []
    call = add.ctypes
    threads = [threading.Thread(target=lambda i=i: found.append(call(i, i))) for i in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(found) == [3.0 * i for i in range(8)]


def test_every_number_comes_and_goes_as_it_is():
    limits = [(getattr(types, name), value) for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
              for value in (np.iinfo(name).min, np.iinfo(name).max, 1)]
    for kind, value in [*limits, (types.float32, 0.5), (types.float64, 0.1), (types.boolean, True), (types.boolean, False)]:
        def same(before, x, behind):
            return x if behind == before + 1 else x * 0  # noqa: B023

        call = cfunc(kind(types.int8, kind, types.float32))(same).ctypes
        assert [call(1, value, 2.0), call(1, value, 2.5)] == [value, 0], (kind, value)


def test_a_callback_outlives_its_name_and_goes():
    def make():
        return cfunc("float64(float64)")(lambda x: x + 1.0)

    made = make()
    call, gone = made.ctypes, weakref.ref(made)
    gc.collect()
    assert call(1.0) == 2.0
    del made
    gc.collect()
    assert gone() is None


def test_what_is_wrong_is_refused():
    with pytest.raises(TypeError, match="C callback needs an explicit return type"):
        cfunc("(float64,)")
    with pytest.raises(TypeError, match="1 arguments"):
        cfunc("float64(float64)")(lambda x, y: x)
    for sig in ("float64(float64[:])", "float64(complex128)", "complex64(float64)"):
        with pytest.raises(TypeError, match="Cannot convert Numba type '.*' to ctypes type"):
            cfunc(sig)(lambda x: x).ctypes

    many = ", ".join(["float64"] * 33)
    with pytest.raises(TypeError, match="a C callback has at most 32 parameters"):
        cfunc(f"float64({many})")(eval(f"lambda {', '.join(f'x{i}' for i in range(33))}: x0")).ctypes  # noqa: S307

    @cfunc("float64(float64)")
    def wrong(x):
        return x.missing

    for ask in (lambda: wrong.address, lambda: wrong.ctypes, wrong.compile):
        with pytest.raises(errors.TypingError, match="float64 has no attribute 'missing'"):
            ask()


@pytest.mark.parametrize("sig, message", [
    ("float64(CPointer(float32), int64)", "mismatching dtype 'float64' for a pointer to float32"),
    ("float64(float64[::1], int64)", "carray takes a pointer"),
    ("float64(CPointer(float64), float64)", "carray takes an integer or a tuple of integers")])
def test_arrays_that_a_pointer_cannot_be(sig, message):
    @njit
    def make(p, n):
        return carray(p, n, np.float64).sum()

    with pytest.raises(errors.TypingError, match=message):
        njit(sig)(make.py_func)(np.ones(3, np.float32 if "32" in sig else np.float64), 3)


def test_arrays_of_pointers_in_python():
    x = np.arange(6.0)
    a = carray(pointer(x), (2, 3))
    assert a.tolist() == [[0, 1, 2], [3, 4, 5]] and a.flags.c_contiguous and a.flags.writeable
    f = farray(x.ctypes.data_as(ctypes.c_void_p), (2, 3), "float64")
    assert f.tolist() == [[0, 2, 4], [1, 3, 5]] and f.flags.f_contiguous
    a[0, 1] = 10
    assert x[1] == 10 and f[1, 0] == 10
    assert carray(pointer(x), 4, np.float64).tolist() == [0, 10, 2, 3]
    for args, words in (((x.ctypes.data_as(ctypes.c_void_p), 3), "explicit dtype required"),
                        ((pointer(x), 3, np.int32), "mismatching dtype 'int32'"), ((x, 3), "expected a ctypes pointer"),
                        ((5, 3), "expected a ctypes pointer")):
        with pytest.raises(TypeError, match=words):
            carray(*args)
