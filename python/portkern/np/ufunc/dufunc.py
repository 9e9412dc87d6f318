# SPDX-License-Identifier: Apache-2.0
"""numba.np.ufunc.dufunc: what vectorize makes."""
from ..._functions.ufunc import DUFunc  # noqa: F401
