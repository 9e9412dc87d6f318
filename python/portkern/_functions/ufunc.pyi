# SPDX-License-Identifier: Apache-2.0
from collections.abc import Callable, Sequence
from typing import Any, overload

import numpy as np

from .. import _core
from .dispatch import Compiled
from .._typing import Function, SignatureLike

class Elements(Compiled, _core.UFuncDispatcher):
    targetoptions: dict[str, Any]
    nin: int
    nout: int
    def __init__(
        self, py_func: Function, identity: Any = None, targetoptions: dict[str, Any] | None = None, target: str = "cpu"
    ) -> None: ...
    @property
    def ufunc(self) -> np.ufunc: ...
    @property
    def nargs(self) -> int: ...
    @property
    def ntypes(self) -> int: ...
    @property
    def types(self) -> list[str]: ...
    @property
    def identity(self) -> Any: ...
    @property
    def signature(self) -> str | None: ...
    def disable_compile(self) -> None: ...
    def build_ufunc(self) -> Any: ...

class DUFunc(Elements):
    reorderable: bool
    def __init__(
        self,
        py_func: Function,
        identity: Any = None,
        cache: bool = False,
        targetoptions: dict[str, Any] | None = None,
        target: str = "cpu",
    ) -> None: ...
    def add(self, sig: SignatureLike) -> Any: ...
    def reduce(self, array: Any, /, *args: Any, **kwargs: Any) -> Any: ...
    def accumulate(self, array: Any, /, *args: Any, **kwargs: Any) -> Any: ...
    def reduceat(self, array: Any, /, *args: Any, **kwargs: Any) -> Any: ...
    def outer(self, a: Any, b: Any, /, **kwargs: Any) -> Any: ...
    def at(self, a: Any, indices: Any, /, *b: Any) -> None: ...

class GUFunc(Elements):
    is_dynamic: bool
    def __init__(
        self,
        py_func: Function,
        signature: str,
        identity: Any = None,
        cache: bool = False,
        is_dynamic: bool = False,
        targetoptions: dict[str, Any] | None = None,
        writable_args: Sequence[int | str] = (),
        target: str = "cpu",
    ) -> None: ...
    def add(self, fty: SignatureLike) -> Any: ...

@overload
def vectorize(
    ftylist_or_function: SignatureLike | Sequence[SignatureLike] = (), **options: Any
) -> Callable[[Function], DUFunc]: ...
@overload
def vectorize(ftylist_or_function: Function, **options: Any) -> DUFunc: ...
def guvectorize(*args: Any, **options: Any) -> Callable[[Function], GUFunc]: ...
