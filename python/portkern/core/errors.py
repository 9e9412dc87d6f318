# SPDX-License-Identifier: Apache-2.0
"""Another name of portkern.errors."""
import sys

from .. import errors

sys.modules[__name__] = errors
