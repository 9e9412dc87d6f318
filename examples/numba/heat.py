"""A rod that is hot at one end: Numba's CUDA API, and nothing of portkern."""
import numpy as np
from numba import cuda


@cuda.jit
def step(old, new, rate):
    i = cuda.grid(1)
    if i < old.size:
        left = old[max(i - 1, 0)]
        right = old[min(i + 1, old.size - 1)]
        new[i] = old[i] + rate * (left - 2 * old[i] + right)


rod = np.zeros(64)
rod[0] = 100
old, new = cuda.to_device(rod), cuda.device_array_like(rod)
for _ in range(50):
    step[2, 32](old, new, 0.25)
    old, new = new, old
result = old.copy_to_host()
print("heat", result[:8].round(6).tolist(), round(result.sum(), 6))
