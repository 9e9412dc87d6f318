# SPDX-License-Identifier: Apache-2.0
"""Functions for the host by Numba's names: arguments, strings, exceptions, options, calls. What they
compute is compared in tests/host."""
import os
import pickle
import re
import sys
import threading
import traceback
import typing

import numpy as np
import pytest

import portkern
from portkern import _device, cuda, errors, float64, int64, jit, njit, prange
from portkern.core import types
from portkern.core.registry import CPUDispatcher


class Pair(typing.NamedTuple):
    a: int
    b: float


class TooLow(Exception):
    """Of a program."""


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


def test_what_a_call_compiles_is_listed():
    f = of_function(plus)
    assert isinstance(f, CPUDispatcher) and f.py_func is plus and f.signatures == []
    assert (f(1), f(1.5), f(1)) == (3, 3.5, 3)
    assert f.signatures == [(int64, int64, int64), (float64, int64, int64)]
    assert [str(s) for s in f.nopython_signatures] == ["(int64, int64, int64) -> int64",
                                                       "(float64, int64, int64) -> float64"]
    assert f.overloads[int64, int64, int64].signature.return_type == int64
    assert sum(f.stats.cache_misses.values()) + sum(f.stats.cache_hits.values()) == 2


def test_functions_as_arguments_are_part_of_what_a_call_compiles():
    @njit
    def apply(f, x):
        return f(x) + 1

    def added(n):
        @njit
        def add(x):
            return x + n
        return add

    functions = [added(n) for n in range(3)]
    assert [apply(f, 1) for f in functions] == [2, 3, 4]
    assert [apply(f, 1) for f in functions] == [2, 3, 4]
    assert sum(sum(counts.values()) for counts in apply.stats[1:]) == 3
    for n in range(20):  # of functions that are gone nothing is left
        assert apply(added(n), 1) == n + 2
    assert repr(apply.signatures[0]) == repr((types.Opaque("function add"), int64))


@pytest.mark.parametrize(("given", "words"), [
    (plus, "takes no function: write @njit above its def"), (abs, "takes no builtin_function_or_method: call it"),
    (np.sin, "takes no ufunc: call it in a function"), ([1], r"list\(int64\) is not a function"), (5, "int64 is not a function")])
def test_what_is_no_function_for_a_call(given, words):
    apply = of_function(lambda f, x: f(x))
    with pytest.raises(errors.TypingError, match=words):
        apply(given, 1)


def test_kernels_take_no_functions():
    @cuda.jit
    def kernel(f, x):
        x[0] = f(x[0])

    with pytest.raises(TypeError, match="kernels take no CPUDispatcher"):
        kernel[1, 1](of_function(plus), np.zeros(1))


def test_a_function_is_a_default():
    double = njit(lambda x: 2 * x)

    @njit
    def apply(x, f=double, *, n=1):
        return f(x) + n

    assert (apply(3), apply(3, njit(lambda x: -x)), apply(3, n=4), apply(x=1)) == (7, -2, 10, 3)


@pytest.mark.parametrize(("handler", "words"), [
    ("except ValueError:", "catching exceptions of some classes only is not supported yet"),
    ("except (ValueError, TypeError):", "catching exceptions of some classes only"),
    ("except Exception as e:", "an exception as a value is not supported yet"),
    ("except Exception:\n        return 2\n    except:", "a second except is not supported yet")])
def test_what_except_does_not_catch_is_refused(handler, words, tmp_path):
    file = tmp_path / "handlers.py"
    file.write_text(f"def f(n):\n    try:\n        return 1 // n\n    {handler}\n        return 3\n")
    space = {}
    exec(compile(file.read_text(), file, "exec"), space)  # noqa: S102
    with pytest.raises(errors.UnsupportedError, match=re.escape(words)):
        njit(space["f"])(1)


def test_kernels_have_no_try():
    @cuda.jit
    def kernel(x):
        try:
            x[0] = 1
        except Exception:
            x[0] = 2

    with pytest.raises(errors.UnsupportedError, match="try in a kernel is not supported yet"):
        kernel[1, 1](np.zeros(1))


def test_a_call_that_assigns_by_nonlocal_is_refused_in_a_try():
    @njit
    def f(n):
        def step():
            nonlocal n
            n += 1

        try:
            step()
        except Exception:
            n = 0
        return n

    with pytest.raises(errors.UnsupportedError, match="a call of step, which assigns 'n', in a try"):
        f(1)


MESSAGES = [
    (lambda a: np.concatenate(a), "np.concatenate does not take (array(float64, 1d, C)): float64 has no"),
    (lambda a: np.concatenate((a, 3)), "np.concatenate does not take (Tuple(array(float64, 1d, C), int64)): int64 has no"),
    (lambda a: np.bincount(a), "np.bincount does not take (array(float64, 1d, C)): an index is an integer"),
    (lambda a: np.percentile(a, "x"), "np.percentile does not take (array(float64, 1d, C), string)"),
    (lambda a: np.arange(None), "np.arange does not take (none)"),
    (lambda a: np.random.randint(a[0]), "np.random.randint does not take (float64, none): no operator |"),
    (lambda a: np.random.binomial(a[0], 0.5), "np.random.binomial does not take (float64, float64, none): no operator |"),
    (lambda a: np.random.multinomial(2.5, a), "np.random.multinomial does not take (float64, array(float64, 1d, C), none)"),
    (lambda a: np.random.multinomial(2, a[0]), "np.random.multinomial does not take (int64, float64, none)"),
    (lambda a: np.random.dirichlet(a[0]), "np.random.dirichlet does not take (float64, none)"),
    (lambda a: ()[0], "it has no items"),
    (lambda a: {a: 1}, "as a key is not supported yet"),
    (lambda a: (v for v in a), "in a compiled function is not supported yet"),
    (lambda a: print(a), "cannot be printed in a compiled function"),
    (lambda a: str(a[0]), "the text of float64 is not supported yet"),
    (lambda a: f"{a.size:3}", "a format in an f-string that is not printed"),
    (lambda a: "x" + a.size, "no operator + for string and int64"),
    (lambda a: str(a.size) * "x", "no operator * for unicode_type and string"),
    (lambda a: str(a.size) == 3, "no operator == for unicode_type and int64"),
    (lambda a: 3 in str(a.size), "no operator in for int64 and unicode_type"),
    (lambda a: str(a.size)["x"], "an index is an integer, and this is"),
    (lambda a: str(a.size).find(3), "(...).find does not take (unicode_type, int64)"),
    (lambda a: str(a.size).nothing(), "unicode_type has no attribute 'nothing'"),
    (lambda a: "x".nothing(), "string has no attribute 'nothing'"),
    (lambda a: ["x", 1], "cannot unify unicode_type and int64"),
    (lambda a: "x" if a.size else 1, "cannot unify"),
    (lambda a: ",".join([1, 2]), ".join does not take (unicode_type, ")]


def test_strings_cannot_be_changed():
    @njit
    def store(n):
        s = str(n)
        s[0] = "x"
        return s

    with pytest.raises(errors.TypingError, match="cannot assign to an item of unicode_type"):
        store(1)


def test_words_of_exceptions_are_not_printed(capfd):
    """They are among what functions print, until the call ends."""
    @njit
    def fails(s, n):
        for i in range(n):
            print("turn", s)
            try:
                raise ValueError(s)
            except Exception:
                print("caught", i)
        raise KeyError(f"{s} of {n}", "nul\0" + s)

    with pytest.raises(KeyError) as caught:
        fails("x", 2)
    assert caught.value.args == ("x of 2", "nul\0x")
    assert capfd.readouterr().out == "turn x\ncaught 0\nturn x\ncaught 1\n"


def test_words_that_leave_no_room_are_cut():
    @njit
    def fails(n):
        raise ValueError("word " * n)

    for n in (0, 1, 100, 10_000):
        with pytest.raises(ValueError) as caught:
            fails(n)
        said, = caught.value.args
        assert said == "word " * n if n < 1000 else 700 < len(said) < 800 and said.startswith("word " * 100)
    with pytest.raises(ValueError, match="its words had no room"):
        fails(100_000)


def test_words_behind_those_of_many_exceptions_are_not_mistaken():
    @njit
    def fails(n):
        for i in range(n):
            try:
                raise ValueError("caught " + str(i))
            except Exception:
                pass
        raise ValueError("last " + str(n))

    with pytest.raises(ValueError, match="^last 1000$"):
        fails(1000)
    with pytest.raises(ValueError, match="its words had no room"):
        fails(20000)


def test_iterations_of_prange_raise_strings():
    @njit(parallel=True)
    def fails(words, a):
        for i in prange(len(a)):
            a[i] = i
            if i == 3:
                raise ValueError("at " + words + str(i))
        return a

    with pytest.raises(ValueError, match="^at x3$"):
        fails("x", np.zeros(5000))


def test_each_of_many_strings_is_an_argument():
    """A function is compiled for a few strings alone, then once for all others."""
    @njit
    def twice(s, mode="x"):
        return s + s if mode == "x" else s

    texts = [*(f"t{i}" for i in range(40)), "", "nul\0in it", "\ud800", "long " * 1000, "\U0001f600"]
    assert [twice(s) for s in texts] == [s + s for s in texts]
    assert [twice(s, mode="y") for s in texts] == texts
    assert twice(mode="z", s="t3") == "t3" and len(twice.signatures) < 40


def test_strings_in_arguments_of_all_sorts():
    @njit
    def names(t, d, s):
        out = [t[0]]
        for key, value in d.items():
            out.append(key + value[0])
        for x in s:
            out.append(x)
        d["new"] = ["v"]
        return out

    d = {"a": ["b", "c"], "\u00e4": ["\u20ac"]}
    assert names(("first", 1), d, {"q"}) == ["first", "ab", "\u00e4\u20ac", "q"]
    assert d == {"a": ["b", "c"], "\u00e4": ["\u20ac"], "new": ["v"]}
    assert names(("a\0b", 1), {"x": ["y"]}, {"z"})[0] == "a\0b"
    with pytest.raises(TypeError, match="can't unbox heterogeneous list"):
        names(("a", 1), {"a": ["b", 1]}, {"q"})


def test_prints_of_strings(capfd):
    @njit
    def show(s, n):
        print("<", s + "\u20ac", n, s * 2, sep="|", end=">\n")

    show("\u00e4b", 3)
    assert capfd.readouterr().out == "<|\u00e4b\u20ac|3|\u00e4b\u00e4b>\n"


@pytest.mark.parametrize(("function", "words"), MESSAGES)
def test_messages_are_about_the_call_and_about_functions(function, words):
    with pytest.raises((errors.TypingError, errors.UnsupportedError)) as caught:
        njit(function)(np.ones(3))
    text = str(caught.value)
    assert words in text and "<lib>" not in text and "kernel" not in text and "4294967295" not in text
    assert re.match(rf"{re.escape(__file__)}:\d+:\d+: error: ", text)


@pytest.mark.parametrize(("options", "words"), [
    ({"inline": "often"}, "kwarg 'inline' must be one of the strings"),
    ({"fastmath": {"nnan", "quick"}}, "Unrecognized fastmath flags: {'quick'}")])
def test_values_that_options_do_not_have(options, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        njit(**options)(plus)


def test_arguments_by_name():
    f = of_function(plus)
    assert f(b=1, a=5) == 6 and f(1, 2, c=4) == 7 and f(a=np.int8(1)) == 3
    for args, names in (((), {}), ((1, 2, 3, 4), {}), ((1,), {"d": 2}), ((1,), {"a": 2})):
        with pytest.raises(TypeError):
            f(*args, **names)


def test_the_rest_of_the_arguments_are_a_tuple():
    @njit
    def rest(a, *others):
        return a + len(others), others

    assert rest(1) == (1, ()) and rest(1, 2, 3.5) == (3, (2, 3.5))
    with pytest.raises(TypeError):
        rest()


def test_error_models():
    def divide(a, b):
        return a / b

    with pytest.raises(ZeroDivisionError, match="^division by zero$"):
        of_function(divide)(1.0, 0.0)
    assert of_function(divide, error_model="numpy")(1.0, 0.0) == np.inf


def test_bounds_are_checked_unless_refused():
    def at(x, i):
        return x[i]

    def sum_of(x, n):
        total = 0.0
        for i in range(n):
            total += x[i]
        return total

    whole = np.arange(8.0)
    for checked in njit, njit(boundscheck=True):
        assert checked(at)(whole, -1) == 7
        with pytest.raises(IndexError, match="index 8 is out of bounds"):
            checked(at)(whole, 8)
        assert checked(sum_of)(whole, 8) == 28
        with pytest.raises(IndexError, match="index 8 is out of bounds"):
            checked(sum_of)(whole, 9)
    assert njit(boundscheck=False)(sum_of)(whole, 8) == 28


def test_functions_call_each_other():
    @njit
    def even(n):
        return True if n == 0 else odd(n - 1)

    @njit
    def odd(n):
        return False if n == 0 else even(n - 1)

    def scaled(function, by):
        @njit
        def inner(x):
            return function(x) * by
        return inner

    double = of_function(lambda x: x + x)
    assert even(7) is False and odd(7) is True
    assert scaled(double, 3)(2) == 12 and scaled(double, 0.5)(2) == 2.0


def test_kernels_call_them_and_divide_as_kernels_do(host):
    divide = of_function(lambda a, b: a // b)

    @cuda.jit
    def kernel(x):
        x[0] = divide(x[0], x[1])

    x = np.array([7, 0])
    kernel[1, 1](x)
    assert x[0] == 0
    with pytest.raises(TypeError, match="is a function of the host"):
        divide[1, 1](x)


def test_exceptions_are_pythons_own_at_their_line():
    @njit
    def check(x):
        if x < 0:
            raise TooLow("low", x)
        return x

    @njit
    def calls(x):
        return check(x) + 1

    for f in (check, calls):
        with pytest.raises(TooLow) as caught:
            f(-2)
        assert type(caught.value) is TooLow and caught.value.args == ("low", -2)
        frame = traceback.extract_tb(caught.value.__traceback__)[-1]
        assert frame.name == "check" and frame.line == 'raise TooLow("low", x)' and frame.filename == __file__
    assert calls(1) == 2


def test_arrays_are_not_copied():
    @njit
    def parts(x):
        x[0] = 7
        return x, x[1:], x[::-1, ::2], np.zeros(3)

    x = np.arange(12.0).reshape(4, 3).copy()
    same, tail, back, new = parts(x)
    assert same is x and x[0, 0] == 7
    assert tail.base is x and np.shares_memory(back, x) and back.strides == (-24, 16)
    assert type(new.base).__name__ == "PyCapsule" and new.flags.writeable
    del same, tail, back
    count = sys.getrefcount(x)
    parts(x)
    assert sys.getrefcount(x) == count


def test_views_of_what_is_read_only_are_read_only():
    @njit
    def tail(x):
        return x[1:]

    x = np.arange(3)
    x.flags.writeable = False
    assert not tail(x).flags.writeable


def test_named_tuples_and_records():
    @njit
    def swapped(p):
        return Pair(p.b, p.a), (p, 1)

    first, (second, one) = swapped(Pair(1, 2.5))
    assert type(first) is Pair and first == (2.5, 1) and type(second) is Pair and one == 1

    @njit
    def record(x, i):
        x[i].n += 1
        return x[1:]

    x = np.zeros(3, [("n", "<i4"), ("v", "<f8")])
    tail = record(x, 1)
    assert tail.dtype == x.dtype and tail["n"].tolist() == [1, 0] and tail.base is x


def test_records_are_arguments_and_no_results(host):
    records = np.array([(1.5, 2), (2.5, 3)], [("x", "f4"), ("y", "i8")])
    assert njit(lambda r: r.x + r.y)(records[1]) == 5.5
    for function, args in ((lambda a: a[1], (records,)), (lambda r: r, (records[0],)), (lambda a: (a[0], 1), (records,))):
        with pytest.raises(errors.UnsupportedError, match=r"Record\(x: float32, y: int64\).* which no caller can get"):
            njit(function)(*args)


@pytest.mark.parametrize("function, args, error, words", [
    (lambda n: np.tile(np.ones(4), n), (2 ** 62 + 1,), ValueError, "array is too big"),
    (lambda n: np.kron(np.ones(n), np.ones(n)), (0,), None, 0),
    (lambda n: np.repeat(np.ones(4), n), (2 ** 62 + 1,), ValueError, "array is too big"),
    (lambda n: np.repeat(np.ones(2), n), (2 ** 62,), ValueError, "array is too big"),
    (lambda n: np.repeat(np.ones(4), np.array([n, n, n, n])), (2 ** 62,), MemoryError, "Allocation failed"),
    (lambda n: "abcd" * n, (2 ** 62 + 1,), MemoryError, "cannot allocate a string"),
    (lambda n: "ab" * n, (2 ** 62,), MemoryError, "cannot allocate a string"),
    (lambda n: [1, 2, 3, 4] * n, (2 ** 62 + 1,), MemoryError, "cannot allocate list"),
    (lambda n: [1] * n, (2 ** 60,), MemoryError, "cannot allocate list"),
    (lambda n: np.arange(-n - 1, n), (2 ** 63 - 1,), ValueError, "Maximum allowed size exceeded"),
    (lambda n: np.arange(n, -n - 1, -1), (2 ** 63 - 1,), ValueError, "Maximum allowed size exceeded"),
    (lambda n: np.arange(0, n), (2 ** 62,), ValueError, "array is too big")])
def test_sizes_beyond_all_memory(host, function, args, error, words):
    if error is None:
        assert len(njit(function)(*args)) == words
        return
    with pytest.raises(error, match=words):
        njit(function)(*args)


def test_memory_lives_as_long_as_arrays():
    @njit
    def made(n):
        a = np.empty(n)
        a[:] = n
        return a[1:]

    kept = [made(n) for n in range(1, 50)]
    assert all((a == n).all() and a.size == n - 1 for n, a in enumerate(kept, 1))
    assert (made(1000).T + 1).sum() == 999 * 1001


def test_threads_call_one_function():
    @njit(nogil=True)
    def total(n):
        s = 0
        for i in range(n):
            s += i
        return s

    found = []
    threads = [threading.Thread(target=lambda: found.append([total(200) for _ in range(20)])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[19900] * 20] * 4


def test_disabled_jit_gives_the_function(monkeypatch):
    monkeypatch.setattr(portkern.config, "DISABLE_JIT", 1)
    assert njit(plus) is plus and jit(nopython=True)(plus) is plus


def test_what_does_not_compile_says_so():
    @njit
    def f(x):
        return open(x)

    with pytest.raises((errors.TypingError, errors.UnsupportedError), match="open"):
        f(1)
    with pytest.raises(errors.TypingError, match="object"):
        of_function(plus)(object())


@jit(target="gpu")
def of_target(x, y):
    return x + y


@jit(target="gpu", nopython=True)
def shifted(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] + 1


def test_target_gpu_takes_calls_and_launches():
    x = np.arange(5, dtype=np.float32)
    assert (of_target(x, x) == 2 * x).all() and of_target(x, x).dtype == np.float32
    assert of_target(2, 3) == 5

    @cuda.jit
    def k(out):
        out[0] = of_target(out[1], 3)

    out = np.zeros(5, np.float32)
    shifted[1, 32](x, out)
    assert (out == x + 1).all()
    k[1, 1](out)
    assert out[0] == 5
    assert pickle.loads(pickle.dumps(of_target)) is of_target
    with pytest.raises(errors.TypingError):
        shifted(3, 4)


def test_random_numbers_differ_by_thread_and_process():
    @njit
    def draw(n):
        return np.random.random(n)

    found = [draw(4)]
    threads = [threading.Thread(target=lambda: found.append(draw(4))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    here, there = os.pipe()
    child = os.fork()
    if not child:
        os.write(there, draw(4).tobytes())
        os._exit(0)
    os.waitpid(child, 0)
    found += [np.frombuffer(os.read(here, 32)), draw(4)]
    assert len({tuple(each) for each in found}) == 5


def test_of_a_list_only_the_items_that_change_are_new_objects():
    def function(x, at, more):
        x[at] += 1
        for i in range(more):
            x.append(x[i])
        if more < 0:
            del x[more:]

    def flip(x):
        x.reverse()

    changed = of_function(function)
    for kind in float, int:
        for at, more in (2, 0), (0, 3), (4, -2), (4, 0):
            x = [kind(10**6 + i) for i in range(5)]
            given, expected = list(x), list(x)
            changed(x, at, more)
            function(expected, at, more)
            assert x == expected and all(type(v) is kind for v in x)
            kept = [i for i in range(min(5, len(x))) if i != at]
            assert all(x[i] is given[i] for i in kept)
    x = [0.0, float("nan"), 1.0]
    changed(x, 0, 1)
    assert repr(x) == "[1.0, nan, 1.0, 1.0]"
    x = [0.0, -0.0]
    of_function(flip)(x)
    assert repr(x) == "[-0.0, 0.0]"


@njit
def depth_of(n, wide):
    x = (n, n + 1, n + 2, n + 3)
    a, b, c, d = wide % 101, (wide + n) % 103, (wide + 2 * n) % 107, (wide + 3 * n) % 109
    e, f, g, h = wide % 113, (wide + n) % 127, (wide + 2 * n) % 131, (wide + 3 * n) % 137
    if n == 0:
        return wide
    below = depth_of(n - 1, (wide * 2 + x[n % 4]) % 1000003)  # a frame has all of them
    return (below + a * b + c * d + e * f + g * h + a * h + b * g + c * f + d * e) % 1000003 + x[1]


@njit
def three(n, at):
    if n == at:
        raise ValueError("at")
    if n < 2:
        return 1
    return three(n - 1, at) + 2 * three(n - 2, at) + 3 * three(n - 3, at)


def in_a_thread(stack, call):
    """What the call gives on a thread with so much stack."""
    results = []

    def run():
        try:
            results.append(call())
        except RecursionError as error:
            results.append(str(error))

    old = threading.stack_size(stack)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(old)
    return results[0]


@pytest.mark.parametrize("stack", [0, 1 << 16, 1 << 18, 1 << 26])
def test_recursion_has_its_depth_on_any_stack(stack):
    assert in_a_thread(stack, lambda: depth_of(999, 3)) == depth_of.py_func(999, 3)
    assert in_a_thread(stack, lambda: depth_of(1000, 3)) == depth_of(1000, 3)
    assert in_a_thread(stack, lambda: depth_of(1001, 3)) == "maximum recursion depth exceeded in depth_of"
    assert in_a_thread(stack, lambda: depth_of(1 << 40, 3)) == "maximum recursion depth exceeded in depth_of"


def test_functions_that_call_themselves_fail_wherever_they_do():
    for n in range(9):
        for at in range(-3, 10):
            try:
                expected = three.py_func(n, at)
            except ValueError:
                with pytest.raises(ValueError, match="at"):
                    three(n, at)
            else:
                assert three(n, at) == expected


def test_floats_out_of_range_become_the_nearest_integer_and_nan_becomes_0():
    @njit
    def whole(x, wide, narrow, bytes_):
        for i in range(len(x)):
            wide[i] = int(x[i])
            narrow[i] = np.int32(x[i])
            bytes_[i] = np.int8(x[i])

    def nearest(value, bits):
        low, high = -2 ** (bits - 1), 2 ** (bits - 1) - 1
        return 0 if np.isnan(value) else low if value <= low else high if value >= high else int(value)

    for kind in np.float64, np.float32:
        edges = [kind(sign * 2.0 ** n) for n in (0, 7, 31, 52, 63, 64, 100) for sign in (1, -1)]
        edges += [np.nextafter(v, kind(to)) for v in edges for to in (0, np.inf, -np.inf)] + [v + kind(0.5) for v in edges]
        x = np.array([*edges, 0.0, -0.0, np.nan, np.inf, -np.inf], kind)
        results = [np.zeros(len(x), dtype) for dtype in (np.int64, np.int32, np.int8)]
        whole(x, *results)
        for result in results:
            assert result.tolist() == [nearest(float(v), 8 * result.itemsize) for v in x]


def test_signatures_of_calls_with_names_of_dtypes():
    @njit
    def ones(n, dtype):
        return np.ones(n, dtype)

    assert ones(2, "f4").dtype == np.float32 and ones(2, np.dtype("i2")).dtype == np.int16
    assert ones.signatures == [(int64, types.unicode_type), (int64, types.DType(types.int16))]
