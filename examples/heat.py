# SPDX-License-Identifier: Apache-2.0
"""The kernel of heat_mpi.c and heat_mpi.py: one step of the heat equation on a grid,
whose borders keep their values."""
from portkern import cuda


@cuda.jit("void(float64[:, ::1], float64[:, ::1], float64, int64, int64)")
def step(old, new, r, first, last):
    """Rows first to last - 1; r is the step's length over the square of the grid's."""
    j, i = cuda.grid(2)
    i += first
    if i < last and 0 < j < old.shape[1] - 1:
        around = old[i - 1, j] + old[i + 1, j] + old[i, j - 1] + old[i, j + 1]
        new[i, j] = old[i, j] + r * (around - 4.0 * old[i, j])
