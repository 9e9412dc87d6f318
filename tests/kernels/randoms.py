# SPDX-License-Identifier: Apache-2.0
"""numba.cuda.random: states in a structured array."""
from numba import cuda
from numba.cuda.random import (
    xoroshiro128p_normal_float32, xoroshiro128p_normal_float64,
    xoroshiro128p_uniform_float32, xoroshiro128p_uniform_float64)


@cuda.jit
def uniform(states, single, double):
    i = cuda.grid(1)
    if i < single.shape[0]:
        for k in range(single.shape[1]):
            single[i, k] = xoroshiro128p_uniform_float32(states, i)
            double[i, k] = xoroshiro128p_uniform_float64(states, i)


@cuda.jit
def normal(states, single, double):
    i = cuda.grid(1)
    if i < single.shape[0]:
        for k in range(single.shape[1]):
            single[i, k] = xoroshiro128p_normal_float32(states, i)
            double[i, k] = xoroshiro128p_normal_float64(states, i)


@cuda.jit
def estimate_pi(states, rounds, out):
    i = cuda.grid(1)
    inside = 0
    for k in range(rounds):
        x = xoroshiro128p_uniform_float32(states, i)
        y = xoroshiro128p_uniform_float32(states, i)
        if x**2 + y**2 <= 1.0:
            inside += 1
    out[i] = 4.0 * inside / rounds
