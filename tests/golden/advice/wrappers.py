# Other names of decorators, and kernels that are deep in others.
import numpy as np
from numba import cuda, jit

try:
    from numba.cuda import jit as cuda_jit
except ImportError:
    def cuda_jit(f):
        return f
if cuda.is_available():
    quick = cuda.jit
else:
    def quick(f):
        return f
nojit = jit(nopython=True)


def device(f, **options):
    return cuda.jit(device=True, **options)(f)


class Launcher(object):
    def __init__(self, f):
        self.kernel = cuda.jit(f)


@device
def twice(x):
    return 2 * x


@nojit
def third(x):
    return x / 3


@cuda_jit
def first(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = twice(a[i])


@quick
def second(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


@Launcher
def fourth(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = missing


def make():
    def held(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = twice(a[i])
    return cuda.jit()(held)


async def later():
    import numba
    gpu = numba.cuda

    @gpu.jit
    def waited(a):
        i = gpu.grid(1)
        if i < a.size:
            a[i] = 1

    waited[1, 32](np.zeros(8, np.float32))


class Outer:
    import numba.cuda as gpu

    @gpu.jit
    def inside(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = 1

    inside[1, 32](np.zeros(8, np.float32))

    class Inner:
        def run(self):
            @cuda.jit
            def deep(a):
                i = cuda.grid(1)
                if i < a.size:
                    a[i] = 1

            deep[1, 32](np.zeros(8, np.float64))


def main():
    from numpy import float32, zeros

    first[1, 32](zeros(8, float32))
    second[1, 32](zeros(8, float32))
