# k(f32[:])
"""An error that is met again, under other types or in a function of the same
name, is said once and still no kernel."""
from numba import cuda, uint32


@cuda.jit(device=True)
def block_sum(x, n):
    s = cuda.shared.array(n, uint32)
    s[0] = 1
    x[0] = s[0]


@cuda.jit(["void(float32[:])", "void(float64[:])"])
def k(x):
    x[0] = [1]


@cuda.jit("void(float32[:], int64[:])")
def other(x, n):
    block_sum(x, n[0])


@cuda.jit("void(float32[:], int64[:])")
def other(x, n):
    block_sum(x, n[0])
