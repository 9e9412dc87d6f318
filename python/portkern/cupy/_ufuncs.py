# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions of elements, as objects that are called: cupy.add, cupy.exp."""
import numpy as np

from .. import _core
from . import _dtypes, _expressions, _operations, _store
from ._array import ndarray


def apply(op, *operands):
    """The array of an operation, which waits to be computed."""
    return _expressions.wait_for(ndarray, _expressions.node(op, operands))


def checked(operands):
    """Operands of a function: arrays and numbers; TypeError as CuPy for others."""
    out = []
    for operand in operands:
        if not isinstance(operand, ndarray):
            if isinstance(operand, np.ndarray) and not operand.ndim:  # NumPy makes these of its scalars
                operand = operand[()]
            if isinstance(operand, _core.Array) or hasattr(operand, "__cuda_array_interface__"):
                from ._creation import asarray

                operand = asarray(operand)
            elif _dtypes.type_of(operand) is None:
                raise TypeError(f"Unsupported type {type(operand)}: convert it by cupy.asarray")
        out.append(operand)
    if not any(isinstance(operand, ndarray) for operand in out):
        from ._creation import asarray

        out[0] = asarray(out[0])
    return out


class ufunc:  # noqa: N801
    """A function of elements."""

    def __init__(self, op, name=None):
        self._op = op
        self.__name__ = name or op.name
        self.__doc__ = f"numpy.{self.__name__} of arrays on a device."
        self.nin, self.nout, self.nargs = op.arity, 1, op.arity + 1

    @property
    def types(self):
        """The loops, as NumPy writes them: "dd->d"."""
        return [f"{operands}->{result}" for operands, result in self._op.loops]

    def __call__(self, *args, out=None, where=True, dtype=None, casting="same_kind", order="K", subok=True):
        if where is not True:
            raise NotImplementedError(f"{self.__name__}: where= is not there: use cupy.where")
        if len(args) == self.nin + 1 and out is None:
            *args, out = args
        if len(args) != self.nin:
            raise TypeError(f"{self.__name__}() takes {self.nin} arguments, got {len(args)}")
        if isinstance(out, tuple):
            (out,) = out
        operands = checked(args)
        made = self._node(operands, dtype, casting)
        if out is None:
            return _expressions.wait_for(ndarray, made)
        if not isinstance(out, ndarray):
            raise TypeError(f"return arrays must be of cupy.ndarray, not {type(out).__name__}")
        if not _expressions.fits(made.shape, out.shape):
            raise ValueError(f"non-broadcastable output operand with shape {out.shape} doesn't match the broadcast "
                             f"shape {made.shape}")
        _store.check_cast(self.__name__, made.letter, out._letter, casting)
        _store.store(made, out)
        return out

    def _node(self, operands, dtype, casting):
        if dtype is not None:
            return _expressions.node(self._op, operands, *self._loop_of(operands, _dtypes.checked(dtype), casting))
        if self._op.is_comparison:
            known = _out_of_bounds(self._op, operands)
            if known is not None:
                return known
        return _expressions.node(self._op, operands)

    def _loop_of(self, operands, dtype, casting):
        """The loop whose result has the dtype."""
        letter = _dtypes.letter_of(dtype)
        given = _dtypes.strong(tuple(o._letter if isinstance(o, ndarray) else _dtypes.type_of(o)[0] for o in operands))
        for types, result in self._op.loops:
            if result == letter and all(_dtypes.can_cast(a, b, casting) for a, b in zip(given, types, strict=True)):
                return types, result
        raise TypeError(f"No loop matching the specified signature and casting was found for ufunc {self.__name__}")

    def reduce(self, a, axis=0, dtype=None, out=None, keepdims=False):
        """The reduction of add, multiply, maximum, minimum, logical_and and logical_or."""
        from . import _reductions

        found = {"add": _reductions.sum, "multiply": _reductions.prod, "maximum": _reductions.amax,
                 "minimum": _reductions.amin, "logical_and": _reductions.all, "logical_or": _reductions.any}
        if self.__name__ not in found:
            raise NotImplementedError(f"{self.__name__}.reduce is not there")
        words = {"dtype": dtype} if self.__name__ in ("add", "multiply") else {}
        return found[self.__name__](a, axis=axis, out=out, keepdims=keepdims, **words)

    def accumulate(self, a, axis=0, dtype=None, out=None):
        """The running sums or products, of add and multiply."""
        from . import _scans

        found = {"add": _scans.cumsum, "multiply": _scans.cumprod}
        if self.__name__ not in found:
            raise NotImplementedError(f"{self.__name__}.accumulate is not there")
        return found[self.__name__](a, axis, dtype, out)

    def at(self, a, indices, b=None):
        """a[indices] += b, where an index may come more than once, of add."""
        from ._indexing import scatter_add

        if self.__name__ != "add":
            raise NotImplementedError(f"{self.__name__}.at is not there")
        if not isinstance(a, ndarray):
            raise TypeError(f"Unsupported type {type(a)}: convert it by cupy.asarray")
        scatter_add(a, indices, b)

    def outer(self, a, b, **kwargs):
        """The function of each pair of elements."""
        a, b = checked((a, b))
        return self(a.reshape(a.shape + (1,) * b.ndim), b, **kwargs)

    def __repr__(self):
        return f"<ufunc 'cupy_{self.__name__}'>"


def _out_of_bounds(op, operands):
    """The Node of a comparison with a Python integer that no element can be; None for
    any other."""
    for i, operand in enumerate(operands):
        if not isinstance(operand, ndarray) and isinstance(operands[1 - i], ndarray):
            other = operands[1 - i]
            side = _dtypes.is_out_of_bounds(operand, other._letter)
            if side:
                values = (0, side) if i else (side, 0)  # as if elements were 0
                truth = bool(getattr(np, op.name)(*values))
                return _store.constant(truth, "?", other.shape, other._context)
    return None


UFUNCS = {name: ufunc(op) for name, op in _operations.OPERATIONS.items()
          if name not in ("real", "imag", "angle", "where", "round")}
UFUNCS.update({name: UFUNCS[of] for name, of in _operations.ALIASES.items()})
