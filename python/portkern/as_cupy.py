# SPDX-License-Identifier: Apache-2.0
"""Importing this module makes portkern.cupy the answer to `import cupy`.

`cupy` and `cupy.x` are then portkern.cupy and portkern.cupy.x, the same module objects.
An installed CuPy is neither imported nor changed; one that the program has imported
before is an error."""
from . import _answer


def install():
    """Puts portkern.cupy in CuPy's place; again at any time without effect."""
    _answer.install("cupy", "portkern.cupy", __name__)


install()
