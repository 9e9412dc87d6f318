# k(f32[:])
import numba
from math import sqt
from numba import cuda, float32

THRESHOLD = 4


@cuda.jit(device=True)
def helper(alpha, beta):
    return alpha + beta


@cuda.jit
def k(array):
    index = cuda.gird(1)
    array[idnex] = THRESHHOLD
    for i in rnage(3):
        array[i] = helper(alpha=1.0, bta=2.0)
    tile = cuda.shared.array(shap=4, dtype=float32)
    cuda.shred.array(4, float32)
    array[numba.cuda.threadIdx.X] = sqt(2.0)
    array[cuda.threadIdx.w] = 1
    array[0] = (1j).rael
