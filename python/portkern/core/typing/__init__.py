# SPDX-License-Identifier: Apache-2.0
"""Signatures, and the types of Python's values."""
from .templates import Signature, signature  # noqa: F401
