import numpy as np
from numba import cuda
SCALE = 3


class Solver:
    W = 4

    def __init__(self, n):
        self.n = n

    @staticmethod
    @cuda.jit(device=True)
    def helper(x):
        return x + Solver.W

    @staticmethod
    @cuda.jit
    def step(x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = Solver.helper(x[i]) * SCALE

    def run(self, x):
        y = np.zeros(100)
        Solver.step[1, 128](np.zeros(100), y)


class Sub(Solver):
    @staticmethod
    @cuda.jit
    def other(x):
        x[0] = Solver.W


def main():
    n = 1 << 10
    by = 2.5
    x = np.arange(n, dtype=np.float32)
    d_x = cuda.to_device(x)

    @cuda.jit(device=True)
    def twice(v):
        return v * by

    @cuda.jit
    def inner(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = twice(a[i]) + n
    inner[(n + 255) // 256, 256](d_x)


def make(k):
    @cuda.jit
    def made(x):
        x[0] = k
    return made

made5 = make(5)

if __name__ == "__main__":
    main()
