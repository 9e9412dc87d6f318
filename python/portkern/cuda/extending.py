# SPDX-License-Identifier: Apache-2.0
"""numba.cuda.extending: what programs register for Numba's compiler at import. What is
not an `overload` or `register_jitable` is taken and left unused; a kernel that needs it gets
an error that names it."""
from .._functions.extension import intrinsic, overload, overload_attribute, overload_method  # noqa: F401
from ..core.typing.typeof import typeof_impl  # noqa: F401
from .decorators import jit


def register_jitable(*args, **options):
    """A function that kernels may call: functions are compiled when they are called,
    so it stays as it is."""
    if args and callable(args[0]) and not options:
        args[0]._portkern_jitable = True
        return args[0]
    return register_jitable


def _ignored(*args, **options):
    """Nothing is registered: the decorated function stays as it is."""
    return lambda function: function


lower = lower_builtin = lower_cast = _ignored
type_callable = register_model = _ignored


def make_attribute_wrapper(*args):
    """Nothing is made."""


models = None
core_models = None
__all__ = ["intrinsic", "jit", "make_attribute_wrapper", "overload", "overload_attribute", "overload_method",
           "register_jitable", "register_model", "typeof_impl"]
