# SPDX-License-Identifier: Apache-2.0
"""Another name of portkern.core.types."""
import sys

from .core import types

sys.modules[__name__] = types
