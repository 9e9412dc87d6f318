# SPDX-License-Identifier: Apache-2.0
"""Streams, events, contexts and devices, by the names of numba.cuda's driver."""
import collections
import contextlib
import threading
import warnings
import weakref

from ... import _attributes, _core, _device
from ..._functions.pickle import refuse
from ...errors import CudaAPIError, CudaDriverError, CudaSupportError, UnsupportedError  # noqa: F401
from . import devicearray

MemoryInfo = collections.namedtuple("MemoryInfo", "free,total")
Event = _core.Event

_LEGACY, _PER_THREAD = 1, 2
_NAMES = {0: "<Default CUDA stream>", _LEGACY: "<Legacy default CUDA stream>",
          _PER_THREAD: "<Per-thread default CUDA stream>"}


# ---- streams ----


class Handle(int):
    """The number of a stream, with ctypes' name for it."""

    @property
    def value(self):
        """The number; None of the default stream."""
        return int(self) or None


class Stream(_core.Queue):
    """Work of a device that is done in order."""

    external = False
    _callbacks = None  # queue of those to be called
    _last = None  # Event of threading, set when the last of them was called

    def __int__(self):
        return int(self.handle)

    @property
    def handle(self):
        """The driver's handle, a number; 0 of the default stream. Devices whose
        drivers have no streams have numbers of our own."""
        number = self.__dict__.get("_number")
        if number is None:
            number = 0 if self is self.context.queue else self._own_number()
            self._number = number
            if number:
                _streams_of(self.context)[number] = self
        return Handle(number)

    def _own_number(self):
        return self.native if self.context.backend in ("cuda", "opencl") else id(self)

    def __cuda_stream__(self):
        return 0, int(self)

    def __reduce__(self):
        refuse(self, "Make one there, with cuda.stream()")

    def __repr__(self):
        kind = "External CUDA stream" if self.external else "CUDA stream"
        return _NAMES.get(int(self), f"<{kind} {int(self)}>")

    def synchronize(self):
        """Waits for all work in the stream, callbacks too; raises what failed in it."""
        super().synchronize()
        last = self._last
        if last is not None and threading.current_thread() is not self._caller:
            last.wait()

    @contextlib.contextmanager
    def auto_synchronize(self):
        """Waits for the stream's work when the `with` statement ends."""
        yield self
        self.synchronize()

    def add_callback(self, callback, arg=None):
        """Calls callback(stream, status, arg) from another thread when the work that
        is in the stream now is done; status is 0."""
        done = threading.Event()
        event = Event(self.context)
        event.record(self)
        self.flush()
        if self._callbacks is None:
            self._start_caller()
        self._last = done
        self._callbacks.put((self, event, callback, arg, done))

    def _start_caller(self):
        import queue

        self._callbacks = queue.SimpleQueue()
        self._caller = threading.Thread(target=_call_back, args=(self._callbacks,), daemon=True)
        self._caller.start()
        weakref.finalize(self, self._callbacks.put, None)

    def async_done(self):
        """A future that is done when the work that is in the stream now is; its result
        is the stream."""
        import asyncio

        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def resolve(status):
            if future.done():
                return
            if status == 0:
                future.set_result(self)
            else:
                future.set_exception(CudaAPIError(f"Stream error {status}"))

        def callback(stream, status, arg):
            loop.call_soon_threadsafe(resolve, status)

        self.add_callback(callback)
        return future


_device.use_streams(Stream)


def _call_back(callbacks):
    """The thread of a stream's callbacks."""
    while True:
        item = callbacks.get()
        if item is None:
            return
        stream, event, callback, arg, done = item
        try:
            status = _status_of(event)
            callback(stream, status, arg)
        except Exception as error:  # noqa: BLE001
            warnings.warn(f"Exception in stream callback: {error}", stacklevel=1)
        finally:
            done.set()
        del stream, event, callback, arg, item


def _status_of(event):
    try:
        event.synchronize()
    except CudaDriverError as error:
        return getattr(error, "code_of_driver", 0) or 1
    return 0


def _streams_of(context):
    """Number -> Stream, of those that are alive and whose number was asked for."""
    return context.__dict__.setdefault("streams", weakref.WeakValueDictionary())


def _labelled(stream, number):
    stream._number = number
    return stream


def stream_of_number(context, number):
    """The Stream of a driver's handle: one of ours, or a new one over it."""
    if number == 0:
        return context.queue
    if number == _PER_THREAD:
        return per_thread_stream(context)
    known = _streams_of(context).get(number)
    if known is not None:
        return known
    if number == _LEGACY:
        return legacy_stream(context)
    if context.host_memory:
        return context.queue
    if context.backend == "opencl" and not _core.is_readable(number):
        raise ValueError(f"{number} is no cl_command_queue")
    made = Stream(context, number)
    made.external = True
    made._number = number
    _streams_of(context)[number] = made
    return made


def legacy_stream(context):
    """The stream that waits for all others: on GPUs the driver's own."""
    if context.backend != "cuda":
        return context.queue
    if "legacy_stream" not in context.__dict__:
        context.legacy_stream = _labelled(Stream(context, _LEGACY), _LEGACY)
    return context.legacy_stream


def per_thread_stream(context):
    """The stream of this thread."""
    mine = context.__dict__.setdefault("of_thread", threading.local())
    if not hasattr(mine, "stream"):
        mine.stream = _labelled(Stream(context), _PER_THREAD)
    return mine.stream


def event_elapsed_time(evtstart, evtend):
    """Milliseconds from one event to another."""
    return evtstart.elapsed_time(evtend)


# ---- memory ----


class MemoryPointer:
    """The memory of an array, from byte `offset` of its first element on."""

    def __init__(self, array, offset=0, size=None):
        self.array, self.offset = array, offset
        self.size = array.alloc_size if size is None else size
        self.context = Context(array._context)

    @property
    def device_pointer_value(self):
        """The address on the device, or a number of our own where devices have
        none; None of an empty array."""
        return (devicearray.device_pointer(self.array) + self.offset) or None

    handle = device_pointer = device_pointer_value

    @property
    def device_ctypes_pointer(self):
        """The same as ctypes.c_void_p."""
        import ctypes

        return ctypes.c_void_p(self.device_pointer_value)

    @property
    def owner(self):
        """Who keeps the memory; None: the array does."""
        return self.array._owner

    def view(self, start, stop=None):
        """A part of it, in bytes."""
        return MemoryPointer(self.array, self.offset + start, (self.size if stop is None else stop) - start)

    def __int__(self):
        return self.device_pointer_value or 0


def is_device_memory(obj):
    """Whether it is an array or record of a device."""
    return getattr(obj, "__cuda_memory__", False)


def device_memory_size(devmem):
    """Bytes of its elements."""
    return devmem.nbytes


def device_memset(dst, val, size, stream=0):
    """Sets the first `size` bytes of a contiguous array to a value."""
    if isinstance(dst, _core.Array):
        dst._view(0, (size,), (1,), "u1").setitem(slice(None), val, stream)
    else:
        dst.reshape(-1).view("u1")[:size] = val


class _Deallocations:
    """Memory is given back when its array goes, or when the work that uses it is done:
    there is no list of what is to be freed."""

    def __init__(self):
        self._disabled = 0

    def __len__(self):
        return 0

    def clear(self):
        """Nothing is pending."""

    @property
    def is_disabled(self):
        return self._disabled > 0

    @contextlib.contextmanager
    def disable(self):
        self._disabled += 1
        try:
            yield
        finally:
            self._disabled -= 1


# ---- devices and contexts ----


class Device(_device.Device):
    """A device with the names of numba.cuda's."""

    @property
    def id(self):
        """Its number in cuda.gpus."""
        from . import devices

        return devices.gpus._number_of(self)

    @property
    def compute_capability(self):
        """(major, minor)."""
        return _attributes.compute_capability(self.context)

    @property
    def uuid(self):
        """"GPU-" and 32 hexadecimal digits, as nvidia-smi writes it; of other devices
        made of their name."""
        return _attributes.uuid(self.context)

    @property
    def supports_float16(self):
        """Whether kernels have float16 numbers: yes."""
        return True

    @property
    def supports_bfloat16(self):
        """Whether kernels have bfloat16 numbers: no."""
        return False

    @property
    def supports_fp8(self):
        """Whether kernels have numbers of 8 bits: no."""
        return False

    def __getattr__(self, name):
        if not name.isupper():
            raise AttributeError(f"devices have no attribute {name!r}")
        value = _attributes.attribute(self.context, name)
        setattr(self, name, value)
        return value

    def get_device_identity(self):
        """{"selector": "cuda:0"}"""
        return {"selector": self.selector}

    def get_primary_context(self):
        """The device's Context; opens the device."""
        return Context(self.context)

    def release_primary_context(self):
        """The same as reset()."""
        self.reset()

    def reset(self):
        """Closes the device: what needs it again opens it anew."""
        context, self._context = self.context, None
        context.synchronize()
        _device.close(context)

    def __repr__(self):
        return f"<CUDA device {self.id} '{self.name}'>"


class Context:
    """A device that is open, by the names of numba.cuda's contexts."""

    def __init__(self, context):
        self._context = context

    @property
    def device(self):
        """The device, by the names of numba.cuda's."""
        return Device.of(self._context)

    @property
    def handle(self):
        """The driver's handle, a number; 0 where it has none."""
        return Handle(self._context.native()[2] if self._context.backend in ("cuda", "opencl") else 0)

    @property
    def deallocations(self):
        """What is to be freed: nothing ever, see defer_cleanup."""
        return self._context.__dict__.setdefault("deallocations", _Deallocations())

    @property
    def memory_manager(self):
        """The context itself."""
        return self

    def get_memory_info(self):
        """(free, total), in bytes."""
        return MemoryInfo(*self._context.memory())

    def synchronize(self):
        """Waits for all work of the device."""
        self._context.synchronize()

    def reset(self):
        """Waits for all work and closes the device. Arrays that are alive keep their
        memory."""
        self._context.synchronize()
        _device.close(self._context)

    def push(self):
        """Makes it current until `pop`."""
        _device.push(self._context)

    def pop(self):
        """Makes the one current that was before `push`."""
        if _device.pop() is not self._context:
            raise RuntimeError("the context is not the current one")

    def prepare_for_use(self):
        """It is ready when it is open."""

    def defer_cleanup(self):
        """A context manager, in which memory is given back as ever."""
        return self.deallocations.disable()

    def get_default_stream(self):
        """The stream of what names none."""
        return self._context.queue

    def get_legacy_default_stream(self):
        """CUDA's legacy default stream; on other devices the default stream."""
        return legacy_stream(self._context)

    def get_per_thread_default_stream(self):
        """The stream of this thread."""
        return per_thread_stream(self._context)

    def create_stream(self):
        """A new stream."""
        return Stream(self._context)

    def create_external_stream(self, ptr):
        """The stream of a driver's handle, an integer. UnsupportedError on devices
        whose memory is the host's: they have no streams of other programs."""
        if ptr not in (0, _LEGACY, _PER_THREAD) and ptr not in _streams_of(self._context) \
                and self._context.host_memory:
            raise UnsupportedError(f"{self._context.selector} has no streams of other programs")
        return stream_of_number(self._context, int(ptr))

    def create_event(self, timing=True):
        """A new event; events have times, whatever `timing` is."""
        return Event(self._context)

    def memalloc(self, bytesize):
        """New memory of so many bytes, a MemoryPointer. DeviceMemoryError when there
        is not enough."""
        return devicearray.empty(self._context, (bytesize,), "u1", None).gpu_data

    def can_access_peer(self, peer_device):
        """Devices do not reach each other's memory: copies go through the host."""
        return False

    def enable_peer_access(self, peer_context, flags=0):
        """Raises UnsupportedError: copies between devices go through the host."""
        raise UnsupportedError("devices do not reach each other's memory: copies go through the host")

    def __eq__(self, other):
        return isinstance(other, Context) and self._context is other._context

    def __hash__(self):
        return hash(self._context)

    def __repr__(self):
        return f"<CUDA context of {self._context.selector}>"


# ---- profiling ----


def profile_start():
    """Begins what a CUDA profiler records; nothing on other devices."""
    _profiler("cuProfilerStart")


def profile_stop():
    """Ends what a CUDA profiler records."""
    _profiler("cuProfilerStop")


@contextlib.contextmanager
def profiling():
    """What a `with` statement does is recorded by a CUDA profiler."""
    profile_start()
    try:
        yield
    finally:
        profile_stop()


def _profiler(function):
    context = _device.current()
    if context.backend == "cuda":
        context.synchronize()
        getattr(_attributes.driver(), function)()
