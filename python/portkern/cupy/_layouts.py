# SPDX-License-Identifier: Apache-2.0
"""Shapes and orders of axes: views wherever NumPy makes views, else copies."""
import numpy as np

from .. import _core, _reshape
from . import _dtypes, _expressions, _store
from ._array import fortran_strides, ndarray
from ._kernels import queue_for
from ._ufuncs import checked


def reshape(a, newshape, order="C"):
    """An array of another shape."""
    a, = checked((a,))
    shape = tuple(newshape) if isinstance(newshape, (tuple, list)) else (newshape,)
    if a._node is not None and order == "C":  # what waits is in C order
        shape, strides = _reshape.reshaped(a, shape, "C")
        return a if shape == a.shape else a._laid_out(shape, strides)
    try:
        return a._laid_out(*_reshape.reshaped(a._ready(), shape, order))
    except NotImplementedError:
        by = "F" if order == "F" or order == "A" and a._f_contiguous else "C"
        whole = copy(a, by)
        return whole._laid_out(*_reshape.reshaped(whole, shape, by))


def copy(a, order="C"):
    """A new array with the same elements; order "K": the axes keep their order."""
    a, = checked((a,))
    a._ready()
    strides = None
    if order == "F" or order in ("A", "K") and a._f_contiguous and not a._c_contiguous:
        strides = fortran_strides(a.shape, a.dtype.itemsize)
    made = ndarray._new(a._context, a.shape, a._letter, strides)
    if a.size:
        if a._c_contiguous and strides is None or a.ndim > 1 and strides is not None and a._f_contiguous:
            _core.Array._copy(made, a, queue_for(a._context))
        else:
            _expressions.run(_store.converted(a, a._letter), made)
    return made


def ascontiguousarray(a, dtype=None):
    """The array in C order: itself where it is."""
    from ._creation import asarray

    made = asarray(a, dtype)
    if made._node is not None or made._c_contiguous:
        return made if made.ndim else made.reshape(1)
    return copy(made, "C")


def asfortranarray(a, dtype=None):
    """The array in Fortran order: itself where it is."""
    from ._creation import asarray

    made = asarray(a, dtype)._ready()
    return made if made._f_contiguous else copy(made, "F")


def ravel(a, order="C"):
    """The elements along one axis: a view where NumPy makes one, else a copy."""
    return checked((a,))[0].ravel(order)


def transpose(a, axes=None):
    """A view with the axes in another order; without one in reverse."""
    return checked((a,))[0].transpose(axes)


def swapaxes(a, axis1, axis2):
    """A view with two axes exchanged."""
    return checked((a,))[0].swapaxes(axis1, axis2)


def squeeze(a, axis=None):
    """A view without axes of length 1."""
    return checked((a,))[0].squeeze(axis)


def _by_numpy(name):
    """A function of NumPy's that makes views, of the layout."""
    function = getattr(np, name)

    def change(a, *args, **kwargs):
        return checked((a,))[0]._shaped(lambda layout: function(layout, *args, **kwargs))

    change.__name__ = change.__qualname__ = name
    change.__doc__ = f"numpy.{name}: a view."
    return change


expand_dims, moveaxis, rollaxis = map(_by_numpy, ("expand_dims", "moveaxis", "rollaxis"))
flip, fliplr, flipud, rot90 = map(_by_numpy, ("flip", "fliplr", "flipud", "rot90"))
broadcast_to, diagonal = map(_by_numpy, ("broadcast_to", "diagonal"))


def broadcast_arrays(*args):
    """Views of one shape."""
    arrays = checked(args)
    shape = _expressions.shape_of_all(a.shape for a in arrays)
    return [broadcast_to(a, shape) for a in arrays]


def _at_least(count):
    def change(*arys):
        found = [checked((a,))[0]._shaped(lambda layout: getattr(np, f"atleast_{count}d")(layout)) for a in arys]
        return found[0] if len(found) == 1 else found

    change.__name__ = change.__qualname__ = f"atleast_{count}d"
    change.__doc__ = f"Views with {count} ax{'i' if count == 1 else 'e'}s or more, of each array; of one array the view."
    return change


atleast_1d, atleast_2d, atleast_3d = map(_at_least, (1, 2, 3))


def shape(a):
    """The lengths of the axes."""
    return a.shape if isinstance(a, ndarray) else np.shape(a)


def ndim(a):
    """The number of axes."""
    return a.ndim if isinstance(a, ndarray) else np.ndim(a)


def size(a, axis=None):
    """The number of elements, or the length of an axis."""
    if isinstance(a, ndarray):
        return a.size if axis is None else a.shape[axis]
    return np.size(a, axis)


def copyto(dst, src, casting="same_kind", where=None):
    """Copies elements to dst, where a condition is true."""
    letter = src._letter if isinstance(src, ndarray) else _dtypes.promote((_dtypes.type_of(src)[0], dst._letter))
    _store.check_cast("copyto", letter, dst._letter, casting)
    if where is None:
        dst[...] = src
    else:
        from ._elements import where as choose

        dst[...] = choose(where, src, dst)
