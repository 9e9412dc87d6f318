# SPDX-License-Identifier: Apache-2.0
"""Kernels that portkern has itself."""
