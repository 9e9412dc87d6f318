# SPDX-License-Identifier: Apache-2.0
"""numba.cuda.cg: Cooperative groups, which exist inside kernels."""
from .. import _stubs

__getattr__, __dir__ = _stubs.module_names("numba.cuda.cg")
