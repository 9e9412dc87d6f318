# SPDX-License-Identifier: Apache-2.0
"""Compares exceptions and warnings with Numba's, which must be installed: each is here
by its name, and derives from what Numba's derives from.

    python3 errors_like_numba.py      prints what differs; fails when something does"""
import os
import sys

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # Numba needs no driver then

import numba
from numba.core import errors as core_errors
from numba.cuda import errors as cuda_errors
from numba.cuda.cudadrv import error as driver_errors

from portkern import errors

problems, count = [], 0
for home in (core_errors, cuda_errors, driver_errors):
    for name, theirs in vars(home).items():
        if not isinstance(theirs, type) or not issubclass(theirs, (Exception, Warning)) or name in dir(__builtins__):
            continue
        count += 1
        ours = getattr(errors, name, None)
        if ours is None:
            problems.append(f"there is no {name}")
            continue
        missing = {c.__name__ for c in theirs.__mro__} - {c.__name__ for c in ours.__mro__}
        if missing:
            problems.append(f"{name} does not derive from {', '.join(sorted(missing))}")
print(f"{count} compared with Numba {numba.__version__}")
print("\n".join(problems))
sys.exit(bool(problems))
