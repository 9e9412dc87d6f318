# SPDX-License-Identifier: Apache-2.0
"""Loops over prange: what parallel_diagnostics prints, and the same bits for any number of
threads. What such functions compute is compared in tests/host."""
import numpy as np
import pytest

import portkern
from portkern import _device, njit, prange


@pytest.fixture(autouse=True)
def host():
    token = _device._core.current.set(_device.open_device("cpu"))
    yield
    _device._core.current.reset(token)


@njit(parallel=True)
def with_loops(x, out):
    total = 0.0
    for i in prange(x.size):
        total += x[i]
        for j in prange(2):
            out[i] += j
    for i in prange(x.size):
        if x[i] < 0:
            return total
    for i in portkern.prange(x.size):
        while True:
            break
        out[0] += x[i]
        out[1] = x[i]
        out[2] = 3
    for i in prange(x.size):
        print(i)
    for i in prange(x.size):
        if x[i] > 1e9:
            break
    return total


def test_parallel_diagnostics_say_what_runs_on_all_cores(capsys):
    with_loops.parallel_diagnostics()
    first = with_loops.py_func.__code__.co_firstlineno + 1
    head, *lines = capsys.readouterr().out.splitlines()
    assert head == f"with_loops, {__file__}:{first}"
    assert lines == [
        f"  line {first + 2}: for i in prange(x.size): on all cores",
        f"    line {first + 4}: for j in prange(2): in one thread: it is within the loop of line {first + 2}",
        f"  line {first + 6}: for i in prange(x.size): in one thread: a return leaves it",
        f"  line {first + 9}: for i in portkern.prange(x.size): on all cores",
        f"    line {first + 12}: warning: every iteration stores into out[0]: results are lost; reduce a variable, "
        "and store it behind the loop",
        f"    line {first + 13}: warning: every iteration stores into out[1]: which value stays is unknown",
        f"  line {first + 15}: for i in prange(x.size): in one thread: it prints",
        f"  line {first + 17}: for i in prange(x.size): in one thread: a break leaves it"]


@njit
def without_parallel(x):
    for i in prange(x.size):
        x[i] += 1


def test_functions_without_parallel_run_in_one_thread(capsys):
    without_parallel.parallel_diagnostics()
    assert "without parallel=True" in capsys.readouterr().out


@njit(parallel=True)
def sums(x, y):
    total = 0.0
    for i in prange(x.shape[0]):
        y += x[i]
        total += x[i, 0]
    return total


def test_sums_are_the_same_for_any_number_of_threads():
    x = np.random.default_rng(3).random((5003, 7)) - 0.5
    found = set()
    for threads in range(1, portkern.get_num_threads() + 1):
        portkern.set_num_threads(threads)
        y = np.zeros(7)
        found.add((sums(x, y), y.tobytes()))
    assert len(found) == 1
    np.testing.assert_allclose(y, x.sum(axis=0), rtol=1e-12)


@njit(parallel=True)
def continues(x):
    out = np.zeros((x.size, 3))
    for i in prange(x.size):
        for j in range(3):
            if j > 1:
                out[i, j] = j
        if x[i] % 2 > 0:
            continue
        out[i, 0] = x[i]
    return out


def test_iterations_may_end_by_continue_behind_a_loop():
    x = np.arange(3000)
    out = continues(x)
    assert (out[:, 2] == 2).all()
    assert (out[:, 0] == np.where(x % 2 > 0, 0, x)).all()
