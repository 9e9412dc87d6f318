# SPDX-License-Identifier: Apache-2.0
from typing import Any

from .._typing import Function, SignatureLike
from ..core.types.abstract import Type

def compile(
    pyfunc: Function,
    sig: SignatureLike,
    debug: bool | None = None,
    lineinfo: bool = False,
    device: bool = True,
    fastmath: bool | set[str] = False,
    cc: tuple[int, int] | None = None,
    opt: bool | int | None = None,
    abi: str = "c",
    abi_info: dict[str, Any] | None = None,
    output: str = "ptx",
    forceinline: bool = False,
    launch_bounds: int | tuple[int, ...] | None = None,
) -> tuple[str, Type]: ...
def compile_ptx(
    pyfunc: Function,
    sig: SignatureLike,
    debug: bool | None = None,
    lineinfo: bool = False,
    device: bool = False,
    fastmath: bool | set[str] = False,
    cc: tuple[int, int] | None = None,
    opt: bool | int | None = None,
    abi: str = "numba",
    abi_info: dict[str, Any] | None = None,
    forceinline: bool = False,
    launch_bounds: int | tuple[int, ...] | None = None,
) -> tuple[str, Type]: ...
def compile_for_current_device(pyfunc: Function, sig: SignatureLike, **options: Any) -> tuple[str, Type]: ...
def compile_ptx_for_current_device(pyfunc: Function, sig: SignatureLike, **options: Any) -> tuple[str, Type]: ...
def compile_all(pyfunc: Function, sig: SignatureLike, **options: Any) -> tuple[list[str], Type]: ...
