# SPDX-License-Identifier: Apache-2.0
"""numba.core.registry: the class of functions with njit."""
from .._functions.host import CPUDispatcher  # noqa: F401
