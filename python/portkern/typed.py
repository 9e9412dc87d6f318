# SPDX-License-Identifier: Apache-2.0
"""numba.typed: lists and dicts of one type, which on the host are Python's."""


class List(list):
    """numba.typed.List."""

    @classmethod
    def empty_list(cls, item_type, allocated=0):
        """An empty list."""
        return cls()


class Dict(dict):
    """numba.typed.Dict."""

    @classmethod
    def empty(cls, key_type, value_type, n_keys=0):
        """An empty dict."""
        return cls()
