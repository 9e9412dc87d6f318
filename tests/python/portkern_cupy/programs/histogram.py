# SPDX-License-Identifier: Apache-2.0
"""A histogram by atomics in shared memory, beside cupy's own; equalising an image."""
import cupy as cp
import numpy as np
from numba import cuda, int32


@cuda.jit
def histogram(image, counts):
    local = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    for b in range(t, 256, cuda.blockDim.x):
        local[b] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), image.size, cuda.gridsize(1)):
        cuda.atomic.add(local, image[i], 1)
    cuda.syncthreads()
    for b in range(t, 256, cuda.blockDim.x):
        cuda.atomic.add(counts, b, local[b])


def main():
    cp.random.seed(0)
    noise = cp.random.normal(90, 25, size=(40, 64))
    image = cp.clip(noise, 0, 255).astype(cp.uint8)
    counts = cp.zeros(256, dtype=cp.int32)
    histogram[4, 64](image.ravel(), counts)

    host = image.get()
    wanted = np.bincount(host.ravel(), minlength=256)
    assert (counts.get() == wanted).all()
    assert cp.array_equal(cp.bincount(image.ravel(), minlength=256), counts)
    assert cp.asnumpy(cp.histogram(image, bins=256, range=(0, 256))[0]).tolist() == wanted.tolist()

    cdf = cp.cumsum(counts)
    low = cdf[cdf > 0].min()
    table = cp.round((cdf - low) / (image.size - low) * 255).clip(0, 255).astype(cp.uint8)
    equalised = table[image]
    cdf_host = np.cumsum(wanted)
    least = cdf_host[cdf_host > 0].min()
    lut = np.round((cdf_host - least) / (host.size - least) * 255).clip(0, 255).astype(np.uint8)
    assert np.array_equal(equalised.get(), lut[host])
    image[image < 60] = 0
    assert int((image == 0).sum()) == int((host < 60).sum())
    order = cp.argsort(-counts)[:5]
    assert np.array_equal(counts[order].get(), np.sort(wanted)[::-1][:5])
    print("ok")


if __name__ == "__main__":
    main()
