# SPDX-License-Identifier: Apache-2.0
"""What the bodies of parallel loops may have that run on another device: small arrays, and functions with loops."""
import numpy as np

import portkern
from portkern import njit, prange
from test_offload import counted, device  # noqa: F401


@njit(parallel=True)
def small_arrays(x, y):
    for i in prange(y.size):
        p = np.zeros(3) if x[i, 0] > 0.5 else np.ones(3)
        p[:] += x[i, :3]
        y[i] = p[0] * p[2]
    for i in prange(y.size):
        p = np.zeros(3)
        q = np.ones(3)
        for k in range(3):
            q[k] += p[k] + x[i, k]
            p, q = q, p
        y[i] += p[0] - q[1]
    for i in prange(y.size):
        d = x[i, :3] - x[0, :3]
        y[i] += np.sum(d * d)


@njit(parallel=True)
def whole_rows(x, y, v):
    for i in prange(x.shape[0]):
        x[i, :] = x[i, :] * 2 + 1
    n = y[0]
    for i in prange(x.shape[0]):
        x[i] = x[i] * y[i]
        x[i] += v
    return n


@njit(parallel=True)
def small_steps(x, y):
    for i in prange(x.shape[0]):
        p = np.zeros(3)
        v = np.ones(3)
        for _ in range(10):
            p += v * 0.1
            v -= p * x[i, 0]
        y[i] = p[0] + (x[:3, :3] @ x[i, :3])[1]


def test_rows_are_assigned_in_place(device):
    x, y = np.linspace(0, 1, 6000).reshape(2000, 3), np.linspace(1, 2, 2000)
    here, too = x.copy(), y.copy()
    launches = [counted(device, f, *args)[1] for f, args in ((whole_rows, (x, y, np.ones(3))), (small_steps, (x, y)))]
    with portkern.device("cpu"):
        whole_rows(here, too, np.ones(3))
        small_steps(here, too)
    assert launches == [2, 1] and np.array_equal(x, here) and np.array_equal(y, too)


def test_small_arrays_are_the_threads_own(device):
    x, y = np.linspace(0, 1, 6000).reshape(2000, 3), np.zeros(2000)
    _, launches, *_ = counted(device, small_arrays, x, y)
    here = np.zeros(2000)
    with portkern.device("cpu"):
        small_arrays(x, here)
    assert launches == 2 and np.array_equal(y, here)  # two of the loops are one


@njit(parallel=True)
def norm(row):
    total = 0.0
    for i in prange(row.size):
        total += row[i] / 3
    return np.sqrt(total) + row.max()


@njit(parallel=True)
def scaled(row):
    for i in prange(row.size):
        row[i] *= norm(row[:i % 7 + 1])
    return norm(row)


@njit(parallel=True)
def norms(x, y):
    for i in prange(y.size):
        y[i] = norm(x[i])
    for i in prange(y.size):
        y[i] += scaled(x[i])
    return norm(y)


def test_loops_within_iterations_run_in_their_thread(device):
    x, y = np.linspace(0, 1, 40_000).reshape(20, 2000), np.zeros(20)
    here, too = x.copy(), y.copy()
    total, launches, *_ = counted(device, norms, x, y)
    with portkern.device("cpu"):
        assert norms(here, too) == total
    assert launches >= 3 and np.array_equal(x, here) and np.array_equal(y, too)
