# SPDX-License-Identifier: Apache-2.0
"""cupy.random: numbers that are the same on every device, and are not CuPy's or
NumPy's. `_philox` says which they are."""
from .. import _refused
from . import _generator
from ._generator import Generator, RandomState  # noqa: F401

_state = RandomState()
_NAMES = frozenset(("bytes", "choice", "exponential", "normal", "permutation", "rand", "randint", "randn", "random",
                    "random_integers", "random_sample", "ranf", "sample", "seed", "shuffle", "standard_exponential",
                    "standard_normal", "uniform"))


def default_rng(seed=None):
    """A Generator; the same numbers for the same seed."""
    return seed if isinstance(seed, Generator) else Generator(seed)


def get_random_state():
    """What the functions of this module draw from."""
    return _state


def set_random_state(rs):
    """Has the functions of this module draw from a RandomState."""
    global _state
    if not isinstance(rs, RandomState):
        raise TypeError(f"Random state must be an instance of RandomState. Actual: {type(rs)}")
    _state = rs


def __getattr__(name):
    if name in _NAMES:
        return getattr(_state, name)
    if name.startswith("__"):
        raise AttributeError(name)
    return _refused.lookup(name, "random.", _generator.REFUSED | {
        "XORWOW": "default_rng is Philox's", "MRG32k3a": "default_rng is Philox's", "Philox4x3210": "use default_rng"})


def __dir__():
    return sorted({*_NAMES, "Generator", "RandomState", "default_rng", "get_random_state", "set_random_state"})
