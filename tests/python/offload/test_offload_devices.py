# SPDX-License-Identifier: Apache-2.0
"""Parallel loops of functions for the host whose iterations are split among several devices."""
import numpy as np
import pytest

import portkern
from portkern import njit, prange
from test_offload import counted, device  # noqa: F401

@njit(parallel=True, devices=["cuda", "opencl"])
def split(x, y, n):
    total = 0.0
    for k in range(n):
        for i in prange(x.size):
            y[i] = x[i] * 0.5 + k
        for i in prange(x.size):
            x[(i * 7) % x.size] = y[i] + 0.25
        total += np.sum(x / 3)
    return total, y[::3].copy()


def test_iterations_are_split_among_devices_with_the_same_results(device):
    other = portkern.device("opencl").context
    for n in (100, 1000, 30011):
        x, y = np.linspace(0, 1, n), np.empty(n)
        here, too = x.copy(), y.copy()
        with portkern.device("cpu"):
            expected, ys = split(here, too, 3)
        before = other.stats()["launches"]
        (total, got), launches, *_ = counted(device, split, x, y, 3)
        assert total == expected and np.array_equal(got, ys) and np.array_equal(x, here) and np.array_equal(y, too)
        assert launches and (other.stats()["launches"] > before) == (n > 128)


@pytest.mark.parametrize("names, words", [
    (["cuda", "cpu"], "not to cpu:0"), (["cuda", "cuda:0"], "one part, not two"), (["cuda", "opencl:99"], "opencl:99")])
def test_devices_of_a_split_are_checked_when_it_is_called(names, words):
    @njit(parallel=True, devices=names)
    def f(x):
        for i in prange(x.size):
            x[i] = i

    with pytest.raises(Exception, match=words):
        f(np.zeros(10))


def test_devices_need_parallel_loops():
    for options in ({"devices": "cuda", "parallel": True}, {"devices": [], "parallel": True}, {"devices": ["cuda"]}):
        with pytest.raises(portkern.errors.PortkernError, match="devices is a list of names"):
            njit(**options)(lambda x: x)
