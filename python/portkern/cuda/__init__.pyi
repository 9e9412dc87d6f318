# SPDX-License-Identifier: Apache-2.0
from . import args as args
from . import cg as cg
from . import compiler as compiler
from . import core as core
from . import errors as errors
from . import extending as extending
from . import fp16 as fp16
from . import kernels as kernels
from . import libdevice as libdevice
from . import np as np
from . import random as random
from . import types as types
from . import typing as typing
from . import utils as utils
from ..core import config as config
from .cudadrv import devicearray as devicearray, driver as driver
from .api import (
    as_cuda_array as as_cuda_array, close as close, cuda_error as cuda_error, current_context as current_context,
    default_stream as default_stream, defer_cleanup as defer_cleanup, detect as detect, device_array as device_array,
    device_array_like as device_array_like, event as event, event_elapsed_time as event_elapsed_time,
    external_stream as external_stream, from_cuda_array_interface as from_cuda_array_interface,
    from_dlpack as from_dlpack, get_current_device as get_current_device, gpus as gpus, is_available as is_available,
    is_bfloat16_supported as is_bfloat16_supported, is_cuda_array as is_cuda_array,
    is_float16_supported as is_float16_supported, is_fp8_supported as is_fp8_supported,
    is_supported_version as is_supported_version, legacy_default_stream as legacy_default_stream,
    list_devices as list_devices, managed_array as managed_array, mapped as mapped, mapped_array as mapped_array,
    mapped_array_like as mapped_array_like, open_ipc_array as open_ipc_array,
    per_thread_default_stream as per_thread_default_stream, pinned as pinned, pinned_array as pinned_array,
    pinned_array_like as pinned_array_like, profile_start as profile_start, profile_stop as profile_stop,
    profiling as profiling, require_context as require_context, select_device as select_device, stream as stream,
    synchronize as synchronize, to_device as to_device,
)
from .args import In as In, InOut as InOut, Out as Out
from .cudadrv.driver import MemoryInfo as MemoryInfo, MemoryPointer as MemoryPointer
from .decorators import declare_device as declare_device, jit as jit
from .dispatcher import CUDADispatcher as CUDADispatcher
from .compiler import (
    compile as compile, compile_all as compile_all, compile_for_current_device as compile_for_current_device,
    compile_ptx as compile_ptx, compile_ptx_for_current_device as compile_ptx_for_current_device,
)
from .cudadrv.linkable_code import (
    Archive as Archive, CUSource as CUSource, Cubin as Cubin, Fatbin as Fatbin, LTOIR as LTOIR,
    LinkableCode as LinkableCode, Object as Object, PTXSource as PTXSource,
)
from .errors import CudaSupportError as CudaSupportError, KernelRuntimeError as KernelRuntimeError
from .kernels.reduction import Reduce as Reduce
from .kernels.reduction import Reduce as reduce
from ..core.types import (
    b1 as b1, bool_ as bool_, boolean as boolean, byte as byte, c16 as c16, c8 as c8, char as char,
    complex128 as complex128, complex64 as complex64, deferred_type as deferred_type, double as double, f2 as f2,
    f4 as f4, f8 as f8, ffi as ffi, ffi_forced_object as ffi_forced_object, float16 as float16, float32 as float32,
    float64 as float64, i1 as i1, i2 as i2, i4 as i4, i8 as i8, int16 as int16, int32 as int32, int64 as int64,
    int8 as int8, int_ as int_, intc as intc, intp as intp, long_ as long_, longlong as longlong, none as none,
    optional as optional, short as short, size_t as size_t, ssize_t as ssize_t, u1 as u1, u2 as u2, u4 as u4, u8 as u8,
    uchar as uchar, uint as uint, uint16 as uint16, uint32 as uint32, uint64 as uint64, uint8 as uint8, uintc as uintc,
    uintp as uintp, ulong as ulong, ulonglong as ulonglong, ushort as ushort, void as void,
)
from .._kernel_language import (
    activemask as activemask, all_sync as all_sync, any_sync as any_sync, atomic as atomic, ballot_sync as ballot_sync,
    blockDim as blockDim, blockIdx as blockIdx, brev as brev, cbrt as cbrt, clock as clock, clock64 as clock64,
    clz as clz, const as const, eq_sync as eq_sync, ffs as ffs, fma as fma, globaltimer as globaltimer, grid as grid,
    gridDim as gridDim, gridsize as gridsize, laneid as laneid, lanemask_lt as lanemask_lt, local as local,
    match_all_sync as match_all_sync, match_any_sync as match_any_sync, nanosleep as nanosleep, popc as popc,
    rsqrt as rsqrt, selp as selp, shared as shared, shfl_down_sync as shfl_down_sync, shfl_sync as shfl_sync,
    shfl_up_sync as shfl_up_sync, shfl_xor_sync as shfl_xor_sync, syncthreads as syncthreads,
    syncthreads_and as syncthreads_and, syncthreads_count as syncthreads_count, syncthreads_or as syncthreads_or,
    syncwarp as syncwarp, threadIdx as threadIdx, threadfence as threadfence, threadfence_block as threadfence_block,
    threadfence_system as threadfence_system, warpsize as warpsize,
)
from .._kernel_language import (  # vectors
    char1 as char1, char2 as char2, char3 as char3, char4 as char4, double1 as double1, double2 as double2,
    double3 as double3, double4 as double4, float1 as float1, float2 as float2, float3 as float3,
    float32x1 as float32x1, float32x2 as float32x2, float32x3 as float32x3, float32x4 as float32x4, float4 as float4,
    float64x1 as float64x1, float64x2 as float64x2, float64x3 as float64x3, float64x4 as float64x4, int1 as int1,
    int16x1 as int16x1, int16x2 as int16x2, int16x3 as int16x3, int16x4 as int16x4, int2 as int2, int3 as int3,
    int32x1 as int32x1, int32x2 as int32x2, int32x3 as int32x3, int32x4 as int32x4, int4 as int4, int64x1 as int64x1,
    int64x2 as int64x2, int64x3 as int64x3, int64x4 as int64x4, int8x1 as int8x1, int8x2 as int8x2, int8x3 as int8x3,
    int8x4 as int8x4, long1 as long1, long2 as long2, long3 as long3, long4 as long4, longlong1 as longlong1,
    longlong2 as longlong2, longlong3 as longlong3, longlong4 as longlong4, short1 as short1, short2 as short2,
    short3 as short3, short4 as short4, uchar1 as uchar1, uchar2 as uchar2, uchar3 as uchar3, uchar4 as uchar4,
    uint1 as uint1, uint16x1 as uint16x1, uint16x2 as uint16x2, uint16x3 as uint16x3, uint16x4 as uint16x4,
    uint2 as uint2, uint3 as uint3, uint32x1 as uint32x1, uint32x2 as uint32x2, uint32x3 as uint32x3,
    uint32x4 as uint32x4, uint4 as uint4, uint64x1 as uint64x1, uint64x2 as uint64x2, uint64x3 as uint64x3,
    uint64x4 as uint64x4, uint8x1 as uint8x1, uint8x2 as uint8x2, uint8x3 as uint8x3, uint8x4 as uint8x4,
    ulong1 as ulong1, ulong2 as ulong2, ulong3 as ulong3, ulong4 as ulong4, ulonglong1 as ulonglong1,
    ulonglong2 as ulonglong2, ulonglong3 as ulonglong3, ulonglong4 as ulonglong4, ushort1 as ushort1,
    ushort2 as ushort2, ushort3 as ushort3, ushort4 as ushort4,
)

implementation: str
