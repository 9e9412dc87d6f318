# What is made a kernel where it cannot be followed, and what may become one.
from numba import cuda


def make(function):
    inner = cuda.jit(device=True)(function)

    def body(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = inner(a[i])

    return start(body)


def start(kernel):
    return cuda.jit("void(float32[:])")(kernel)


def puzzle(cuda):
    def call(out, a):
        i = cuda.threadIdx.x
        out[i] = a[i] + 10

    return call
