# SPDX-License-Identifier: Apache-2.0
"""Another name of portkern.core."""
import sys

from .. import core

sys.modules[__name__] = core
