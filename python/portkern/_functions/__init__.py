# SPDX-License-Identifier: Apache-2.0
"""Functions that portkern compiles: their source, the values of their names, their types, and
the objects that decorators make of them."""
