# SPDX-License-Identifier: Apache-2.0
"""numba.cuda.errors' names."""
from ..errors import CudaLoweringError, CudaSupportError, KernelRuntimeError, UnsupportedBytecodeError  # noqa: F401
from .dispatcher import missing_launch_config_msg  # noqa: F401
