# SPDX-License-Identifier: Apache-2.0
"""cupy.cuda: devices, streams, events and memory, of portkern's on any device."""
import contextlib

from ... import _device
from .. import _expressions, _kernels, _refused
from . import runtime  # noqa: F401
from .memory import (  # noqa: F401
    MemoryPointer, MemoryPool, PinnedMemoryPool, alloc, get_default_memory_pool, get_default_pinned_memory_pool,
    set_allocator, set_pinned_memory_allocator,
)


def _backend_devices():
    """The devices that a program counts: of the backend that is used."""
    from ...cuda.cudadrv import devices

    return devices.gpus.lst


def is_available():
    """Whether there is a device."""
    try:
        return bool(_backend_devices())
    except Exception:  # noqa: BLE001
        return False


class Device:
    """A device: the current one, or one by its number."""

    def __init__(self, device=None):
        if device is None:
            self._device = _device.device()
        else:
            found = _backend_devices()
            if not 0 <= int(device) < len(found):
                raise runtime.CUDARuntimeError(f"there is no device {device}: there are {len(found)}")
            self._device = _device.device(f"{found[int(device)].selector}")
        self._entered = []

    @classmethod
    def _of(cls, context):
        made = cls.__new__(cls)
        made._device, made._entered = _device.Device.of(context), []
        return made

    @property
    def id(self):
        """The number of the device."""
        return self._device.index

    @property
    def compute_capability(self):
        """Of CUDA, "80"; of other devices that of the GPU that they stand for."""
        from ..._attributes import compute_capability

        return "%d%d" % compute_capability(self._device.context)

    @property
    def mem_info(self):
        """(free, total), in bytes."""
        return self._device.memory()

    @property
    def attributes(self):
        """Attributes by CUDA's names, "MaxThreadsPerBlock"."""
        return runtime._attributes_of(self._device.context)

    @property
    def pci_bus_id(self):
        """What names the device: portkern has its selector, "opencl:0"."""
        return self._device.selector

    def use(self):
        """Makes it the current device of this thread."""
        from ... import _core

        _expressions.settle_all()
        _core.current.set(self._device.context)

    def synchronize(self):
        """Waits for all work of the device."""
        _expressions.settle_all()
        self._device.synchronize()

    def __enter__(self):
        _expressions.settle_all()
        self._entered.append(self._device.__enter__())
        return self

    def __exit__(self, *error):
        _expressions.settle_all()
        self._entered.pop().__exit__(*error)

    def __int__(self):
        return self.id

    def __eq__(self, other):
        return int(self) == int(other) if isinstance(other, (Device, int)) else NotImplemented

    def __hash__(self):
        return hash(self.id)

    def __repr__(self):
        return f"<CUDA Device {self.id}>"


class Stream:
    """Work that is done in order: `with stream: ...` has what is computed go to it."""

    def __init__(self, null=False, non_blocking=False, ptds=False, priority=None):
        from ...cuda import api

        self.null = null
        self._queue = None if null or ptds else api.stream()
        self._outer = []

    @classmethod
    def _of(cls, queue):
        made = cls(null=True)
        made._queue, made.null = queue, queue is None
        return made

    def _where(self):
        return self._queue or _device.current().queue

    @property
    def ptr(self):
        """The driver's handle, 0 of the stream that is there without one."""
        return int(self._queue) if self._queue is not None else 0

    def __cuda_stream__(self):
        return 0, self.ptr

    def use(self):
        """Has what this thread computes go to the stream."""
        _expressions.settle_all()
        _kernels.set_current_stream(self._queue)
        return self

    def __enter__(self):
        self._outer.append(_kernels.current_stream())
        return self.use()

    def __exit__(self, *error):
        _expressions.settle_all()
        _kernels.set_current_stream(self._outer.pop())

    def synchronize(self):
        """Waits for the stream's work."""
        _expressions.settle_all()
        self._where().synchronize()

    @property
    def done(self):
        """Whether all work is done."""
        return self._where().query()

    def record(self, event=None):
        """Marks the place in the stream, by an event."""
        event = event or Event()
        event.record(self)
        return event

    def wait_event(self, event):
        """Has what comes later in the stream wait for an event."""
        _expressions.settle_all()
        event._event.wait(self._where())

    def launch_host_func(self, callback, arg):
        """Calls callback(arg) from another thread, when the work that is in the stream now
        is done."""
        _expressions.settle_all()
        self._where().add_callback(lambda stream, status, value: callback(value), arg)

    def add_callback(self, callback, arg):
        """Calls callback(stream, status, arg) from another thread, when the work that is in
        the stream now is done."""
        _expressions.settle_all()
        self._where().add_callback(lambda stream, status, value: callback(self, status, value), arg)

    def __eq__(self, other):
        return isinstance(other, Stream) and self.ptr == other.ptr

    def __hash__(self):
        return hash(self.ptr)

    def __repr__(self):
        return f"<Stream {self.ptr}>"


class ExternalStream(Stream):
    """The stream of a driver's handle."""

    def __init__(self, ptr, device_id=-1):
        from ...cuda import api

        super().__init__(null=True)
        self._queue, self.null = api.external_stream(ptr), False


Stream.null = Stream(null=True)
Stream.ptds = Stream(ptds=True)


def get_current_stream(device_id=-1):
    """The stream that this thread's work goes to."""
    queue = _kernels.current_stream()
    return Stream.null if queue is None else Stream._of(queue)


class Event:
    """A place in a stream."""

    def __init__(self, block=False, disable_timing=False, interprocess=False):
        from ...cuda import api

        self._event = api.event(not disable_timing)

    def record(self, stream=None):
        """Marks the place in a stream, in the current one without."""
        _expressions.settle_all()
        queue = _kernels.current_stream() if stream is None else stream._queue
        self._event.record(queue or _device.current().queue)

    def synchronize(self):
        """Waits for what comes before it."""
        self._event.synchronize()

    @property
    def done(self):
        """Whether what comes before it is done."""
        return self._event.query()


def get_elapsed_time(start_event, end_event):
    """Milliseconds between two events."""
    return start_event._event.elapsed_time(end_event._event)


def get_device_id():
    """The number of the current device."""
    return Device().id


def synchronize():
    """Waits for all work of the current device."""
    Device().synchronize()


@contextlib.contextmanager
def profile():
    """Does nothing: portkern.profile() measures."""
    yield


class nvtx:  # noqa: N801
    """Ranges for NVIDIA's profilers, which are not told."""

    @staticmethod
    def RangePush(message, id_color=-1):  # noqa: N802
        """Nothing."""

    @staticmethod
    def RangePop():  # noqa: N802
        """Nothing."""

    @staticmethod
    def Mark(message, id_color=-1):  # noqa: N802
        """Nothing."""

    RangePushC, MarkC = RangePush, Mark


_REFUSED = {"Graph": "launch the work again", "Module": "see cupy.RawModule", "Function": "see cupy.RawKernel",
            "nccl": "portkern has no collective operations", "cub": "reductions are portkern's own",
            "cufft": "compute it on the host", "cublas": "use cupy.matmul", "cusolver": "compute it on the host",
            "cusparse": "compute it on the host", "UnownedMemory": "use cupy.from_dlpack or __cuda_array_interface__",
            "ManagedMemory": "use numba.cuda.managed_array", "texture": "portkern has no textures"}


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _refused.lookup(name, "cuda.", _REFUSED)
