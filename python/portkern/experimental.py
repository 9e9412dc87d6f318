# SPDX-License-Identifier: Apache-2.0
"""numba.experimental: classes that are compiled. They stay plain Python's."""
from ._tools import report


def jitclass(cls_or_spec=None, spec=None):
    """numba.experimental.jitclass: the class as it is, counted as run by Python."""
    def decorate(cls):
        report.interpreted(cls)
        return cls

    return decorate(cls_or_spec) if isinstance(cls_or_spec, type) else decorate
