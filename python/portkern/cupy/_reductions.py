# SPDX-License-Identifier: Apache-2.0
"""Sums, products, extremes, means: along axes, by kernels that compute what is reduced
as they read it. The order in which elements are combined depends on the shape alone, so
that sums of floats have the same bits on every device.

An array is seen as (rows, n), of which the n elements of each row are reduced, or as
(n, columns). Long rows are cut in pieces of 4096, which 256 threads reduce each; what
they give is reduced in the same way."""
import math

import numpy as np

from .. import _core
from . import _dtypes, _expressions, _fusion, _operations, _store
from ._array import ndarray
from ._elements import _given
from ._expressions import Node
from ._kernels import BLOCK, PLACE, Kernel, plane
from ._ufuncs import UFUNCS, checked

_OPS = _operations.OPERATIONS
_PIECE = 4096  # elements that a block reduces of a row, a thread of a column
_SHORT = 128  # rows that one thread reduces
_kernels = {}


class Reduction:
    """How two values become one: `combine`, of a and b. `letters` gives the types of
    what is added up and of the result. Without an `identity` an array without elements
    cannot be reduced."""

    def __init__(self, name, combine, letters, identity=None, word=None):
        self.name, self.combine, self.letters, self.identity = name, combine, letters, identity
        self.word = word or name

    def start(self, letter):
        return None if self.identity is None else f"{_dtypes.NAMES[letter]}({self.identity})"


def _widened(letter):
    """Of sums: small integers become int64, float16 is added up in float32."""
    if letter in "?bhil":
        return "l", "l"
    if letter in "BHIL":
        return "L", "L"
    return ("f", "e") if letter == "e" else (letter, letter)


SUM = Reduction("sum", "np.add({a}, {b})", _widened, "0", "add")
PROD = Reduction("prod", "np.multiply({a}, {b})", _widened, "1", "multiply")
MAX = Reduction("max", "np.maximum({a}, {b})", lambda letter: (letter, letter), None, "maximum")
MIN = Reduction("min", "np.minimum({a}, {b})", lambda letter: (letter, letter), None, "minimum")
ANY = Reduction("any", "{a} or {b}", lambda letter: ("?", "?"), "False")
ALL = Reduction("all", "{a} and {b}", lambda letter: ("?", "?"), "True")


# ---- axes ----


def axes_of(a, axis):
    """The axes that are reduced, sorted; NumPy's AxisError."""
    if axis is None:
        return tuple(range(a.ndim))
    given = axis if isinstance(axis, (tuple, list)) else (axis,)
    out = []
    for each in given:
        at = each + a.ndim if each < 0 else each
        if not 0 <= at < a.ndim:
            raise getattr(np, "exceptions", np).AxisError(each, a.ndim)
        out.append(at)
    if len(set(out)) != len(out):
        raise ValueError("duplicate value in 'axis'")
    return tuple(sorted(out))


def result_shape(a, axes, keepdims):
    if keepdims:
        return tuple(1 if i in axes else n for i, n in enumerate(a.shape))
    return tuple(n for i, n in enumerate(a.shape) if i not in axes)


def _source(a, axes):
    """(Node of what is reduced, form, n): with the form "rows" the n elements of a result
    are side by side, with "columns" the results' are. Arrays in another order are
    copied."""
    size = math.prod(a.shape[i] for i in axes)
    real = [i for i in axes if a.shape[i] != 1]
    kept = [i for i in range(a.ndim) if i not in axes and a.shape[i] != 1]
    form = "rows" if not real or not kept or real[0] > kept[-1] else "columns" if real[-1] < kept[0] else None
    node = a._node
    if node is not None and form and not getattr(a, "_was_read", False) and _is_linear(node):
        a._was_read = True
        return node, form, size
    a._ready()
    if form is None or not (a._c_contiguous or a.ndim == 1):
        order = [i for i in range(a.ndim) if i not in axes] + list(axes)
        moved = a.transpose(*order) if a.ndim > 1 else a
        a, form = (moved if moved._c_contiguous else moved.copy()), "rows"
    return _store.converted(a, a._letter), form, size


def _is_linear(node):
    """Whether all that it reads is read by one number."""
    arrays = []
    todo = [node]
    while todo:
        for operand in todo.pop().operands:
            if type(operand) is Node and operand.value is None:
                todo.append(operand)
            elif isinstance(operand, (Node, _core.Array)):
                arrays.append(operand.value if type(operand) is Node else operand)
    return _fusion._layouts(node.shape, arrays)[0] is not None


# ---- kernels ----


def _element(node, acc):
    """(walk, kinds, lines, expression) of the element at place i."""
    walk = _fusion._Walk(node)
    kinds, _ = _fusion._layouts(node.shape, walk.leaves)
    kinds = [k + a._letter for k, a in zip(kinds, walk.leaves, strict=True)]
    lines = [f"x{n} = {_fusion._index(kinds[n][0], f'a{n}', 'i')}" for n in range(len(kinds))]
    for n, (each, refs) in enumerate(zip(walk.nodes, walk.refs, strict=True)):
        lines.append(f"t{n} = {_fusion.operation(each, [_fusion._operand(ref, walk, kinds) for ref in refs])}")
    return walk, kinds, lines, _dtypes.cast(f"t{len(walk.nodes) - 1}", node.letter, acc)


def _indented(lines, depth):
    return "".join(f"{' ' * depth}{line}\n" for line in lines)


def _combined(reduction, acc, a, b):
    text = reduction.combine.format(a=a, b=b)
    return text if acc == "?" else f"{_dtypes.NAMES[acc]}({text})"


def _loop(reduction, acc, lines, value, place, first, limit, step, depth):
    """The lines of a loop that reduces elements p = first, first + step ... below limit."""
    start = reduction.start(acc)
    out = []
    if start is None:  # begin with an element: one that comes twice does not change a maximum
        out += [f"p = min({first}, {limit} - 1)", f"i = {place}", *lines, f"acc = {value}"]
    else:
        out.append(f"acc = {start}")
    out.append(f"for p in range({first}, {limit}, {step}):")
    inner = [f"i = {place}", *lines, f"acc = {_combined(reduction, acc, 'acc', value)}"]
    return _indented(out, depth) + _indented(inner, depth + 4)


def _short_text(name, params, reduction, acc, lines, value):
    return (f"def {name}({params}):\n    y = cuda.grid(1)\n    if y < o.size:\n"
            + _loop(reduction, acc, lines, value, "y * n + p", "0", "n", "1", 8) + "        o[y] = acc\n")


def _rows_text(name, params, reduction, acc, lines, value):
    text = (f"def {name}({params}):\n    part = cuda.shared.array({BLOCK}, {_dtypes.NAMES[acc]})\n"
            "    t = cuda.threadIdx.x\n    c = cuda.blockIdx.x\n"
            "    y = cuda.blockIdx.y + cuda.blockIdx.z * cuda.gridDim.y\n"
            "    if y < rows:\n"
            f"        first = c * {_PIECE} + t\n        limit = min(n, (c + 1) * {_PIECE})\n")
    text += _loop(reduction, acc, lines, value, "y * n + p", "first", "limit", str(BLOCK), 8)
    text += "        part[t] = acc\n    cuda.syncthreads()\n"
    half = BLOCK // 2
    text += f"    step = {half}\n    while step > 0:\n        if t < step and y < rows:\n"
    text += f"            part[t] = {_combined(reduction, acc, 'part[t]', 'part[t + step]')}\n"
    text += "        cuda.syncthreads()\n        step = step // 2\n"
    return text + "    if t == 0 and y < rows:\n        o[y * pieces + c] = part[0]\n"


def _columns_text(name, params, reduction, acc, lines, value):
    return (f"def {name}({params}):\n" + PLACE + "    if x < columns and y < pieces:\n"
            f"        limit = min(n, (y + 1) * {_PIECE})\n"
            + _loop(reduction, acc, lines, value, "p * columns + x", f"y * {_PIECE}", "limit", "1", 8)
            + "        o[y * columns + x] = acc\n")


_FORMS = {"short": (_short_text, "n"), "rows": (_rows_text, "n, rows, pieces"), "columns": (_columns_text, "n, columns, pieces")}


def _kernel(reduction, form, acc, node):
    walk, kinds, lines, value = _element(node, acc)
    key = (reduction.name, form, acc, *kinds, *walk.key)
    found = _kernels.get(key)
    if found is None:
        make, more = _FORMS[form]
        params = ", ".join([*(f"a{n}" for n in range(len(kinds))), "o", more, *(f"s{n}" for n in range(len(walk.scalars)))])
        name = f"cupy_{reduction.name}" + "".join(f"_{n.op.name}" for n in walk.nodes[-3:] if "astype" not in n.op.name)
        found = _kernels[key] = Kernel(name, make(name, params, reduction, acc, lines, value))
    return found, walk.leaves, [scalar.value for scalar in walk.scalars]


def _run(reduction, node, form, n, count, acc):
    """The results, an array of one axis."""
    context = node.context
    if form == "rows" and n <= _SHORT and count > 1 or n <= 1:
        made = ndarray._new(context, (count,), acc)
        kernel, leaves, scalars = _kernel(reduction, "short", acc, node)
        kernel.for_each(context, count, *leaves, made, n, *scalars)
        return made
    pieces = -(-n // _PIECE)
    made = ndarray._new(context, (count * pieces,), acc)
    kernel, leaves, scalars = _kernel(reduction, form, acc, node)
    if form == "rows":
        deep = -(-count // 65535)
        kernel.launch(context, (pieces, -(-count // deep), deep), BLOCK, *leaves, made, n, count, pieces, *scalars)
    else:
        kernel.launch(context, *plane(count, pieces), *leaves, made, n, count, pieces, *scalars)
    if pieces == 1:
        return made
    return _run(reduction, _store.converted(made, acc), form, pieces, count, acc)


def reduce(reduction, a, axis, keepdims, letter=None, out=None):
    """The reduction along axes; `letter` is the type that a program asked for."""
    a, = checked((a,))
    axes = axes_of(a, axis)
    acc, result = reduction.letters(a._letter if letter is None else letter)
    shape = result_shape(a, axes, keepdims)
    count = math.prod(shape)
    if 0 in a.shape:
        if reduction.identity is None and count:
            raise ValueError(f"zero-size array to reduction operation {reduction.word} which has no identity")
        made = _store.constant(int(reduction.identity in ("1", "True")), result, shape, a._context)
        return _given(_expressions.wait_for(ndarray, made), out)
    with _expressions.lock:
        node, form, n = _source(a, axes)
        made = _run(reduction, node, form, n, count, acc)
    made = made._laid_out(shape, _c_strides(shape, made.itemsize))
    return _given(made if acc == result else made.astype(_dtypes.BY_LETTER[result]), out)


def _c_strides(shape, itemsize):
    out = []
    for n in reversed(shape):
        out.append(itemsize)
        itemsize *= max(n, 1)
    return tuple(out[::-1])


# ---- functions ----


def _letter(dtype):
    return None if dtype is None else _dtypes.letter_of(_dtypes.checked(dtype))


def sum(a, axis=None, dtype=None, out=None, keepdims=False):  # noqa: A001
    """The sum of elements along axes."""
    return reduce(SUM, a, axis, keepdims, _letter(dtype), out) if dtype is None else _exact(SUM, a, axis, dtype, out, keepdims)


def prod(a, axis=None, dtype=None, out=None, keepdims=False):
    """The product of elements along axes."""
    return reduce(PROD, a, axis, keepdims, None, out) if dtype is None else _exact(PROD, a, axis, dtype, out, keepdims)


def _exact(reduction, a, axis, dtype, out, keepdims):
    """A sum in the dtype that a program asks for, which may be a small one."""
    letter = _letter(dtype)
    made = reduce(reduction, a, axis, keepdims, letter)
    return _given(made if made._letter == letter else made.astype(_dtypes.BY_LETTER[letter]), out)


def amax(a, axis=None, out=None, keepdims=False):
    """The largest element along axes; NaN where there is one."""
    return reduce(MAX, a, axis, keepdims, None, out)


def amin(a, axis=None, out=None, keepdims=False):
    """The least element along axes; NaN where there is one."""
    return reduce(MIN, a, axis, keepdims, None, out)


def any(a, axis=None, out=None, keepdims=False):  # noqa: A001
    """Whether an element is not 0, along axes."""
    return reduce(ANY, a, axis, keepdims, None, out)


def all(a, axis=None, out=None, keepdims=False):  # noqa: A001
    """Whether all elements are not 0, along axes."""
    return reduce(ALL, a, axis, keepdims, None, out)


def ptp(a, axis=None, out=None, keepdims=False):
    """The largest element less the least one."""
    return _given(amax(a, axis, None, keepdims) - amin(a, axis, None, keepdims), out)


def count_nonzero(a, axis=None, keepdims=False):
    """How many elements are not 0."""
    a, = checked((a,))
    return sum(a != 0 if a._letter != "?" else a, axis, None, None, keepdims)


def _mean_letters(a, dtype):
    """(type of the sum, type of the mean)"""
    if dtype is not None:
        return _letter(dtype), _letter(dtype)
    return ("d", "d") if a._letter in "?" + _dtypes.INTEGERS else ("f" if a._letter == "e" else a._letter, a._letter)


def mean(a, axis=None, dtype=None, out=None, keepdims=False):
    """The mean of elements along axes."""
    a, = checked((a,))
    summed, result = _mean_letters(a, dtype)
    count = math.prod(a.shape[i] for i in axes_of(a, axis))
    made = reduce(SUM, a, axis, keepdims, summed)
    made = UFUNCS["divide"](made, made.dtype.type(count))
    return _given(made if made._letter == result else made.astype(_dtypes.BY_LETTER[result]), out)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """The variance of elements along axes."""
    a, = checked((a,))
    summed, result = _mean_letters(a, dtype)
    count = math.prod(a.shape[i] for i in axes_of(a, axis))
    apart = (a if a._letter == summed else a.astype(_dtypes.BY_LETTER[summed])) - mean(
        a, axis, _dtypes.BY_LETTER[summed], None, True)
    if summed in _dtypes.COMPLEX:
        squares = UFUNCS["square"](apart.real) + UFUNCS["square"](apart.imag)
        result = "f" if result == "F" else "d"
    else:
        squares = UFUNCS["square"](apart)
    made = reduce(SUM, squares, axis, keepdims)
    made = UFUNCS["divide"](made, made.dtype.type(max(count - ddof, 0)))
    return _given(made if made._letter == result else made.astype(_dtypes.BY_LETTER[result]), out)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """The standard deviation of elements along axes."""
    return _given(UFUNCS["sqrt"](var(a, axis, dtype, None, ddof, keepdims)), out)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """The mean with weights."""
    a, = checked((a,))
    if weights is None:
        made = mean(a, axis, None, None, keepdims)
        total = UFUNCS["divide"](sum(UFUNCS["equal"](a, a), axis, None, None, keepdims), 1)
    else:
        weights, = checked((weights,))
        if weights.shape != a.shape:
            axis_at, = axes_of(a, axis)
            weights = weights.reshape((-1,) + (1,) * (a.ndim - axis_at - 1))
        total = sum(weights + a * 0, axis, None, None, keepdims)
        made = sum(a * weights, axis, None, None, keepdims) / total
    return (made, total) if returned else made


def _without_nan(reduction_name, value):
    def reduced(a, axis=None, dtype=None, out=None, keepdims=False):
        from ._elements import where

        a, = checked((a,))
        if a._letter in "efdFD":
            a = where(UFUNCS["isnan"](a), a.dtype.type(value), a)
        function = globals()[reduction_name]
        return function(a, axis, dtype, out, keepdims) if value in (0, 1) else function(a, axis, out, keepdims)

    reduced.__doc__ = f"{reduction_name}, without NaN."
    return reduced


nansum, nanprod = _without_nan("sum", 0), _without_nan("prod", 1)


def nanmax(a, axis=None, out=None, keepdims=False):
    """The largest element that is no NaN."""
    return _without_nan("amax", -np.inf)(a, axis, None, out, keepdims)


def nanmin(a, axis=None, out=None, keepdims=False):
    """The least element that is no NaN."""
    return _without_nan("amin", np.inf)(a, axis, None, out, keepdims)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    """The mean of elements that are no NaN."""
    a, = checked((a,))
    if a._letter not in "efdFD":
        return mean(a, axis, dtype, out, keepdims)
    count = sum(~UFUNCS["isnan"](a), axis, None, None, keepdims)
    total = nansum(a, axis, dtype, None, keepdims)
    return _given(UFUNCS["divide"](total, count.astype(total.dtype)), out)


# ---- places of extremes ----

_BETTER = """def better(v, p, b, q):
    return v {sign} b or (v != v and b == b) or (p < q and (v == b or (v != v and b != b)))
"""
# A block finds the place in a piece of a row; 1 thread then in what the pieces gave.
_ARG_PIECES = _BETTER + """def {name}(a, o, n, pieces):
    values = cuda.shared.array(256, {type})
    places = cuda.shared.array(256, np.int64)
    t, c = cuda.threadIdx.x, cuda.blockIdx.x
    y = min(cuda.blockIdx.y + cuda.blockIdx.z * cuda.gridDim.y, o.size // pieces - 1)
    limit = min(n, (c + 1) * {piece})
    q = min(c * {piece} + t, limit - 1)
    b = a[y * n + q]
    for p in range(q + 256, limit, 256):
        v = a[y * n + p]
        if v {sign} b or (v != v and b == b):
            b, q = v, p
    values[t], places[t] = b, q
    cuda.syncthreads()
    step = 128
    while step > 0:
        if t < step and better(values[t + step], places[t + step], values[t], places[t]):
            values[t], places[t] = values[t + step], places[t + step]
        cuda.syncthreads()
        step = step // 2
    if t == 0:
        o[y * pieces + c] = places[0]
"""
_ARG_JOIN = """def {name}_join(a, candidates, o, n, pieces):
    y = cuda.grid(1)
    if y < o.size:
        q = candidates[y * pieces]
        b = a[y * n + q]
        for c in range(1, pieces):
            p = candidates[y * pieces + c]
            v = a[y * n + p]
            if v {sign} b or (v != v and b == b):
                b, q = v, p
        o[y] = q
"""
# A thread for each result, of columns and short rows.
_ARG_COLUMNS = """def {name}_columns(a, o, n, inner, rows):
""" + PLACE + """    if x < inner and y < rows:
        first = y * n * inner + x
        q = 0
        b = a[first]
        for p in range(1, n):
            v = a[first + p * inner]
            if v {sign} b or (v != v and b == b):
                b, q = v, p
        o[y * inner + x] = q
"""


def _arg_kernel(text, name, more, sign, letter):
    key = name + more, letter
    if key not in _kernels:
        words = {"name": f"cupy_{name}", "sign": sign, "type": _dtypes.NAMES[letter], "piece": _PIECE}
        _kernels[key] = Kernel(f"cupy_{name}{more}", text.format(**words))
    return _kernels[key]


def _places(name, sign, a, n, inner):
    """The places in an array of one axis, which is (rows, n, inner)."""
    rows, context = a.size // (n * inner), a._context
    made = ndarray._new(context, (rows * inner,), "l")
    if inner > 1 or n <= _SHORT:
        _arg_kernel(_ARG_COLUMNS, name, "_columns", sign, a._letter).launch(
            context, *plane(inner, rows), a, made, n, inner, rows)
        return made
    pieces = -(-n // _PIECE)
    found = made if pieces == 1 else ndarray._new(context, (rows * pieces,), "l")
    deep = -(-rows // 65535)
    _arg_kernel(_ARG_PIECES, name, "", sign, a._letter).launch(
        context, (pieces, -(-rows // deep), deep), BLOCK, a, found, n, pieces)
    if pieces > 1:
        _arg_kernel(_ARG_JOIN, name, "_join", sign, a._letter).for_each(context, rows, a, found, made, n, pieces)
    return made


def _arg(name, sign, a, axis, dtype, out, keepdims):
    a, = checked((a,))
    if a._letter in _dtypes.COMPLEX:
        raise TypeError(f"{name} is not there for complex numbers")
    axes = axes_of(a, axis)
    shape = result_shape(a, axes, keepdims)
    n = math.prod(a.shape[i] for i in axes)
    if not n:
        raise ValueError(f"attempt to get {name} of an empty sequence")
    if not a._ready()._c_contiguous:
        a = a.copy()
    if not a.size:
        made = ndarray._new(a._context, (0,), "l")
    else:
        inner = 1 if axis is None else math.prod(a.shape[axes[0] + 1:])
        made = _places(name, sign, a._laid_out((a.size,), (a.itemsize,)), n, inner)
    made = made._laid_out(shape, _c_strides(shape, 8))
    return _given(made if dtype is None else made.astype(dtype), out)


def argmax(a, axis=None, dtype=None, out=None, keepdims=False):
    """The place of the first largest element, of the first NaN where there is one."""
    return _arg("argmax", ">", a, axis, dtype, out, keepdims)


def argmin(a, axis=None, dtype=None, out=None, keepdims=False):
    """The place of the first least element, of the first NaN where there is one."""
    return _arg("argmin", "<", a, axis, dtype, out, keepdims)
