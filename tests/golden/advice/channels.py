"""Images and rows: what the hint says fits the last index."""
from numba import cuda, float32


@cuda.jit("void(float32[:, :, ::1], float32[:, ::1])")
def few_channels(image, out):  # a thread uses its three bytes one by one
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        total = float32(0)
        for c in range(3):
            total += image[y, x, c]
        out[y, x] = total


@cuda.jit("void(float32[:, :, ::1], float32[:, ::1])")
def any_channels(image, out):
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        total = float32(0)
        for c in range(image.shape[2]):
            total += image[y, x, c]
        out[y, x] = total


@cuda.jit("void(float32[:, ::1], float32[::1])")
def row_of_each_thread(a, out):
    i = cuda.grid(1)
    if i < out.size:
        total = float32(0)
        for k in range(a.shape[1]):
            total += a[i, k]
        out[i] = total


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def swapped(a, out):
    x, y = cuda.grid(2)
    if x < out.shape[0] and y < out.shape[1]:
        out[x, y] = a[x, y]
