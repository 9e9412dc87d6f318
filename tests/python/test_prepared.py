# SPDX-License-Identifier: Apache-2.0
"""Prepared launches."""
import gc

import numpy as np
import pytest

from portkern import cuda, errors


@cuda.jit
def axpy(a, x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] += a * x[i]


def test_a_launch_is_bound_once(device):
    x, out = cuda.to_device(np.arange(100.0)), cuda.to_device(np.zeros(100))
    step = axpy.prepare(1, 128, 2.0, x, out)
    for _ in range(3):
        step.launch()
    np.testing.assert_array_equal(out.copy_to_host(), 6 * np.arange(100.0))
    step.set(0, 1.0)
    step.launch()
    step.set("a", 10.0)
    step.launch()
    np.testing.assert_array_equal(out.copy_to_host(), 17 * np.arange(100.0))


def test_arrays_of_the_host_are_copied_at_each_launch(device):
    x, out = np.arange(4.0), np.zeros(4)
    step = axpy[1, 4].prepare(out=out, x=x, a=1.0)
    step.launch()
    np.testing.assert_array_equal(out, x)
    x[:] = 5
    step.launch()
    np.testing.assert_array_equal(out, np.arange(4.0) + 5)
    other = np.zeros(4)
    step.set(2, other)
    step.launch()
    np.testing.assert_array_equal(other, x)


def test_arrays_live_as_long_as_the_launch(device):
    step = axpy[1, 4].prepare(1.0, np.ones(4), cuda.to_device(np.zeros(4)))
    gc.collect()
    for _ in range(3):
        step.launch()
    cuda.synchronize()


def test_grid_and_block_may_change(device):
    out = cuda.to_device(np.zeros(8))
    step = axpy[1, 4].prepare(1.0, cuda.to_device(np.ones(8)), out)
    step.configure(1, 8)
    step.launch()
    np.testing.assert_array_equal(out.copy_to_host(), np.ones(8))


def test_what_cannot_be_set(device):
    step = axpy[1, 4].prepare(1.0, np.ones(4), np.zeros(4))
    with pytest.raises(TypeError, match="no parameter"):
        step.set("b", 1.0)
    with pytest.raises(errors.TypingError):
        step.set(1, np.ones((2, 2)))
    with pytest.raises((IndexError, TypeError)):
        step.set(7, 1.0)
    with pytest.raises(ValueError, match="blockdim"):
        step.configure(1, (1, 2, 3, 4))
    step.launch()
