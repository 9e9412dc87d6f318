# SPDX-License-Identifier: Apache-2.0
"""Loads the extension, and the C library where the extension does not find it.

It looks for the package portkern_library beside this one. Where the two lie in
different folders (one in the system's, one in a virtual environment's), the library
is opened first: the loader then takes what is open."""
try:
    from . import _core  # noqa: F401
except ImportError as error:
    if "libportkern.so" not in str(error):
        raise
    try:
        import portkern_library
    except ImportError:
        raise ImportError(
            f"{error}: install the package portkern-library of the same version as portkern"
        ) from None
    portkern_library.load()
