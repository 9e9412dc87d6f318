# SPDX-License-Identifier: Apache-2.0
# Another name of what it imports.
from ..np import *
