# SPDX-License-Identifier: Apache-2.0
"""Processes that a program run by `python -m portkern` starts by multiprocessing: they are
new Pythons, in which numba is to be answered by portkern, too."""
import importlib.abc
import importlib.machinery
import sys


def install(modules):
    """Has the processes import modules before anything of the program. Costs nothing until
    the program imports multiprocessing."""
    sys.meta_path.insert(0, _Finder({"multiprocessing.spawn": lambda spawn: _spawn(spawn, modules),
                                     "multiprocessing.forkserver": lambda server: _forkserver(server, modules)}))


class _Finder(importlib.abc.MetaPathFinder):
    """Changes modules when they are imported."""

    def __init__(self, changes):
        self._changes = changes

    def find_spec(self, name, path=None, target=None):
        change = self._changes.pop(name, None)
        if change is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None:
            spec.loader = _Loader(spec.loader, change)
        return spec


class _Loader(importlib.abc.Loader):
    def __init__(self, loader, change):
        self._loader, self._change = loader, change

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        module.__loader__ = module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._change(module)


def _spawn(spawn, modules):
    command_line = spawn.get_command_line

    def get_command_line(**words):
        out = command_line(**words)
        if "-c" in out:
            at = len(out) - out[::-1].index("-c")
            out[at] = f"import {', '.join(modules)}; {out[at]}"
        return out

    spawn.get_command_line = get_command_line


def _forkserver(forkserver, modules):
    """The server imports nothing of the program before the modules; __main__ would be."""
    set_preload = forkserver.set_forkserver_preload

    def set_forkserver_preload(names):
        set_preload([*modules, *(name for name in names if name != "__main__")])

    set_forkserver_preload([])
    forkserver.set_forkserver_preload = set_forkserver_preload
