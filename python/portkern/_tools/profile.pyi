# SPDX-License-Identifier: Apache-2.0
import os
from types import TracebackType
from typing import Any, Literal, Self

class _Work:
    device: str
    begin: int
    end: int
    thread: str
    @property
    def ns(self) -> int: ...

class Launch:
    kernel: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    begin: int
    queued: int
    end: int
    to_device: int
    from_device: int
    thread: str
    @property
    def device(self) -> str: ...
    @property
    def queue(self) -> int: ...
    @property
    def device_times(self) -> tuple[int, int] | None: ...
    @property
    def device_ns(self) -> int: ...
    @property
    def ns(self) -> int: ...
    def is_done(self) -> bool: ...

class Transfer:
    direction: Literal["to device", "from device", "on device"]
    begin: int
    queued: int
    end: int
    to_device: int
    from_device: int
    thread: str
    @property
    def bytes(self) -> int: ...
    @property
    def device(self) -> str: ...
    @property
    def queue(self) -> int: ...
    @property
    def device_times(self) -> tuple[int, int] | None: ...
    @property
    def device_ns(self) -> int: ...
    @property
    def ns(self) -> int: ...
    def is_done(self) -> bool: ...

class Compile(_Work):
    kernel: str
    is_function: bool
    cached: bool
    stages: list[tuple[str, int, int]]

class Call(_Work):
    function: str

class Profile:
    compiles: list[Compile]
    calls: list[Call]
    transfers: list[Transfer]
    launches: list[Launch]
    def __init__(self) -> None: ...
    def start(self) -> Self: ...
    def stop(self) -> Self: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...
    @property
    def kernels(self) -> list[dict[str, Any]]: ...
    @property
    def functions(self) -> list[dict[str, Any]]: ...
    @property
    def copies(self) -> list[dict[str, Any]]: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def _repr_html_(self) -> str: ...

def profile() -> Profile: ...
