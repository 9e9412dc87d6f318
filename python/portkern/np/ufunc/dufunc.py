# SPDX-License-Identifier: Apache-2.0
"""numba.np.ufunc.dufunc: what vectorize makes."""
from ..._ufunc import DUFunc  # noqa: F401
