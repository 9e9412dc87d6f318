# smooth(f32[:])
"""What a script uses of Numba on the host, with what there is in its place."""
import numpy as np
from numba import cuda, float32, njit, prange, vectorize
from numba.pycc import CC


@vectorize(["float32(float32)"], target="cuda")
def twice(x):
    return x * 2


@cuda.reduce
def total(a, b):
    return a + b


@njit(parallel=True)
def on_the_host(x):
    for i in prange(x.size):
        x[i] += 1


@cuda.jit("void(float32[:])", fastmath=True, link=["f.cu"])
def smooth(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= float32(0.5)


@cuda.jit(link=[], cache=True)
def fill(x, v):
    i = cuda.grid(1)
    s = cuda.shared.array(0, float32)
    s[0] = v
    if i < x.size:
        x[i] = v


def main(n):
    stream = cuda.stream()
    x = cuda.to_device(np.zeros(n, np.float32), stream=stream)
    pinned = cuda.pinned_array(n, dtype=np.float32)
    fill[(n + 127) // 128, 128, stream, 64](x, np.float32(1))
    smooth.forall(n)(x)
    print(smooth.inspect_asm())
    start, end = cuda.event(), cuda.event()
    end.elapsed_time(start)
    x.copy_to_host(pinned, stream=stream)
    y = cuda.to_device(np.zeros(n), stream, True)
    y.copy_to_host(None, stream)
    y = cuda.to_device(np.zeros(n), 0)
    with stream.auto_synchronize():
        print(total(x), cuda.get_current_device().name, cuda.blas)


cc = CC("module")
if __name__ == "__main__":
    main(1 << 20)
