# SPDX-License-Identifier: Apache-2.0
"""Another name of portkern.core.utils."""
import sys

from .core import utils

sys.modules[__name__] = utils
