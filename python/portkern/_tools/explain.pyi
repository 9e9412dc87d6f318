# SPDX-License-Identifier: Apache-2.0
from collections.abc import Callable, Iterable
from typing import Any, overload

from .. import _core
from .._device import Device
from .explanation import BreakEven, Explanation, Point
from .._typing import Extent
from ..cuda.dispatcher import CUDADispatcher, ForAll

_Args = tuple[Any, ...] | list[Any]

def break_even(points: list[Point], reference: list[Point], name: str) -> BreakEven: ...
@overload
def explain(
    kernel: _core.Launcher | ForAll | Callable[..., Any],
    args: _Args = (),
    grid: None = None,
    block: None = None,
    sharedmem: int = 0,
    *,
    devices: str | Device | Iterable[str | Device] | None = None,
    sizes: Iterable[int] | None = None,
    make: None = None,
    seconds: float = 1.0,
) -> Explanation: ...
@overload
def explain(
    kernel: CUDADispatcher,
    args: _Args,
    grid: Extent,
    block: Extent,
    sharedmem: int = 0,
    *,
    devices: str | Device | Iterable[str | Device] | None = None,
    sizes: Iterable[int] | None = None,
    make: None = None,
    seconds: float = 1.0,
) -> Explanation: ...
@overload
def explain(
    kernel: CUDADispatcher,
    args: int,
    grid: None = None,
    block: None = None,
    sharedmem: int = 0,
    *,
    devices: str | Device | Iterable[str | Device] | None = None,
    sizes: Iterable[int] | None = None,
    make: Callable[[int], tuple[Extent, Extent, _Args]],
    seconds: float = 1.0,
) -> Explanation: ...
@overload
def explain(
    kernel: Callable[..., Any],
    args: int,
    grid: None = None,
    block: None = None,
    sharedmem: int = 0,
    *,
    devices: str | Device | Iterable[str | Device] | None = None,
    sizes: Iterable[int] | None = None,
    make: Callable[[int], _Args],
    seconds: float = 1.0,
) -> Explanation: ...
