# SPDX-License-Identifier: Apache-2.0
"""numba.extending.overload, beyond what tests/host/overloads.py compares with Numba: when
factories are asked, what they must return, what else is compiled with them."""
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

from portkern import _core, _device, cuda, errors, float64, guvectorize, njit, stencil, types, vectorize
from portkern.extending import intrinsic, overload, overload_attribute


@pytest.fixture(params=["cpu", "interp"], autouse=True)
def host(request):
    context = _device.open_device(request.param)
    token = _core.current.set(context)
    yield context
    _core.current.reset(token)


def scaled(asked=None, factor=3):
    """A function with overload, which multiplies integers by 2 and other numbers by `factor`."""
    def of(x):
        raise AssertionError("Python never calls it")

    @overload(of)
    def factory(x):
        if asked is not None:
            asked.append(str(x))
        if isinstance(x, types.Integer):
            return lambda x: x * 2
        if isinstance(x, types.Float):
            return lambda x: x * factor

    return of


def test_factories_are_asked_once_for_types():
    asked = []
    of = scaled(asked)
    f = njit(lambda x: of(x) + of(1.5) + of(x))
    g = njit(lambda x: of(x))
    assert (f(1), f(2), f(1.0), g(5), g(np.int8(3))) == (8.5, 12.5, 10.5, 10, 6)
    assert asked == ["int64", "float64", "int8"]


def test_what_is_compiled_with_them(host):
    of = scaled()
    f = njit(["float64(float64)"])(lambda x: of(x))
    assert f(2) == 6.0
    g = njit(lambda x: of(x))
    assert g.compile("float64(float64)").signature.return_type == float64
    assert vectorize(lambda x: of(x))(np.arange(3)).tolist() == [0, 2, 4]
    assert vectorize([float64(float64)])(lambda x: of(x))(np.arange(3)).tolist() == [0.0, 3.0, 6.0]

    @guvectorize([(float64[:], float64[:])], "(n)->()")
    def first(x, out):
        out[0] = of(x[0])

    assert first(np.arange(6.0).reshape(2, 3)).tolist() == [0.0, 9.0]
    assert njit(lambda g, x: g(x))(of, 4) == 8

    @stencil
    def neighbours(a):
        return of(a[-1]) + of(a[1])

    assert neighbours(np.arange(4.0)).tolist() == [0.0, 6.0, 12.0, 0.0]
    assert njit(lambda a: neighbours(a))(np.arange(4, dtype=np.int32)).tolist() == [0, 4, 8, 0]

    @njit
    def in_a_list(items):
        return [of(x) for x in items]

    assert in_a_list([1, 2]) == [2, 4] and in_a_list([(1.5)]) == [4.5]
    if host.backend == "cpu":
        assert g.inspect_llvm()[float64,]


def test_kernels_call_them(device):
    of = scaled()

    @cuda.jit
    def kernel(out, x):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = of(x[i]) + of(1)

    out = np.zeros(3)
    kernel[1, 4](out, np.arange(3.0))
    assert out.tolist() == [2.0, 5.0, 8.0]
    on_device = cuda.to_device(np.zeros(3))
    kernel.prepare(1, 4, on_device, cuda.to_device(np.arange(3))).launch()
    assert on_device.copy_to_host().tolist() == [2.0, 4.0, 6.0]


def test_threads_find_the_same_types_missing():
    of = scaled()
    functions = [njit(lambda x, k=k: of(x) + k) for k in range(4)]
    found, start = {}, threading.Barrier(8)

    def work(n):
        start.wait()
        found[n] = functions[n % 4](n), functions[(n + 1) % 4](n + 0.5)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: (2 * n + n % 4, 3 * (n + 0.5) + (n + 1) % 4) for n in range(8)}


def test_a_factory_later_is_asked_for_types_that_none_took():
    of = scaled()
    f = njit(lambda x: of(x))
    with pytest.raises(errors.TypingError, match=r"(?s)No implementation of function <function scaled.*>>> of\(complex128\)"):
        f(1j)
    overload(of)(lambda x: (lambda x: x.real) if isinstance(x, types.Complex) else None)
    assert f(2j + 1) == 1.0 and f(3) == 6


def test_the_message_has_the_place_of_the_call():
    of = scaled()

    @njit
    def calls(x):
        return of(x)

    with pytest.raises(errors.TypingError) as caught:
        calls(1j)
    line = calls.py_func.__code__.co_firstlineno + 2
    assert f"{__file__}:{line}:12:\n        return of(x)\n               ^~~~~" in str(caught.value)


@pytest.mark.parametrize("factory, error, words", [
    (lambda x: 3, errors.TypingError, "a factory of overload returns a function or None, not int"),
    (lambda x: (lambda y, z: y), errors.TypingError, "does not take the arguments that its factory takes: missing"),
    (lambda x: (lambda x: x.nothing), errors.TypingError, "float64 has no attribute 'nothing'"),
    (lambda x, y: (lambda x, y: x), errors.TypingError, "f needs argument 'y'"),
    (lambda x: 1 / 0, ZeroDivisionError, "division by zero"),
    (lambda x: None, errors.TypingError, r"No implementation of function"),
    (lambda x: (lambda x: missing(x)), errors.TypingError, "name 'missing' is not defined"),
])
def test_bad_factories(factory, error, words):
    def f(x):
        return x

    overload(f)(factory)
    with pytest.raises(error, match=words):
        njit(lambda x: f(x))(1.5)


def test_strings_that_no_line_can_say_are_no_literals():
    def said(s):
        return s

    @overload(said)
    def factory(s):
        if isinstance(s, types.StringLiteral):
            value = s.literal_value
            return lambda s: value
        if isinstance(s, types.UnicodeType):
            return lambda s: "some"

    for text in ("a", "", "h\u00e4\u20ac", "a;b", "a\tb\n", "; ", "x" * 300, "=", "a=b"):
        assert njit(lambda text=text: said(text))() == "some"

    @overload(said, prefer_literal=True)
    def first(s):
        return factory(s) if isinstance(s, types.StringLiteral) else None

    for text, result in (("b", "b"), ("", ""), ("h\u00e4\u20ac", "h\u00e4\u20ac"), ("a;b", "some"), ("a\n", "some"),
                         ("=", "="), ("a=b", "a=b"), ("x" * 300, "some"), ("x" * 99, "x" * 99)):
        assert njit(lambda text=text: said(text))() == result
    assert njit(lambda n: said(str(n)))(3) == "some"
    assert njit(lambda: said("b"))() == "b"


def test_what_stays_refused_by_name():
    @intrinsic
    def made(context, x):
        return None

    @intrinsic(prefer_literal=True)
    def also_made(context, x):
        return None

    for function, name in ((made, "made"), (also_made, "also_made")):
        with pytest.raises(errors.UnsupportedError, match=f"is {name}, an intrinsic"):
            njit(lambda x: function(x))(1)


def test_attributes():
    asked = []

    @overload_attribute(types.Array, "middle")
    def middle(a):
        asked.append(str(a))
        if a.ndim == 1:
            return lambda a: a[len(a) // 2]

    @vectorize
    def plus(x, y):
        return x + y

    f = njit(lambda a: a.middle + plus(a.middle, 1))
    assert f(np.arange(5)) == 5 and f(np.arange(5) * 2) == 9
    assert asked == ["array(int64, 1d, C)"]
    with pytest.raises(errors.TypingError, match=r"Unknown attribute 'middle' of type array\(float64, 2d, C\)"):
        f(np.zeros((2, 2)))
    with pytest.raises(errors.TypingError, match="no attribute 'midle'"):
        njit(lambda a: a.midle)(np.arange(3))


def test_pickles():
    of = scaled()
    f = njit(lambda x: of(x))
    assert f(3) == 6
    code = ("import pickle, sys; f = pickle.load(sys.stdin.buffer); print(f(4), f(1.5), f(2.5))")
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(f), capture_output=True, timeout=100, check=False)
    assert (done.stdout, done.stderr) == (b"8 4.5 7.5\n", b"")


def test_pickles_of_generalized_ufuncs():
    @guvectorize([(float64[:], float64[:])], "(n)->()")
    def first(x, out):
        out[0] = x[0]

    @njit
    def f(a, out):
        first(a, out)
        return out

    assert f(np.ones((2, 3)), np.zeros(2)).tolist() == [1.0, 1.0]
    code = ("import pickle, sys, numpy as np; f = pickle.load(sys.stdin.buffer)\n"
            "print(f(np.ones((2, 3)), np.zeros(2)), f(np.ones(3), np.zeros(())))")
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(f), capture_output=True, timeout=100, check=False)
    assert (done.stdout, done.stderr) == (b"[1. 1.] 1.0\n", b"")


_PROGRAM = """
import sys
from portkern import njit, types
from portkern.extending import overload
def f(x): pass
factor = int(sys.argv[1])
@overload(f)
def _(x):
    if isinstance(x, types.Float) and {rejects}:
        return None
    return lambda x: x * factor {more}
@njit
def g(x):
    return f(x)
print(g(2), g(1.5) if not {rejects} else "")
print(g.stats.cache_hits)
"""


def test_the_disk_cache_has_nothing_stale(tmp_path, host):
    if host.backend != "cpu":
        pytest.skip("the interpreter's artifacts are the same")
    env = {**os.environ, "PORTKERN_BACKEND": "cpu", "PORTKERN_CACHE_DIR": str(tmp_path / "cache")}
    file = tmp_path / "program.py"

    def run(factor, more="", rejects=False):
        file.write_text(_PROGRAM.format(more=more, rejects=rejects))
        done = subprocess.run([sys.executable, str(file), str(factor)], env=env, capture_output=True, text=True, timeout=100,
                              check=True)
        return done.stdout.splitlines()[0], "1" in done.stdout.splitlines()[1]

    assert run(3) == ("6 4.5", False)
    assert run(3) == ("6 4.5", True)
    assert run(5) == ("10 7.5", False)
    assert run(5, "+ 1") == ("11 8.5", False)
    assert run(3, rejects=True) == ("6 ", True)
    assert run(3) == ("6 4.5", True)


