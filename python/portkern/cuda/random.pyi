# SPDX-License-Identifier: Apache-2.0
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core
from .._typing import AnyArray, StreamLike
from .cudadrv.devicearray import DeviceNDArray

xoroshiro128p_dtype: np.dtype[Any]

def init_xoroshiro128p_states_cpu(states: AnyArray, seed: int, subsequence_start: int = 0) -> None: ...
def init_xoroshiro128p_states(states: _core.Array, seed: int, subsequence_start: int = 0, stream: StreamLike = 0) -> None: ...
def create_xoroshiro128p_states(n: int, seed: int, subsequence_start: int = 0, stream: StreamLike = 0) -> DeviceNDArray: ...

# In kernels: of the states, the number of one.
xoroshiro128p_next: Callable[[Any, int], int]
xoroshiro128p_uniform_float32: Callable[[Any, int], float]
xoroshiro128p_uniform_float64: Callable[[Any, int], float]
xoroshiro128p_normal_float32: Callable[[Any, int], float]
xoroshiro128p_normal_float64: Callable[[Any, int], float]
