# Kernels that are launched in functions which get them, or their arrays, as
# parameters: the calls of these say the types.
import numpy as np
from numba import cuda


@cuda.jit
def add(out, a, b):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


@cuda.jit
def scale(a, factor):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= factor


@cuda.jit
def shift(a):
    i = cuda.grid(1)
    if i < a.size - 1:
        a[i] = a[i + 1]


def double(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= 2


def launch(kernel, n, *args):
    kernel[(n + 127) // 128, 128](*args)


def scaled(a, factor=2.0, *, threads=64):
    blocks = (a.size + threads - 1) // threads
    scale[blocks, threads](a, factor)
    return a


def outer(x):
    a = np.zeros(7)         # is not the x of the caller
    return scaled(x)


def jitted(a):
    kernel = cuda.jit(double)
    kernel[1, 128](a)


def run(k, a):
    add = k                 # not the kernel of the module
    add[1, 32](a)


@cuda.jit
def of_rows(a):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] = 0


@cuda.jit
def of_line(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 0


def chosen(a, n):           # which launch a call comes to depends on a value
    if a.ndim == 1:
        of_line[1, 32](a)
    else:
        of_rows[1, n](a)


def cached(x, function, *more, cache={}):
    def evaluate(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = function(a[i], *more)

    if x.dtype in cache:
        kernel = cache[x.dtype]
    else:
        kernel = cuda.jit("void(int64[:])")(evaluate)
    return kernel


def main():
    x = np.arange(300, dtype=np.float32)
    launch(add, x.size, x, x, x)
    outer(x)
    scaled(np.zeros(3, np.int32), 3, threads=32)
    jitted(np.zeros(10, np.int64))
    chosen(np.zeros(10), 5000)
    run(shift, np.zeros(64, np.float32))


if __name__ == "__main__":
    main()
