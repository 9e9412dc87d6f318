# k(f32[:])
"""Constructs that some backends have, with and without types."""
from numba import cuda


@cuda.jit("void(int64[:])")
def typed(a):
    i = cuda.grid(1)
    cuda.threadfence_block()
    cuda.threadfence()
    if i < a.size:
        cuda.atomic.add(a, i, cuda.clock64())
        a[i] = cuda.clock64()


@cuda.jit
def untyped(f, a):
    g = cuda.cg.this_grid()
    g.sync()
    a[0] = f(cuda.globaltimer())
