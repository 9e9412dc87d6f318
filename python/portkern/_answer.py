# SPDX-License-Identifier: Apache-2.0
"""Packages of portkern as the answer to imports of other names: `import numba` is then
portkern, the same module object."""
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys

from . import errors

_roots = {}  # "numba": "portkern"


def _ours(name):
    root, dot, rest = name.partition(".")
    return _roots[root] + dot + rest


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
        if name.partition(".")[0] not in _roots:
            return None
        ours = _ours(name)
        found = sys.modules.get(ours) or importlib.util.find_spec(ours)
        if found is None:
            return None
        return importlib.machinery.ModuleSpec(name, _Loader(), is_package=hasattr(found, "__path__")
                                              or getattr(found, "submodule_search_locations", None) is not None)


def install(root, ours, switch):
    """Makes the package `ours` the answer to imports of `root`; again at any time without
    effect. `switch` is the module that programs import for it."""
    loaded = sys.modules.get(root)
    if loaded is not None and loaded is not sys.modules.get(ours):
        raise errors.PortkernError(f"{root} has been imported already: import {switch} before it, or run "
                                   "the program by `python -m portkern`")
    _roots[root] = ours
    if not any(isinstance(f, _Finder) for f in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
