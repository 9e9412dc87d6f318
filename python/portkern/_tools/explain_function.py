# SPDX-License-Identifier: Apache-2.0
"""What portkern.explain() measures of a function with njit(parallel=True): calls whose
parallel loops all run on a device that can run them, and what `auto` makes of that."""
import contextlib
import time

import numpy as np

from .. import _core, _device
from . import scaling

_CALLS = 16  # some on the host, those that are measured on the device, and some
_PATIENCE = 2.0  # seconds of them


def call_of(args):
    """A call as a Launch, which has no grid."""
    if not isinstance(args, (tuple, list)):
        raise TypeError(f"the arguments of the call are a tuple, (x, y), not {type(args).__name__}")
    for value in args:
        _check(value)
    return scaling.Launch((1, 1, 1), (1, 1, 1), 0, scaling.on_host(args))


def _check(value):
    """A call may change what is no array, which cannot be restored."""
    if isinstance(value, tuple):
        for item in value:
            _check(item)
    elif not (value is None or isinstance(value, (bool, int, float, complex, str, np.generic, np.ndarray, _core.Array))
              or hasattr(value, "__array_interface__")):
        raise TypeError(f"explain takes calls with arrays, numbers, text and tuples of these, not {type(value).__name__}")


def maker(make):
    """size -> Launch, by a function of the user's."""
    def call(size):
        made = call_of(make(size))
        made.size = size
        return made

    return call


class Opened:
    """A device that is opened for measuring, and a function whose parallel loops run there."""

    def __init__(self, device, function, **options):
        self.function = function._fresh(function._results.values())
        self.function._warned = True
        options = options or {"cache_dir": "off"}
        self.context = _device._new_context(device.selector, quiet=True, coverage=None, **options)
        self._host = self.context
        if self.context.backend not in _device._HOSTS:
            self._host = _device._new_context("cpu", quiet=True, coverage=None, offload=self.context, **options)
        self._given = device, function

    @contextlib.contextmanager
    def _current(self, host=None):
        _device.push(host or self._host)
        try:
            yield
        finally:
            _device.pop()

    def call(self, launch, values):
        """A whole one; `launch` gives the values."""
        with self._current():
            self.function(*values)

    def check(self, launch):
        """Raises what is wrong with it."""
        self.call(launch, scaling.copies(launch.values))

    def stats(self):
        return self.context.stats()

    def compile(self, launch, values):
        """With a first call: drivers compile for how a kernel is launched."""
        self.call(launch, values)

    def run_times(self, launch, seconds, call_ns, copy_ns):  # noqa: ARG002
        """What such a call takes beside its copies."""
        return [call_ns - copy_ns] if call_ns > copy_ns else []

    def settle(self, launch):
        """(launches of a call, those of one by `auto`) on the device; None on the host's own.
        Costs and kernels are kept in the cache folder: the kernels first, so that `auto` need
        not wait until they pay."""
        if self._host is self.context:
            return None
        kept = Opened(*self._given, cache_dir=None)
        try:
            every = kept._launches(launch)
            return every, kept._settled(launch) if every else 0
        finally:
            kept.close()

    def _launches(self, launch, host=None):
        before = self.stats()["launches"]
        values = scaling.copies(launch.values)
        with self._current(host):
            self.function(*values)
        return self.stats()["launches"] - before

    def _settled(self, launch):
        host = _device._new_context("cpu", quiet=True, coverage=None, offload=self.context, measured=True)
        end = time.perf_counter() + _PATIENCE
        try:
            for _ in range(_CALLS):
                found = self._launches(launch, host)
                if time.perf_counter() > end:
                    break
        finally:
            self._forget(host)
        return found

    def _forget(self, host):
        """What it calls was compiled for the device, too, and is forgotten."""
        from .._functions import program

        for each in (self.function, *program.reach(self.function, set())):
            each._modules.pop(host, None)

    def close(self):
        self._forget(self._host)
        self.context.synchronize()
