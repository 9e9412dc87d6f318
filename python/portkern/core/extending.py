# SPDX-License-Identifier: Apache-2.0
"""Another name of portkern.cuda.extending."""
import sys

from ..cuda import extending

sys.modules[__name__] = extending
