# SPDX-License-Identifier: Apache-2.0
"""Calls of functions with guvectorize by compiled functions, which pass all operands, outputs,
too. From a layout (n),(n)->() and the types of the operands a function is made:

    def call(x0, x1, x2):
        if x1.shape[0] != x0.shape[1]:
            raise ValueError("Operand has a mismatch ...")
        if x2.shape[0] != x0.shape[0]:
            raise ValueError("Loop and array shapes are incompatible")
        for i0 in range(x0.shape[0]):
            kernel(x0[i0], x1, x2[i0:i0 + 1])"""
import operator

import numpy as np

from ..core import types
from ..np import numpy_support
from . import extension
from .host import CPUDispatcher
from .of_text import FunctionOfText, function_of_text

_CORE = ("Operand has a mismatch in one of its core dimensions. Please, check if all arguments to a @guvectorize "
         "function have the same core dimensions.")
_LOOP = "Loop and array shapes are incompatible"


def _dtype(kind):
    return numpy_support.as_dtype(getattr(kind, "dtype", kind))


def _fits(gufunc, row, kinds, exact):
    """Whether operands of such types go through the loop of a row: outputs, and with `exact`
    all arrays, have its dtypes."""
    for i, (kind, dtype) in enumerate(zip(kinds, row.dtypes, strict=True)):
        same = _dtype(kind) == dtype
        if not same and (i >= gufunc.nin or exact and isinstance(kind, types.Array)
                         or not np.can_cast(_dtype(kind), dtype, "same_kind")):
            return False
    return True


class _Call:
    """The text of a call with operands of such types."""

    def __init__(self, gufunc, kinds, row):
        self.cores, self.kinds, self.row, self.nin = sum(gufunc._cores, []), kinds, row, gufunc.nin
        self.loops = [getattr(kind, "ndim", 0) - len(core) for core, kind in zip(self.cores, kinds, strict=True)]
        self.most = max(self.loops)
        self.names = {}

    def _wants_array(self, i):
        """Whether the function gets an array where the layout has no axes."""
        return i >= self.nin or self.row is not None and isinstance(self.row.args[i], types.Array)

    def _checks(self):
        first, widest = {}, self.loops.index(self.most)
        for i, (core, loops) in enumerate(zip(self.cores, self.loops, strict=True)):
            for axis, name in enumerate(core, loops):
                extent = first.setdefault(name, name if name.isdigit() else f"x{i}.shape[{axis}]")
                if extent != f"x{i}.shape[{axis}]":
                    yield f"    if x{i}.shape[{axis}] != {extent}:", f"        raise ValueError({_CORE!r})"
            for axis in range(loops if i != widest else 0):
                yield (f"    if x{i}.shape[{axis}] != x{widest}.shape[{axis + self.most - loops}]:",
                       f"        raise ValueError({_LOOP!r})")

    def _operand(self, i):
        """What the function is given of an operand."""
        at = [f"i{k}" for k in range(self.most - self.loops[i], self.most)]
        if self.cores[i] or not isinstance(self.kinds[i], types.Array):
            return f"x{i}[{', '.join(at)}]" if at else f"x{i}"
        if not self._wants_array(i):
            return f"x{i}[{', '.join(at) or '()'}]"
        return f"x{i}[{', '.join([*at[:-1], f'{at[-1]}:{at[-1]} + 1'])}]" if at else f"x{i}.reshape(1)"

    def _conversions(self):
        for i, kind in enumerate(self.kinds[:self.nin] if self.row is not None else ()):
            if _dtype(kind) != self.row.dtypes[i]:
                self.names[f"t{i}"] = self.row.dtypes[i].type
                yield f"    x{i} = {f'x{i}.astype(t{i})' if isinstance(kind, types.Array) else f't{i}(x{i})'}"

    def text(self):
        """The function's."""
        params = ", ".join(f"x{i}" for i in range(len(self.kinds)))
        lines = [f"def call({params}):", *(line for check in self._checks() for line in check), *self._conversions()]
        widest = self.loops.index(self.most)
        lines += [f"{'    ' * (k + 1)}for i{k} in range(x{widest}.shape[{k}]):" for k in range(self.most)]
        operands = ", ".join(map(self._operand, range(len(self.kinds))))
        return "\n".join([*lines, f"{'    ' * (self.most + 1)}kernel({operands})", ""])


def _implementation(gufunc, kernel, kinds):
    """The function for operands of such types; None: there is none."""
    numbers = (types.Number, types.Boolean)
    for core, kind in zip(sum(gufunc._cores, []), kinds, strict=True):
        if not (isinstance(kind, types.Array) and kind.ndim >= len(core) or isinstance(kind, numbers) and not core):
            return None
    if not all(isinstance(kind, types.Array) for kind in kinds[gufunc.nin:]):
        return None
    row = None
    if not gufunc.is_dynamic:
        row = next((row for exact in (True, False) for row in gufunc._rows if _fits(gufunc, row, kinds, exact)), None)
        if row is None:
            return None
    call = _Call(gufunc, kinds, row)
    text = call.text()
    made = function_of_text(text, "call", {"kernel": kernel, **call.names}, gufunc.py_func, f"<call of {gufunc.__name__}>")
    return FunctionOfText(made, {})


class _Calls(extension.Overloaded):
    """What compiled functions call."""

    def __reduce__(self):
        return operator.methodcaller("_in_functions"), (self.function,)


def overloaded(gufunc):
    """The function that compiled functions call for a function with guvectorize."""
    made = _Calls(gufunc)
    kernel = CPUDispatcher(gufunc.py_func, {"error_model": "numpy", "boundscheck": False, **gufunc.targetoptions})
    names = ", ".join(f"x{i}" for i in range(gufunc.nargs))
    scope = {"make": lambda *kinds: _implementation(gufunc, kernel, kinds)}
    exec(f"def factory({names}):\n    return make({names})\n", scope)  # noqa: S102
    made.add_factory(scope["factory"], {}, False)
    return made
