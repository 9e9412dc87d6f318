# SPDX-License-Identifier: Apache-2.0
"""heat_mpi.c in Python, by mpi4py:

    mpirun -n 4 python heat_mpi.py 4096 4096 1000 result.f64

Rows of the grid are shared out among processes, each with a device of its own. A process
has its rows and, above and below, one of its neighbours' (the halo), which is on its way
while the kernel computes the rows that do not need it."""
import sys

import numpy as np
import portkern
from mpi4py import MPI
from portkern import cuda

from heat import step

WORLD = MPI.COMM_WORLD
R = 0.2


def share_rows(rows):
    """(number in the whole of row 0, own rows): rows but for the borders, shared out as
    evenly as can be. Own rows are 1 to n; row 0 and n + 1 are halo or border."""
    each, more = divmod(rows - 2, WORLD.size)
    return WORLD.rank * each + min(WORLD.rank, more), each + (WORLD.rank < more)


def initial(first, n, cols):
    """Rows of the whole at the beginning, of which each process makes its own."""
    row, col = np.arange(first, first + n)[:, None], np.arange(cols)[None]
    warm = (row % 7 == 3) & (col % 5 == 2) & (col + 1 < cols)
    return np.where(row == 0, 100.0, np.where(warm, 1.0 / np.maximum(col, 1), 0.0))


class Halo:
    """The exchange of rows of an array with the neighbours. MPI takes rows where they are, as
    arrays that tell their address, if the host has the device's memory; else they go through
    arrays of the host."""

    def __init__(self, array):
        self.array = array
        self.in_place = array.device.limits["host_memory"]
        up, down = WORLD.rank - 1, WORLD.rank + 1
        self.neighbours = [up if up >= 0 else MPI.PROC_NULL, down if down < WORLD.size else MPI.PROC_NULL]
        self.own, self.halo = [array[1], array[-2]], [array[0], array[-1]]

    def begin(self):
        """What has been computed is sent."""
        cuda.synchronize()
        self.sent = self.own if self.in_place else [row.copy_to_host() for row in self.own]
        self.received = self.halo if self.in_place else [np.empty(row.shape) for row in self.halo]
        self.requests = [WORLD.Irecv(row, other) for row, other in zip(self.received, self.neighbours, strict=True)]
        self.requests += [WORLD.Isend(row, other) for row, other in zip(self.sent, self.neighbours, strict=True)]

    def end(self):
        """What was received is in the array."""
        MPI.Request.Waitall(self.requests)
        for to, row, other in zip(self.halo, self.received, self.neighbours, strict=True):
            if not self.in_place and other != MPI.PROC_NULL:
                to.copy_to_device(row)


def run(halos, steps):
    """Steps of the equation, from the first array to the second and back."""
    n, cols = halos[0].array.shape[0] - 2, halos[0].array.shape[1]

    def compute(old, new, first, last):
        if first < last:
            step[(-(-cols // 32), -(-(last - first) // 8)), (32, 8)](old.array, new.array, R, first, last)

    for t in range(steps):
        old, new = halos[t % 2], halos[(t + 1) % 2]
        old.begin()
        compute(old, new, 2, n)  # meanwhile
        old.end()
        compute(old, new, 1, 2)
        compute(old, new, max(n, 2), n + 1)
    cuda.synchronize()


def write_result(halo, first, total, path):
    """Each process writes its own rows where they belong; the first and the last have the
    borders."""
    rows = halo.array.copy_to_host()[WORLD.rank > 0:len(halo.array) - (WORLD.rank + 1 < WORLD.size)]
    file = MPI.File.Open(WORLD, path, MPI.MODE_CREATE | MPI.MODE_WRONLY)
    file.Set_size(total * rows[0].nbytes)
    file.Write_at_all((first + (WORLD.rank > 0)) * rows[0].nbytes, np.ascontiguousarray(rows))
    file.Close()


def main(rows, cols, steps, path=None):
    """The program."""
    device = portkern.device_for_worker()
    first, n = share_rows(rows)
    start = initial(first, n + 2, cols)
    halos = [Halo(cuda.to_device(start)) for _ in range(2)]
    print(f"rank {WORLD.rank} of {WORLD.size}: {device.selector}, {n} rows, halo rows are "
          f"{'sent in place' if halos[0].in_place else 'copied'}", flush=True)
    run(halos, min(steps, 2))  # compiles
    WORLD.Barrier()
    begin = MPI.Wtime()
    run(halos, max(steps - 2, 0))
    WORLD.Barrier()
    if WORLD.rank == 0:
        print(f"{MPI.Wtime() - begin:.6f} s", flush=True)
    if path:
        write_result(halos[steps % 2], first, rows, path)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:4]]
    if len(numbers) < 3 or numbers[0] < WORLD.size + 2 or numbers[1] < 3 or numbers[2] < 0:
        sys.exit("usage: heat_mpi.py ROWS COLUMNS STEPS [RESULT]\n"
                 "at least 3 columns, and 2 rows more than processes")
    main(*numbers, *sys.argv[4:])
