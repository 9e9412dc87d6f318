# SPDX-License-Identifier: Apache-2.0
"""What was copied, compiled and run as plain Python is told; functions for the host."""
import json
import os
import pathlib
import subprocess
import sys
import warnings

import numpy as np
import portkern
import pytest

from portkern import cuda, errors, prange


def test_copies_are_counted(device):
    with portkern.transfers() as moved:
        a = cuda.to_device(np.arange(8, dtype=np.float32))
        a.copy_to_host()
        assert moved.to_device == 32
    cuda.to_device(np.arange(3))
    assert (moved.to_device, moved.from_device) == (32, 32)
    assert portkern.transfers().to_device >= 56


@cuda.jit
def read_first(x, out):
    out[0] = x[0] + out[1]


@cuda.jit
def fill(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 7


def test_launches_copy_what_kernels_read_and_write(device):
    with portkern.transfers() as moved:
        read_first[1, 1](np.ones(100), np.ones(2))
        fill[1, 4](np.zeros(4))
    shared = device.info()["host_memory"]
    assert (moved.to_device, moved.from_device) == ((0, 0) if shared else (816, 48))


PROGRAM = """
import warnings
import numpy as np
from portkern import cfunc, cuda, njit
@cuda.jit
def kernel(out):
    out[0] = 1
@cfunc("int64(int64)")
def f(x):
    return x
@cfunc("int64(int64)")
def g(x):
    return f(x)
@njit
def h(x):
    return x
kernel[1, 1](np.zeros(1))
h(1)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for i in range(3):
        g(i)
print([str(w.message).split(" is ")[0] for w in caught])
"""


def test_the_report_of_a_process(tmp_path):
    env = {**os.environ, "PORTKERN_REPORT": str(tmp_path / "new"), "PORTKERN_CACHE_DIR": str(tmp_path / "cache"),
           "PORTKERN_BACKEND": "cpu"}
    reports = []
    for _ in range(2):
        done = subprocess.Popen([sys.executable, "-c", PROGRAM], env=env, stdout=subprocess.PIPE, text=True)
        assert done.communicate()[0] == "['__main__.g']\n"
        reports.append(json.loads(pathlib.Path(tmp_path, "new", f"{done.pid}.json").read_text()))
    assert reports == [
        {"compiled": 2, "cached": 0, "interpreted": 2, "host": {"compiled": 1, "cached": 0}},
        {"compiled": 0, "cached": 2, "interpreted": 2, "host": {"compiled": 0, "cached": 1}}]


# ---- functions for the host ----

@portkern.njit("float64(float64)", fastmath=True, cache=True)
def square(x):
    return x * x


@portkern.jit(nopython=True, parallel=True)
def total(n):
    s = 0
    for i in prange(n):
        s += i
    return s


@portkern.extending.register_jitable
def half(x):
    return x / 2


@pytest.fixture
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", errors.NumbaWarning)
        yield


def test_kernels_call_functions_of_the_host(device):
    @cuda.jit
    def kernel(out):
        out[0] = square(3) + total(5) + half(4)

    out = np.zeros(1)
    kernel[1, 1](out)
    assert out[0] == 21


def test_functions_of_the_host(quiet):
    from portkern.core.registry import CPUDispatcher

    assert (square(3), total(4), half(3)) == (9, 6, 1.5)
    assert isinstance(square, CPUDispatcher)
    assert square.py_func(2) == 4
    assert square.targetoptions["fastmath"] is True
    square.recompile()

    @portkern.vectorize(["float64(float64, float64)"])
    def product(a, b):
        return a * b

    assert product(np.arange(3), 2).tolist() == [0, 2, 4]
    assert product(np.arange(3), 2).dtype == np.float64
    assert product(2, 3) == 6
    assert product.reduce(np.arange(1, 5)) == 24

    @portkern.guvectorize("(n),()->(n)")
    def add(x, y, out):
        out[:] = x + y

    out = np.zeros(2)
    add(np.ones(2), 3, out)
    assert out.tolist() == [4, 4]
    with portkern.objmode(y="float64"):
        assert out[0] == 4


def test_what_jit_does_not_know():
    with pytest.raises(KeyError, match="Unrecognized options: {'fast'}"):
        portkern.njit(fast=True)
    with pytest.raises(TypeError, match="called on a class"):
        portkern.njit(nogil=True)(int)


def test_without_the_jit_functions_stay_as_they_are(monkeypatch):
    monkeypatch.setattr(portkern.config, "DISABLE_JIT", True)

    def f(x):
        return x

    assert portkern.njit(f) is f
    assert portkern.jit(nopython=True)(f) is f
