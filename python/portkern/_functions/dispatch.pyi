# SPDX-License-Identifier: Apache-2.0
from typing import Any

from .. import _core
from .pickle import Picklable
from .._typing import Extent, Function, StreamLike

class Compiled(Picklable, _core.Dispatcher):
    py_func: Function
    __name__: str
    def __init__(self, function: Function) -> None: ...
    def prepare(
        self, grid: Extent, block: Extent, *args: Any, stream: StreamLike = 0, sharedmem: int = 0, **kwargs: Any
    ) -> _core.Prepared: ...
    def __get__(self, obj: Any, kind: type[Any] | None = None) -> Any: ...
