# SPDX-License-Identifier: Apache-2.0
"""Shapes and strides of reshaped arrays, without elements: NumPy copies them where
the strides of a new shape would not be regular, and here that is an error."""
import math
import operator


def reshaped(array, shape, order):
    """(shape, strides) of array.reshape(shape, order); ValueError when the number of
    elements differs, NotImplementedError when they would have to be copied."""
    if order not in ("C", "F", "A"):
        raise ValueError(f"order is 'C', 'F' or 'A', not {order!r}")
    if order == "A":
        order = "F" if array._f_contiguous and not array._c_contiguous else "C"
    shape = _complete(tuple(map(operator.index, shape)), array)
    turn = slice(None, None, -1 if order == "F" else 1)
    strides = _strides(array.shape[turn], array.strides[turn], shape[turn], array.dtype.itemsize)
    return shape, strides[turn]


def _complete(shape, array):
    """The shape with the number that -1 stands for."""
    known = math.prod(n for n in shape if n != -1)
    unknown = shape.count(-1)
    if unknown > 1:
        raise ValueError("can only specify one unknown dimension")
    if any(n < -1 for n in shape) or (array.size % known if unknown and known else known != array.size):
        raise ValueError(f"cannot reshape array of size {array.size} into shape {shape}")
    return tuple(array.size // known if n == -1 else n for n in shape)


def _strides(old, strides, new, itemsize):
    """Strides in C order. Axes of one element have no say; the others are taken in
    groups of the same number of elements in the old and the new shape, and within a
    group the old axes must lie one behind the other."""
    if 0 in new:
        return _contiguous(new, itemsize)
    axes = [(n, s) for n, s in zip(old, strides, strict=True) if n != 1]
    out = []
    at = 0
    for group, count in _groups([n for n, _ in axes], new):
        if not count:  # axes of one element
            out += [itemsize] * len(group)
            continue
        part, at = axes[at:at + count], at + count
        if any(part[i][1] != part[i + 1][0] * part[i + 1][1] for i in range(count - 1)):
            raise NotImplementedError("operation requires copying")
        out += _contiguous(group, part[-1][1])
    return tuple(out)


def _groups(old, new):
    """Yields (new axes, number of old axes) of the same number of elements."""
    i = j = 0
    while j < len(new):
        if new[j] == 1:
            yield new[j:j + 1], 0
            j += 1
            continue
        first, begin = i, j
        have, want = old[i], new[j]
        i, j = i + 1, j + 1
        while have != want:
            if have < want:
                have *= old[i]
                i += 1
            else:
                want *= new[j]
                j += 1
        yield new[begin:j], i - first


def _contiguous(shape, itemsize):
    out = []
    for n in shape[::-1]:
        out.append(itemsize)
        itemsize *= max(n, 1)
    return tuple(out[::-1])
