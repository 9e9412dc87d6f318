# SPDX-License-Identifier: Apache-2.0
"""Importing this module makes portkern the answer to `import numba`.

`numba` and `numba.x.y` are then portkern and portkern.x.y, the same module objects.
An installed Numba is neither imported nor changed; one that the program has imported
before is an error."""
from . import _answer
from ._functions import texts


def install():
    """Puts portkern in numba's place; again at any time without effect."""
    for root in ("numba", "numba_cuda"):
        _answer.install(root, "portkern", __name__)
    texts.install()


install()
