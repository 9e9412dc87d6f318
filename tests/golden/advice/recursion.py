from numba import cuda


@cuda.jit(device=True)
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


@cuda.jit(device=True)
def sums(x, n):
    cuda.syncthreads()
    return x[0] if n == 0 else x[n] + sums(x, n - 1)


@cuda.jit("void(int64[:])")
def numbers(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = fib(i)


@cuda.jit("void(float32[:])")
def meets(x):
    x[0] = sums(x, 3)
