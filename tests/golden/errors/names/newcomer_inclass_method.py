# k(f32[:])
from numba import cuda

class helper:
    @staticmethod
    def run(x):
        return x

@cuda.jit
def k(a):
    a[0] = helper.run(1)
