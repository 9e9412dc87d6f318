# SPDX-License-Identifier: Apache-2.0
# Types that several stubs use; there is no such module when a program runs.
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import DTypeLike as DTypeLike
from numpy.typing import NDArray

from ._core import Array, Context, Queue
from ._device import Device
from .core.types.abstract import Type
from .core.typing.templates import Signature

AnyArray: TypeAlias = NDArray[Any]
Function: TypeAlias = Callable[..., Any]
Order: TypeAlias = Literal["C", "F"]
Shape: TypeAlias = int | Sequence[int]
# A number of blocks or threads, or up to three of them.
Extent: TypeAlias = int | np.integer[Any] | tuple[int, ...] | list[int]
# Where work goes: 0 and None are the default stream.
StreamLike: TypeAlias = Queue | Literal[0] | None
DeviceLike: TypeAlias = Device | Context | str | None
SignatureLike: TypeAlias = str | Signature | tuple[Type, ...]
# What to_device copies, and what an element may be assigned.
Copyable: TypeAlias = AnyArray | Array | np.generic | complex | Sequence[Any]
