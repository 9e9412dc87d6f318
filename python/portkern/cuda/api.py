# SPDX-License-Identifier: Apache-2.0
"""Memory, streams, events and devices: the functions of numba.cuda."""
import contextlib

import numpy as np

from .. import _core, _device, _interop
from ..errors import CudaSupportError
from .cudadrv import devicearray, devices, driver
from .cudadrv.devicearray import prepare_shape_strides_dtype
from .cudadrv.driver import event_elapsed_time, profile_start, profile_stop, profiling

__all__ = [
    "as_cuda_array", "close", "cuda_error", "current_context", "default_stream", "defer_cleanup", "detect",
    "device_array", "device_array_like", "event", "event_elapsed_time", "external_stream",
    "from_cuda_array_interface", "from_dlpack", "get_current_device", "gpus", "is_available",
    "is_bfloat16_supported", "is_cuda_array", "is_float16_supported", "is_fp8_supported", "is_supported_version",
    "legacy_default_stream", "list_devices", "managed_array", "mapped", "mapped_array", "mapped_array_like",
    "open_ipc_array", "per_thread_default_stream", "pinned", "pinned_array", "pinned_array_like", "profile_start",
    "profile_stop", "profiling", "require_context", "select_device", "stream", "synchronize", "to_device"
]

require_context = devices.require_context
current_context = devices.get_context
gpus = devices.gpus


# ---- arrays ----


def to_device(obj, stream=0, copy=True, to=None, device=None):
    """A copy of an array on the device.

    Parameters
    ----------
    obj : array, record, number or list; what is on the device already is given back
    stream : cuda.stream() where the copy is made, in order; with 0 it is done on return
    copy : False leaves the elements as they are in new memory
    to : an array of the device that gets the elements; same dtype and shape
    device : where, "cpu", "opencl:0" or a device; the current one without

    Returns
    -------
    DeviceNDArray of the shape and dtype, in the order of axes that obj has; a DeviceRecord
    of a record.

    Raises
    ------
    DeviceMemoryError
        When the device has not enough memory.
    TypeError, ValueError
        When `to` has another dtype or shape.

    >>> d = cuda.to_device(np.arange(6.0).reshape(2, 3))
    >>> d.shape, d.dtype, d.nbytes
    ((2, 3), dtype('float64'), 48)
    >>> d.copy_to_host().sum()
    15.0"""
    if to is None:
        return devicearray.auto_device(obj, stream, copy, True, _device.context_of(device))[0]
    if copy:
        to.copy_to_device(obj, stream)
    return to


def device_array(shape, dtype=np.float64, strides=None, order="C", stream=0, device=None):
    """A new array on the device; its elements are what was in the memory.

    Parameters
    ----------
    shape : an integer, or one for each axis, up to 8
    dtype : of the elements
    strides : bytes from an element to the next along each axis; without gaps where not given
    order : "C" or "F", without strides
    stream : where copies go that name none
    device : where; the current one without

    Raises
    ------
    DeviceMemoryError
        When the device has not enough memory.

    >>> cuda.device_array((2, 3), np.int16, order="F").strides
    (2, 4)"""
    shape, strides, dtype = prepare_shape_strides_dtype(shape, strides, dtype, order)
    made = devicearray.empty(_device.context_of(device), shape, dtype, strides)
    if stream:
        made.stream = stream
    return made


def device_array_like(ary, stream=0, device=None):
    """A new array of the shape, dtype and order of axes of another."""
    return device_array(ary.shape, ary.dtype, devicearray.contiguous_strides(ary), "C", stream, device)


def _host_memory(shape, dtype, strides, order):
    """A NumPy array in memory that the device reaches, or in any where it reaches
    none or has no such elements."""
    shape, strides, dtype = prepare_shape_strides_dtype(shape, strides, dtype, order)
    if 0 not in shape and dtype.kind in "biufcV":
        made = devicearray.empty(_device.current(), shape, dtype, strides, pinned=True)
        if made._host_address:
            return made._numpy()
    return np.ndarray(shape, dtype, strides=strides)


def pinned_array(shape, dtype=np.float64, strides=None, order="C"):
    """A new NumPy array in memory that the device copies from and to faster; its elements
    are what was in the memory. Parameters as of device_array. Where the device has no such
    memory it is an array as any."""
    return _host_memory(shape, dtype, strides, order)


def pinned_array_like(ary):
    """pinned_array of the shape, dtype and order of axes of another."""
    return pinned_array(ary.shape, ary.dtype, devicearray.contiguous_strides(ary))


def mapped_array(shape, dtype=np.float64, strides=None, order="C", stream=0, portable=False, wc=False):
    """A new NumPy array that kernels use in place: what they write is there after
    cuda.synchronize(). Parameters as of device_array. OpenCL devices get copies, as of any
    NumPy array."""
    made = _host_memory(shape, dtype, strides, order).view(devicearray.MappedNDArray)
    made.device_setup(None, stream)
    return made


def mapped_array_like(ary, stream=0, portable=False, wc=False):
    """mapped_array of the shape, dtype and order of axes of another."""
    return mapped_array(ary.shape, ary.dtype, devicearray.contiguous_strides(ary), "C", stream, portable, wc)


def managed_array(shape, dtype=np.float64, strides=None, order="C", stream=0, attach_global=True):
    """A new NumPy array that host and device both use, as mapped_array."""
    made = _host_memory(shape, dtype, strides, order).view(devicearray.ManagedNDArray)
    made.device_setup(None, stream)
    return made


@contextlib.contextmanager
def pinned(*arylist):
    """NumPy arrays that the device copies from and to faster in a `with` statement;
    where it has no such memory, this does nothing."""
    _check_host_arrays(arylist)
    yield


@contextlib.contextmanager
def mapped(*arylist, stream=0):
    """Arrays of the device over the memory of NumPy arrays, in a `with` statement.
    Where the device does not reach the host's memory they are copies, which are
    written back at its end."""
    _check_host_arrays(arylist)
    context = _device.current()
    made = [_mapped_one(context, ary, stream) for ary in arylist]
    try:
        yield made[0] if len(made) == 1 else made
    finally:
        context.synchronize()
        if not context.host_memory:
            for ary, on_device in zip(arylist, made, strict=True):
                if ary.flags.writeable:
                    on_device.copy_to_host(ary, stream)


def _mapped_one(context, ary, stream):
    if context.host_memory and ary.size:
        made = devicearray.DeviceNDArray._import(context, ary.ctypes.data, ary.shape, ary.strides, ary.dtype, ary, True)
        made.stream = stream
        return made
    return devicearray.auto_device(ary, stream, context=context)[0]


def _check_host_arrays(arylist):
    for ary in arylist:
        if not isinstance(ary, np.ndarray):
            raise TypeError(f"expected a NumPy array, got {type(ary).__name__}")


def _auto_device(ary, stream=0, copy=True):
    return devicearray.auto_device(ary, stream, copy)


def from_cuda_array_interface(desc, owner=None, sync=True):
    """The array that a __cuda_array_interface__ describes, over memory that `owner`
    keeps alive. With `sync` it waits for the stream that is named there."""
    return _interop.from_description(_device.current(), desc, owner, sync)


def as_cuda_array(obj, sync=True):
    """An array over the memory of an object with __cuda_array_interface__, which it keeps
    alive. With `sync` it waits for the stream that is named there.

    TypeError when obj has no such interface; UnsupportedError when its memory is another
    device's."""
    if isinstance(obj, _core.Array):
        return devicearray.of_numba(obj)
    description = getattr(obj, "__cuda_array_interface__", None)
    if description is None:
        raise TypeError("*obj* doesn't implement the cuda array interface.")
    return _interop.from_description(_device.current(), description, obj, sync)


def is_cuda_array(obj):
    """Whether it has the attribute __cuda_array_interface__."""
    return isinstance(obj, _core.Array) or hasattr(obj, "__cuda_array_interface__")


def from_dlpack(obj, device=None):
    """An array over the memory of an object with DLPack's protocol; a copy of what is in
    host memory when the device does not reach that.

    BufferError when the memory is another device's.

    >>> cuda.from_dlpack(np.arange(3)).copy_to_host()
    array([0, 1, 2])"""
    return _interop.from_dlpack(obj, device)


@contextlib.contextmanager
def open_ipc_array(handle, shape, dtype, strides=None, offset=0):
    """Arrays are not shared between processes."""
    raise driver.UnsupportedError("arrays of a device are not shared between processes: use "
                                  "multiprocessing.shared_memory and cuda.to_device in each of them")
    yield


# ---- streams and events ----


def stream():
    """A new stream of the current device: what is put into it is done in order, beside the
    work of other streams."""
    return current_context().create_stream()


def default_stream():
    """The stream of what names none."""
    return current_context().get_default_stream()


def legacy_default_stream():
    """CUDA's legacy default stream; on other devices the default stream."""
    return current_context().get_legacy_default_stream()


def per_thread_default_stream():
    """The stream of this thread."""
    return current_context().get_per_thread_default_stream()


def external_stream(ptr):
    """The stream of a driver's handle that another package made."""
    return current_context().create_external_stream(ptr)


def event(timing=True):
    """A new event of the current device: a place in a stream's work. Events have times,
    whatever `timing` is.

    >>> begin, end = cuda.event(), cuda.event()
    >>> begin.record(); end.record()
    >>> cuda.synchronize()
    >>> begin.elapsed_time(end) >= 0  # milliseconds
    True"""
    return current_context().create_event(timing)


def synchronize():
    """Waits for all work of the current device, in all streams.

    Raises what failed in one, once: KernelRuntimeError, CudaAPIError."""
    _device.current().synchronize()


# ---- devices ----


def select_device(device_id):
    """Makes a device of cuda.gpus the current one of this thread, by its number, and
    returns it. IndexError when there is none of that number."""
    return current_context(device_id).device


def get_current_device():
    """The current device."""
    return current_context().device


def list_devices():
    """The devices that a program can choose from."""
    return gpus


def close():
    """Closes all devices: what needs one again opens it anew."""
    devices.reset()


def is_available():
    """Whether there is a device that was asked for: one of the backend that was named,
    or a GPU when none was. Programs that have a way without a GPU then take it."""
    try:
        found = devices.gpus.lst
    except CudaSupportError:
        return False
    named = _device.wanted() not in (None, "auto")
    return any(named or device.is_gpu for device in found)


def is_supported_version():
    """Whether the version of CUDA's runtime is known: none is needed."""
    return True


def cuda_error():
    """What was wrong when the device was opened, text; None when nothing was."""
    try:
        _device.current()
    except CudaSupportError as error:
        return str(error)
    return None


def is_float16_supported():
    """Whether kernels have float16 numbers: yes."""
    return True


def is_bfloat16_supported():
    """Whether kernels have bfloat16 numbers: no."""
    return False


def is_fp8_supported():
    """Whether kernels have numbers of 8 bits: no."""
    return False


def detect():
    """Prints the devices; whether there is one."""
    found = list_devices()
    print(f"Found {len(found)} CUDA devices")
    for device in found:
        print("id %d    %20s %40s" % (device.id, device.name, "[SUPPORTED]"))
        for what, value in (("Compute Capability", "%d.%d" % device.compute_capability), ("UUID", device.uuid),
                            ("Backend", device.selector), ("Platform", device.platform)):
            print("%40s: %s" % (what, value))
    print("Summary:")
    print(f"\t{len(found)}/{len(found)} devices are supported")
    return len(found) > 0


@contextlib.contextmanager
def defer_cleanup():
    """Memory is given back when the work that uses it is done, so that there is
    nothing to defer."""
    with current_context().defer_cleanup():
        yield
