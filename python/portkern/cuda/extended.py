# SPDX-License-Identifier: Apache-2.0
"""Dispatchers with extensions: objects that replace arguments before a launch."""
from .._functions.pickle import launcher_in_pickle
from .dispatcher import CUDADispatcher, _typeof


def _type_or_none(value):
    try:
        return _typeof(value)
    except ValueError:
        return None


class _Launcher:
    def __init__(self, launcher, extensions):
        self._launcher, self._extensions = launcher, extensions

    def __call__(self, *args):
        after = []  # what extensions do when the kernel has run
        prepared = []
        for value in args:
            kind = _type_or_none(value)
            for extension in reversed(self._extensions):
                kind, value = extension.prepare_args(kind, value, stream=self._launcher.stream or 0, retr=after)
            prepared.append(value)
        self._launcher(*prepared)
        if after:
            from . import synchronize

            synchronize()
            for act in after:
                act()

    def __getattr__(self, name):
        return getattr(self._launcher, name)

    def __reduce__(self):
        return launcher_in_pickle(self._launcher)


class ExtendedDispatcher(CUDADispatcher):
    """A kernel whose launches pass each argument through the extensions, the last one
    first: prepare_args(type, value, stream, retr) gives the type and the value that
    take its place, and may append functions to `retr` that run after the kernel."""

    def __getitem__(self, item):
        return _Launcher(super().__getitem__(item), self.extensions)
