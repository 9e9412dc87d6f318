# SPDX-License-Identifier: Apache-2.0
from collections.abc import Callable, Sequence
from typing import Any, Literal, NoReturn, TypedDict, Unpack, overload

from .._typing import Function, SignatureLike
from ..core.typing.templates import Signature
from .dispatcher import CUDADispatcher, KernelOrFunction

class _Options(TypedDict, total=False):
    inline: bool | Literal["never", "always"]
    forceinline: bool
    link: Sequence[str]
    debug: bool | None
    opt: bool | int | None
    lineinfo: bool
    cache: bool
    launch_bounds: int | tuple[int, ...] | None
    lto: bool | None
    shared_memory_carveout: int | str | None
    fastmath: bool | set[str]
    max_registers: int | None
    extensions: Sequence[Any]
    boundscheck: bool | None
    error_model: Literal["python", "numpy"] | None
    nopython: bool

class _KernelOptions(_Options, total=False):
    device: bool

@overload
def jit(
    func_or_sig: SignatureLike | list[SignatureLike] | None = None, device: bool = False, **options: Unpack[_Options]
) -> Callable[[Function], CUDADispatcher]: ...
@overload
def jit(func_or_sig: Function | CUDADispatcher, device: bool = False, **options: Unpack[_Options]) -> CUDADispatcher: ...
@overload
def kernel(
    func_or_sig: SignatureLike | list[SignatureLike] | None = None, **options: Unpack[_KernelOptions]
) -> Callable[[Function], CUDADispatcher]: ...
@overload
def kernel(func_or_sig: Function | CUDADispatcher, **options: Unpack[_KernelOptions]) -> CUDADispatcher: ...

def jit_of_target(
    func_or_sig: Function | SignatureLike | list[SignatureLike] | None, options: dict[str, Any]
) -> KernelOrFunction | Callable[[Function], KernelOrFunction]: ...

class ExternFunction:
    name: str
    sig: Signature
    def __init__(self, name: str, sig: Signature) -> None: ...
    def __call__(self, *args: Any) -> NoReturn: ...

def declare_device(
    name: str, sig: SignatureLike, link: Any = None, use_cooperative: bool = False, abi: str = "numba"
) -> ExternFunction: ...
