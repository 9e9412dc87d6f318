# SPDX-License-Identifier: Apache-2.0
"""Memory, by CuPy's names: pointers into it, and pools, which have nothing to do since
memory is given back when the last array in it goes."""
from ... import _device


class MemoryPointer:
    """A place in memory: `ptr` is its address, and `mem` the memory."""

    def __init__(self, array, offset=0):
        self._array, self._offset = array, offset

    @classmethod
    def _of(cls, array):
        return cls(array)

    @property
    def ptr(self):
        """The address, in bytes."""
        from ...cuda.cudadrv.devicearray import device_pointer

        return device_pointer(self._array) + self._offset

    @property
    def mem(self):
        """The memory: this pointer knows its size."""
        return self

    @property
    def size(self):
        """Bytes of the memory."""
        return self._array.alloc_size

    @property
    def device_id(self):
        """The number of the device that has the memory."""
        return self._array._context.index

    @property
    def device(self):
        """The device that has the memory."""
        return self._array.device

    def array_of(self, kind, shape, letter, strides, order):
        """An array at this place."""
        from .._array import fortran_strides
        from .._dtypes import BY_LETTER
        from .._reductions import _c_strides

        if strides is None:
            strides = (fortran_strides if order == "F" else _c_strides)(shape, BY_LETTER[letter].itemsize)
        made = self._array._view(self._offset, shape, strides, BY_LETTER[letter], kind)
        made._node, made._letter, made._memory = None, letter, self._array._memory
        return made

    def __add__(self, offset):
        return MemoryPointer(self._array, self._offset + offset)

    def __int__(self):
        return self.ptr


def alloc(size):
    """New memory, a MemoryPointer."""
    from .._array import ndarray

    return MemoryPointer(ndarray._new(_device.current(), (size,), "B")._share())


class MemoryPool:
    """What programs ask of CuPy's pool."""

    def free_all_blocks(self, stream=None):
        """Nothing: memory is given back when the last array in it goes."""

    free_all_free = free_all_blocks

    def used_bytes(self):
        """Bytes of the device that are in use, by whomever."""
        free, total = _device.current().memory()
        return total - free

    total_bytes = used_bytes

    def free_bytes(self):
        """0: the pool keeps no memory."""
        return 0

    def n_free_blocks(self):
        """0: the pool keeps no memory."""
        return 0

    def set_limit(self, size=None, fraction=None):
        """Raises NotImplementedError: the device has all its memory."""
        raise NotImplementedError("the memory of a device has no limit here: make smaller arrays")

    def get_limit(self):
        """0: there is none."""
        return 0

    def malloc(self, size):
        """New memory, a MemoryPointer."""
        return alloc(size)


class PinnedMemoryPool:
    """The same of pinned memory."""

    def free_all_blocks(self):
        """Nothing."""

    def n_free_blocks(self):
        """0: the pool keeps no memory."""
        return 0


_pool, _pinned = MemoryPool(), PinnedMemoryPool()


def get_default_memory_pool():
    """The pool of the device's memory, which has nothing to do."""
    return _pool


def get_default_pinned_memory_pool():
    """The pool of pinned memory, which has nothing to do."""
    return _pinned


def set_allocator(allocator=None):
    """Nothing: memory is the device's."""


def set_pinned_memory_allocator(allocator=None):
    """Nothing: memory is the device's."""
