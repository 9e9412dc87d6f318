# SPDX-License-Identifier: Apache-2.0
"""The heat equation: by slices of arrays, and by a kernel; both are the same."""
import cupy as cp
import numpy as np
from cupy import float32
from numba import cuda


@cuda.jit
def step(u, out, k):
    i, j = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1:
        out[i, j] = u[i, j] + k * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - np.float32(4) * u[i, j])


def laplacian(u):
    return u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1]


def main(n=50, steps=30):
    xp = cp.get_array_module(cp.zeros(1))
    x, y = xp.meshgrid(xp.linspace(0, 1, n, dtype=float32), xp.linspace(0, 1, n, dtype=float32))
    start = xp.exp(-40 * ((x - 0.5) ** 2 + (y - 0.3) ** 2)).astype(float32)
    k = np.float32(0.2)

    by_slices = start.copy()
    for _ in range(steps):
        by_slices[1:-1, 1:-1] += k * laplacian(by_slices)

    stream = cp.cuda.Stream()
    with stream:
        u, out = start.copy(), start.copy()
    stream.synchronize()
    threads = (16, 16)
    blocks = tuple((m + t - 1) // t for m, t in zip(u.shape, threads))
    for _ in range(steps):
        step[blocks, threads](u, out, k)
        u, out = out, u
    host = cp.asnumpy(start)
    for _ in range(steps):
        host[1:-1, 1:-1] += k * laplacian(host)
    assert cp.array_equal(by_slices, cp.asarray(host))
    assert bool(cp.allclose(u, by_slices, atol=1e-6))
    assert float(u.max()) < float(start.max()) and int(cp.argmax(u)) == int(host.argmax())
    assert u.dtype == cp.float32 and host.nbytes == u.nbytes
    print("ok")


if __name__ == "__main__":
    main()
