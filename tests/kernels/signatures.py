# SPDX-License-Identifier: Apache-2.0
"""Decorators with signatures and options: what they say, arguments and results
become; which blocks, indices and divisors they allow."""
from numba import boolean, complex64, cuda, f4, float32, float64, i4, i8, int32, njit, types, u1, void

SIGNATURE = void(float32[:], int32)
VECTOR = types.float64[::1]


@cuda.jit("void(float32[:], int32)")
def one(out, a):
    out[0] = a * 0.5


@cuda.jit(SIGNATURE)
def named(out, a):
    out[0] = a * 0.5


@cuda.jit((f4[:], u1))
def without_result(out, a):
    out[0] = a * 0.5


@cuda.jit(types.void(VECTOR, boolean, complex64, float32))
def parts(out, a, b, c):
    out[0] = a
    out[1] = b.real
    out[2] = b.imag
    out[3] = c


@cuda.jit(["void(int32[:], int32)", void(float64[:], float64)])
def several(out, a):
    out[0] = a * 1.5


@cuda.jit("void(float64[:, ::1], float64[::1, :], float64[:, :])")
def layouts(c, f, a):
    i = cuda.grid(1)
    if i < c.shape[0]:
        for j in range(c.shape[1]):
            c[i, j] = f[i, j] + a[i, j]


@cuda.jit("f4(f4)", device=True)
def third(x):
    return x / 3


@njit("i4(f8)")
def whole(x):
    return x * 1.5


@njit([float32(float32), int32(int32)])
def best(x):
    return x * 3


@njit("Tuple((i4, f4))(f8)")
def pair(x):
    return x, x / 3


@njit("void(f4[:], i8)")
def store(out, x):
    out[4] = x


@njit(i8(i8, i8))
def with_default(a, b=7):
    return a * b


@cuda.jit
def functions(out, x):
    out[0] = third(x)
    out[1] = whole(x)
    out[2] = best(x)
    out[3] = best(True) + best(x > 0)
    store(out, x)
    n, q = pair(x)
    out[5] = n + q
    out[6] = with_default(b=x, a=3) + with_default(2)


def plain(out, a):
    out[0] = a * 0.5


by_call = cuda.jit("void(float32[:], int32)")(plain)
by_option = cuda.jit(plain, fastmath=True)


@cuda.jit(max_registers=64, launch_bounds=(128, 2), opt=True, cache=True, inline="never", lineinfo=True)
def bounded(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = i * cuda.blockDim.x


OPTIONS = {"launch_bounds": (64, 2), "fastmath": True, "debug": False}


@cuda.jit("void(float64[:])", **OPTIONS)
def by_dict(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = i / 2.0


@cuda.jit("void(int64[:])", launch_bounds=32, forceinline=True, lto=True, shared_memory_carveout=50)
def small(out):
    s = cuda.shared.array(32, i4)
    t = cuda.threadIdx.x
    s[t] = t
    cuda.syncthreads()
    out[t] = s[cuda.blockDim.x - 1 - t]


@cuda.jit(boundscheck=True)
def checked(a, i):
    a[i] = 1


@njit(boundscheck=True)
def pick(a, i):
    return a[i]


@cuda.jit
def checks_there(a, i):
    a[0] = pick(a, i)


@njit(error_model="python")
def divide(a, b, how):
    if how == 0:
        return a / b
    if how == 1:
        return a // b
    if how == 2:
        return a % b
    q, r = divmod(a, b)
    return q + r


@njit(error_model="python")
def invert(a, n):
    return a ** n


@njit(error_model="numpy")
def divide_quietly(a, b):
    return a // b


@cuda.jit
def divisions(out, a, b, how):
    out[0] = divide(a, b, how)


@cuda.jit(debug=True, opt=False)
def debugged(out, a, b):
    out[0] = a / b


@cuda.jit(debug=True, opt=False, fastmath=True)
def debugged_fast(out, a, b, how):
    if how == 0:
        out[0] = a / b
    elif how == 1:
        out[0] = a // b
    elif how == 2:
        out[0] = a % b
    elif how == 3:
        q, r = divmod(a, b)
        out[0] = q + r
    else:
        a /= b
        out[0] = a


@cuda.jit
def powers(out, a, n):
    out[0] = invert(a, n)


@cuda.jit
def quiet(out, a, b):
    out[0] = divide_quietly(a, b)
    out[1] = a % b


@cuda.jit
def by_name(out, a, n=3, b=0.5, none=None):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * n + b + i
        if none is not None:
            out[i] = none
