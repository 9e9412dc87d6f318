# SPDX-License-Identifier: Apache-2.0
"""Bitonic sort: each step compares pairs of numbers, all at the same time. The picture has a column for each step.

Shows: launches that depend on each other, bits as indices, shared memory for the steps that stay in a block.
"""
import numpy as np
import picture

from portkern import cuda, int64

BLOCK = 256


@cuda.jit(device=True)
def pair(values, i, far, up):
    """Puts element i and its partner in order, upwards or downwards."""
    other = i ^ far
    if i < other and (values[i] > values[other]) == up:
        values[i], values[other] = values[other], values[i]


@cuda.jit
def far_step(values, far, run):
    """One step: partners are `far` apart. Runs go up and down in turn, so that two of them make a bitonic one."""
    i = cuda.grid(1)
    if i < values.size:
        pair(values, i, far, i & run == 0)


@cuda.jit
def near_steps(values, far, run):
    """All steps from `far` down to 1: partners are in the same block, whose numbers are in shared memory."""
    tile = cuda.shared.array(BLOCK, int64)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    tile[t] = values[i]
    cuda.syncthreads()
    while far > 0:
        pair(tile, t, far, i & run == 0)
        cuda.syncthreads()
        far //= 2
    values[i] = tile[t]


def sort(values, seen=None):
    """Sorts an array of the device whose size is a power of two; `seen` is given it after each step."""
    blocks = -(-values.size // BLOCK)
    run = 2
    while run <= values.size:
        far = run // 2
        while far > 0:
            if far < BLOCK and not seen and values.size >= BLOCK:
                near_steps[blocks, BLOCK](values, far, run)
                break
            far_step[blocks, BLOCK](values, far, run)
            if seen:
                seen(values.copy_to_host())
            far //= 2
        run *= 2


def main():
    args = picture.options(__doc__)
    random = np.random.default_rng(3)
    few, many = (32, 1 << 10) if args.small else (512, 1 << 20)

    columns = [random.permutation(few)]
    sort(cuda.to_device(columns[0]), columns.append)
    shades = picture.colours(np.stack(columns, axis=1) / (few - 1),
                             ["#23104d", "#8a1c7c", "#da4167", "#f78764", "#f0e6a8", "#4fb3a5", "#0f4c75"])
    picture.save(args.out / "sort.png", np.repeat(shades[::-1], 18, axis=1))
    picture.check((columns[-1] == np.arange(few)).all(), f"{len(columns) - 1} steps sort {few} numbers")

    values = random.integers(-10**12, 10**12, many)
    sorted_ = cuda.to_device(values)
    sort(sorted_)
    picture.check((sorted_.copy_to_host() == np.sort(values)).all(), f"{many} numbers are in NumPy's order")


if __name__ == "__main__":
    main()
