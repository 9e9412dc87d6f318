# SPDX-License-Identifier: Apache-2.0
from collections.abc import Sequence
from typing import Any

from .. import cross as cross, ndarray, outer as outer, tensordot as tensordot, trace as trace
from .. import matmul as matmul
from ..._core import Array

def norm(x: Array, ord: Any = None, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> ndarray: ...
def matrix_power(a: Array, n: int) -> ndarray: ...
