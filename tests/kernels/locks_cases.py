# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

FENCED = ("interp", "cpu", "cuda")  # OpenCL 1.2 has no fence of the device
INDEPENDENT = ("interp", "cuda")  # threads that wait for later ones


def ints(*shape):
    return np.zeros(shape, np.int32)


def of(count, *values):
    """`count` integers that begin so."""
    x = ints(count)
    x[: len(values)] = values
    return x


def cases():
    for grid, block in ((1, 32), (1, 100), (3, 64)):
        n = grid * block
        yield Case("each_thread", grid, block, [ints(1), ints(1)], {0: of(1, n), 1: ints(1)}, only=FENCED)
        yield Case("given_up", grid, block, [ints(1), ints(1)], {0: of(1, n), 1: ints(1)}, only=FENCED)
        # Half of the threads add 1 and 3 to one total and 2 to the other.
        yield Case("in_functions", grid, block, [ints(2), ints(2)], {0: of(2, 3 * n, 3 * n)}, only=FENCED)
        yield Case("tickets", grid, block, [of(n + 1), ints(2)],
                   {0: np.r_[n, 0:n].astype(np.int32), 1: of(2, n, n)}, only=FENCED)
        yield Case("in_shared", grid, block, [ints(grid)],
                   {0: np.full(grid, block * (block - 1) // 2, np.int32)})
    yield Case("each_block", 7, 64, [ints(2), ints(1)], {0: of(2, 7, 7)}, only=FENCED)

    x = np.array([[42, 41]] * 3, np.int32)
    yield Case("handed_down", 3, 96, [ints(3, 2), ints(3)], {0: x}, only=INDEPENDENT)
    x = np.arange(71, 1, -1).astype(np.int32)
    yield Case("pipeline", 1, 70, [ints(70), ints(70)], {0: x}, only=INDEPENDENT)
    x = np.cumsum(np.arange(9)).astype(np.int32)
    yield Case("from_the_left", 9, 64, [ints(9), ints(9)], {0: x}, only=INDEPENDENT)
    x = np.cumsum(np.arange(9)[::-1])[::-1].astype(np.int32)
    yield Case("from_the_right", 9, 64, [ints(9), ints(9)], {0: x}, only=INDEPENDENT)
    yield Case("meet_in_warps", 1, 64, [ints(65), ints(1)], {1: ints(1)}, only=INDEPENDENT)
    yield Case("grid_of_blocks", 12, 32, [ints(2)], {0: of(2, 12, 66)}, only=INDEPENDENT)

    yield Case("half_of_them", 1, 64, [ints(64), ints(2)],
               error=["locks.py:", "divergent barrier: thread (0, 0, 0)"], only=("interp",))
    yield Case("let_go_plainly", 2, 64, [ints(1), ints(1)],
               error=["locks.py:", "race: thread", "writes lock[0]", "updated"], only=("interp",))
    want = 0
    for _ in range(64):
        want = (want * 3 + 1) % 2**32
    # The simulated GPU calls it a race where it looks for them.
    yield Case("first_guess", 1, 64, [ints(1)], {0: np.array([want], np.uint32).view(np.int32)}, only=("interp", "cpu", "opencl"))
    yield Case("first_guess_atomic", 1, 64, [ints(1)], {0: np.array([want], np.uint32).view(np.int32)})
