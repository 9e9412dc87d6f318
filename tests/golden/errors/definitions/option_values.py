# k(f32[:])
from numba import cuda, float32, njit


@njit(error_model="c", forceobj=True, locals={"x": float32})
def f(x):
    return x


@cuda.jit(link=["code.cu"], max_registers=1000, launch_bounds=(64, 2, 1), argtypes=[float32[:]])
def k(a):
    a[0] = f(1)
