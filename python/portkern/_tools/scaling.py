# SPDX-License-Identifier: Apache-2.0
"""Arguments of a launch, copied to the host, and the same launch at other sizes.

The size of a launch is the leading extent of its largest array. A launch of another size
has arrays, integers and a grid that grew in the same way:

    kernel[grid=4, block=256](n=1000, x of 1000, table of 16)
    kernel[grid=8, block=256](n=2000, x of 2000, table of 16)

Whether a kernel agrees with that is not known: who launches it checks its indices first."""
import numpy as np

from .. import _core, _device
from ..cuda.cudadrv.devicearray import as_device_memory

_NEAR, _NEAR_FROM = 8, 64  # extents that differ by so little are a size and its margin
_MULTIPLES_FROM = 16  # smaller numbers divide others by chance


class NotScalable(Exception):  # noqa: N818
    """The launch has no other sizes; says why."""


# ---- values that hold arrays ----


def mapped(value, change):
    """The value with `change` made of each array and record in it; hints and tuples are
    made anew."""
    if isinstance(value, _core.Hint):
        return _core.Hint(value.kind, mapped(value.value, change))
    if isinstance(value, tuple):
        items = [mapped(item, change) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    return change(value) if isinstance(value, (np.ndarray, np.void, _core.Array)) else value


def arrays(values):
    """The arrays and records in a list of values, each once."""
    found = {}
    for value in values:
        mapped(value, lambda array: found.setdefault(id(array), array))
    return list(found.values())


def on_host(values):
    """Arguments with what is on a device copied to the host. Arrays that are the same are
    one object."""
    same = {}

    def convert(value):
        if isinstance(value, _core.Hint):
            return _core.Hint(value.kind, convert(value.value))
        if isinstance(value, tuple):
            items = [convert(item) for item in value]
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        if id(value) not in same:
            same[id(value)] = _array_on_host(value)
        made = same[id(value)]
        if not isinstance(made, np.ndarray):
            return made
        layout = made.__array_interface__["data"], made.shape, made.strides, made.dtype.str, str(made.dtype.descr)
        return same.setdefault(layout, made)

    return [convert(value) for value in values]


def _array_on_host(value):
    if isinstance(value, np.ndarray):
        return value.view(np.ndarray)
    if isinstance(value, np.generic):
        return value
    if isinstance(value, _core.Array) or hasattr(value, "__cuda_array_interface__"):
        return as_device_memory(value, _device.current()).copy_to_host()
    return np.asarray(value) if hasattr(value, "__array_interface__") else value


# ---- copies ----


def _span(array):
    """Addresses of the first byte and behind the last one."""
    first = last = array.__array_interface__["data"][0]
    for extent, stride in zip(array.shape, array.strides, strict=True):
        first += min(0, (extent - 1) * stride)
        last += max(0, (extent - 1) * stride)
    return first, last + array.itemsize


def _groups(found):
    """Arrays by the memory that they share: lists of (first, last, array)."""
    out, end = [], None
    for span in sorted(((*_span(a), a) for a in found if a.size), key=lambda s: s[:2]):
        if end is not None and span[0] < end:
            out[-1].append(span)
        else:
            out.append([span])
        end = max(end or 0, span[1])
    return out


def overlap(values):
    """Whether two different arrays share memory."""
    return any(len(group) > 1 for group in _groups([a for a in arrays(values) if isinstance(a, np.ndarray)]))


def copies(values):
    """The values with arrays of the same layout in new memory: what shared memory does so
    in the copies."""
    made = {}
    for group in _groups([a for a in arrays(values) if isinstance(a, np.ndarray)]):
        begin = group[0][0]
        # As aligned as the original, which compiled code depends on.
        size, room = max(last for _, last, _ in group) - begin, 64
        memory = np.zeros(size + 2 * room, np.uint8)
        shift = (begin - memory.ctypes.data) % room
        for _, _, array in group:
            at = array.__array_interface__["data"][0] - begin + shift
            copy = np.ndarray(array.shape, array.dtype, memory, at, array.strides)
            copy[...] = array
            copy.flags.writeable = array.flags.writeable
            made[id(array)] = copy
    return [mapped(value, lambda array: made[id(array)] if id(array) in made else made.setdefault(id(array), array.copy()))
            for value in values]


# ---- other sizes ----


def _resized(array, shape):
    """The array with other extents: its elements again and again, in a like layout."""
    if isinstance(array, np.void) or array.shape == tuple(shape):
        return array
    made = np.ndarray(shape, array.dtype, strides=_strides(array, shape)) if not _is_strided(array) else _strided(array, shape)
    for axis, extent in enumerate(shape):
        if array.shape[axis] != extent:
            array = array.take(np.arange(extent) % array.shape[axis], axis)
    made[...] = array
    return made


def _order(array):
    """The axes, that of the smallest steps first."""
    return sorted(range(array.ndim), key=lambda i: (abs(array.strides[i]), -i))


def _strides(array, shape):
    """Without gaps, axes in the array's order."""
    strides, size = [0] * array.ndim, array.itemsize
    for axis in _order(array):
        strides[axis], size = size, size * max(shape[axis], 1)
    return tuple(strides)


def _is_strided(array):
    return array.strides != _strides(array, array.shape)


def _strided(array, shape):
    """An array with steps like those of one with gaps."""
    memory_shape = list(shape)
    if array.ndim and array.itemsize:
        inner = _order(array)[0]
        memory_shape[inner] *= max(1, abs(array.strides[inner]) // array.itemsize)
    memory = np.zeros(memory_shape, array.dtype)
    memory = np.ndarray(memory_shape, array.dtype, memory, strides=_strides(array, memory_shape))
    key = [slice(None)] * array.ndim
    if array.ndim and array.itemsize:
        step = max(1, abs(array.strides[inner]) // array.itemsize)
        key[inner] = slice(None, None, step)
    return memory[tuple(key)]


class Launch:
    """A launch as data: grid and block (three numbers each), bytes of shared memory, and
    values of the host. Its size is the leading extent of the largest array, None without
    one, where it is not given."""

    def __init__(self, grid, block, shared, values, size=None):
        self.grid, self.block, self.shared, self.values = grid, block, shared, values
        found = [a for a in arrays(values) if isinstance(a, np.ndarray) and a.ndim and a.size]
        self.size = size or (max(found, key=lambda a: a.size).shape[0] if found else None)

    @property
    def nbytes(self):
        """Bytes of all arrays."""
        return sum(a.nbytes for a in arrays(self.values))

    def scaled(self, size):
        """The launch for another size. NotScalable when it has none."""
        old = self.size
        if old is None:
            raise NotScalable("the launch has no array whose size could change")
        if size == old:
            return self
        if overlap(self.values):
            raise NotScalable("two of its arrays share memory")
        grid = self._grid(old, size)
        made = {}

        def change(array):
            if id(array) not in made:
                shape = () if isinstance(array, np.void) else [_extent(n, old, size) for n in array.shape]
                made[id(array)] = _resized(array, shape)
            return made[id(array)]

        values = [_integer(mapped(value, change), old, size) for value in self.values]
        return Launch(grid, self.block, self.shared, values)

    def _grid(self, old, size):
        """The grid's axes that cover the old size cover the new one; where none does, and
        there are several blocks, their number grows as the size does."""
        extents = {n for a in arrays(self.values) if isinstance(a, np.ndarray) for n in a.shape
                   if _extent(n, old, 2 * old) != n} | {old}
        grid, covered = list(self.grid), False
        for axis, (blocks, threads) in enumerate(zip(self.grid, self.block, strict=True)):
            near = [n for n in extents if -(-n // threads) == blocks]
            if blocks * threads == 1 or not near:
                continue
            # A launch with a thread for each element exactly may have no test for the end.
            exact = blocks * threads in near
            extent = blocks * threads if exact else max(near)
            new = _extent(extent, old, size)
            if exact and new % threads:
                raise NotScalable(f"blocks of {threads} threads do not make {new}")
            grid[axis], covered = -(-new // threads), True
        if not covered and grid[0] > 1:
            grid[0] = max(1, round(grid[0] * size / old))
        return tuple(grid)


def _extent(extent, old, size):
    """What an extent becomes: the size itself, a multiple of it, or it with a margin; other
    extents stay."""
    if extent == old:
        return size
    if extent and extent % old == 0 and old >= _MULTIPLES_FROM:
        return extent // old * size
    if old >= _NEAR_FROM and abs(extent - old) <= _NEAR:
        return size + extent - old
    return extent


def _integer(value, old, size):
    """Integers that are the size become the new one."""
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool) and value == old:
        return type(value)(size)
    return value
