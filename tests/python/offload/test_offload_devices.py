# SPDX-License-Identifier: Apache-2.0
"""Parallel loops of functions for the host whose iterations are split among several devices."""
import os
import re
import subprocess
import sys

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


PARTS = """
import sys
import numpy as np
import portkern
from portkern import njit, prange

@njit(parallel=True, devices=["cuda", "opencl"])
def f(x, y):
    total = 0.0
    for i in prange(x.size):
        total += x[i] / 3
    for i in prange(x.size):
        s = x[i]
        for k in range(20):
            s = s * 0.5 + total
        y[i] = s
    return total

x = np.linspace(0, 1, 60_003)
for n in range(int(sys.argv[1])):
    y = np.zeros_like(x)
    total = f(x, y)
    with portkern.device("cpu"):
        z = np.zeros_like(x)
        assert f(x, z) == total and np.array_equal(y, z), n
    print("next", file=sys.stderr, flush=True)
"""


def parts_of(runs, cache):
    """For each run and loop the parts of both devices."""
    env = {**os.environ, "PORTKERN_LOG": "debug", "PORTKERN_CACHE_DIR": str(cache)}
    done = subprocess.run([sys.executable, "-c", PARTS, str(runs)], capture_output=True, text=True, env=env, timeout=100)
    assert done.returncode == 0, done.stderr
    found = []
    for text in done.stderr.split("next\n")[:-1]:
        loops = {}
        for function, count, device in re.findall(r"(\S+): (\d+) of 60003 iterations on (\w+)", text):
            loops.setdefault(function, {})[device] = int(count)
        found.append(loops)
    return found


def test_parts_are_by_measured_speed_with_the_same_results(tmp_path):
    """The slower device gets less, the simulated GPU beside PoCL, Oclgrind beside that; a later process knows it."""
    runs = parts_of(12, tmp_path)
    for loops in runs:
        assert len(loops) == 2
        assert all(sum(parts.values()) in (60_002, 60_003) for parts in loops.values())
    assert all(25_000 < parts["cuda"] < 35_000 for parts in runs[0].values())
    slow, fast = sorted(("cuda", "opencl"), key=lambda device: sum(parts.get(device, 0) for parts in runs[-1].values()))
    assert min(parts.get(slow, 0) for parts in runs[-1].values()) < 15_000
    again = parts_of(1, tmp_path)[0]
    assert max(parts[fast] for parts in again.values()) > 45_000


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


def test_offload_is_no_device():
    for options in ({"offload": "cuda"}, {"offload": ""}, {"devices": ["cuda"], "offload": False}, {"devices": ["cuda"], "offload": "auto"}):
        with pytest.raises(portkern.errors.OptionError, match="offload"):
            njit(parallel=True, **options)(lambda x: x)
    with pytest.raises(ValueError, match="Unsupported target: 'nonsense'"):
        portkern.jit(target="nonsense")(lambda x: x)


def test_arrays_of_a_device_are_no_arguments_of_functions(device):
    with pytest.raises(TypeError, match=r"this one is on cuda:0?.*pass array.copy_to_host\(\)"):
        split(portkern.cuda.to_device(np.zeros(3)), np.zeros(3), 1)
