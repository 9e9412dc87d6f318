# SPDX-License-Identifier: Apache-2.0
"""Types, by Numba's names."""
