# SPDX-License-Identifier: Apache-2.0
"""Writing an expression's value into memory: `x += 1`, `x[1:] = y`, `out=`."""
import math

from .. import _core
from . import _dtypes, _expressions, _operations
from ._expressions import Node, Scalar


def constant(value, letter, shape, context):
    """The Node of an array that has one value everywhere."""
    return Node(_operations.cast_to(letter), (Scalar(_dtypes.as_scalar(value, letter), letter),), (letter,), letter,
                shape, context)


def converted(array, letter, shape=None):
    """The Node of an array's elements as another type, and broadcast to a shape."""
    return Node(_operations.cast_to(letter), (array if array._node is None else array._node,), (letter,), letter,
                array.shape if shape is None else shape, array._context)


def check_cast(op, source, target, casting):
    """Raises NumPy's TypeError unless values of one type may be stored as another."""
    if source != target and not _dtypes.can_cast(source, target, casting):
        raise TypeError(f"Cannot cast ufunc '{op}' output from {_dtypes.BY_LETTER[source]!r} to "
                        f"{_dtypes.BY_LETTER[target]!r} with casting rule '{casting}'")


def store(made, out):
    """Computes a Node into an array; the Node's shape broadcasts to the array's."""
    if made.letter != out._letter:
        made = Node(_operations.cast_to(out._letter), (made,), (out._letter,), out._letter, made.shape, made.context)
    if made.shape == out.shape and out._node is not None:
        _expressions.detach(out)  # nothing has seen its memory, which it has not got yet
        _expressions.attach(out, made)
        return
    out._ready()
    with _expressions.lock:
        nodes, leaves = _reach(made)
        is_torn = any(_is_torn(leaf, out) for leaf in leaves)
        if is_torn or made.shape != out.shape:
            _expressions.run(made)
            made = converted(made.value, out._letter, out.shape)
        _expressions.settle_all(but=nodes)
        _expressions.run(made, out)


def _reach(made):
    """Nodes that are computed with this one, and the arrays that they read."""
    nodes, leaves, todo = [], [], [made]
    while todo:
        at = todo.pop()
        nodes.append(at)
        for operand in at.operands:
            if type(operand) is Node:
                if operand.value is None:
                    todo.append(operand)
                else:
                    leaves.append(operand.value)
            elif isinstance(operand, _core.Array):
                leaves.append(operand)
    return nodes, leaves


def _is_torn(leaf, out):
    """Whether a kernel might read an element of `leaf` that it has written by `out` for
    another place: they share memory, and not element by element."""
    if leaf._buffer_id != out._buffer_id or not leaf.size or not out.size:
        return False
    if leaf._offset == out._offset and leaf.shape == out.shape and leaf.strides == out.strides:
        return False
    return may_overlap(leaf, out)


def may_overlap(a, b):
    """False when no byte of one array is a byte of the other; both are in one memory."""
    (low_a, high_a), (low_b, high_b) = _extent(a), _extent(b)
    if high_a <= low_b or high_b <= low_a:
        return False
    # Elements of both are at the same distances modulo this.
    step = math.gcd(*(s for x in (a, b) for n, s in zip(x.shape, x.strides, strict=True) if n > 1))
    if not step:
        return True
    apart = (a._offset - b._offset) % step
    return apart < b.dtype.itemsize or step - apart < a.dtype.itemsize


def _extent(a):
    low = high = a._offset
    for n, s in zip(a.shape, a.strides, strict=True):
        if s < 0:
            low += (n - 1) * s
        else:
            high += (n - 1) * s
    return low, high + a.dtype.itemsize
