# SPDX-License-Identifier: Apache-2.0
"""Products of matrices: by tiles of 16 by 16 in shared memory; products are added up in
order, so that integers are exact and floats have the same bits on every device."""
import math

import numpy as np

from . import _dtypes, _expressions, _store
from ._array import ndarray
from ._elements import _given
from ._kernels import Kernel
from ._reductions import axes_of
from ._ufuncs import UFUNCS, checked

_TILE = 16
_kernels = {}

_MATMUL = """def cupy_matmul(a, b, o, steps_a, steps_b):
    left = cuda.shared.array(({tile}, {tile}), {type})
    right = cuda.shared.array(({tile}, {tile}), {type})
    tx, ty, z = cuda.threadIdx.x, cuda.threadIdx.y, cuda.blockIdx.z
    x = cuda.blockIdx.x * {tile} + tx
    y = cuda.blockIdx.y * {tile} + ty
    rows, inner, columns = a.shape[1], a.shape[2], b.shape[2]
    za, zb = z * steps_a, z * steps_b
    acc = {type}(0)
    for k in range(0, inner, {tile}):
        left[ty, tx] = {type}(0)
        if y < rows and k + tx < inner:
            left[ty, tx] = {cast_a}
        right[ty, tx] = {type}(0)
        if x < columns and k + ty < inner:
            right[ty, tx] = {cast_b}
        cuda.syncthreads()
        for j in range({tile}):
            acc = {type}(np.add(acc, np.multiply(left[ty, j], right[j, tx])))
        cuda.syncthreads()
    if x < columns and y < rows:
        o[z, y, x] = {result}
"""


def _kernel(a, b, acc, result):
    key = a, b, acc, result
    if key not in _kernels:
        _kernels[key] = Kernel("cupy_matmul", _MATMUL.format(
            tile=_TILE, type=_dtypes.NAMES[acc], cast_a=_dtypes.cast("a[za, y, k + tx]", a, acc),
            cast_b=_dtypes.cast("b[zb, k + ty, x]", b, acc), result=_dtypes.cast("acc", acc, result)))
    return _kernels[key]


def _batches(a, shape):
    """The array with one axis before its two last ones, which broadcasts to `shape`."""
    own = a.shape[:-2]
    if own != shape and math.prod(own) != 1:
        a = a._shaped(lambda x: np.broadcast_to(x, shape + x.shape[-2:]))
    return a.reshape((-1,) + a.shape[-2:])._ready()


def matmul(a, b, /, out=None, **kwargs):
    """The product of matrices, or of vectors."""
    if kwargs:
        raise NotImplementedError(f"matmul: {', '.join(kwargs)} is not there")
    a, b = _both(a, b)
    if not a.ndim or not b.ndim:
        raise ValueError("matmul: Input operand does not have enough dimensions")
    x = a.reshape(1, -1) if a.ndim == 1 else a
    y = b.reshape(-1, 1) if b.ndim == 1 else b
    if x.shape[-1] != y.shape[-2]:
        raise ValueError(f"matmul: Input operand 1 has a mismatch in its core dimension 0 (size {y.shape[-2]} is "
                         f"different from {x.shape[-1]})")
    batch = _expressions.shape_of_all((x.shape[:-2], y.shape[:-2]))
    letter = _dtypes.promote((a._letter, b._letter))
    made = ndarray._new(a._context, batch + (x.shape[-2], y.shape[-1]), letter)
    _product(x, y, made, batch, letter)
    whole = made.shape
    if b.ndim == 1:
        whole = whole[:-1]
    if a.ndim == 1:
        whole = whole[:-2] + whole[-1:] if b.ndim > 1 else whole[:-1]
    return _given(made.reshape(whole), out)


def _product(x, y, made, batch, letter):
    if not made.size:
        return
    if not x.shape[-1]:
        made.fill(0)
        return
    x, y = _batches(x, batch), _batches(y, batch)
    whole = made.reshape((-1,) + made.shape[-2:])
    acc = "f" if letter == "e" else letter
    kernel = _kernel(x._letter, y._letter, acc, letter)
    grid = -(-whole.shape[2] // _TILE), -(-whole.shape[1] // _TILE)
    for first in range(0, whole.shape[0], 65535):
        part = whole[first:first + 65535]
        parts = [m if m.shape[0] == 1 else m[first:first + 65535] for m in (x, y)]
        kernel.launch(made._context, (*grid, part.shape[0]), (_TILE, _TILE), *parts, part,
                      *(int(m.shape[0] > 1) for m in parts))


def _both(a, b):
    from ._creation import asarray

    return tuple(m if isinstance(m, ndarray) else asarray(m) for m in checked((a, b)))


def dot(a, b, out=None):
    """The sum of products along a's last axis and b's last but one; of numbers, the
    product."""
    a, b = _both(a, b)
    if not a.ndim or not b.ndim:
        return _given(UFUNCS["multiply"](a, b), out)
    if a.ndim <= 2 and b.ndim <= 2:
        return matmul(a, b, out)
    return _given(tensordot(a, b, ((a.ndim - 1,), (max(b.ndim - 2, 0),))), out)


def tensordot(a, b, axes=2):
    """The sum of products along pairs of axes."""
    a, b = _both(a, b)
    if isinstance(axes, int):
        axes = range(a.ndim - axes, a.ndim), range(axes)
    of_a, of_b = (tuple(x % m.ndim for x in ((each,) if isinstance(each, int) else each))
                  for each, m in zip(axes, (a, b), strict=True))
    if tuple(a.shape[i] for i in of_a) != tuple(b.shape[i] for i in of_b):
        raise ValueError("shape-mismatch for sum")
    free_a, free_b = ([i for i in range(m.ndim) if i not in used] for m, used in ((a, of_a), (b, of_b)))
    inner = math.prod(a.shape[i] for i in of_a)
    shape = tuple(a.shape[i] for i in free_a) + tuple(b.shape[i] for i in free_b)
    left = a.transpose(*free_a, *of_a).reshape(math.prod(a.shape[i] for i in free_a), inner)
    right = b.transpose(*of_b, *free_b).reshape(inner, math.prod(b.shape[i] for i in free_b))
    return matmul(left, right).reshape(shape)


def inner(a, b):
    """The sum of products along the last axes."""
    a, b = _both(a, b)
    if not a.ndim or not b.ndim:
        return UFUNCS["multiply"](a, b)
    return tensordot(a, b, ((a.ndim - 1,), (b.ndim - 1,)))


def vdot(a, b):
    """The sum of products of all elements, of a's conjugates."""
    a, b = _both(a, b)
    return matmul(a.ravel().conj(), b.ravel())


def outer(a, b, out=None):
    """The products of each pair of elements."""
    a, b = _both(a, b)
    return _given(a.reshape(-1, 1) * b.reshape(1, -1), out)


def kron(a, b):
    """The Kronecker product."""
    a, b = _both(a, b)
    ndim = max(a.ndim, b.ndim)
    a, b = (m.reshape((1,) * (ndim - m.ndim) + m.shape) for m in (a, b))
    wide = (a.reshape(tuple(x for n in a.shape for x in (n, 1))) * b.reshape(tuple(x for n in b.shape for x in (1, n))))
    return wide.reshape(tuple(n * m for n, m in zip(a.shape, b.shape, strict=True)))


def cross(a, b, axis=-1):
    """The cross product of vectors of three."""
    from ._joining import stack

    a, b = _both(a, b)
    if a.shape[axis] != 3 or b.shape[axis] != 3:
        raise NotImplementedError("cross: vectors have three elements")
    at, = axes_of(a, axis)
    x, y = ([m._shaped(lambda layout, i=i: np.moveaxis(layout, axis, 0)[i, ...]) for i in range(3)] for m in (a, b))
    return stack([x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]], at)


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """The sum of the diagonal."""
    return checked((a,))[0].trace(offset, axis1, axis2, dtype, out)


def norm(x, ord=None, axis=None, keepdims=False):  # noqa: A002
    """The norm of vectors, and Frobenius' of matrices."""
    x, = checked((x,))
    if x._letter in "?" + _dtypes.INTEGERS:
        x = x.astype("d")
    axes = axes_of(x, axis)
    size = abs(x)
    if ord is None or ord == "fro" and len(axes) == 2 or ord == 2 and len(axes) == 1:
        if x._letter in _dtypes.COMPLEX:
            squares = UFUNCS["square"](x.real) + UFUNCS["square"](x.imag)
        else:
            squares = UFUNCS["square"](x)
        return UFUNCS["sqrt"](squares.sum(axis, keepdims=keepdims))
    if len(axes) != 1 or isinstance(ord, str):
        raise NotImplementedError(f"norm: order {ord!r} of matrices is not there")
    if ord == np.inf:
        return size.max(axis, keepdims=keepdims)
    if ord == -np.inf:
        return size.min(axis, keepdims=keepdims)
    if ord == 0:
        return (x != 0).astype(size.dtype).sum(axis, keepdims=keepdims)
    if ord == 1:
        return size.sum(axis, keepdims=keepdims)
    return (size ** ord).sum(axis, keepdims=keepdims) ** (1.0 / ord)
