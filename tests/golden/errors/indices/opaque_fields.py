# k(REC[:], f32[:])
from numba import cuda
import numpy as np

REC = np.dtype([('name', 'S10'), ('x', np.float32), ('when', '<M8[us]'), ('tags', 'U4', (2, 3))], align=True)
MADE = np.array([(b'a', 1.5, 0, 0)], dtype=REC)


@cuda.jit
def k(p, out):
    i = cuda.grid(1)
    out[i] = p[i].name[0]
    out[i] = p['when'][i] > 2
    p[i].tags[0, 0] = 'a'
    p[i] = (1, 2.0, 3, 4)
    out[i] = p[i].nme
    p[i].x = p
    out[0] = MADE[0].x
