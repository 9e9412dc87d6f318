# SPDX-License-Identifier: Apache-2.0
"""Functions that kernels of another file call (coverage_kernels.py)."""
from portkern import cuda


@cuda.jit(device=True)
def clamp(v, low, high):
    if v < low:
        return low
    if v > high:
        return high
    return v


@cuda.jit(device=True)
def steps(n):
    """Counts."""
    count = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count
