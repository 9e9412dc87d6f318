# SPDX-License-Identifier: Apache-2.0
"""Modules that have two names: Numba has them at two places."""
import importlib
import pkgutil
import sys


def install(name, target):
    """Makes `name`, which is being imported, and what is in it another name of the
    module `target`, the same objects."""
    module = importlib.import_module(target)
    for found in pkgutil.walk_packages(getattr(module, "__path__", ()), target + "."):
        sys.modules[name + found.name[len(target):]] = importlib.import_module(found.name)
    sys.modules[name] = module
