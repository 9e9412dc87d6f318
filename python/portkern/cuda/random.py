# SPDX-License-Identifier: Apache-2.0
"""numba.cuda.random: states of xoroshiro128+, bit for bit Numba's. The functions that
draw numbers from them exist inside kernels."""
import numpy as np

from .. import _core, _stubs
from .api import device_array

xoroshiro128p_dtype = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)


def init_xoroshiro128p_states_cpu(states, seed, subsequence_start=0):
    """Fills an array of the host with states: each begins 2**64 numbers behind the
    one before, the first subsequence_start * 2**64 behind the seed's own."""
    made = _core.random_states(len(states), int(seed) & (2**64 - 1), int(subsequence_start))
    states[...] = made.view(xoroshiro128p_dtype).reshape(-1)


def init_xoroshiro128p_states(states, seed, subsequence_start=0, stream=0):
    """The same of an array on the device, whose dtype is xoroshiro128p_dtype."""
    made = np.empty(states.shape, xoroshiro128p_dtype)
    init_xoroshiro128p_states_cpu(made, seed, subsequence_start)
    states.copy_to_device(made, stream=stream)


def create_xoroshiro128p_states(n, seed, subsequence_start=0, stream=0):
    """A new array on the device with the states of `n` generators: each begins 2**64
    numbers behind the one before, the first subsequence_start * 2**64 behind the seed's own.
    In kernels random.xoroshiro128p_uniform_float32(states, i) and its like take numbers of
    generator i.

    >>> cuda.random.create_xoroshiro128p_states(8, seed=1).shape
    (8,)"""
    states = device_array(n, dtype=xoroshiro128p_dtype, stream=stream)
    init_xoroshiro128p_states(states, seed, subsequence_start, stream)
    return states


_lookup, __dir__ = _stubs.module_names("numba.cuda.random")


def __getattr__(name):
    return _lookup(name)
