# SPDX-License-Identifier: Apache-2.0
"""Errors of devices, where numba.cuda has them."""
from ...errors import CudaDriverError, CudaSupportError  # noqa: F401


class CudaRuntimeError(CudaDriverError):
    pass
