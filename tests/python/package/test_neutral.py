# SPDX-License-Identifier: Apache-2.0
"""Kernels without CUDA's names, and several devices in one program."""
import numpy as np
import pytest

import portkern
from portkern import barrier, cuda, errors, grid, prange


@portkern.kernel
def numbers(out):
    i = portkern.grid(1)
    if i < out.shape[0]:
        out[i, 0] = portkern.thread.x + portkern.block.x * portkern.block_dim.x
        out[i, 1] = portkern.gridsize(1)
        out[i, 2] = portkern.grid_dim.x
        out[i, 3] = portkern.lane


@portkern.kernel(fastmath=True)
def total(x, out):
    part = portkern.shared.array(64, portkern.float64)
    own = portkern.local.array(1, np.float64)
    own[0] = x[grid(1)]
    part[portkern.thread.x] = own[0]
    barrier()
    if portkern.thread.x == 0:
        got = 0.0
        for j in portkern.prange(64):
            got += part[j]
        for j in prange(0):
            got += 1
        portkern.atomic.add(out, 0, got)


@portkern.kernel(device=True)
def half(v):
    return v / 2


@portkern.kernel("void(float64[:])")
def halves(x):
    i = grid(1)
    if i < x.size:
        x[i] = half(x[i])


def test_kernels_without_cuda_names(device):
    out = portkern.to_device(np.zeros((96, 4), np.int64))
    numbers[3, 32](out)
    found = out.copy_to_host()
    np.testing.assert_array_equal(found[:, 0], np.arange(96))
    assert set(found[:, 1]) == {96} and set(found[:, 2]) == {3}
    np.testing.assert_array_equal(found[:, 3], np.arange(96) % 32)
    x, sum_ = np.arange(128.0), np.zeros(1)
    total[2, 64](x, sum_)
    assert sum_[0] == x.sum()
    halves[1, 128](x)
    np.testing.assert_array_equal(x, np.arange(128) / 2)


def test_names_of_kernels_outside_of_them():
    with pytest.raises(RuntimeError, match="portkern.grid exists only inside kernels: .*@portkern.kernel"):
        portkern.grid(1)
    with pytest.raises(RuntimeError, match="portkern.thread.x exists only"):
        range(portkern.thread.x)
    with pytest.raises(AttributeError, match="portkern.thread has no w"):
        portkern.thread.w  # noqa: B018
    with pytest.raises(RuntimeError, match="cuda.grid exists only inside kernels: .*@cuda.jit"):
        cuda.grid(1)


def test_one_program_uses_all_devices():
    host, arrays = np.arange(64.0), []
    for backend in ("cpu", "opencl:0", "cuda", "interp"):
        try:
            with portkern.device(backend) as chosen:
                arrays.append(portkern.to_device(host))
                assert arrays[-1].device == chosen == portkern.device()
        except errors.CudaSupportError:
            pass
    for array in arrays:
        halves[1, 64](array)
    for array in arrays:
        np.testing.assert_array_equal(array.copy_to_host(), host / 2)
    copy = portkern.to_device(arrays[0], device=arrays[1].device)
    assert copy.device == arrays[1].device != arrays[0].device
    with pytest.raises(ValueError, match=r'on (opencl|interp|cuda), .*to_device.*device="cpu"'):
        total[1, 64](arrays[0], arrays[1])


def test_the_list_of_devices_is_a_table():
    with portkern.device("cpu") as chosen:
        found = portkern.devices()
        assert chosen.is_open and chosen.is_current and chosen.kind == "CPU"
        row, = (line for line in repr(found).splitlines() if " cpu:0 " in line)
        assert row.startswith("* ") and "iB" in row and chosen.name in row
        assert repr(found).splitlines()[0].split() == ["selector", "kind", "name", "free", "memory"]
    assert {d.kind for d in found} >= {"CPU", "interpreter"}
    assert "<table>" in found._repr_html_()
    kinds = {d.backend: d.kind for d in found if d.is_simulated}
    assert set(kinds.values()) <= {"simulated GPU"}
    for other in found:
        assert other.is_open or repr(found).count(" - ")
