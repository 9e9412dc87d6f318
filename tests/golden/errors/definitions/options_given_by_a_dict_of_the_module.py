# k(f32[:], i64)
# A dict of constants is read as if its options were written out.
from numba import cuda
OPTIONS = {"fastmath": True, "max_registers": 32}
NEAR = {"fastmth": True}
WRONG = {"max_registers": "many"}
HELD = {"fastmath": input()}


@cuda.jit(**OPTIONS)
def good(a, n):
    a[0] = n


@cuda.jit(**HELD)
@cuda.jit(**options())
@cuda.jit(**NEAR)
@cuda.jit(**WRONG)
def k(a, n):
    good[1, 1](a, n)
