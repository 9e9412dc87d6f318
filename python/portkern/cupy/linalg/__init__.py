# SPDX-License-Identifier: Apache-2.0
"""cupy.linalg: what needs products and sums only."""
from .. import _refused
from .._linalg import cross, matmul, norm, outer, tensordot, trace  # noqa: F401


def matrix_power(a, n):
    """A matrix multiplied by itself, n >= 0."""
    from .._creation import eye

    if n < 0:
        raise _refused.NotServed("cupy.linalg.matrix_power of a negative power needs an inverse, which is not there")
    made = eye(a.shape[-1], dtype=a.dtype)
    while n:
        if n & 1:
            made = matmul(made, a)
        a, n = matmul(a, a) if n > 1 else a, n >> 1
    return made


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(name)
    return _refused.lookup(name, "linalg.", _refused.LINALG)
