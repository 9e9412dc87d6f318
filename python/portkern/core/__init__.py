# SPDX-License-Identifier: Apache-2.0
"""numba.core's names: types, signatures, configuration, errors."""
