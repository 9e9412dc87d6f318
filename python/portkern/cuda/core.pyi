# SPDX-License-Identifier: Apache-2.0
# Another name of what it imports.
from ..core import *
from ..core import config as config, errors as errors, types as types, typing as typing
