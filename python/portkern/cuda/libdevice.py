# SPDX-License-Identifier: Apache-2.0
"""numba.cuda.libdevice: CUDA's libdevice functions, which exist inside kernels."""
from .. import _stubs

__getattr__, __dir__ = _stubs.module_names("numba.cuda.libdevice")
