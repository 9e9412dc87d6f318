# SPDX-License-Identifier: Apache-2.0
"""Signatures: the types of arguments and the type of the result."""


class Signature:
    """void(float32[:], int64) is one."""

    __slots__ = ("return_type", "args", "recvr", "pysig")

    def __init__(self, return_type, args, recvr, pysig=None):
        self.return_type, self.recvr, self.pysig = return_type, recvr, pysig
        self.args = tuple(args) if isinstance(args, list) else args

    def replace(self, **changes):
        """A copy with other attributes."""
        return Signature(**{name: getattr(self, name) for name in self.__slots__} | changes)

    def __getstate__(self):
        return self.return_type, self.args, self.recvr, self.pysig

    def __setstate__(self, state):
        self.return_type, self.args, self.recvr, self.pysig = state

    def __hash__(self):
        return hash((self.args, self.return_type))

    def __eq__(self, other):
        if not isinstance(other, Signature):
            return NotImplemented
        return self.__getstate__() == other.__getstate__()

    def __repr__(self):
        return f"{self.args} -> {self.return_type}"

    @property
    def is_method(self):
        return self.recvr is not None


def signature(return_type, *args, recvr=None):
    return Signature(return_type, args, recvr)
