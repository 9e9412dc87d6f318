# SPDX-License-Identifier: Apache-2.0
"""numba.stencil: a function of an element and its neighbours becomes one of arrays.

Indices of arrays in the function are relative. From

    @stencil
    def mean(a):
        return (a[-1] + a[1]) / 2

two functions for the host are made, the first of which is what functions with njit call:

    def mean(a):
        out = np.full(a.shape, 0, np.array([kernel(a, 0) for _ in range(0)]).dtype)
        for i0 in independent(1, a.shape[0] - 1):
            out[i0] = kernel(a, i0)
        return out

    def kernel(a, i0):
        return (a[i0 + -1] + a[i0 + 1]) / 2
"""
import ast
import functools
import inspect

import numpy as np

from .. import _core, errors
from . import capture, source
from .host import CPUDispatcher
from .of_text import FunctionOfText, function_of_text

_SMALLER = "Secondary stencil array has some dimension smaller the same dimension in the first stencil input."
_DIMENSIONS = "Secondary stencil array does not have same number  of dimensions as the first stencil input."
_NOT_CONSTANT = "stencil kernel index is not constant, 'neighborhood' option required"


class independent:
    """range, in functions that are compiled; its loop may run in any order."""

    _portkern_path = "numba.independent"

    def __new__(cls, *args):
        return range(*args)


def _items(index):
    return index.elts if isinstance(index, ast.Tuple) else [index]


class _Indices(ast.NodeTransformer):
    """Makes the indices of some arrays absolute, and finds how far they reach."""

    def __init__(self, names, constant, known_reach):
        self.names, self._constant, self._known_reach = names, constant, known_reach
        self.used, self.ndim, self.reach = set(), None, []

    def _offset(self, item, axis):
        value = self._constant(item)
        if value is None:
            if not self._known_reach:
                raise errors.NumbaValueError(_NOT_CONSTANT)
        else:
            low, high = self.reach[axis]
            self.reach[axis] = min(low, value), max(high, value)
        return ast.BinOp(ast.Name(f"__i{axis}__", ast.Load()), ast.Add(), item)

    def _shifted(self, item, axis):
        if not isinstance(item, ast.Slice):
            return self._offset(item, axis)
        if not self._known_reach:
            raise errors.NumbaValueError(_NOT_CONSTANT)
        if item.lower is None or item.upper is None:
            raise errors.NumbaValueError("a slice in a stencil kernel has both ends, a[-1:2]")
        return ast.Slice(self._offset(item.lower, axis), self._offset(item.upper, axis), item.step)

    def visit_Subscript(self, node):
        if not isinstance(node.value, ast.Name) or node.value.id not in self.names:
            return self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            raise errors.NumbaValueError("Assignments to arrays passed to stencil kernels is not allowed.")
        items = _items(node.slice)
        if self.ndim is None:
            self.ndim, self.reach = len(items), [(0, 0)] * len(items)
        if len(items) != self.ndim:
            raise errors.NumbaValueError("Stencil index does not match array dimensionality.")
        self.used.add(node.value.id)
        made = [self._shifted(self.visit(item), axis) for axis, item in enumerate(items)]
        return ast.Subscript(node.value, ast.Tuple(made, ast.Load()) if len(made) > 1 else made[0], node.ctx)


def _function(text, name, names, like):
    return function_of_text(text, name, names, like, f"<stencil {name}>")


class StencilFunc(CPUDispatcher):
    """A function with stencil: returns an array of the shape of its first argument, or
    writes `out`."""

    def __init__(self, py_func, targetoptions=None, signatures=(), mode="constant", stencil_options=None):
        super().__init__(py_func, targetoptions, signatures)
        self.mode, self.options = mode, dict(stencil_options or {})
        self.neighborhood = self.options.get("neighborhood")

    def _init_args(self):
        return {**super()._init_args(), "mode": self.mode, "stencil_options": self.options}

    # ---- texts ----

    def _constant(self, node):
        """The integer that an index is, None: it is not known."""
        try:
            code = compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval")
            names = {name: capture.value_of(self.py_func, name)[1] for name in code.co_names}
            value = eval(code, {"__builtins__": {}}, names)  # noqa: S307
        except Exception:  # noqa: BLE001 (whatever it is, it is no constant)
            return None
        return int(value) if isinstance(value, (int, np.integer)) else None

    @functools.cached_property
    def _parts(self):
        """(the kernel's dispatcher, how far it reaches along each axis, its arrays)."""
        tree = ast.parse(source.source_of(self.py_func).given).body[0]
        params = [arg.arg for arg in tree.args.args]
        standard = tuple(self.options.get("standard_indexing", ()))
        if "out" in params:
            raise errors.NumbaValueError("Cannot use the reserved word 'out' in stencil kernels.")
        if set(standard) - set(params):
            raise errors.NumbaValueError("Standard indexing requested for an array name not present in the stencil "
                                         "kernel definition.")
        if params and params[0] in standard:
            raise errors.NumbaValueError("The first argument to a stencil kernel must use relative indexing, not "
                                         "standard indexing.")
        indices = _Indices(set(params) - set(standard), self._constant, self.neighborhood is not None)
        tree.body = [indices.visit(statement) for statement in tree.body]
        if not indices.used:
            raise errors.NumbaValueError("Stencil kernel with no accesses to relatively indexed arrays.")
        if self.neighborhood is not None and len(self.neighborhood) != indices.ndim:
            raise errors.NumbaValueError(f"{len(self.neighborhood)} dimensional neighborhood specified for "
                                         f"{indices.ndim} dimensional input array")
        tree.args.args += [ast.arg(f"__i{axis}__") for axis in range(indices.ndim)]
        tree.args.defaults, tree.decorator_list, tree.returns = [], [], None
        names = {name: capture.value_of(self.py_func, name)[1] for name in self.py_func.__code__.co_freevars}
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        kernel = FunctionOfText(_function(text, tree.name, names, self.py_func), self.targetoptions)
        return kernel, self.neighborhood or indices.reach, [name for name in params if name in indices.used], params

    def _text(self, with_out):
        """The text of the function of arrays."""
        _, reach, arrays, params = self._parts
        first, ndim, name = params[0], len(reach), self.py_func.__name__
        call = f"__kernel__({', '.join([*params, *(f'i{axis}' for axis in range(ndim))])})"
        lines = [f"def {name}({', '.join([*params, 'out'] if with_out else params)}):"]
        for other in arrays:
            for axis in range(ndim) if other != first else ():
                lines += [f"    if {other}.shape[{axis}] < {first}.shape[{axis}]:", f"        raise ValueError({_SMALLER!r})"]
        if not with_out:
            zeros = call
            for axis in range(ndim):
                zeros = zeros.replace(f"i{axis})", "0)").replace(f" i{axis},", " 0,")
            lines.append(f"    out = __np__.full({first}.shape, __cval__, __np__.array([{zeros} for _ in range(0)]).dtype)")
        elif "cval" in self.options:
            lines.append("    out[:] = __cval__")
        indent = "    "
        for axis, (low, high) in enumerate(reach):
            ranges = "__independent__" if axis == ndim - 1 and not with_out else "range"
            lines.append(f"{indent}for i{axis} in {ranges}({max(-low, 0)}, {first}.shape[{axis}] - {max(high, 0)}):")
            indent += "    "
        lines += [f"{indent}out[{', '.join(f'i{axis}' for axis in range(ndim))}] = {call}", "    return out"]
        return "\n".join(lines) + "\n"

    def _function_of(self, with_out):
        names = {"__kernel__": self._parts[0], "__np__": np, "__cval__": self.options.get("cval", 0),
                 "__independent__": independent}
        return _function(self._text(with_out), self.py_func.__name__, names, self.py_func)

    @functools.cached_property
    def _without(self):
        return FunctionOfText(self._function_of(False), self.targetoptions)

    @functools.cached_property
    def _with(self):
        return FunctionOfText(self._function_of(True), self.targetoptions)

    # ---- calls ----

    def _in_functions(self):
        return self._without

    def _module(self, context):
        return self._without._module(context)

    @property
    def _name(self):
        return self._without._name

    def __call__(self, *args, out=None, **named):
        """The array, or `out`."""
        _, reach, arrays, params = self._parts
        if not args or not isinstance(args[0], np.ndarray):
            raise errors.NumbaValueError("The first argument to a stencil kernel must be the primary input array.")
        if args[0].ndim != len(reach):
            if self.neighborhood is not None:
                raise errors.NumbaValueError(f"{len(reach)} dimensional neighborhood specified for {args[0].ndim} "
                                             "dimensional input array")
            raise errors.NumbaValueError("Stencil index does not match array dimensionality.")
        if any(np.ndim(arg) != len(reach) for name, arg in zip(params, args, strict=False) if name in arrays):
            raise ValueError(_DIMENSIONS)
        return self._without(*args, **named) if out is None else self._with(*args, out, **named)

    def __repr__(self):
        return f"<{type(self).__name__} {self.py_func}>"


def stencil(func_or_mode="constant", **options):
    """numba.stencil: the function computes one element from those around it, which it reads by
    relative indices, a[-1, 0]. Calling it gives an array of the shape of the first argument.

    cval               elements at the border, whose neighbours are not all there; else 0
    neighborhood       how far indices reach, ((-1, 1), (0, 2)): they need not be constant then
    standard_indexing  names of arrays whose indices are not relative"""
    mode = "constant" if callable(func_or_mode) else func_or_mode
    for option in options:
        if option not in ("cval", "neighborhood", "standard_indexing"):
            raise errors.NumbaValueError(f"Unknown stencil option {option}")
    if mode != "constant":
        raise errors.NumbaValueError(f"Unsupported mode style {mode}")

    def decorate(function):
        # Indices that are constant are in their arrays.
        checks = {} if options.get("neighborhood") or options.get("standard_indexing") else {"boundscheck": False}
        return StencilFunc(getattr(function, "py_func", function), {"error_model": "numpy", **checks}, mode=mode,
                           stencil_options=options)

    return decorate(func_or_mode) if callable(func_or_mode) else decorate
