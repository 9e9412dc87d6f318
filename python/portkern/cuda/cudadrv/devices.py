# SPDX-License-Identifier: Apache-2.0
"""The list of devices and which one is current, by the names of numba.cuda."""
import contextlib
import functools

from ... import _device
from . import driver


class _DeviceList:
    """The devices that a program can choose from: those of the backend that was named
    or, when none was, of the one that is used."""

    @property
    def lst(self):
        return list(_listed(_device.wanted()))

    def __getitem__(self, number):
        return self.lst[number if isinstance(number, slice) else int(number)]

    def __iter__(self):
        return iter(self.lst)

    def __len__(self):
        return len(self.lst)

    def __str__(self):
        return ", ".join(map(str, self.lst))

    @property
    def current(self):
        """The current device; None before one is used."""
        context = _device._core.current.get(None)
        return None if context is None else driver.Device.of(context)

    def _number_of(self, device):
        listed = self.lst
        return listed.index(device) if device in listed else device.index


@functools.lru_cache(8)
def _listed(wanted):
    for entry in (wanted or "auto").split(","):
        found = _entry(entry.strip())
        if found:
            return found
    return ()


def _entry(entry):
    """The devices of one word of PORTKERN_BACKEND."""
    if ":" not in entry and entry != "auto":
        return [driver.Device(d._row) for d in _device.devices(entry)]
    try:
        context = _device.open_device(entry)
    except driver.CudaSupportError:
        return []
    if entry == "auto":
        return [driver.Device(d._row) for d in _device.devices(context.backend)]
    return [driver.Device(context.info())]


gpus = _DeviceList()


def get_context(devnum=None):
    """The context of a device by its number; the current one without."""
    if devnum is None:
        return driver.Context(_device.current())
    context = gpus[devnum].context
    _device._core.current.set(context)
    return driver.Context(context)


@contextlib.contextmanager
def _ensured():
    context = _device.current()
    _device.push(context)
    try:
        yield
    finally:
        _device.pop()


def require_context(fn):
    """A decorator: the function is called with a device that is current."""

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        with _ensured():
            return fn(*args, **kwargs)

    return wrapper


def reset():
    """Closes all devices."""
    _device.close()
