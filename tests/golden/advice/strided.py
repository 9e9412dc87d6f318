from numba import cuda, float32, int64


@cuda.jit("void(float32[::1], float32[::1], int64)")
def k(a, out, n):
    i = cuda.grid(1)
    if 2 * i < out.size:
        out[2 * i] = 1


@cuda.jit("void(float32[:], float32[::1])")
def every_second(a, out):
    i = cuda.grid(1)
    if 2 * i < a.size:
        out[i] = a[2 * i]


@cuda.jit("void(float32[:], float32[::1])")
def backwards_by_two(a, out):
    i = cuda.grid(1)
    r = a[::-2]
    if i < r.size:
        out[i] = r[i]


@cuda.jit("void(float32[::1], float32[::1], int64)")
def every_nth(a, out, n):
    i = cuda.grid(1)
    r = a[::n]
    if i < r.size:
        out[i] = r[i]


@cuda.jit("void(float32[::1], float32[::1], int64)")
def first_of_rows(a, out, n):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i * n]


# Nothing to be said of these.
@cuda.jit("void(float32[:], float32[:])")
def backwards(a, out):
    i = cuda.grid(1)
    r = a[::-1]
    if i < r.size:
        out[i] = r[i]


@cuda.jit("void(float32[:], float32[:])")
def pairs(a, out):
    i = cuda.grid(1)
    even = a[::2]
    odd = a[1::2]
    if i < odd.size:
        out[i] = even[i] + odd[i]
