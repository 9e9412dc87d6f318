# k(f32[:])
import numpy as np
from numba import cuda

KNOWN = cuda.to_device(np.arange(4, dtype=np.float32))
LAUNCHED = cuda.to_device(np.arange(4, dtype=np.float32))
COPIED = cuda.to_device(np.arange(4, dtype=np.float32))
EMPTY = cuda.device_array(4, dtype=np.float32)
READ = cuda.to_device(np.load('a.npy'))


@cuda.jit
def other(a):
    a[0] = 1


@cuda.jit
def k(out):
    i = cuda.grid(1)
    out[i] = KNOWN[i] + LAUNCHED[i]
    out[i] += COPIED[i]
    out[i] = EMPTY[i] + READ[i]
    KNOWN[i] = 2
    cuda.atomic.add(KNOWN, 0, 1)


other[1, 1](LAUNCHED)
COPIED.copy_to_device(np.ones(4, np.float32))
print(KNOWN.copy_to_host())
