# k(f32[:], i64)
from numba import cuda
import json
config = json.load(open("c.json"))


@cuda.jit
def k(a, n):
    a[0] = config.size
