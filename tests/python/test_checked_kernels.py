# SPDX-License-Identifier: Apache-2.0
"""Kernels with bounds checks of which some threads fail: what the other threads do is done once."""
import numpy as np
import pytest

from portkern import cuda

N, BLOCK = 200, 64
BAD = 37, 100, 101, 199  # whose index is outside


@cuda.jit(boundscheck=True)
def before(x, y, index, out):
    """Nothing is stored before the check."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = y[index[i]] + x[i]


@cuda.jit(boundscheck=True)
def in_place(x, y, index, out):
    """What is stored before the check was loaded."""
    i = cuda.grid(1)
    if i < out.size:
        x[i] += 1
        out[i] = y[index[i]]


@cuda.jit(boundscheck=True)
def two_names(x, y, index, out, x_again):
    """The same, which the kernel cannot see."""
    i = cuda.grid(1)
    if i < out.size:
        x_again[i] = x[i] + 1
        out[i] = y[index[i]]


@cuda.jit(boundscheck=True)
def in_a_loop(x, y, index, out):
    i = cuda.grid(1)
    if i < out.size:
        s = 0
        for k in range(5):
            s += y[index[i] + 4 - k] * k
        out[i] = s


@cuda.jit(boundscheck=True)
def stores_in_a_loop(x, y, index, out):
    """The second round loads what the first one stored."""
    i = cuda.grid(1)
    if i < out.size:
        for k in range(3):
            x[i] += y[index[i] * (k == 2)]


@cuda.jit(boundscheck=True)
def across_a_barrier(x, y, index, out):
    near = cuda.shared.array(BLOCK, np.int64)
    i, t = cuda.grid(1), cuda.threadIdx.x
    near[t] = i
    v = y[index[i]] if i < out.size else 0
    cuda.syncthreads()
    if i < out.size:
        out[i] = near[BLOCK - 1 - t] + v


def arguments():
    index = np.arange(N) % 50
    index[list(BAD)] = 1000
    return [np.arange(N) * 10, np.arange(60) ** 2, index, np.full(N, -1)]


def launch(kernel, *arrays):
    with pytest.raises(IndexError, match="index 100[0-9] is out of bounds for axis 0 of `y` with size 60") as raised:
        kernel[-(-N // BLOCK), BLOCK](*arrays)
        cuda.synchronize()
    thread = raised.value.ctaid[0] * BLOCK + raised.value.tid[0]
    assert thread in BAD


@pytest.fixture
def on_device(device):
    arrays = [cuda.to_device(a) for a in arguments()]
    good = np.ones(N, bool)
    good[list(BAD)] = False
    return arrays, good


def test_nothing_is_stored_before(on_device):
    arrays, good = on_device
    x, y, index, _ = arguments()
    launch(before, *arrays)
    np.testing.assert_array_equal(arrays[3].copy_to_host(), np.where(good, y[index % 60] + x, -1))


@pytest.mark.parametrize("kernel", [in_place, two_names])
def test_what_was_loaded_is_stored_once(on_device, kernel):
    arrays, good = on_device
    x, y, index, _ = arguments()
    launch(kernel, *arrays, *([arrays[0]] if kernel is two_names else []))
    np.testing.assert_array_equal(arrays[0].copy_to_host(), x + 1)
    np.testing.assert_array_equal(arrays[3].copy_to_host(), np.where(good, y[index % 60], -1))


def test_loops(on_device):
    arrays, good = on_device
    x, y, index, _ = arguments()
    launch(in_a_loop, *arrays)
    sums = sum(y[index % 60 % 50 + 4 - k] * k for k in range(5))
    np.testing.assert_array_equal(arrays[3].copy_to_host(), np.where(good, sums, -1))


def test_loops_that_store(on_device):
    arrays, good = on_device
    x, y, index, _ = arguments()
    launch(stores_in_a_loop, *arrays)
    np.testing.assert_array_equal(arrays[0].copy_to_host(), x + np.where(good, y[index % 60], 0) + 2 * y[0])


def test_barriers(on_device):
    arrays, good = on_device
    x, y, index, _ = arguments()
    launch(across_a_barrier, *arrays)
    i = np.arange(N)
    other = i // BLOCK * BLOCK + BLOCK - 1 - i % BLOCK
    np.testing.assert_array_equal(arrays[3].copy_to_host(), np.where(good, other + y[index % 60], -1))


@cuda.jit(boundscheck=True)
def products(a, b, out):
    """A launch can tell whether an index is outside."""
    i = cuda.grid(1)
    if i < out.size:
        s = 0
        for k in range(b.size):
            s += a[i, k] * b[k]
        out[i] = s


def test_launches_inside_and_outside_take_turns(device):
    a, b = np.arange(N * 5).reshape(N, 5), np.arange(5)
    for rows, columns in [(N, 5), (N - 1, 5), (N, 4), (0, 5), (N, 5), (N - 7, 5)]:
        out = cuda.to_device(np.full(N, -1))
        inside = (rows, columns) == (N, 5)
        if inside:
            products[-(-N // BLOCK), BLOCK](a, b, out)
            cuda.synchronize()
        else:
            axis, size = (0, rows) if rows < N else (1, columns)
            with pytest.raises(IndexError, match=f"is out of bounds for axis {axis} of `a` with size {size}"):
                products[-(-N // BLOCK), BLOCK](a[:rows, :columns].copy(), b, out)
                cuda.synchronize()
        rows = rows if columns == 5 else 0
        np.testing.assert_array_equal(out.copy_to_host(), np.where(np.arange(N) < rows, a @ b, -1))
