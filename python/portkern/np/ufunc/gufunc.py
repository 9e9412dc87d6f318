# SPDX-License-Identifier: Apache-2.0
"""numba.np.ufunc.gufunc: what guvectorize makes."""
from ..._functions.ufunc import GUFunc  # noqa: F401
