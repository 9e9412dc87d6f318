# SPDX-License-Identifier: Apache-2.0
"""The C library of portkern with its plugins, for the Python package portkern and for
programs that load it themselves."""
import os

folder = os.path.dirname(os.path.abspath(__file__))
library = os.path.join(folder, "libportkern.so.0")
plugins = os.path.join(folder, "portkern")
# The simulated GPU: PORTKERN_LIBCUDA names it for the backend cuda.
simulator = os.path.join(plugins, "libportkern_cudasim.so")


def load():
    """Opens the library, so that what is linked with it finds it; a ctypes.CDLL."""
    import ctypes

    return ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)


def main():
    """The command portkern."""
    import sys

    command = os.path.join(folder, "bin", "portkern")
    try:
        os.execv(command, ["portkern", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"portkern: {command}: {error.strerror}; install portkern-library again")
