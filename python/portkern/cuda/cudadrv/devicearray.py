# SPDX-License-Identifier: Apache-2.0
"""Arrays on a device, by the names of numba.cuda."""
import numpy as np

from ... import _core, _device


class DeviceNDArray(_core.Array):
    """An array in the memory of a device."""

    __slots__ = ()

    def copy_to_host(self, ary=None, stream=0):
        """Copies the elements to `ary`, or to a new NumPy array, and returns it."""
        if ary is None:
            order = "F" if self._f_contiguous and not self._c_contiguous else "C"
            ary = np.empty(self.shape, self.dtype, order)
        elif ary.shape != self.shape:
            raise ValueError(f"incompatible shape: {ary.shape} vs. {self.shape}")
        _core.Array._copy(ary, self, stream or self.stream)
        return ary

    def copy_to_device(self, ary, stream=0):
        """Copies the elements of a NumPy array, or one of the device, to this one."""
        if not isinstance(ary, _core.Array):
            ary = np.asarray(ary, dtype=self.dtype)
        _core.Array._copy(self, ary, stream or self.stream)

    def __repr__(self):
        return f"<DeviceNDArray shape={self.shape} dtype={self.dtype}>"


def _strides(shape, itemsize, order):
    if order == "C":
        return None
    out = []
    for n in shape:
        out.append(itemsize)
        itemsize *= max(n, 1)
    return tuple(out)


def device_array(shape, dtype=np.float64, strides=None, order="C", stream=0):
    """A new array on the current device; its elements are what was in the memory."""
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    dtype = np.dtype(dtype)
    if strides is None:
        strides = _strides(shape, dtype.itemsize, order)
    made = DeviceNDArray(_device.current(), shape, dtype, strides)
    if stream:
        made.stream = stream
    return made


def device_array_like(ary, stream=0):
    """A new array of the shape, dtype and order of another."""
    fortran = ary.flags.f_contiguous if isinstance(ary, np.ndarray) else ary._f_contiguous
    c_order = ary.flags.c_contiguous if isinstance(ary, np.ndarray) else ary._c_contiguous
    return device_array(ary.shape, ary.dtype, None, "F" if fortran and not c_order else "C", stream)


def to_device(obj, stream=0, copy=True, to=None):
    """A copy of a NumPy array on the current device."""
    obj = np.asarray(obj)
    if to is None:
        to = device_array_like(obj, stream)
    if copy:
        to.copy_to_device(obj, stream)
    return to


def is_cuda_array(obj):
    """Whether it has memory of a device."""
    return hasattr(obj, "__cuda_array_interface__")


def as_cuda_array(obj, sync=True):
    return from_interface(obj, _device.current())


def from_interface(obj, context):
    d = obj.__cuda_array_interface__
    return DeviceNDArray._import(context, d["data"][0], tuple(d["shape"]), d.get("strides"), np.dtype(d["typestr"]), obj)


class _HintFunction:
    pass


def In(ary):
    """The kernel reads the array: it is copied to the device only."""
    return _core.Hint("in", ary)


def Out(ary):
    """The kernel writes the array: it is copied from the device only."""
    return _core.Hint("out", ary)


def InOut(ary):
    """The kernel reads and writes the array."""
    return _core.Hint("inout", ary)
