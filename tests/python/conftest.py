# SPDX-License-Identifier: Apache-2.0
"""Tests that take `device` run once on each backend that is here."""
import pytest

from portkern import _core, _device, errors

BACKENDS = ["cpu", "opencl", "cuda", "interp"]


@pytest.fixture(params=BACKENDS)
def device(request):
    """The test's current device."""
    try:
        context = _device.open_device(request.param)
    except errors.CudaSupportError as error:
        pytest.skip(str(error))
    token = _core.current.set(context)
    yield context
    _core.current.reset(token)
