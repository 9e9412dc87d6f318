# SPDX-License-Identifier: Apache-2.0
"""Signatures as users write them: text, tuples of types, void(float32)."""
import collections

from . import types
from .typing import Signature


def is_signature(sig):
    """Whether it may be a signature, not yet whether it is a valid one."""
    return isinstance(sig, (str, tuple, Signature))


_NAMES = collections.ChainMap({"types": types}, vars(types))


def _parse(text):
    return eval(text, {}, _NAMES)  # noqa: S307


def _check(kind):
    if not isinstance(kind, types.Type):
        raise TypeError(f"invalid type in signature: expected a type instance, got {kind!r}")


def normalize_signature(sig):
    """(args, return_type) of a signature; return_type is None where it has none."""
    parsed = _parse(sig) if isinstance(sig, str) else sig
    if isinstance(parsed, tuple):
        args, result = parsed, None
    elif isinstance(parsed, Signature):
        args, result = parsed.args, parsed.return_type
    else:
        raise TypeError(f"invalid signature: {sig!r} (type: {type(sig).__name__!r}) evaluates to "
                        f"{type(parsed).__name__!r} instead of tuple or Signature")
    for kind in args if result is None else (result, *args):
        _check(kind)
    return args, result
