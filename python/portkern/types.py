# SPDX-License-Identifier: Apache-2.0
"""Another name of portkern.core.types."""
from ._alias import install

install(__name__, "portkern.core.types")
