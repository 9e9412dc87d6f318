# SPDX-License-Identifier: Apache-2.0
"""Kernels with one fault each: `# <- words` marks the line that is to be named
and what the report is to say; those without a mark are right."""
import numpy as np
from numba import cuda


@cuda.jit
def shared_race(out):
    s = cuda.shared.array(64, np.int32)
    i = cuda.threadIdx.x
    s[i] = i
    out[i] = s[(i + 1) % 64]  # <- race


@cuda.jit
def global_race(out):
    i = cuda.threadIdx.x
    out[i // 2] = i  # <- race


@cuda.jit
def past_the_end(out):
    i = cuda.grid(1)
    out[i + 1000] = 1  # <- out of bounds


@cuda.jit
def never_written(out):
    s = cuda.shared.array(64, np.int32)
    i = cuda.threadIdx.x
    if i < 32:
        s[i] = i
    cuda.syncthreads()
    out[i] = s[i]  # <- nothing was written


@cuda.jit
def half_a_barrier(out):
    i = cuda.threadIdx.x
    if i < 32:
        cuda.syncthreads()
    out[i] = i  # <- barrier


@cuda.jit
def for_ever(out):
    i = cuda.threadIdx.x
    while out[i] == 0: cuda.threadfence()  # <- PORTKERN_SIM_FUEL


@cuda.jit
def plain_guess(out):
    i = cuda.threadIdx.x
    old = out[0]
    cuda.atomic.cas(out, 0, old, i)  # <- race


@cuda.jit
def plain_look(out):
    if cuda.threadIdx.x < 32:
        cuda.atomic.add(out, 0, 1)
    else:
        out[1] = out[0]  # <- race


@cuda.jit
def guess(out):
    i = cuda.threadIdx.x
    old = cuda.atomic.add(out, 0, 0)
    cuda.atomic.cas(out, 0, old, i)


@cuda.jit
def reversed_in_shared(out):
    s = cuda.shared.array(64, np.int32)
    i = cuda.threadIdx.x
    s[i] = i
    cuda.syncthreads()
    out[i] = s[63 - i]


@cuda.jit
def counted(out):
    cuda.atomic.add(out, 0, 1)
