# k(f64[::1])
!pip install numba
%matplotlib inline
from numba import cuda
import numpy as np


@cuda.jit
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 1


d = cuda.to_device(np.ones(10))
%timeit k[1, 32](d)
files = !ls
%%time
    !echo indented
k?
?k
