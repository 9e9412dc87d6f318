# SPDX-License-Identifier: Apache-2.0
"""Importing this module makes portkern the answer to `import numba`.

`numba` and `numba.x.y` are then portkern and portkern.x.y, the same module objects.
An installed Numba is neither imported nor changed; one that the program has imported
before is an error."""
import importlib
import importlib.abc
import importlib.machinery
import sys

from . import _texts, errors

_ROOTS = {"numba": "portkern", "numba_cuda": "portkern"}


def _ours(name):
    root, dot, rest = name.partition(".")
    return _ROOTS[root] + dot + rest


class _Loader(importlib.abc.Loader):
    """Gives a module of portkern under another name, unchanged."""

    def create_module(self, spec):
        module = importlib.import_module(_ours(spec.name))
        self._spec = module.__spec__
        return module

    def exec_module(self, module):
        module.__spec__ = self._spec  # which import has just replaced


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in _ROOTS:
            return None
        ours = _ours(name)
        found = sys.modules.get(ours) or importlib.util.find_spec(ours)
        if found is None:
            return None
        return importlib.machinery.ModuleSpec(name, _Loader(), is_package=hasattr(found, "__path__")
                                              or getattr(found, "submodule_search_locations", None) is not None)


def install():
    """Puts portkern in numba's place; again at any time without effect."""
    for root in _ROOTS:
        loaded = sys.modules.get(root)
        if loaded is not None and loaded is not sys.modules[_ROOTS[root]]:
            raise errors.PortkernError(f"{root} has been imported already: import portkern.as_numba before it, or run "
                                       "the program by `python -m portkern`")
    if not any(isinstance(f, _Finder) for f in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
    _texts.install()


install()
