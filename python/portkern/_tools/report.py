# SPDX-License-Identifier: Apache-2.0
"""What a process has compiled, run as plain Python, and copied.

PORTKERN_REPORT=FOLDER writes FOLDER/PID.json when the process ends: how many kernels and functions were
compiled for types of arguments, how many were taken from the disk cache, and how many
functions that should be compiled were called as plain Python. Functions for the host are
counted among the kernels, and under "host" alone."""
import os
import threading
import weakref

_lock = threading.Lock()
_interpreted = set()  # names of functions
_contexts = []  # [weak reference to a Context, its counts when they were last read]
_COUNTS = ("compiles", "cache_hits", "host_compiles", "host_cache_hits", "copied_in", "copied_out")
_before = dict.fromkeys(_COUNTS, 0)  # what the process that forked this one had counted


def opened(context):
    """A device was opened: its counts are part of the report."""
    with _lock:
        _contexts.append([weakref.ref(context), dict.fromkeys(_COUNTS, 0)])


def interpreted(function):
    """Counts a function that is called as plain Python, and warns once in a process."""
    name = f"{function.__module__}.{function.__qualname__}"
    if name in _interpreted:
        return
    with _lock:
        first = not _interpreted
        _interpreted.add(name)
    if first:
        import warnings

        from ..errors import NumbaWarning

        warnings.warn(NumbaWarning(f"{name} is called as plain Python, as all functions with cfunc are: {name}.ctypes is "
                                   "compiled. Only the first is told; PORTKERN_REPORT=FOLDER counts them"), stacklevel=3)


def counts():
    """The counts of all devices that this process has opened. Of one that is gone, those
    that it had when it was closed."""
    total = _total()
    return {name: total[name] - _before[name] for name in _COUNTS}


def _in_child():
    """After fork: counts begin again. Another thread may have held the lock."""
    global _lock, _before
    _lock = threading.Lock()
    _interpreted.clear()
    _before = _total()


os.register_at_fork(after_in_child=_in_child)


def _total():
    with _lock:
        for entry in _contexts:
            context = entry[0]()
            if context is not None:
                stats = context.stats()
                entry[1] = {name: stats[name] for name in _COUNTS}
        return {name: sum(entry[1][name] for entry in _contexts) for name in _COUNTS}


class Transfers:
    """Bytes that went to devices and came from them, `to_device` and `from_device`. In a
    with statement: those of its body."""

    def __init__(self):
        self._begin = self._end = None

    def _count(self, name):
        return (self._end or counts())[name] - (self._begin or {}).get(name, 0)

    @property
    def to_device(self):
        """Bytes copied from the host."""
        return self._count("copied_in")

    @property
    def from_device(self):
        """Bytes copied to the host."""
        return self._count("copied_out")

    def __enter__(self):
        self._begin, self._end = counts(), None
        return self

    def __exit__(self, *error):
        self._end = counts()

    def _repr_html_(self):
        from . import table

        return table.as_html(("copied", ">bytes"), [("to devices", table.size(self.to_device)),
                                                     ("from devices", table.size(self.from_device))])

    def __repr__(self):
        return f"<{self.to_device} bytes to devices, {self.from_device} from them>"


def transfers():
    """What was copied since the process began; `with transfers() as moved:` counts what
    the body copies, in bytes. Memory that a device shares with the host is not copied by
    launches: there only explicit copies count.

    >>> with portkern.transfers() as moved:
    ...     d = cuda.to_device(np.zeros(1000))
    >>> moved.to_device, moved.from_device
    (8000, 0)"""
    return Transfers()


def _write():
    import json

    folder, total = os.environ.get("PORTKERN_REPORT"), counts()
    if not folder:
        return
    try:
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, f"{os.getpid()}.json")
        with open(path + ".new", "w") as f:
            json.dump({"compiled": total["compiles"], "cached": total["cache_hits"], "interpreted": len(_interpreted),
                       "host": {"compiled": total["host_compiles"], "cached": total["host_cache_hits"]}}, f)
        os.replace(path + ".new", path)  # who reads the folder meanwhile finds whole files
    except OSError as error:
        import sys

        print(f"portkern: the report cannot be written: {error}", file=sys.stderr)


def install():
    """Has the report written when the process ends. Those of multiprocessing, forked ones,
    too, end without calling what is registered with atexit."""
    import atexit
    from multiprocessing import util

    def at_end(_):
        util.Finalize(None, _write, exitpriority=0)

    atexit.register(_write)
    at_end(None)
    util.register_after_fork(_write, at_end)
