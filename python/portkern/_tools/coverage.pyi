# SPDX-License-Identifier: Apache-2.0
from contextlib import AbstractContextManager

from .._core import Context
from .._device import Device

class Covered:
    steps: dict[str, set[tuple[int, int]]]
    def __init__(self) -> None: ...
    @property
    def lines(self) -> dict[str, set[int]]: ...

def coverage(device: Device | Context | str | None = None) -> AbstractContextManager[Covered]: ...
