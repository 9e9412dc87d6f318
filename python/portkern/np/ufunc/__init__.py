# SPDX-License-Identifier: Apache-2.0
"""numba.np.ufunc's names."""
