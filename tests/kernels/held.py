# SPDX-License-Identifier: Apache-2.0
"""Kernels that classes and functions of a script hold."""
import math

import numpy as np
from numba import cuda

SCALE = 3


class Filter:
    """Static methods; the class's constants and device functions by its name."""
    TAPS = 4
    GAIN = 0.5

    def __init__(self, n):
        self.n = n

    @staticmethod
    @cuda.jit(device=True)
    def window(x, i):
        total = 0.0
        for k in range(Filter.TAPS):
            total += x[(i + k) % x.size]
        return total

    @staticmethod
    @cuda.jit
    def smooth(x, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = Filter.window(x, i) * Filter.GAIN * SCALE

    def run(self, x):
        out = np.zeros(self.n)
        Filter.smooth[1, 64](x, out)
        return out


class Steep(Filter):
    @staticmethod
    @cuda.jit
    def sharpen(x, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = 2 * x[i] - Filter.window(x, i)
        if i == 0:
            Filter.smooth[1, 8](out, x[:8])


def main():
    """Its names are those that it has when it ends."""
    n = 1 << 5
    by = math.sqrt(6.25)
    x = np.arange(n, dtype=np.float32)

    @cuda.jit(device=True)
    def scaled(v):
        return v * by

    @cuda.jit
    def held(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = scaled(a[i]) + n + SCALE

    held[1, n](x)
    n = 7
    print(x)


if __name__ == "__main__":
    main()
