"""Two classes whose kernels have the same name: each has its own launches."""
import numpy as np
from numba import cuda


class First:
    @cuda.jit
    def step(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = 1

    def run(self):
        First.step[1, 32](np.zeros(20, np.float32))


class Second:
    @cuda.jit
    def step(x, y):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = y

    def run(self):
        Second.step[1, 32](np.zeros(20, np.int64), 3)
