# SPDX-License-Identifier: Apache-2.0
from . import core as core
from . import cuda as cuda
from . import cupy as cupy
from . import errors as errors
from . import experimental as experimental
from . import extending as extending
from . import np as np
from . import pycc as pycc
from . import typed as typed
from . import types as types
from . import utils as utils
from ._bundle import export as export, load as load
from ._device import device as device, devices as devices
from ._tools.report import transfers as transfers
from .cuda.api import from_dlpack as from_dlpack
from ._tools.coverage import coverage as coverage
from ._tools.debug import debug as debug
from ._tools.explain import explain as explain
from ._worker import device_for_worker as device_for_worker
from ._functions.callback import carray as carray, cfunc as cfunc, farray as farray
from ._functions.host import (
    generated_jit as generated_jit, get_num_threads as get_num_threads,
    get_parallel_chunksize as get_parallel_chunksize, get_thread_id as get_thread_id,
    jit as jit, jit_module as jit_module, literal_unroll as literal_unroll, literally as literally, njit as njit,
    objmode as objmode, parallel_chunksize as parallel_chunksize, pndindex as pndindex, prange as prange,
    set_num_threads as set_num_threads, set_parallel_chunksize as set_parallel_chunksize,
    threading_layer as threading_layer,
)
from ._functions.stencil import stencil as stencil
from ._functions.ufunc import guvectorize as guvectorize, vectorize as vectorize
from ._tools.profile import profile as profile
from .core.typing.typeof import typeof as typeof
from .cuda.api import (
    device_array as device_array, device_array_like as device_array_like, event as event, pinned_array as pinned_array,
    stream as stream, synchronize as synchronize, to_device as to_device,
)
from .cuda.args import In as In, InOut as InOut, Out as Out
from .cuda.decorators import kernel as kernel
from .np.numpy_support import from_dtype as from_dtype
from .core import config as config
from .errors import (
    BarrierError as BarrierError, ByteCodeSupportError as ByteCodeSupportError, CCSupportError as CCSupportError,
    CompilerError as CompilerError, ConstantInferenceError as ConstantInferenceError, CudaAPIError as CudaAPIError,
    CudaDriverError as CudaDriverError, CudaLoweringError as CudaLoweringError, CudaRuntimeError as CudaRuntimeError,
    CudaSupportError as CudaSupportError, DataRaceError as DataRaceError, DeprecationError as DeprecationError,
    DeviceMemoryError as DeviceMemoryError, DriverError as DriverError, ForbiddenConstruct as ForbiddenConstruct,
    ForceLiteralArg as ForceLiteralArg, IRError as IRError, InternalError as InternalError,
    InternalTargetMismatchError as InternalTargetMismatchError, KernelError as KernelError,
    KernelRuntimeError as KernelRuntimeError, KernelTypeError as KernelTypeError, LaunchCancelled as LaunchCancelled,
    LaunchError as LaunchError, LaunchTimeout as LaunchTimeout, LimitError as LimitError, LinkerError as LinkerError,
    LiteralTypingError as LiteralTypingError, LoweringError as LoweringError,
    NonexistentTargetError as NonexistentTargetError, NotDefinedError as NotDefinedError,
    NumbaAssertionError as NumbaAssertionError, NumbaAttributeError as NumbaAttributeError,
    NumbaDebugInfoWarning as NumbaDebugInfoWarning, NumbaDeprecationWarning as NumbaDeprecationWarning,
    NumbaError as NumbaError, NumbaExperimentalFeatureWarning as NumbaExperimentalFeatureWarning,
    NumbaIRAssumptionWarning as NumbaIRAssumptionWarning, NumbaIndexError as NumbaIndexError,
    NumbaInvalidConfigWarning as NumbaInvalidConfigWarning, NumbaKeyError as NumbaKeyError,
    NumbaNotImplementedError as NumbaNotImplementedError, NumbaParallelSafetyWarning as NumbaParallelSafetyWarning,
    NumbaPedanticWarning as NumbaPedanticWarning, NumbaPendingDeprecationWarning as NumbaPendingDeprecationWarning,
    NumbaPerformanceWarning as NumbaPerformanceWarning, NumbaRuntimeError as NumbaRuntimeError,
    NumbaSystemWarning as NumbaSystemWarning, NumbaTypeError as NumbaTypeError,
    NumbaTypeSafetyWarning as NumbaTypeSafetyWarning, NumbaValueError as NumbaValueError, NumbaWarning as NumbaWarning,
    NvrtcCompilationError as NvrtcCompilationError, NvrtcError as NvrtcError, NvrtcSupportError as NvrtcSupportError,
    NvvmError as NvvmError, NvvmSupportError as NvvmSupportError, NvvmWarning as NvvmWarning,
    OptionError as OptionError, PortkernError as PortkernError, RedefinedError as RedefinedError,
    RequireLiteralValue as RequireLiteralValue, SourceError as SourceError, TypingError as TypingError,
    UninitializedReadError as UninitializedReadError, UnsupportedBytecodeError as UnsupportedBytecodeError,
    UnsupportedError as UnsupportedError, UnsupportedParforsError as UnsupportedParforsError,
    UnsupportedRewriteError as UnsupportedRewriteError, UntypedAttributeError as UntypedAttributeError,
    VerificationError as VerificationError,
)
from .core.types import (
    b1 as b1, bool_ as bool_, boolean as boolean, byte as byte, c16 as c16, c8 as c8, char as char,
    complex128 as complex128, complex64 as complex64, deferred_type as deferred_type, double as double, f2 as f2,
    f4 as f4, f8 as f8, ffi as ffi, ffi_forced_object as ffi_forced_object, float16 as float16, float32 as float32,
    float64 as float64, i1 as i1, i2 as i2, i4 as i4, i8 as i8, int16 as int16, int32 as int32, int64 as int64,
    int8 as int8, int_ as int_, intc as intc, intp as intp, long_ as long_, longlong as longlong, none as none,
    optional as optional, short as short, size_t as size_t, ssize_t as ssize_t, u1 as u1, u2 as u2, u4 as u4, u8 as u8,
    uchar as uchar, uint as uint, uint16 as uint16, uint32 as uint32, uint64 as uint64, uint8 as uint8, uintc as uintc,
    uintp as uintp, ulong as ulong, ulonglong as ulonglong, ushort as ushort, void as void,
)
from ._kernel_language import (
    atomic as atomic, barrier as barrier, block as block, block_dim as block_dim, const as const, grid as grid,
    grid_dim as grid_dim, gridsize as gridsize, lane as lane, local as local, shared as shared, thread as thread,
)

__version__: str
