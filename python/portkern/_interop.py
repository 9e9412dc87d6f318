# SPDX-License-Identifier: Apache-2.0
"""Arrays of other packages: the CUDA array interface, and DLPack."""
import numpy as np

from . import _core, _device
from .core import config
from .errors import UnsupportedError

_CPU, _CUDA, _CUDA_HOST, _CUDA_MANAGED = 1, 2, 3, 13


def from_description(context, description, owner=None, sync=True):
    """The array of a __cuda_array_interface__, a view of memory that `owner` keeps."""
    from .cuda.cudadrv.devicearray import DeviceNDArray, prepare_shape_strides_dtype

    _check_description(description)
    if description.get("version", 0) >= 1 and description.get("mask") is not None:
        raise NotImplementedError("Masked arrays are not supported")
    shape, strides, dtype = prepare_shape_strides_dtype(
        tuple(description["shape"]), description.get("strides"), _dtype_of(description), "C")
    pointer = description["data"][0]
    ours = description.get("_portkern")
    if ours is not None and ours._context is context:
        made = _view_of_ours(ours, pointer, shape, strides, dtype)
    else:
        _check_memory(context, pointer)
        made = DeviceNDArray._import(context, pointer, shape, strides, dtype, owner, context.host_memory)
    made._kept = owner
    made.stream = _import_stream(context, description.get("stream"), sync)
    return made


def _check_description(description):
    """Says what is missing, or of a type that it may not have."""
    for name, kinds in (("shape", (tuple, list)), ("typestr", str), ("data", tuple), ("version", int)):
        value = description.get(name, 0 if name == "version" else None)
        if not isinstance(value, kinds) or name == "data" and not (len(value) == 2 and isinstance(value[0], int)):
            said = f"has {name!r}: {value!r}" if name in description else f"has no {name!r}"
            raise TypeError(f"__cuda_array_interface__ {said}: it is a dict of 'shape', a tuple; 'typestr', text; "
                            "'data', (address, read-only); and 'version', an integer")


def _dtype_of(description):
    dtype = np.dtype(description["typestr"])
    if dtype.kind == "V" and description.get("descr"):
        return np.dtype(description["descr"])
    return dtype


def _view_of_ours(ours, pointer, shape, strides, dtype):
    from .cuda.cudadrv.devicearray import DeviceNDArray, device_pointer

    offset = pointer - device_pointer(ours) if pointer else 0
    return ours._view(offset, shape, strides, dtype, DeviceNDArray)


def _check_memory(context, pointer):
    """Refuses addresses that are none of the device's: using them would end the
    program."""
    if context.host_memory:
        if pointer and not _core.is_readable(pointer):
            raise UnsupportedError(f"the array is not in the memory of {context.selector}: its address is another "
                                   "device's. Copy it to the host first")
    elif context.backend != "cuda":
        raise UnsupportedError(f"{context.selector} has no addresses that other packages share: "
                               "copy the array to the host first")


def _import_stream(context, number, sync):
    if number is None:
        return 0
    if number == 0:
        raise ValueError("stream 0 is not allowed in __cuda_array_interface__: it is 1 for the legacy default stream")
    from .cuda.cudadrv.driver import stream_of_number

    stream = stream_of_number(context, number)
    if stream and sync and config.CUDA_ARRAY_INTERFACE_SYNC:
        stream.synchronize()
    return stream


def from_dlpack(obj, device=None):
    """The array of an object with DLPack's protocol: its memory where the device
    reaches it, else a copy."""
    from .cuda.cudadrv.devicearray import DeviceNDArray, auto_device

    context = _device.context_of(device)
    kind, number = obj.__dlpack_device__()
    if kind in (_CPU, _CUDA_HOST):
        if not context.host_memory:
            return auto_device(np.from_dlpack(obj), context=context)[0]
        return DeviceNDArray._from_dlpack(context, _capsule(obj, None), True)
    if kind not in (_CUDA, _CUDA_MANAGED):
        raise BufferError(f"DLPack's device {kind} is none that portkern knows")
    if context.backend != "cuda" or context.index != number:
        raise BufferError(f"the array is on cuda:{number}, and {context.selector} is current: "
                          "copy it to the host first")
    return DeviceNDArray._from_dlpack(context, _capsule(obj, context.queue.native), False)


def _capsule(obj, stream):
    words = {} if stream is None else {"stream": stream}
    try:
        return obj.__dlpack__(max_version=(1, 0), **words)
    except TypeError:  # made before DLPack had versions
        return obj.__dlpack__(**words)


def host_array_of_dlpack(context, value):
    """An argument that has DLPack's protocol and nothing else."""
    if value.__dlpack_device__()[0] not in (_CPU, _CUDA_HOST):
        return from_dlpack(value, context)
    array = np.from_dlpack(value)
    if array.flags.writeable or _says_what_is_read_only(value):
        return array
    face = array.__array_interface__
    return np.asarray(_Face({**face, "data": (face["data"][0], False)}, array))


def _says_what_is_read_only(value):
    """Before DLPack had versions, what was read-only was not given at all; yet NumPy
    takes all such arrays for read-only."""
    if _NUMPY < (2, 1):
        return False
    return "versioned" in repr(_capsule(value, None))


_NUMPY = tuple(map(int, np.__version__.split(".")[:2]))


class _Face:
    """Memory by NumPy's array interface."""

    def __init__(self, interface, owner):
        self.__array_interface__ = interface
        self.owner = owner
