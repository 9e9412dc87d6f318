# SPDX-License-Identifier: Apache-2.0
"""Generators with njit from Python: iterators whose frames are in the memory of compiled code."""
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import namedtuple

import numpy as np
import pytest

from portkern import _device, errors, int64, njit, prange
from portkern.experimental import jitclass


@pytest.fixture(params=["cpu", "interp"], autouse=True)
def host(request):
    context = _device.open_device(request.param)
    token = _device._core.current.set(context)
    yield context
    _device._core.current.reset(token)


@njit
def count(n):
    """Numbers below n."""
    for i in range(n):
        yield i


@njit
def rows(a):
    for row in a:
        yield row


@njit
def raising(n):
    yield 1
    if n > 2:
        raise ValueError("too large", n)
    yield 2


def test_a_call_gives_an_iterator():
    g = count(3)
    assert iter(g) is g
    assert [next(g), next(g), next(g)] == [0, 1, 2]
    for _ in range(2):
        with pytest.raises(StopIteration):
            next(g)
    assert next(g, "end") == "end"
    assert list(count(4)) == [0, 1, 2, 3]
    assert type(g).__name__ == "count" and type(g).__doc__ == "Numbers below n."


def test_several_go_on_by_themselves():
    a, b, c = count(3), count(5), count(n=2)
    assert list(zip(a, b, strict=False)) == [(0, 0), (1, 1), (2, 2)]
    assert list(b) == [3, 4]
    assert list(c) == [0, 1]
    many = [count(i) for i in range(50)]
    assert [list(g) for g in many] == [list(range(i)) for i in range(50)]


def test_each_set_of_types_has_its_own():
    assert list(count(np.int8(3))) == [0, 1, 2]

    @njit
    def doubled(a):
        for v in a:
            yield v * 2

    assert list(doubled(np.array([1.5]))) == [3.0]
    assert list(doubled(np.array([3]))) == [6]
    assert list(doubled([1, 2])) == [2, 4]
    assert list(doubled(("a", "b"))) == ["aa", "bb"]


def test_exceptions_name_their_line_and_end_it():
    g = raising(3)
    assert next(g) == 1
    with pytest.raises(ValueError) as caught:
        next(g)
    assert caught.value.args == ("too large", 3)
    with pytest.raises(StopIteration):
        next(g)
    with pytest.raises(ValueError):
        sum(raising(5))


def test_arguments_are_kept_while_it_lives():
    a = np.arange(6.0).reshape(3, 2)
    before = sys.getrefcount(a)
    g = rows(a)
    alive = weakref.ref(a)
    assert (next(g) == [0.0, 1.0]).all()
    del a
    gc.collect()
    assert alive() is not None
    row = next(g)
    del g
    gc.collect()
    assert (row == [2.0, 3.0]).all()
    del row
    gc.collect()
    assert alive() is None or sys.getrefcount(alive()) <= before


def test_rows_are_views_of_the_argument():
    a = np.zeros((3, 2))
    for i, row in enumerate(rows(a)):
        row[:] = i
    assert (a == [[0, 0], [1, 1], [2, 2]]).all()


@njit
def large(n):
    kept = np.zeros(1 << 20)
    for i in range(n):
        kept = kept + i
        yield kept
        yield np.ones(1 << 18)


def _memory():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_what_is_dropped_half_way_is_freed(host):
    if host.backend == "interp":
        pytest.skip("it is the same code, slowly")
    for _ in range(3):
        next(large(3))
    before = _memory()
    for _ in range(100):
        g = large(3)
        next(g)
        next(g)
        del g
    assert _memory() - before < 64 << 20


@njit
def takes_some(n):
    s = 0.0
    for _ in range(n):
        for a in large(4):
            s += a[0]
            if s > 1:
                break
    return s


def test_what_a_function_drops_half_way_is_freed(host):
    if host.backend == "interp":
        pytest.skip("it is the same code, slowly")
    takes_some(3)
    before = _memory()
    takes_some(100)
    assert _memory() - before < 64 << 20


def test_calls_by_name_defaults_and_stars():
    @njit
    def f(a, b=3, *rest):
        yield a
        yield b
        for v in rest:
            yield v

    assert list(f(1)) == [1, 3]
    assert list(f(1, 2)) == [1, 2]
    assert list(f(1, 2, 5, 6)) == [1, 2, 5, 6]
    assert list(count(n=2)) == [0, 1]
    with pytest.raises(TypeError):
        count()


def test_containers_are_arguments():
    @njit
    def lengths(words):
        for word in words:
            yield len(word)

    @njit
    def pairs(d):
        for k in d:
            yield k, d[k]

    assert list(lengths(["a", "bcd"])) == [1, 3]
    assert list(lengths(("ab", "c"))) == [2, 1]
    assert list(pairs({"x": 1, "y": 2})) == [("x", 1), ("y", 2)]
    for i in range(20):
        assert list(lengths([str(i)])) == [len(str(i))]


@njit
def words(text):
    for word in text.split():
        yield word


def test_strings_are_arguments_of_any_number():
    for i in range(20):
        assert list(words(f"no {i}")) == ["no", str(i)]


def test_objects_are_arguments_and_items():
    @jitclass([("x", int64)])
    class Box:
        def __init__(self, x):
            self.x = x

    @njit
    def boxes(box, n):
        for i in range(n):
            box.x += 1
            yield Box(i + box.x)

    box = Box(5)
    assert [b.x for b in boxes(box, 3)] == [6, 8, 10]
    assert box.x == 8


def test_compiled_functions_use_it():
    @njit
    def total(n):
        s = 0
        for v in count(n):
            s += v
        return s

    assert total(10) == 45
    assert total.py_func(5) == 10


def test_threads_have_their_own():
    got = {}

    def work(i):
        got[i] = sum(count(200 + i))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert got == {i: sum(range(200 + i)) for i in range(8)}


@njit
def waits(n):
    yield 0
    while n > 0:
        n += 1
        if n < 0:
            n = 1
    yield 1


def test_the_keyboard_ends_one_that_does_not_yield(host):
    if host.backend == "interp":
        pytest.skip("it looks as the other does")
    list(waits(0))  # compiled
    g = waits(1)
    assert next(g) == 0
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        # Another process: a call keeps the GIL from threads of this one.
        killer = subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"])
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            next(g)
        assert time.monotonic() - begin < 20
        killer.wait()
    finally:
        signal.signal(signal.SIGINT, old)
    with pytest.raises(StopIteration):
        next(g)


def _says(function, args, kind, words):
    with pytest.raises(kind) as caught:
        list(function(*args))
    assert words in str(caught.value)


def test_what_is_refused_is_refused_clearly():
    @njit
    def delegates(n):
        yield from range(n)

    @njit
    def mixed(n):
        yield n
        yield "a"

    @njit
    def itself(n):
        for v in itself(n - 1):
            yield v
        yield n

    @njit
    def nothing(n):
        return
        yield n

    @njit(parallel=True)
    def parallel(n):
        for i in prange(n):
            yield i

    @njit
    def gives(n):
        return count(n)

    @njit
    def part(n):
        return n > 1 and (yield n)

    @njit
    def takes(g):
        return next(g)

    _says(delegates, (3,), errors.UnsupportedError, "'yield from' is not supported yet")
    _says(mixed, (3,), errors.TypingError, "cannot unify unicode_type with the int64 yielded on line")
    _says(itself, (3,), errors.UnsupportedError, "the generator itself calls itself")
    _says(nothing, (3,), errors.TypingError, "nothing yields no value")
    _says(parallel, (3,), errors.UnsupportedError, "yield in a loop over prange is not supported yet")
    _says(gives, (3,), errors.UnsupportedError, "gives returns generator, which no caller can get")
    _says(part, (3,), errors.UnsupportedError, "yield in a part of an expression is not supported yet")
    _says(takes, (count(3),), errors.TypingError, "a generator cannot be an argument")
    _says(njit(lambda n: len(count(n))), (3,), errors.TypingError, "len takes")


def test_functions_in_tuples_are_no_generators():
    @njit
    def parts(t):
        s = 0.0
        for v in t[0](t[-1]):
            s += v
        return s

    assert parts((count, 4)) == 6
    assert parts((count, np.ones(3), 4)) == 6


Pair = namedtuple("Pair", "x y")


@njit
def fields(p):
    yield p.x
    yield p.y


def test_named_tuples_are_arguments():
    assert list(fields(Pair(1.0, 2.0))) == [1, 2]


@njit(nogil=True)
def takes_long(began, n):
    while True:
        began[0] = 1
        s = np.uint64(1)
        for i in range(n):
            s = (s * np.uint64(6364136223846793005) + np.uint64(i)) ^ (s >> np.uint64(7))
        yield s


def test_a_generator_that_runs_in_another_thread_refuses_to_go_on(host):
    began, found = np.zeros(1), []
    g = takes_long(began, 300_000_000 if host.backend == "cpu" else 2_000_000)
    assert next(g) == next(g)
    began[0] = 0
    thread = threading.Thread(target=lambda: found.append(next(g)))
    thread.start()
    while not began[0]:
        time.sleep(0.001)
    with pytest.raises(ValueError, match="generator already executing"):
        next(g)
    thread.join()
    assert found == [next(g)]  # it goes on after that


def test_lists_of_arrays_live_with_it():
    @njit
    def turned(arrays):
        arrays[0][0] = 7
        for i in range(len(arrays)):
            yield arrays[i][::-1]
        arrays.append(np.zeros(1))
        yield arrays[-1]

    first = np.arange(3.0)
    alive = weakref.ref(first)
    before = sys.getrefcount(first)
    given = [first, np.ones(2)]
    got = list(turned(given))
    assert [a.tolist() for a in got] == [[2, 1, 7], [1, 1], [0]]
    assert len(given) == 2 and first[0] == 7  # the list was copied, the arrays were not
    del got, given
    gc.collect()
    assert sys.getrefcount(first) == before

    g = turned([first, np.full(1000, 5.0)])
    del first
    gc.collect()
    np.ones(1000)
    row = next(g)
    assert row.tolist() == [2, 1, 7] and alive() is not None
    assert next(g).tolist() == [5.0] * 1000
    del g
    gc.collect()
    assert row.tolist() == [2, 1, 7]
    del row
    gc.collect()
    assert alive() is None


def test_lists_in_lists_and_tuples_live_with_it():
    @njit
    def sums(nested):
        for arrays in nested:
            for a in arrays:
                yield a.sum()

    @njit
    def firsts(pair):
        for a in pair[1]:
            yield a[0] + pair[0]

    @njit
    def values(table):
        for key in table:
            yield table[key]

    def nested():
        return sums([[np.full(100, i + 1.0) for i in range(3)], [np.full(50, 2.0)]])

    g = nested()
    gc.collect()
    assert list(g) == [100, 200, 300, 100]
    assert list(firsts((1.0, [np.array([2.0, 3.0]), np.array([4.0])]))) == [3, 5]
    g = values({"a": np.full(100, 3.0)})
    gc.collect()
    assert [a.sum() for a in g] == [300]


def test_other_types_of_lists_have_their_own():
    @njit
    def counted(arrays, n):
        for _ in range(n):
            yield len(arrays) + arrays[0].size

    assert list(counted([np.ones(3)], 2)) == [4, 4]
    assert list(counted([np.ones(3, np.int8)] * 2, 1)) == [5]
    assert list(counted([np.ones((2, 2))], 1)) == [5]
    assert list(counted([np.ones((4, 4))[::2, ::2]], 1)) == [5]
    read_only = np.ones(3)
    read_only.flags.writeable = False
    assert list(counted([read_only], 1)) == [4]

