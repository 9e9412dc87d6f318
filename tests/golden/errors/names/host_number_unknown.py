# k(f32[:])
# A number that only running Python tells: what is unknown, wherever it stands.
from numba import cuda


LEVEL = input_level()


@cuda.jit(device=True)
def above(v):
    if v > 1:
        return LEVEL
    return v


@cuda.jit
def k(a):
    a[0] = 1 if a[1] > 2 else LEVEL
    a[1] = 2.0 * a[1] * LEVEL + 3
    a[2] += LEVEL
    if a[3] < LEVEL:
        a[3] = above(a[4])
    a[LEVEL] = 0
