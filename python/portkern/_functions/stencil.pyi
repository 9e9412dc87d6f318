# SPDX-License-Identifier: Apache-2.0
from collections.abc import Callable, Sequence
from typing import Any, overload

from .._typing import Function

class StencilFunc:
    py_func: Function
    mode: str
    options: dict[str, Any]
    neighborhood: Any
    def __init__(
        self,
        py_func: Function,
        targetoptions: dict[str, Any] | None = None,
        signatures: Sequence[Any] = (),
        mode: str = "constant",
        stencil_options: dict[str, Any] | None = None,
    ) -> None: ...
    def __call__(self, *args: Any, out: Any = None, **named: Any) -> Any: ...

@overload
def stencil(func_or_mode: str = "constant", **options: Any) -> Callable[[Function], Any]: ...
@overload
def stencil(func_or_mode: Function, **options: Any) -> Any: ...
