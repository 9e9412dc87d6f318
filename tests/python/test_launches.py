# SPDX-License-Identifier: Apache-2.0
"""Launches from Python: arguments of every kind, arrays of host and device, streams,
and what is refused."""
import ctypes
import math
import os
import pathlib
import re

import numpy as np
import pytest

from portkern import cuda, errors

ROOT = pathlib.Path(__file__).resolve().parents[2]
N = 3
TABLE = np.arange(4.0)


@cuda.jit(device=True)
def square(x):
    return x * x


@cuda.jit
def saxpy(a, x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + math.sqrt(square(y[i])) + N + TABLE[1]


@cuda.jit
def store(values, out):
    out[0] = values


@cuda.jit
def defaults(out, a=2, b=3):
    out[0] = 10 * a + b


def test_arrays_of_the_host_hold_results_when_the_launch_returns(device):
    x = np.arange(1000, dtype=np.float32)
    out = np.zeros_like(x)
    saxpy[4, 256](np.float32(2), x, 2 * x, out)
    np.testing.assert_array_equal(out, 4 * x + 4)


def test_arrays_of_the_device_stay_there(device):
    x = np.arange(1000, dtype=np.float32)
    dx, dy, out = cuda.to_device(x), cuda.to_device(2 * x), cuda.device_array_like(x)
    saxpy[4, 256](np.float32(2), dx, dy, out)
    cuda.synchronize()
    np.testing.assert_array_equal(out.copy_to_host(), 4 * x + 4)


@cuda.jit
def count_and_look(bins, seen, out):
    i = cuda.grid(1)
    if i < out.size:
        cuda.atomic.add(bins, i, 3)
        out[i] = seen[i]


def test_a_thread_reads_its_count_through_another_array(device):
    counts, other, out = (cuda.to_device(np.zeros(8, np.int32)) for _ in range(3))
    count_and_look[4, 32](counts, counts, out)
    np.testing.assert_array_equal(out.copy_to_host(), np.full(8, 3))
    np.testing.assert_array_equal(counts.copy_to_host(), np.full(8, 3))
    count_and_look[4, 32](counts, other, out)
    np.testing.assert_array_equal(counts.copy_to_host(), np.full(8, 6))
    np.testing.assert_array_equal(out.copy_to_host(), np.zeros(8))


@pytest.mark.parametrize("value", [
    7, -7, 2**63 + 5, True, 2.5, np.int8(-3), np.uint16(65535), np.float32(0.1), np.bool_(True), np.uint64(2**64 - 1)])
def test_numbers_have_numbas_types(device, value):
    out = np.zeros(1, np.asarray(value).dtype)
    store[1, 1](value, out)
    assert out[0] == value


def test_complex_numbers(device):
    out = np.zeros(1, np.complex128)
    store[1, 1](3 - 4j, out)
    assert out[0] == 3 - 4j


def test_parameters_by_name_and_by_default(device):
    out = np.zeros(1, np.int64)
    defaults[1, 1](out)
    assert out[0] == 23
    defaults[1, 1](out, b=5)
    assert out[0] == 25
    defaults[1, 1](a=7, out=out)
    assert out[0] == 73
    with pytest.raises(TypeError, match="c"):
        defaults[1, 1](out, c=1)
    with pytest.raises(TypeError, match="out"):
        defaults[1, 1]()


def test_an_array_that_is_read_only_may_only_be_read(device):
    x = np.arange(3.0)
    x.flags.writeable = False
    with pytest.raises(errors.TypingError, match="read-only|readonly|writes"):
        store[1, 1](1.0, x)


def test_elements_in_another_byte_order_are_refused(device):
    with pytest.raises(TypeError, match="order"):
        store[1, 1](1.0, np.zeros(3, ">f8"))


@pytest.mark.parametrize(("config", "error"), [
    ((1,), ValueError), ((1.5, 1), TypeError), ((1, (1, 2, 3, 4)), ValueError), ((1, -1), ValueError),
    ((1, 1, "stream"), TypeError)])
def test_configurations_that_make_no_sense(config, error):
    with pytest.raises(error):
        saxpy[config]


def test_an_extent_of_zero_is_a_grid_without_blocks(device):
    x = np.zeros(4)
    for grid in (0, (0, 1), (1, 0), (3, 2, 0)):
        store[grid, (2, 2)](1.0, x)
    assert not x.any()
    for block in ((0, 2), (2, 0), (1, 1, 0)):
        with pytest.raises(ValueError, match="block"):
            store[1, block](1.0, x)


def test_a_name_that_is_unknown_is_shown_with_its_line(device):
    @cuda.jit
    def kernel(out):
        out[0] = unknown + 1  # noqa: F821

    with pytest.raises(errors.TypingError, match="unknown") as caught:
        kernel[1, 1](np.zeros(1))
    assert "out[0] = unknown + 1" in str(caught.value)
    assert caught.value.line == kernel.py_func.__code__.co_firstlineno + 2


def test_a_kernel_that_raises_is_in_the_traceback(device):
    @cuda.jit
    def kernel(x):
        if x[0] > 1:
            raise ValueError("too much")

    with pytest.raises(ValueError, match="too much") as caught:
        kernel[1, 1](np.full(1, 2.0))
    assert isinstance(caught.value, errors.KernelRuntimeError)
    last = caught.traceback[-1]
    assert last.lineno + 1 == kernel.py_func.__code__.co_firstlineno + 3
    assert last.name == "kernel"
    kernel[1, 1](np.zeros(1))  # the stream is as before


def test_a_launch_on_cuda_is_one_call_of_the_driver(device):
    if device.backend != "cuda" or "cudasim" not in os.environ.get("PORTKERN_LIBCUDA", ""):
        pytest.skip("the simulated GPU counts calls")
    calls = ctypes.CDLL(os.environ["PORTKERN_LIBCUDA"]).portkern_sim_calls
    calls.restype = ctypes.c_uint64
    rows = (ROOT / "plugins" / "cuda" / "driver.def").read_text()
    names = re.findall(r"^CUDA_\w+\((?:\w+), (\w+)", rows, re.M)
    x = cuda.to_device(np.zeros(32, np.float32))
    configured = saxpy[1, 32]
    configured(2.0, x, x, x)
    before = {name: calls(name.encode()) for name in names}
    for _ in range(10):
        configured(2.0, x, x, x)
    after = {name: calls(name.encode()) for name in names}
    assert len(names) > 40
    assert {name: after[name] - before[name] for name in names if after[name] != before[name]} == {"cuLaunchKernel": 10}
