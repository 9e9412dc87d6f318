# SPDX-License-Identifier: Apache-2.0
"""Modules that Numba has at two places are the same objects, whichever is imported."""
import importlib

import pytest


@pytest.mark.parametrize(("alias", "name"), [
    ("portkern.types", "portkern.core.types"), ("portkern.types.npytypes", "portkern.core.types.npytypes"),
    ("portkern.cuda.types", "portkern.core.types"), ("portkern.cuda.core.config", "portkern.core.config"),
    ("portkern.cuda.core", "portkern.core"), ("portkern.cuda.core.types.scalars", "portkern.core.types.scalars"),
    ("portkern.cuda.np.numpy_support", "portkern.np.numpy_support"), ("portkern.core.errors", "portkern.errors"),
    ("portkern.cuda.typing.typeof", "portkern.core.typing.typeof"), ("portkern.utils", "portkern.core.utils"),
    ("portkern.core.extending", "portkern.cuda.extending"), ("portkern.extending", "portkern.cuda.extending")])
def test_aliases(alias, name):
    assert importlib.import_module(alias) is importlib.import_module(name)


def test_settings_have_one_home():
    from portkern import config
    from portkern.core import config as of_core
    from portkern.cuda import config as of_cuda

    assert config is of_core is of_cuda
