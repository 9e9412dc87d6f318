# SPDX-License-Identifier: Apache-2.0
"""numba.cuda.errors' names."""
from ..errors import *  # noqa: F401, F403
from .dispatcher import missing_launch_config_msg  # noqa: F401
