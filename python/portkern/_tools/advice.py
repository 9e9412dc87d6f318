# SPDX-License-Identifier: Apache-2.0
"""What Numba warns of at launches on a GPU."""
import contextvars
import warnings

from ..core import config
from ..errors import NumbaPerformanceWarning

_SMALL_GRID, _HOST_ARRAY = 1, 2
quiet = contextvars.ContextVar("portkern.quiet", default=False)  # launches that measure


def warn(blocks, kinds):
    """Warns at the line that launches. Called by portkern._core."""
    if config.DISABLE_PERFORMANCE_WARNINGS or quiet.get():
        return
    if kinds & _SMALL_GRID and config.CUDA_LOW_OCCUPANCY_WARNINGS:
        warnings.warn(NumbaPerformanceWarning(f"Grid size {blocks} will likely result in GPU under-utilization due to low "
                                              "occupancy."), stacklevel=2)
    if kinds & _HOST_ARRAY and config.CUDA_WARN_ON_IMPLICIT_COPY:
        warnings.warn(NumbaPerformanceWarning("Host array used in CUDA kernel will incur copy overhead to/from device."),
                      stacklevel=2)
