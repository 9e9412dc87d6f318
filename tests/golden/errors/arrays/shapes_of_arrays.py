# kernel(f32[:], f32[:,:], i64[:], c64[:])
import numpy as np
from numba import cuda


@cuda.jit
def kernel(f, A, m, c):
    A.reshape(3)
    A.T.ravel()
    A.view(np.bool_)
    A.view("nothing")
    A.transpose(0, 0)
    A.transpose(f.size, 0)
    f.sum(axis=0)
    np.sum(3)
    c.argmax()
    f.astype(np.int32)
    np.zeros(3)
    A.flags.writeable
    s = cuda.shared.array(0, dtype=np.float32)
    s += 1
    f[:] = s
    np.add(f, f, s)
    cuda.atomic.add(f.view(np.uint8)[2:].view(np.int32), 0, 1)
    A.flat["a"] = 1
    np.ndindex(1.5)
    f.imag
    f.sums()
    if f > 1:
        pass
