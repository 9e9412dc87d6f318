# SPDX-License-Identifier: Apache-2.0
# What exists inside kernels only.
from collections.abc import Callable
from typing import Any, Protocol

class _GridGroup(Protocol):
    def sync(self) -> None: ...

GridGroup: Any
this_grid: Callable[[], _GridGroup]
