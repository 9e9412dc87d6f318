# SPDX-License-Identifier: Apache-2.0
# What exists inside kernels only. The types are those of a thread's values, as a program
# reads them; there is no such module when a program runs.
from collections.abc import Callable
from typing import Any, Literal, Protocol, overload

from ._typing import AnyArray
from .core.types.abstract import Type

_Shape = int | tuple[int, ...]

class _PerThread(Protocol):
    @overload
    def __call__(self, ndim: Literal[1], /) -> int: ...
    @overload
    def __call__(self, ndim: Literal[2], /) -> tuple[int, int]: ...
    @overload
    def __call__(self, ndim: Literal[3], /) -> tuple[int, int, int]: ...

class _Dim3(Protocol):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class _Memory(Protocol):
    def array(self, shape: _Shape, dtype: Type | type[Any] | Any, alignment: int | None = None) -> AnyArray: ...

class _Constants(Protocol):
    def array_like(self, array: AnyArray, /) -> AnyArray: ...

class _Atomic(Protocol):
    def add(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def sub(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def and_(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def or_(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def xor(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def inc(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def dec(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def exch(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def max(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def min(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def nanmax(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def nanmin(self, array: Any, index: Any, value: Any, /) -> Any: ...
    def compare_and_swap(self, array: Any, old: Any, value: Any, /) -> Any: ...
    def cas(self, array: Any, index: Any, old: Any, value: Any, /) -> Any: ...

class _Vote(Protocol):
    def __call__(self, mask: int, predicate: Any, /) -> bool: ...

class _Ballot(Protocol):
    def __call__(self, mask: int, predicate: Any, /) -> int: ...

class _Shuffle(Protocol):
    def __call__(self, mask: int, value: Any, lane: int, /) -> Any: ...

class _Match(Protocol):
    def __call__(self, mask: int, value: Any, /) -> int: ...

class _MatchAll(Protocol):
    def __call__(self, mask: int, value: Any, /) -> tuple[int, bool]: ...

class _SyncWarp(Protocol):
    def __call__(self, mask: int = 0xFFFFFFFF, /) -> None: ...

grid: _PerThread
gridsize: _PerThread
threadIdx: _Dim3
blockIdx: _Dim3
blockDim: _Dim3
gridDim: _Dim3
laneid: int
warpsize: int

# portkern's names of these
thread: _Dim3
block: _Dim3
block_dim: _Dim3
grid_dim: _Dim3
lane: int
barrier: Callable[[], None]

shared: _Memory
local: _Memory
const: _Constants
atomic: _Atomic

syncthreads: Callable[[], None]
syncthreads_count: Callable[[Any], int]
syncthreads_and: Callable[[Any], int]
syncthreads_or: Callable[[Any], int]
syncwarp: _SyncWarp
threadfence: Callable[[], None]
threadfence_block: Callable[[], None]
threadfence_system: Callable[[], None]

all_sync: _Vote
any_sync: _Vote
eq_sync: _Vote
ballot_sync: _Ballot
activemask: Callable[[], int]
lanemask_lt: Callable[[], int]
shfl_sync: _Shuffle
shfl_up_sync: _Shuffle
shfl_down_sync: _Shuffle
shfl_xor_sync: _Shuffle
match_any_sync: _Match
match_all_sync: _MatchAll

popc: Callable[[int], int]
brev: Callable[[int], int]
clz: Callable[[int], int]
ffs: Callable[[int], int]
cbrt: Callable[[float], float]
rsqrt: Callable[[float], float]
fma: Callable[[float, float, float], float]
selp: Callable[[Any, Any, Any], Any]
nanosleep: Callable[[int], None]
clock: Callable[[], int]
clock64: Callable[[], int]
globaltimer: Callable[[], int]
