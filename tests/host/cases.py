# SPDX-License-Identifier: Apache-2.0
"""What files of the corpus say of their cases."""


class Case:
    """A call that run.py makes: see there for the keywords."""

    def __init__(self, function, *args, close=0, numba=True, python=True, waits=None, says=None, keywords=None):
        self.function, self.args, self.keywords = function, args, keywords or {}
        self.close, self.numba, self.python, self.waits, self.says = close, numba, python, waits, says


def case(*args, **options):
    """A case with keywords."""
    return Case(*args, **options)


def of_module(module):
    """The cases of a file, anew: arguments are not shared with those of another call."""
    return [each if isinstance(each, Case) else Case(*each) for each in module.cases()]
