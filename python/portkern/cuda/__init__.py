# SPDX-License-Identifier: Apache-2.0
"""numba.cuda's names, on every device."""
from .. import _device, _stubs
from .cudadrv.devicearray import (  # noqa: F401
    In, InOut, Out, as_cuda_array, device_array, device_array_like, is_cuda_array, to_device)
from .dispatcher import CUDADispatcher, jit  # noqa: F401


def synchronize():
    """Waits for all work of the current device."""
    _device.current().queue.synchronize()


def __getattr__(name):
    return _stubs.lookup("numba.cuda", name)
