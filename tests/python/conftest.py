# SPDX-License-Identifier: Apache-2.0
"""Tests that take `device` run once on each backend that is here."""
import pytest

from portkern import _core, _device, errors

BACKENDS = ["cpu", "opencl", "cuda", "interp"]


def _use(selector):
    """Makes a device the current one of a test."""
    try:
        context = _device.open_device(selector)
    except errors.CudaSupportError as error:
        pytest.skip(str(error))
    token = _core.current.set(context)
    yield context
    _core.current.reset(token)


@pytest.fixture(params=BACKENDS)
def device(request):
    """The test's current device."""
    yield from _use(request.param)


@pytest.fixture(params=[b for b in BACKENDS if b != "opencl"])
def fast_device(request):
    """The same without OpenCL, whose compiler takes half a second for a kernel."""
    yield from _use(request.param)
