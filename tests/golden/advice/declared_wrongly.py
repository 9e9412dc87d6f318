"""Decorators and parameters that go with no types: errors, though no launch says them."""
from numba import cuda


@cuda.jit("float32(f4[:])")
def ret(a):
    return a[0]


@cuda.jit("void(f4[:], i8[:], i8)")
def v(a, *rest):
    a[0] = 1


@cuda.jit(signature="x")
def w(a):
    a[0] = 1
