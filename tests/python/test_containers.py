# SPDX-License-Identifier: Apache-2.0
"""Containers as arguments of functions of the host: whose they stay, and what is refused."""
import gc
import pickle
import resource
import sys
import threading
import weakref
from collections import namedtuple

import numpy as np
import pytest
from portkern import errors, njit, types
from portkern.typed import Dict, List


Point = namedtuple("Point", "x y")
Place = namedtuple("Place", "x y")


@njit
def count(items):
    return len(items)


@njit
def append(items, a, b):
    items.append((a, b))
    return len(items)


@njit
def fill(d, n):
    for i in range(n):
        d[i] = np.full(2, i * 1.0)
    d[3][0] = 9


@njit
def grow(items, n):
    items.append((n, n))
    if n > 1:
        raise ValueError("too many", n)


def test_what_the_function_changes_is_changed_in_the_callers_objects():
    array = np.ones(2)
    d = Dict.empty(types.int64, types.float64[:])
    d[3] = array
    fill(d, 2)
    assert d[3] is array and array.tolist() == [9, 1]
    assert list(d) == [3, 0, 1] and d[1].tolist() == [1, 1]
    inner = [1, 2]
    lists = [inner]
    njit(lambda x: x[0].append(7))(lists)
    assert lists[0] is inner and inner == [1, 2, 7]


def test_a_function_that_raises_changes_no_container():
    items = [(1, 2)]
    grow(items, 1)
    with pytest.raises(ValueError, match="too many"):
        grow(items, 2)
    assert items == [(1, 2), (1, 1)]


def test_one_function_is_compiled_for_each_type_and_not_for_each_length():
    for n in range(1, 5):
        assert count([(1, 2.0)] * n) == n
        assert count([(1, np.ones(i)) for i in range(n)]) == n
    assert len(count._container_functions) == 2


def test_named_tuples_in_containers():
    @njit
    def moved(points, by):
        points.append(Point(0, 0.5))
        return [Point(p.x + by, p.y) for p in points], {p.x: p for p in points}

    points = [Point(1, 2.5), Point(3, 4.5)]
    out, by_x = moved(points, 10)
    assert out == [(11, 2.5), (13, 4.5), (10, 0.5)] and all(type(p) is Point for p in [*out, *points, *by_x.values()])
    assert points == [(1, 2.5), (3, 4.5), (0, 0.5)]
    with pytest.raises(TypeError, match="heterogeneous list: Point != Place"):
        moved([Point(1, 2.0), Place(1, 2.0)], 1)


def test_containers_within_tuples():
    @njit
    def first(t):
        t[0].append(len(t[1].y))
        return t[0], t[1].x

    array = np.ones(3)
    items = [1, 2]
    assert first((items, Point(array, {1: 2.5})))[0] == [1, 2, 1] == items
    with pytest.raises(ValueError, match="the type of an empty container is not known"):
        first(([], Point(array, {1: 2})))


def test_typed_containers_convert_numbers_as_numba_does():
    floats = List([1.5, 2])
    floats.append(3)
    floats += [True]
    floats[0] = np.int8(7)
    assert [*map(repr, floats)] == ["7.0", "2.0", "3.0", "1.0"]
    small = List.empty_list(types.int8)
    small.append(300)
    assert small == [44]
    pairs = List([(1, 2.0)])
    pairs.insert(0, (3, 4))
    assert repr(pairs) == "[(3, 4.0), (1, 2.0)]"
    found = Dict.empty(types.unicode_type, types.float64)
    found.update(a=1)
    assert found.setdefault("b", 2) == 2.0 and repr(found) == "{'a': 1.0, 'b': 2.0}"
    assert pickle.loads(pickle.dumps(pairs)) == pairs and isinstance(pickle.loads(pickle.dumps(pairs)), List)


@pytest.mark.parametrize("items, wrong", [
    ([1, 2], 2.5), ([1, 2], "a"), ([1, 2], None), (["a"], 3), ([(1, 2.0)], (3,)), ([(1, 2.0)], (3, "a")), ([1.0], 1j),
    ([np.zeros(2)], np.zeros(2, np.float32)), ([np.zeros(2)], np.zeros((2, 2))), ([[1]], [2.5]), ([[1]], {1}), ([{"a": 1}], {"a": "b"})])
def test_typed_lists_refuse_items_of_another_type(items, wrong):
    made = List(items)
    for change in (lambda: made.append(wrong), lambda: made.insert(0, wrong), lambda: made.extend([items[0], wrong]),
                   lambda: made.__setitem__(0, wrong), lambda: made.__setitem__(slice(0, 1), [wrong]), lambda: List([*items, wrong])):
        with pytest.raises(errors.TypingError, match="takes no"):
            change()
    assert len(made) == len(items)


def test_typed_dicts_refuse_keys_and_values_of_another_type():
    made = Dict({1: 2.0})
    for key, value in (("a", 1.0), (2.5, 1.0), (1, "a"), (1, None)):
        for change in (lambda: made.__setitem__(key, value), lambda: made.update({key: value})):  # noqa: B023
            with pytest.raises(errors.TypingError, match="takes no"):
                change()
    assert made == {1: 2.0}
    with pytest.raises(OverflowError):
        List([1]).append(2**70)


def test_typed_containers_remember_their_type():
    assert count(List.empty_list(types.int64)) == 0
    assert count(Dict.empty(types.int64, types.ListType(types.float64))) == 0
    d = Dict.empty(types.int32, types.float64)
    d[True] = 2
    assert repr(d) == "{1: 2.0}"
    assert count(pickle.loads(pickle.dumps(d))) == 1  # noqa: S301


@pytest.mark.parametrize("value, error, words", [
    (List(), ValueError, "an empty container is not known"),
    ({}, ValueError, "an empty container is not known"),
    (set(), ValueError, "an empty container is not known"),
    ([(b"a", 1)], TypeError, "not bytes"),
    ({b"a": 1}, TypeError, "not bytes"),
    ([(1, 2), 3], TypeError, "heterogeneous list: tuple != int"),
    ([(1, 2), (1.0, 2)], TypeError, "heterogeneous list"),
    ([[1], [2.0]], TypeError, "heterogeneous list"),
    ([np.ones(2), np.ones((2, 2))], TypeError, "heterogeneous list"),
    ([np.ones(2), np.ones(2, np.float32)], TypeError, "heterogeneous list"),
    ({1: 2, 2: 3.0}, TypeError, "heterogeneous dict"),
    ([(2**70, 1)], OverflowError, "int too "),
    (Dict.empty(types.unicode_type, types.none), TypeError, "none"),
])
def test_what_cannot_be_passed_is_refused(value, error, words):
    with pytest.raises(error, match=words):
        count(value)


def test_mistakes_in_a_call_are_the_functions():
    with pytest.raises(errors.TypingError, match="count takes 1 argument, got 2"):
        count([(1, 2)], 3)
    with pytest.raises(errors.TypingError, match="takes no argument 'n'"):
        append([(1, 2)], 1, n=2)


def test_threads_call_with_containers_at_once():
    failed = []

    def run():
        for n in range(1, 50):
            if count([(1, 2)] * n) != n:
                failed.append(n)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not failed


@njit
def item(items, i):
    return items[i]


@njit
def view(items, i):
    return items[i][1:]


def test_arrays_in_containers_may_overlap_other_arguments():
    """Functions work on the caller's memory; the corpus has what they give."""
    @njit
    def fill(a, items):
        for i in range(a.shape[0] - 1):
            a[i + 1] = items[0][i] + 1
        return a.sum()

    x = np.zeros(10)
    assert fill(x, [x]) == 45 and x.tolist() == list(range(10))
    z = np.arange(10.0)
    assert fill(x, [x[::-1]]) == fill.py_func(z, [z[::-1]]) and x.tolist() == z.tolist()
    y = np.zeros(5)
    assert fill(y[1:], {0: y[:-1]}) == 4 and y.tolist() == [0, 0, 1, 1, 2]


def test_arrays_of_results_are_the_callers():
    a, b = np.arange(4.0), np.arange(9.0).reshape(3, 3)
    items = [a, b[1]]
    assert item(items, 0) is a and item(items, 1) is items[1] and item({7: a}, 7) is a
    v = view(items, 0)
    assert v.base is a and np.shares_memory(view(items, 1), b)
    v[0] = 8
    assert a[1] == 8
    assert item([(a, 1), (b[0], 2)], 0)[0] is a


def test_an_array_lives_as_long_as_a_result_has_its_memory():
    items = [np.arange(4.0), np.ones(2)]
    refs = [weakref.ref(a) for a in items]
    v = view(items, 0)
    del items
    gc.collect()
    assert refs[0]() is v.base and refs[1]() is None
    del v
    gc.collect()
    assert refs[0]() is None


@pytest.mark.parametrize("fails", [False, True])
def test_calls_keep_no_array(fails):
    a = np.arange(3.0)
    items = [a, a[1:]]
    before = sys.getrefcount(a), sys.getrefcount(items[1])
    for _ in range(50):
        if fails:
            with pytest.raises(IndexError):
                item(items, 9)
            with pytest.raises(TypeError):
                count([a, a, 1])
        else:
            view(items, 1), item([items, items], 0), count([(a, 1)]), item({1: a}, 1)
    assert (sys.getrefcount(a), sys.getrefcount(items[1])) == before


def test_a_hundred_thousand_calls_take_no_memory():
    items = [np.ones(4000), np.ones(4)]
    for _ in range(1000):
        view(items, 0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100000):
        view(items, 0)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1024  # kilobytes


def test_read_only_arrays_are_not_written():
    a, b = np.arange(3.0), np.ones(2)
    a.flags.writeable = False

    @njit
    def writes(items):
        items[1][0] = 5

    for items in ([b, a], {0: a, 1: b}):
        assert count(items) == 2
        with pytest.raises(errors.TypingError, match="read-only"):
            writes(items)
    assert item([b, a], 1) is a and b[0] == 1


def test_functions_put_arrays_into_lists():
    a, b, c = np.ones(1), np.zeros(2), np.arange(3.0)
    items = [a, b]

    @njit
    def change(items, x):
        items.append(x)
        items[0] = items[1]
        items.append(np.full(2, 7.0))

    change(items, c)
    assert items[0] is b and items[1] is b and items[2] is c and items[3].tolist() == [7, 7]
