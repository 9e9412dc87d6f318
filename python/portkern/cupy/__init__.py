# SPDX-License-Identifier: Apache-2.0
"""CuPy's names, on any device: arrays whose expressions are compiled into one kernel.

    from portkern import cupy as cp     # in place of: import cupy as cp

docs/cupy.md has the names, and what differs."""
import numpy as _np
from numpy import (  # noqa: F401
    bool_, complex64, complex128, dtype, e, finfo, float16, float32, float64, generic, iinfo, index_exp, inf, int8, int16,
    int32, int64, integer, intp, nan, newaxis, number, pi, s_, uint8, uint16, uint32, uint64,
)

from ._array import ndarray  # noqa: F401 (first: the others need it)
from . import _refused, _ufuncs  # noqa: I001
from ._counting import bincount, histogram  # noqa: F401
from ._creation import (  # noqa: F401
    arange, array, asanyarray, asarray, asnumpy, bartlett, blackman, diag, diagflat, empty, empty_like, eye,
    fill_diagonal, from_dlpack, frombuffer, fromfile, fromfunction, fromiter, fromstring, full, full_like, hamming,
    hanning, identity, indices, kaiser, linspace, load, loadtxt, logspace, mgrid, ogrid, ones, ones_like, save, savetxt,
    savez, savez_compressed, tri, tril, tril_indices, triu, triu_indices, zeros, zeros_like,
)
from ._elements import (  # noqa: F401
    allclose, angle, array_equal, clip, divmod, imag, interp, isclose, iscomplex, iscomplexobj, isreal,  # noqa: A004
    isrealobj, isscalar, nan_to_num, real, round, where,  # noqa: A004
)
from ._einsum import einsum  # noqa: F401
from ._expressions import shape_of_all as _shape_of_all
from ._indexing import (  # noqa: F401
    argwhere, compress, diag_indices, extract, flatnonzero, nonzero, putmask, take, take_along_axis, unravel_index,
)
from ._indexing import put_function as put  # noqa: F401
from ._interop import fuse, get_array_module  # noqa: F401
from ._joining import (  # noqa: F401
    append, array_split, c_, column_stack, concatenate, dstack, hsplit, hstack, meshgrid, pad, r_, repeat, roll, split, stack,
    tile, vsplit, vstack,
)
from ._layouts import (  # noqa: F401
    ascontiguousarray, asfortranarray, atleast_1d, atleast_2d, atleast_3d, broadcast_arrays, broadcast_to, copy, copyto,
    diagonal, expand_dims, flip, fliplr, flipud, moveaxis, ndim, ravel, reshape, rollaxis, rot90, shape, size, squeeze,
    swapaxes, transpose,
)
from ._linalg import cross, dot, inner, kron, matmul, outer, tensordot, trace, vdot  # noqa: F401
from ._reductions import (  # noqa: F401
    all, amax, amin, any, argmax, argmin, average, count_nonzero, mean, nanmax, nanmean, nanmin, nanprod, nansum,  # noqa: A004
    prod, ptp, std, sum, var,  # noqa: A004
)
from ._scans import cumprod, cumsum, diff, gradient, trapezoid  # noqa: F401
from ._sorting import argsort, median, searchsorted, sort, unique  # noqa: F401
from ._statistics import (  # noqa: F401
    argpartition, convolve, corrcoef, correlate, cov, digitize, fix, in1d, intersect1d, isin, ix_, lexsort, nanargmax,
    nanargmin, nanstd, nanvar, partition, percentile, polyval, quantile, ravel_multi_index, select, setdiff1d, union1d,
    unwrap,
)

globals().update(_ufuncs.UFUNCS)
ufunc = _ufuncs.ufunc
max, min, around, round_, trapz = amax, amin, round, round, trapezoid  # noqa: A001
concat, permute_dims = concatenate, transpose
bool, int_, uint, float_, complex_ = _np.bool_, _np.int64, _np.uint64, _np.float64, _np.complex128  # noqa: A001
byte, short, intc, longlong = _np.int8, _np.int16, _np.int32, _np.int64
ubyte, ushort, uintc, ulonglong = _np.uint8, _np.uint16, _np.uint32, _np.uint64
half, single, double, csingle, cdouble = _np.float16, _np.float32, _np.float64, _np.complex64, _np.complex128
signedinteger, unsignedinteger, floating, complexfloating = (
    _np.signedinteger, _np.unsignedinteger, _np.floating, _np.complexfloating)
inexact, euler_gamma = _np.inexact, _np.euler_gamma
can_cast, promote_types, issubdtype = _np.can_cast, _np.promote_types, _np.issubdtype
__version__ = "14.0.0"  # whose names and rules these are
_MODULES = ("cuda", "linalg", "random")


def matrix_transpose(x):
    """A view with the last two axes exchanged."""
    return x.mT


def result_type(*arrays_and_dtypes):
    """The dtype of an expression of these, by NumPy 2's rules."""
    from . import _dtypes

    types = []
    for each in arrays_and_dtypes:
        if isinstance(each, ndarray):
            types.append(each._letter)
        else:
            found = None if isinstance(each, (str, type)) else _dtypes.type_of(each)
            types.append(found[0] if found else _dtypes.letter_of(_np.dtype(each)))
    return _dtypes.BY_LETTER[_dtypes.promote(types)]


def broadcast_shapes(*shapes):
    """The shape that these broadcast to."""
    return _shape_of_all((s,) if isinstance(s, int) else tuple(s) for s in shapes)


def get_default_memory_pool():
    """Memory is given back when arrays go; the pool says how much the device has in use."""
    from .cuda import get_default_memory_pool as find

    return find()


def get_default_pinned_memory_pool():
    """The pool of pinned memory, which has nothing to do."""
    from .cuda import get_default_pinned_memory_pool as find

    return find()


def is_available():
    """Whether there is a device."""
    from .cuda import is_available as find

    return find()


def __getattr__(name):
    if name in _MODULES:
        import importlib

        return importlib.import_module("." + name, __name__)
    if name.startswith("__"):
        raise AttributeError(name)
    return _refused.lookup(name)


def __dir__():
    return sorted({*(name for name in globals() if not name.startswith("_")), *_MODULES})
