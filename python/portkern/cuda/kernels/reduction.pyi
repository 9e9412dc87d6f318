# SPDX-License-Identifier: Apache-2.0
from typing import Any

from ... import _core
from ..._typing import AnyArray, Function, StreamLike

class Reduce:
    def __init__(self, functor: Function) -> None: ...
    def __call__(
        self,
        arr: AnyArray | _core.Array,
        size: int | None = None,
        res: _core.Array | None = None,
        init: Any = 0,
        stream: StreamLike = 0,
    ) -> Any: ...
