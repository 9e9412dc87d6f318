# SPDX-License-Identifier: Apache-2.0
"""Names of numba.core.utils that programs read."""
import inspect
import sys

PYVERSION = sys.version_info[:2]
MACHINE_BITS = 64 if sys.maxsize > 2**32 else 32
pysignature = inspect.signature
