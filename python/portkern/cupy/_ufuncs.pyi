# SPDX-License-Identifier: Apache-2.0
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import DTypeLike

from . import ndarray
from .._core import Array

# An array of a device, or a number.
_Operand: TypeAlias = Array | complex | np.generic

class ufunc:
    nin: int
    nout: int
    nargs: int
    __name__: str
    def __init__(self, op: Any, name: str | None = None) -> None: ...
    @property
    def types(self) -> list[str]: ...
    def __call__(
        self,
        *args: _Operand,
        out: ndarray | tuple[ndarray] | None = None,
        where: Literal[True] = True,
        dtype: DTypeLike | None = None,
        casting: str = "same_kind",
        order: str = "K",
        subok: bool = True,
    ) -> ndarray: ...
    def reduce(
        self,
        a: _Operand,
        axis: int | Sequence[int] | None = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
        keepdims: bool = False,
    ) -> ndarray: ...
    def accumulate(self, a: _Operand, axis: int = 0, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray: ...
    def at(self, a: ndarray, indices: Any, b: _Operand | None = None) -> None: ...
    def outer(self, a: _Operand, b: _Operand, **kwargs: Any) -> ndarray: ...
