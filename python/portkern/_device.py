# SPDX-License-Identifier: Apache-2.0
"""Devices: which are open, and which one is current.

The first is opened when something needs it, as PORTKERN_BACKEND says. Each thread
and each task has its own current device, `_core.current`."""
import os
import threading

from . import _core

_lock = threading.Lock()
_open = {}  # selector as given -> Context
_default = None  # (backend or None) that code or the command line named


def set_default(backend):
    """Which device is opened first; overrides PORTKERN_BACKEND. None: the
    environment decides again."""
    global _default
    _default = backend


def wanted():
    """The list of backends that was named, or None: nothing was."""
    return _default or os.environ.get("PORTKERN_BACKEND") or None


def open_device(selector=None):
    """The Context of a device, "opencl:0"; each is opened once."""
    key = selector or wanted() or "auto"
    with _lock:
        if key not in _open:
            context = _core.Context(None if key == "auto" else key)
            # The same device by another name is the same context.
            name = context.info()["selector"]
            _open[key] = _open.setdefault(name, context)
        return _open[key]


def current():
    """The current Context; opens the first one."""
    found = _core.current.get(None)
    if found is None:
        found = open_device()
    return found


def contexts():
    """All that are open."""
    with _lock:
        return list(dict.fromkeys(_open.values()))
