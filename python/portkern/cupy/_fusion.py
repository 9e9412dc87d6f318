# SPDX-License-Identifier: Apache-2.0
"""From an expression to a kernel: its operations are lines of the text, each with the
type that NumPy's loop has. A kernel is made once for expressions of the same
operations, types and kinds of layout:

    def cupy_multiply_add(a0, a1, s0, o0):       # 2.0 * x + y
        i = cuda.grid(1)
        if i < o0.size:
            x0 = a0[i]
            x1 = a1[i]
            t0 = np.multiply(s0, x0)
            t1 = np.add(t0, x1)
            o0[i] = t1

Arrays that all lie in memory as their elements are counted are read by one number.
Others are seen with as few axes as they need, and read by one number an axis."""
import functools
import math

from .. import _core
from . import _dtypes
from ._kernels import PLACE, Kernel, plane, set_current_stream  # noqa: F401

# What an operand is, with its number times 3.
_TEMPORARY, _ARRAY, _SCALAR = 0, 1, 2
new_array = None  # ndarray._new, which _array puts here
_kernels = {}
_MOST_KERNELS = 10000


class _Walk:
    """What an expression is made of, in the order of computing it."""

    def __init__(self, root):
        self.nodes, self.numbers = [], {}
        self.leaves, self.leaf_numbers = [], {}
        self.scalars = []
        self.refs = []  # of each node, what its operands are, by _TEMPORARY and its kin
        self.key = []  # what makes two expressions the same kernel
        self.stored = []  # nodes whose values are kept
        self._visit(root)

    def _visit(self, node):
        found = self.numbers.get(id(node))
        if found is not None:
            return found
        refs = []
        for operand in node.operands:
            kind = type(operand)
            if kind is type(node):
                if operand.value is None:
                    refs.append(3 * self._visit(operand) + _TEMPORARY)
                    continue
                operand = operand.value
            if isinstance(operand, _core.Array):
                refs.append(3 * self._leaf(operand) + _ARRAY)
            else:
                refs.append(3 * len(self.scalars) + _SCALAR)
                self.scalars.append(operand)
        number = self.numbers[id(node)] = len(self.nodes)
        self.nodes.append(node)
        self.refs.append(refs)
        self.key.append((node.op, node.types, node.letter, *refs))
        if node.array is not None and node.array() is not None:
            self.stored.append(number)
        return number

    def _leaf(self, array):
        number = self.leaf_numbers.get(id(array))
        if number is None:
            number = self.leaf_numbers[id(array)] = len(self.leaves)
            self.leaves.append(array)
        return number


def launch(root, out=None):
    """Computes a Node, and the nodes in it that arrays wait for: [(Node, array with its
    elements)]. `out` is where the root's go."""
    walk = _Walk(root)
    last = len(walk.nodes) - 1
    stored = [number for number in walk.stored if number != last] + [last]
    results = []
    for n in stored:
        node = walk.nodes[n]
        made = new_array(node.context, node.shape, node.letter) if n != last or out is None else out
        results.append((node, made))
    if math.prod(root.shape):
        arrays = [*walk.leaves, *(array for _, array in results)]
        _run(root, walk, stored, arrays, len(walk.leaves))
    return results


def _run(root, walk, stored, arrays, leaf_count):
    kinds, rank = _layouts(root.shape, arrays)
    if rank > 1:
        arrays = _seen(root.shape, arrays)
        rank = max(array.ndim for array in arrays)
        kinds = ["0" if array.ndim == 0 else "v" for array in arrays]
    kernel = _kernel(walk, stored, [k + a._letter for k, a in zip(kinds, arrays, strict=True)], leaf_count, rank)
    scalars = [scalar.value for scalar in walk.scalars]
    if rank < 2:
        kernel.for_each(root.context, math.prod(root.shape), *arrays, *scalars)
    else:
        shape = arrays[-1].shape
        grid, block = plane(shape[-1], math.prod(shape[:-1]))
        kernel.launch(root.context, grid, block, *arrays, *scalars)


def _layouts(shape, arrays):
    """(kinds, 1) when all arrays can be read by one number: "0" has one element without
    axes, "v" one axis, "c" more axes in C order. Else (None, 2)."""
    kinds = []
    for array in arrays:
        own = array.shape
        if not own:
            kinds.append("0")
        elif own != shape:
            return None, 2
        elif len(own) == 1:
            kinds.append("v")
        elif array._c_contiguous:
            kinds.append("c")
        else:
            return None, 2
    return kinds, 1


# ---- layouts ----


def _seen(shape, arrays):
    """Views of the arrays, which broadcast to the shape, with as few axes as all of them
    can have at once."""
    with_axes = [a for a in arrays if a.ndim]
    strides = tuple(_strides(array, shape) for array in with_axes)
    fewer, groups = _collapse(shape, strides)
    return [a if not a.ndim else _view(a, fewer, s) for a, s in _pairs(arrays, with_axes, groups)]


def _pairs(arrays, with_axes, groups):
    found = iter(groups)
    for array in arrays:
        yield array, next(found) if array.ndim else None


def _view(array, shape, strides):
    made = array._view(0, shape, strides)
    made._letter = array._letter
    return made


def _strides(array, shape):
    own, strides = array.shape, array.strides
    missing = len(shape) - len(own)
    return (0,) * missing + tuple(0 if n == 1 else s for n, s in zip(own, strides, strict=True))


@functools.lru_cache(1024)
def _collapse(shape, strides):
    """The shape and strides without axes of one element, and with one axis for those
    which lie in memory as one, in all arrays."""
    axes = [i for i, n in enumerate(shape) if n != 1] or [len(shape) - 1]
    sizes, out = [], [[] for _ in strides]
    for i in reversed(axes):
        if sizes and all(s[i] == o[-1] * sizes[-1] for s, o in zip(strides, out, strict=True)):
            sizes[-1] *= shape[i]
            continue
        sizes.append(shape[i])
        for s, o in zip(strides, out, strict=True):
            o.append(s[i])
    return tuple(sizes[::-1]), [tuple(o[::-1]) for o in out]


# ---- texts ----


def _kernel(walk, stored, kinds, leaf_count, rank):
    key = (rank, *kinds, *stored, *walk.key)
    found = _kernels.get(key)
    if found is None:
        if len(_kernels) > _MOST_KERNELS:
            _kernels.clear()
        found = _kernels[key] = Kernel(*_text(walk, stored, kinds, leaf_count, rank))
    return found


def _index(kind, name, places):
    if kind == "0":
        return f"{name}[()]"
    return f"{name}[{places}]" if kind == "v" else f"{name}.reshape(-1)[{places}]"


def _name(walk):
    words = [node.op.name for node in walk.nodes][-4:]
    return "cupy_" + "_".join(words)


def _text(walk, stored, kinds, leaf_count, rank):
    """(name, text) of the kernel."""
    name = _name(walk)
    places = ", ".join(f"i{axis}" for axis in range(rank)) if rank > 1 else "i"
    lines = [f"x{n} = {_index(kinds[n][0], f'a{n}', places)}" for n in range(leaf_count)]
    for n, (node, refs) in enumerate(zip(walk.nodes, walk.refs, strict=True)):
        lines.append(f"t{n} = {operation(node, [_operand(ref, walk, kinds) for ref in refs])}")
    for n, number in enumerate(stored):
        kind = kinds[leaf_count + n]
        lines.append(f"{_index(kind[0], f'o{n}', places)} = {_dtypes.cast(f't{number}', walk.nodes[number].letter, kind[1])}")
    params = [*(f"a{n}" for n in range(leaf_count)), *(f"o{n}" for n in range(len(stored))),
              *(f"s{n}" for n in range(len(walk.scalars)))]
    out = f"o{len(stored) - 1}"
    return name, f"def {name}({', '.join(params)}):\n" + head(out, rank) + "".join(f"        {line}\n" for line in lines)


def head(out, rank):
    """How a kernel finds its place in the array `out`: i, or i0, i1 ... of more axes."""
    if rank < 2:
        return f"    i = cuda.grid(1)\n    if i < {out}.size:\n"
    rows = " * ".join(f"{out}.shape[{axis}]" for axis in range(rank - 1))
    lines = [f"    if x < {out}.shape[{rank - 1}] and y < {rows}:\n        i{rank - 1} = x\n"]
    for axis in range(rank - 2, 0, -1):
        lines.append(f"        i{axis} = y % {out}.shape[{axis}]\n        y = y // {out}.shape[{axis}]\n")
    return PLACE + "".join(lines) + "        i0 = y\n"


def _operand(ref, walk, kinds):
    """(expression, type) of an operand."""
    number, what = divmod(ref, 3)
    if what == _TEMPORARY:
        return f"t{number}", walk.nodes[number].letter
    if what == _ARRAY:
        return f"x{number}", kinds[number][1]
    return f"s{number}", walk.scalars[number].letter


def operation(node, operands):
    """The expression of a Node, as a value of its type."""
    values = [_dtypes.cast(text, source, target) for (text, source), target in zip(operands, node.types, strict=True)]
    return f"{_dtypes.NAMES[node.letter]}({node.op.text.format(*values, T=_dtypes.NAMES[node.letter])})"
