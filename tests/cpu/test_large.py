# SPDX-License-Identifier: Apache-2.0
"""The cpu device at the ends of what there is: arrays of more than 2^31 elements, whose pages are there once they are
written, grids of 2^31 - 1 blocks, blocks from 1 to 1024 threads, and more threads of the machine than it has.

    test_large.py"""
import os
import subprocess
import sys

import numpy as np

os.environ.update(PORTKERN_BACKEND="cpu", PORTKERN_CACHE_DIR="off")

from portkern import cuda  # noqa: E402

MOST_BLOCKS = (1 << 31) - 1
FAR = 1 << 20  # elements between those that are written


@cuda.jit
def far_apart(x):
    i = cuda.grid(1)
    if i < x.size and i % FAR == 7:
        x[i] += 1 + i // FAR % 100


@cuda.jit
def far_apart_by_rows(x):
    column, row = cuda.grid(2)
    if row < x.shape[0] and column < x.shape[1] and column % FAR == 7:
        x[row, column] += 1 + (row + column // FAR) % 100


@cuda.jit
def last_blocks(out):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= MOST_BLOCKS - out.size:
        out[i - (MOST_BLOCKS - out.size)] = cuda.blockIdx.x


@cuda.jit
def last_places(out):
    i = cuda.grid(1)
    if i >= MOST_BLOCKS - out.size:
        out[i - (MOST_BLOCKS - out.size)] = i


@cuda.jit
def turned_in_blocks(x, out, counts):
    """Each block turns its part round, by shared memory, and counts what is odd."""
    part = cuda.shared.array(1024, np.int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = x[i] if i < x.size else -1
    cuda.syncthreads()
    v = part[cuda.blockDim.x - 1 - t]
    if i < x.size:
        out[i] = v
    odd = cuda.syncthreads_count(v % 2 == 1)
    if t == 0:
        counts[cuda.blockIdx.x] = odd


def large_arrays():
    n = (1 << 31) + 3 * FAR
    x = np.zeros(n, np.uint8)
    far_apart[-(-n // 1024), 1024](x)
    want = 1 + np.arange(-(-(n - 7) // FAR)) % 100
    assert np.array_equal(x[7::FAR], want), "one axis"
    rows, columns = 3, (1 << 30) + FAR
    y = np.zeros((rows, columns), np.uint8)
    far_apart_by_rows[(-(-columns // 256), rows), 256](y)
    want = 1 + (np.arange(rows)[:, None] + np.arange(columns // FAR)) % 100
    assert np.array_equal(y[:, 7::FAR], want), "rows"


def large_grids():
    for kernel in last_places, last_blocks:
        out = np.zeros(70, np.int64)
        kernel[MOST_BLOCKS, 1](out)
        assert np.array_equal(out, np.arange(MOST_BLOCKS - 70, MOST_BLOCKS)), kernel.__name__


def blocks_and_threads():
    for threads in 1, 2, 8:
        subprocess.run([sys.executable, __file__, "blocks"], env={**os.environ, "PORTKERN_NUM_THREADS": str(threads)}, check=True)


def blocks():
    x = np.random.default_rng(0).integers(0, 1000, 5000)
    for block in 1, 31, 32, 33, 1024:
        blocks = -(-x.size // block)
        whole = np.full(blocks * block, -1)
        whole[:x.size] = x
        turned = whole.reshape(blocks, block)[:, ::-1]
        out, counts = np.zeros_like(x), np.zeros(blocks, np.int64)
        for _ in range(20):
            turned_in_blocks[blocks, block](x, out, counts)
            assert np.array_equal(out, turned.ravel()[:x.size]), block
            assert np.array_equal(counts, (turned % 2 == 1).sum(1)), block


def main():
    if sys.argv[1:] == ["blocks"]:
        blocks()
        return
    for test in blocks_and_threads, large_arrays, large_grids:
        test()
        print("ok -", test.__name__)


if __name__ == "__main__":
    main()
