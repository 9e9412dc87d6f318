# SPDX-License-Identifier: Apache-2.0
"""numba.cuda.fp16: Arithmetic of float16, which exist inside kernels."""
from .. import _stubs

__getattr__, __dir__ = _stubs.module_names("numba.cuda.fp16")
