# SPDX-License-Identifier: Apache-2.0
"""Containers as arguments of functions of the host: whose they stay, and what is refused."""
import pickle
import threading

import numpy as np
import pytest
from portkern import errors, njit, types
from portkern.typed import Dict, List


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
        assert count([np.ones(i) for i in range(n)]) == n
    assert len(count._container_functions) == 2


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
    ([("a", 1)], TypeError, "not str"),
    ({"a": 1}, TypeError, "not str"),
    ([(1, 2), 3], TypeError, "heterogeneous list: tuple != int"),
    ([(1, 2), (1.0, 2)], TypeError, "heterogeneous list"),
    ([[1], [2.0]], TypeError, "heterogeneous list"),
    ([np.ones(2), np.ones((2, 2))], TypeError, "heterogeneous list"),
    ([np.ones(2), np.ones(2, np.float32)], TypeError, "heterogeneous list"),
    ({1: 2, 2: 3.0}, TypeError, "heterogeneous dict"),
    ([(2**70, 1)], OverflowError, "int too "),
    (Dict.empty(types.unicode_type, types.int64), TypeError, "unicode_type"),
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


def test_arrays_that_overlap_are_refused():
    """Each has a copy for the call; Numba's functions see one array in two places."""
    @njit
    def fill(a, items):
        for i in range(a.shape[0] - 1):
            a[i + 1] = items[0][i] + 1
        return a.sum()

    x, m = np.zeros(10), np.zeros((4, 6))
    assert fill(x, [np.arange(10.0)]) == 45 and fill(x[:5], [x[5:]]) == 30
    assert fill(np.zeros(4), [m[:, 0], m[:, 1]]) == 3 and fill(np.zeros(6), [m[0], m[1]]) == 5
    for a, items in ((x, [x]), (x[1:], [x[:-1]]), (np.zeros(10), [x, x]), (x, [x[::-1]]), (m[:, 1], [m[1], m[:, 0]])):
        with pytest.raises(errors.UnsupportedError, match="overlap"):
            fill(a, items)
