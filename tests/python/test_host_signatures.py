# SPDX-License-Identifier: Apache-2.0
"""What functions for the host are compiled for: signatures, compile, locals, overloads, and options that are
refused."""
import pickle

import numpy as np
import pytest

from portkern import _device, errors, float64, int32, int64, jit, njit
from portkern.core import types

@pytest.fixture(params=["cpu", "interp"], autouse=True)
def host(request):
    context = _device.open_device(request.param)
    token = _device._core.current.set(context)
    yield context
    _device._core.current.reset(token)


def of_function(function, **options):
    return njit(**options)(function)


def plus(a, b=2, *, c=0):
    return a + b + c


def test_signatures_convert_arguments():
    @njit("int64(float64)", cache=True)
    def cut(x):
        return x

    assert cut(3) == 3 and cut(3.9) == 3 and type(cut(3.9)) is int
    assert cut.signatures == [(float64,)]
    mixed = (3.9, 3.9, 4, True, np.float32(2.5), np.int8(-7), 3.9, 5)  # by the short way and the long one
    assert [cut(x) for x in mixed] == [3, 3, 4, 1, 2, -7, 3, 5]
    of_types = njit((float64,))(cut.py_func)  # arguments only, as a tuple
    assert of_types(3) == 3.0 and type(of_types(3)) is float and of_types.signatures == [(float64,)]
    with pytest.raises(TypeError, match="signature"):
        cut(1j)
    with pytest.raises(errors.KernelTypeError, match="takes 1"):
        njit("int64(float64, float64)")(cut.py_func)
    with pytest.raises(SyntaxError):
        njit("int64(")


@pytest.mark.parametrize(("function", "says"), [
    (lambda x: x.nothing, "no attribute 'nothing'"), (lambda x: unknown_name(x), "'unknown_name' is not defined"),  # noqa: F821
    (lambda x: "text", "its signature says")])
def test_functions_that_do_not_compile_for_a_signature_are_refused_at_once(function, says):
    for signatures in ("float64(float64)", ["int64(int64)", "float64(float64)"]):
        with pytest.raises(errors.TypingError, match=says):
            njit(signatures)(function)
    assert njit(function).signatures == []


def test_functions_with_signatures_call_themselves():
    @njit("int64(int64)")
    def factorial(n):
        return n * factorial(n - 1) if n > 1 else 1

    assert factorial(5) == 120


def test_compile_and_disable_compile():
    f = of_function(lambda x: x * 2)
    f.compile((int32,))
    f.compile("(float64,)")
    assert f.signatures == [(int32,), (float64,)]
    f.disable_compile()
    assert f(3) == 6 and len(f.signatures) == 2
    with pytest.raises(RuntimeError, match="disabled"):
        f.compile((int64,))
    f.disable_compile(False)
    f.compile((int64,))
    with pytest.raises(errors.TypingError):
        of_function(lambda x: x.nothing).compile((int64,))


def test_disable_compile_with_containers():
    f = of_function(lambda x: x[0])
    with pytest.raises(AssertionError):
        f.disable_compile()
    f.compile((types.ListType(float64),))
    f.compile((types.Array(int64, 1, "C"),))
    f.disable_compile()
    assert f([1.5]) == 1.5 and f(np.arange(3)) == 0 and len(f.signatures) == 2
    for wrong in ("abc", np.zeros(2), {0: 1}):
        with pytest.raises(TypeError, match="No matching definition for argument type"):
            f(wrong)
    with pytest.raises(RuntimeError, match="disabled"):
        f.compile((types.unicode_type,))
    f.disable_compile(False)
    assert f("abc") == "a" and f(np.ones(2)) == 1.0 and f([2.5]) == 2.5
    f.disable_compile()
    assert f("abc") == "a" and len(f.signatures) == 5
    with pytest.raises(TypeError, match="No matching definition"):
        f({0: 1})


def test_compile_with_containers():
    def counted(x, s):
        return x + len(s)

    f = of_function(counted)
    for sig, args, result in [
            ("float64(float64, unicode_type)", (1.5, "ab"), types.float64),
            ((int64, types.List(float64, True)), (1, [2.5, 3.5]), int64),
            ("(int64, types.DictType(unicode_type, int64))", (1, {"a": 1}), int64),
            ((int64, types.List(types.Array(float64, 1, "C"), True)), (1, [np.ones(2)]), int64),
            ((int64, types.Tuple((float64, types.unicode_type))), (1, (2.5, "a")), int64)]:
        assert f.compile(sig).signature.return_type == result
        assert f(*args) == counted(*args)
    assert f.signatures[0] == (float64, types.unicode_type) and len(f.nopython_signatures) >= 5
    makes = of_function(lambda n: ([str(n) for _ in range(n)], {"a": n}))
    assert "unicode_type" in str(makes.compile((int64,)).signature.return_type)
    with pytest.raises(errors.TypingError):
        f.compile((types.unicode_type, types.unicode_type))


def test_compile_converts_results_of_functions_of_containers():
    numbers, table = types.ListType(int64), types.DictType(types.unicode_type, float64)
    first = of_function(lambda x: x[0])
    assert first([1]) == 1 and type(first([1])) is int
    assert first.compile(float64(numbers)).signature == float64(numbers)
    assert type(first([1])) is float and type(first(np.array([1]))) is int and first([2.5]) == 2.5
    assert type(of_function(lambda d: d["a"]).compile(types.float32(table)).signature.return_type) is types.Float
    pair = of_function(lambda x, s: (x[0], s, x))
    pair.compile(types.Tuple((float64, types.unicode_type, numbers))(numbers, types.unicode_type))
    assert pair([3], "ab") == (3.0, "ab", [3]) and type(pair([3], "ab")[0]) is float
    double = of_function(lambda x, s: x * 2)
    double.compile("int64(float64, unicode_type)")
    assert double(1.7, "a") == 3 and type(double(1.7, "a")) is int and double(2, "a") == 4
    for sig in [types.ListType(float64)(int64), types.Set(float64)(int64), types.DictType(int64, float64)(int64)]:
        for function in [lambda n: [n], lambda n: {n}, lambda n: {n: n}]:
            with pytest.raises(errors.TypingError, match="and its signature says"):
                of_function(function).compile(sig)


def test_compile_converts_the_result():
    def scaled(x):
        return x * 2.3

    f = of_function(scaled)
    assert f(1) == 2.3
    assert f.compile("float32(float64)").signature.return_type == types.float32
    assert f(1.1) == float(np.float32(scaled(1.1)))
    assert f(1) == 2.3 and f(np.float32(1.1)) == float(np.float32(1.1)) * 2.3  # other types are compiled as before
    assert {each.args: each.return_type for each in f.nopython_signatures} == {
        (int64,): float64, (float64,): types.float32, (types.float32,): float64}
    assert of_function(lambda x: f(x) + f(1))(1.1) == float(np.float32(scaled(1.1))) + 2.3
    f.compile("float64(float64)")  # it is compiled already
    copied = pickle.loads(pickle.dumps(f))
    assert copied(1.1) == f(1.1) == float(np.float32(scaled(1.1)))
    assert copied.nopython_signatures[1].return_type == types.float32
    f.recompile()
    assert f(1.1) == scaled(1.1)


def test_compile_converts_results_of_all_kinds():
    for sig, result in [("int32(float64)", 2), ("boolean(float64)", True), ("complex128(float64)", 2.53 + 0j),
                        ("optional(float32)(float64)", float(np.float32(2.53)))]:
        f = of_function(lambda x: x * 2.3)
        f.compile(sig)
        assert f(1.1) == result and type(f(1.1)) is type(result)
    pair = of_function(lambda x: (x, x))
    pair.compile("Tuple((float32, int32))(float64)")
    assert pair(1.7) == (float(np.float32(1.7)), 1)
    for sig in ["float64[:](float64)", "Tuple((float32, float32))(float64)"]:
        f = of_function(lambda x: x * 2.3)
        with pytest.raises(errors.TypingError):
            f.compile(sig)
        assert f.signatures == [] and f(1.1) == 1.1 * 2.3


def test_types_that_no_signature_has():
    with pytest.raises(errors.UnsupportedError, match="a signature cannot have pyobject"):
        njit("float64(pyobject)")(lambda x: 1.5)(2)
    with pytest.raises(errors.TypingError, match="which cannot become the unicode_type of its signature"):
        njit("unicode_type(int64)")(lambda n: n)(3)
    with pytest.raises(TypeError, match="the type of x is one of numba.types"):
        njit(locals={"x": "float32"})(lambda x: x)(1.5)
    with pytest.raises(errors.UnsupportedError, match="a signature cannot have pyobject"):
        njit(locals={"x": types.pyobject})(lambda n: n)(1.5)
    with pytest.raises(errors.TypingError, match="'n' in locals is a parameter"):
        njit(locals={"n": types.unicode_type})(lambda n: n)(1.5)


def test_recompile_takes_the_values_anew():
    step = 1

    @njit
    def f(x):
        return x + step

    assert f(1) == 2
    step = 5
    assert f(1) == 2
    f.recompile()
    assert f(1) == 6


def test_what_it_was_compiled_to(host, capsys):
    f = of_function(lambda x: x + 1)
    f(1)
    f.inspect_types()
    assert "int64" in capsys.readouterr().out
    assert "define" in f.inspect_llvm()[int64,] and f.inspect_asm((int64,))
    with pytest.raises(errors.UnsupportedError):
        f.inspect_cfg()


def test_types_of_a_function_that_makes_arrays(capsys):
    f = of_function(lambda n: np.zeros(n) + 1)
    f(2)
    f.inspect_types()
    assert "array(float64, 1d, C)" in capsys.readouterr().out


@pytest.mark.parametrize("options", [{"forceobj": True}, {"nopython": False}, {"error_model": "c"}, {"pipeline_class": object}])
def test_options_that_are_refused(options):
    with pytest.raises((errors.OptionError, errors.UnsupportedError)):
        jit(**options)(plus)
    with pytest.raises(KeyError, match="Unrecognized"):
        jit(fast=True)
