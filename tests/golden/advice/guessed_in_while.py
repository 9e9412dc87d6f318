# A value of unknown type in a `while`, and a name that is not there: what comes
# behind has one message, or none.
from numba import cuda


def lt(p, g):
    return p, g * p


@cuda.jit
def k(p, out, tot, w):
    i = cuda.grid(1)
    if i < out.size:
        for ie in range(i * tot, min((i + 1) * tot, w)):
            a, b = lt(p, 1. / out[ie])
            go = True
            while go:
                x = a * 2.
                if x > 1:
                    go = False
            out[ie] = 1 - x


@cuda.jit
def unknown(out):
    go = True
    while go:
        x = nowhere(out)
        if x > 1:
            go = False
    out[0] = 1 - x
