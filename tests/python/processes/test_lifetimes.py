# SPDX-License-Identifier: Apache-2.0
"""Objects that come and go do not leave memory behind."""
import ctypes
import gc
import resource
import weakref

import numpy as np
import pytest

import portkern
from portkern import _device, cuda

CYCLES = 100_000


def resident():
    """KiB that the process has in memory, without what the C library has got back and keeps:
    one small block at the end of the heap makes it keep all that lies before it."""
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024


@cuda.jit
def nothing(x):
    pass


def make_array(host, array, stream):
    cuda.device_array(1000)


def make_view(host, array, stream):
    array[1:5:2][::-1]


def make_element(host, array, stream):
    array[3]


def assign(host, array, stream):
    array[2] = 5


def make_event(host, array, stream):
    cuda.event().record(stream)


def make_pinned(host, array, stream):
    cuda.pinned_array(8)


def make_capsule(host, array, stream):
    array._dlpack(True, 1, 0)
    type(array)._from_dlpack(array._context, array._dlpack(False, 1, 0), True)


def make_stream(host, array, stream):
    cuda.stream().handle.value


def launch(host, array, stream):
    nothing[1, 1, stream](array.bind(stream))


def fail(host, array, stream):
    try:
        array[99]
    except IndexError:
        pass


CASES = [make_array, make_view, make_element, assign, make_event, make_pinned, make_stream, launch, fail]


@pytest.mark.parametrize("case", CASES)
def test_memory_stays_as_it_is(device, case):
    flat(device, case)


def test_memory_of_capsules_stays_as_it_is(device):
    if device.host_memory:
        flat(device, make_capsule)


@pytest.mark.parametrize("backend", ["cpu", "opencl", "cuda", "interp"])
def test_devices_that_are_closed_go(backend):
    """With what refers to them: streams by their numbers and by thread, arrays."""
    def cycle():
        with portkern.device(backend) as device:
            context = device.context
            stream = cuda.stream()
            cuda.to_device(np.arange(9.0)).bind(stream)[2:].copy_to_host()
            for other in (stream, cuda.legacy_default_stream(), cuda.per_thread_default_stream()):
                int(other.handle)
                other.synchronize()
        _device.close(context)
        return weakref.ref(context)

    if not portkern.devices(backend):
        pytest.skip(f"no {backend}")
    cycle()  # kernels of other tests may keep the device that was open
    seen = [cycle() for _ in range(20)]
    gc.collect()
    before = resident()
    seen += [cycle() for _ in range(100)]
    gc.collect()
    assert not any(context() for context in seen)
    assert resident() - before < 4096


def flat(device, case):
    """All cases and devices together are more than 10**5 cycles; each is run long
    enough that 64 bytes a cycle would be seen on cpu."""
    cycles = CYCLES if device.backend == "cpu" else CYCLES // 20
    host = np.zeros(8)
    array, stream = cuda.to_device(host), cuda.stream()
    for _ in range(cycles // 10):
        case(host, array, stream)
    cuda.synchronize()
    gc.collect()
    before, buffers = resident(), device.stats()["buffers"]
    for i in range(cycles):
        case(host, array, stream)
        if i % 1000 == 0:
            stream.synchronize()
    cuda.synchronize()
    gc.collect()
    assert device.stats()["buffers"] <= buffers
    assert resident() - before < 4096 + (0 if device.backend == "cpu" else 8192)
