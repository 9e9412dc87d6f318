# SPDX-License-Identifier: Apache-2.0
"""Devices: which are open, and which one is current.

The first is opened when something needs it, as PORTKERN_BACKEND says. Each thread
and each task has its own current device, `_core.current`."""
import contextvars
import functools
import os
import sys
import threading

from . import _core
from ._tools import report

_HOSTS = ("cpu", "interp")  # backends whose devices run functions of the host
_lock = threading.RLock()
# Selector as given -> Context; None: the first, where none was named; "host": host()'s.
_open = {}
_stream = None  # class of the devices' queues, once portkern.cuda is imported
_default = None  # (backend or None) that code or the command line named
_outer = contextvars.ContextVar("portkern.outer_devices", default=())


class Context(_core.Context):
    """A device that is open."""

    def __init__(self, *args, **kwargs):
        info = self.info()
        self.backend, self.index = info["backend"], info["index"]
        self.selector = f"{self.backend}:{self.index}"
        self.offloads_to = ()  # Contexts whose devices get its parallel loops

    @property
    def compute_capability(self):
        """(major, minor) of a GPU of CUDA, else None."""
        from ._attributes import compute_capability

        return compute_capability(self) if self.backend == "cuda" else None

    def __reduce__(self):
        from ._functions.pickle import refuse

        refuse(self, "Pickle its device, portkern.device(), which is the device of that name there")

    def __repr__(self):
        return f"<Context of {self.selector}>"


def set_default(backend):
    """Which device is opened first; overrides PORTKERN_BACKEND. None: the
    environment decides again."""
    global _default
    _default = backend
    for key in (None, "host", "offload", "measured"):
        _open.pop(key, None)


def use_streams(kind):
    """The devices' queues are of that class from now on, those of open devices, too."""
    global _stream
    _stream = kind
    for context in contexts():
        context.queue = kind(context)


def wanted():
    """The list of backends that was named, or None: nothing was."""
    return _default or os.environ.get("PORTKERN_BACKEND") or None


def open_device(selector=None):
    """The Context of a device, "opencl:0"; each is opened once."""
    key = selector or wanted() or "auto"
    with _lock:
        if key not in _open:
            context = _new_context(None if key == "auto" else key)
            report.opened(context)
            # The same device by another name is the same context.
            _open[key] = _open.setdefault(context.selector, context)
        # What the environment says later no longer counts: launches look here.
        return _open[key] if selector else _open.setdefault(None, _open[key])


def _new_context(selector, **options):
    coverage = None if "coverage" in options else _coverage()
    if coverage:
        options["coverage"] = coverage.wanted()
    context = Context(selector, **options)
    if _stream:
        context.queue = _stream(context)
    if coverage:
        coverage.opened(context)
    return context


def _coverage():
    """The module for coverage.py, where that is in the process."""
    if "coverage" not in sys.modules:
        return None
    from ._tools import coverage as module

    return module


def close(context=None):
    """Forgets a device that is open, or all: what needs it again opens it anew.
    Arrays that are alive keep theirs."""
    report.counts()  # the device may go
    if _coverage():
        _coverage().closing([each for each in contexts() if context in (None, each)])
    with _lock:
        for key in [key for key, value in _open.items() if context in (None, value, key, *value.offloads_to)]:
            del _open[key]
    if context in (None, _core.current.get(None)):
        _core.current.set(None)
    if context is None:
        _outer.set(())


def current():
    """The current Context; opens the first one."""
    return _core.current.get(None) or open_device()


def host():
    """The Context that runs functions of the host: the current one if it does, else the
    device `cpu`, or `interp` where that was named."""
    chosen = _core.current.get(None)
    if chosen is not None and chosen.backend in _HOSTS:
        return chosen
    with _lock:
        if "host" not in _open:
            _open["host"] = open_device(_first() if _first() in _HOSTS else "cpu")
        return _open["host"]


def offloading():
    """The Context that runs functions of the host whose parallel loops go to the current
    device, where one was chosen or named that does not run such functions itself. Of what
    `auto` finds a device gets those that it runs faster."""
    chosen = _core.current.get(None)
    if chosen is not None:
        return _offloading_to(chosen, False)
    with _lock:
        if "offload" not in _open:
            _open["offload"] = _offloading_to(_first_device(), _first() == "auto")
        return _open["offload"]


def measured():
    """The same where only those loops go that the device runs faster."""
    chosen = _core.current.get(None)
    if chosen is not None:
        return _offloading_to(chosen, True)
    with _lock:
        if "measured" not in _open:
            _open["measured"] = _offloading_to(_first_device(), True)
        return _open["measured"]


def _first():
    """The backend that was named first; "": none was."""
    return (wanted() or "").partition(",")[0].partition(":")[0]


def _first_device():
    """The device that loops go to where none was chosen."""
    return current() if _first() not in ("", *_HOSTS) else host()


def _offloading_to(device, is_measured):
    if device.backend in _HOSTS:
        return device
    key = (device, "measured") if is_measured else device
    return _host_of(key, (device,), measured=is_measured)


def splitting(names):
    """The Context that runs functions of the host whose parallel loops are split among these
    devices; the current one where that was chosen and runs such functions itself."""
    chosen = _core.current.get(None)
    if chosen is not None and chosen.backend in _HOSTS:
        return chosen
    devices = tuple(map(context_of, names))
    for each in devices:
        if each.backend in _HOSTS:
            raise ValueError(f"devices=: parallel loops go to other devices than the host, not to {each.selector}")
    if len(set(devices)) < len(devices):
        raise ValueError(f"devices=: a device has one part, not two: {', '.join(d.selector for d in devices)}")
    return _offloading_to(devices[0], False) if len(devices) == 1 else _host_of(devices, devices)


def _host_of(key, devices, **options):
    with _lock:
        if key not in _open:
            _open[key] = _new_context("cpu", offload=devices, **options)
            _open[key].offloads_to = devices
        return _open[key]


def contexts():
    """All that are open."""
    with _lock:
        return list(dict.fromkeys(_open.values()))


def push(context):
    """Makes a Context the current one until `pop`."""
    _outer.set((*_outer.get(), _core.current.get(None)))
    _core.current.set(context)


def pop():
    """Makes the Context current that was before `push`; returns the one that was."""
    outer, was = _outer.get(), _core.current.get(None)
    _outer.set(outer[:-1])
    _core.current.set(outer[-1] if outer else None)
    return was


def context_of(device):
    """The Context of what names a device: a Device, a Context, text, or None."""
    if device is None:
        return current()
    if isinstance(device, _core.Context):
        return device
    return device.context if isinstance(device, Device) else open_device(device)


def dlpack_device(context):
    """DLPack's (kind, number)."""
    if context.host_memory:
        return 1, 0
    if context.backend == "cuda":
        return 2, context.index
    raise BufferError(f"{context.selector} has no memory that DLPack shares: use copy_to_host()")


class Device:
    """A device, open or not: `with device: ...` makes it the current one."""

    def __init__(self, row, context=None):
        self._row = row
        self._context = context

    @classmethod
    def of(cls, context):
        """The device of a Context."""
        return cls(context.info(), context)

    @property
    def context(self):
        """The Context; opens the device."""
        return self._context or open_device(self.selector)

    @property
    def backend(self):
        """"cpu", "opencl", "cuda", "interp"."""
        return self._row["backend"]

    @property
    def index(self):
        """Its number among the devices of the backend."""
        return self._row["index"]

    @property
    def selector(self):
        """What PORTKERN_BACKEND calls it: "opencl:0"."""
        return f"{self.backend}:{self.index}"

    @property
    def name(self):
        """Its name, of the driver."""
        return self._row["name"]

    @property
    def platform(self):
        """Whose driver it is, with the version."""
        return self._row["platform"]

    @property
    def is_gpu(self):
        """Whether it is a GPU, or simulates one."""
        return bool(self._row["is_gpu"])

    @property
    def is_simulated(self):
        """Whether it is the simulated GPU, whose times say nothing about GPUs."""
        return self.name.startswith("portkern simulator")

    @property
    def kind(self):
        """"CPU", "GPU", "simulated GPU", "interpreter", "accelerator"."""
        if self.backend == "interp":
            return "interpreter"
        if self.is_gpu:
            return "simulated GPU" if self.is_simulated else "GPU"
        return "CPU" if self._row["is_cpu"] else "accelerator"

    @property
    def is_open(self):
        """Whether something has used it."""
        return self._opened() is not None

    @property
    def is_current(self):
        """Whether it is the current device of this thread; the one that the first launch
        opened, where no other was chosen."""
        context = _core.current.get(None) or _open.get(None)
        return context is not None and context.selector == self.selector

    def _opened(self):
        return self._context or _open.get(self.selector)

    @property
    def limits(self):
        """What the device can do, a dict; sizes in bytes."""
        return self.context.info()

    def memory(self):
        """(free, total), in bytes."""
        return self.context.memory()

    def synchronize(self):
        """Waits for all work of the device."""
        self.context.synchronize()

    def __enter__(self):
        push(self.context)
        return self

    def __exit__(self, *error):
        pop()

    def __eq__(self, other):
        return isinstance(other, Device) and self.selector == other.selector

    def __hash__(self):
        return hash(self.selector)

    def __reduce__(self):
        return _named, (self.selector,)

    def __repr__(self):
        return f"<device {self.selector} '{self.name}'>"


class Devices(list):
    """A list of devices that is shown as a table."""

    _TITLES = ("", "selector", "kind", "name", ">free", ">memory")

    def _table(self):
        return [_shown(each) for each in self]

    def __repr__(self):
        from ._tools import table

        return table.text(self._TITLES, self._table()) if self else "no devices"

    def _repr_html_(self):
        from ._tools import table

        return table.as_html(self._TITLES, self._table())


def _shown(each):
    """A row of the table. Devices that are not open are not opened for it."""
    from ._tools import table

    memory = [table.size(n) for n in each._opened().memory()] if each.is_open else ["-", "-"]
    return ("*" if each.is_current else "", each.selector, each.kind, each.name, *memory)


def devices(backend=None):
    """All devices that can be used, or those of one backend: a list of Device, which is
    shown as a table. The current one has a star; of those that are open it has the memory,
    in bytes. Opens none.

    >>> portkern.devices("cpu")[0].selector
    'cpu:0'"""
    return Devices(Device(row) for row in _rows() if row["usable"] and backend in (None, row["backend"]))


def device(selector=None):
    """The device of that name, "opencl:0"; the current one without. In a `with` statement
    it is the current device of this thread or task.

    CudaSupportError when there is none of that name.

    >>> with portkern.device("interp"):
    ...     portkern.device().kind
    'interpreter'"""
    return Device.of(context_of(selector))


def _named(selector):
    """The device of that name, which need not be open; of pickles of other processes."""
    for row in _rows():
        if row["usable"] and f"{row['backend']}:{row['index']}" == selector:
            return Device(row)
    return device(selector)  # which says why there is none


@functools.lru_cache(1)
def _rows():
    return _core.devices()


def _after_fork():
    """In a child: what another thread held there is lost, the lock and the queues of
    devices that go on."""
    global _lock
    _lock = threading.RLock()
    for context in contexts():
        if context.backend in _HOSTS and _is_lost(context.queue):
            context.queue = (_stream or _core.Queue)(context)


def _is_lost(queue):
    from .errors import CudaSupportError

    try:
        queue.query()
    except CudaSupportError:
        return True
    return False


os.register_at_fork(after_in_child=_after_fork)
