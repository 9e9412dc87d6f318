# SPDX-License-Identifier: Apache-2.0
"""Parallel loops of functions for the host that go to another device where that is faster, by measurement."""
import os
import pathlib
import subprocess
import sys
import time

import numpy as np
import pytest

import portkern
from portkern import njit, prange
from test_offload import counted, device, first, stays, steps  # noqa: F401

NUMBER = time.time_ns() % 10**6  # of this run: the disk cache knows nothing of its loops


@njit(parallel=True, offload="auto")
def measured(x, turns):
    if turns < 0:
        return 1.0 * NUMBER
    total = 0.0
    for i in prange(x.size):
        s = x[i]
        for _ in range(turns):
            s = s * 0.5 + 1
        x[i] = s
        total += s
    return total


def test_what_is_measured_has_the_same_bits_wherever_it_runs(device):
    """The first calls are on the host; in time each kind has been tried."""
    for n, turns in ((3000, 2000), (100, 10)):
        with portkern.device("cpu"):
            here = np.linspace(0, 1, n)
            totals = [measured(here, turns) for _ in range(3)]
        launched = 0
        for k in range(400):
            x = np.linspace(0, 1, n)
            got, launches, *_ = counted(device, lambda x=x, turns=turns: [measured(x, turns) for _ in range(3)])
            assert got == totals and np.array_equal(x, here)
            launched += launches
            if k > 3 and launched and n == 3000:
                break
        assert launched or n == 100


def test_measuring_is_an_option_of_the_decorator():
    assert (steps._offloads, stays._offloads, measured._offloads, first._offloads) == (1, 0, 2, 0)


@pytest.mark.parametrize("library, expected", [("/nowhere/libcuda.so", "0"), (None, "1")])
def test_auto_measures_where_there_is_a_gpu(library, expected):
    if library and any(d.is_gpu and not d.is_simulated for d in portkern.devices()):
        pytest.skip("there is another GPU")
    program = ("import numpy as np, portkern, test_offload as t; t.steps(np.arange(9.0), 1);"
               "d = portkern._device; c = d.offloading(); print(c.backend, c is d.measured(), len(c.offloads_to))")
    env = {**os.environ, "PORTKERN_BACKEND": "auto", **({"PORTKERN_LIBCUDA": library} if library else {})}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=100,
                          cwd=pathlib.Path(__file__).parent)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[:3] == ["cpu", "True", expected]
