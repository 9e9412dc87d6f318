# k(f32[:], i64)
import operator
from numba import cuda


SIZES = {"tile": 16, "now": input()}
CHANGED = {"tile": 16}
CHANGED["tile"] = 17


class Config:
    TILE = 8
    NOW = input()


class Changing:
    TILE = 8


Changing.TILE += 1


@cuda.jit
def k(a, n):
    a[0] = SIZES["tiles"]
    a[1] = SIZES[n]
    a[2] = SIZES["now"]
    a[3] = CHANGED["tile"]
    a[4] = Config.TILES
    a[5] = Config.NOW
    a[6] = Changing.TILE
    a[7] = Config()
    x = a[0]
    del x
    a[8] = x
    a[9] = getattr(a, n)
    a[10] = hasattr(a)
    a[11] = operator.add(n)
    a[12] = operator.and_(a[0], n)
    a[13] = type(a)
    a[14] = getattr(a, "" if hasattr(a, "") else "sizes")
    a[15] = operator.concat((1, 2), (3,))
