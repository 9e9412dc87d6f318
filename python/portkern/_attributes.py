# SPDX-License-Identifier: Apache-2.0
"""Attributes of devices by CUDA's names: asked from the driver of a GPU, else from
the limits that portkern knows."""
import ctypes
import functools
import os

# In the order of CUdevice_attribute, whose first is 1.
NAMES = """
    MAX_THREADS_PER_BLOCK MAX_BLOCK_DIM_X MAX_BLOCK_DIM_Y MAX_BLOCK_DIM_Z MAX_GRID_DIM_X MAX_GRID_DIM_Y
    MAX_GRID_DIM_Z MAX_SHARED_MEMORY_PER_BLOCK TOTAL_CONSTANT_MEMORY WARP_SIZE MAX_PITCH MAX_REGISTERS_PER_BLOCK
    CLOCK_RATE TEXTURE_ALIGNMENT GPU_OVERLAP MULTIPROCESSOR_COUNT KERNEL_EXEC_TIMEOUT INTEGRATED CAN_MAP_HOST_MEMORY
    COMPUTE_MODE MAXIMUM_TEXTURE1D_WIDTH MAXIMUM_TEXTURE2D_WIDTH MAXIMUM_TEXTURE2D_HEIGHT MAXIMUM_TEXTURE3D_WIDTH
    MAXIMUM_TEXTURE3D_HEIGHT MAXIMUM_TEXTURE3D_DEPTH MAXIMUM_TEXTURE2D_LAYERED_WIDTH
    MAXIMUM_TEXTURE2D_LAYERED_HEIGHT MAXIMUM_TEXTURE2D_LAYERED_LAYERS SURFACE_ALIGNMENT CONCURRENT_KERNELS
    ECC_ENABLED PCI_BUS_ID PCI_DEVICE_ID TCC_DRIVER MEMORY_CLOCK_RATE GLOBAL_MEMORY_BUS_WIDTH L2_CACHE_SIZE
    MAX_THREADS_PER_MULTIPROCESSOR ASYNC_ENGINE_COUNT UNIFIED_ADDRESSING MAXIMUM_TEXTURE1D_LAYERED_WIDTH
    MAXIMUM_TEXTURE1D_LAYERED_LAYERS CAN_TEX2D_GATHER MAXIMUM_TEXTURE2D_GATHER_WIDTH MAXIMUM_TEXTURE2D_GATHER_HEIGHT
    MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE
    PCI_DOMAIN_ID TEXTURE_PITCH_ALIGNMENT MAXIMUM_TEXTURECUBEMAP_WIDTH MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH
    MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS MAXIMUM_SURFACE1D_WIDTH MAXIMUM_SURFACE2D_WIDTH MAXIMUM_SURFACE2D_HEIGHT
    MAXIMUM_SURFACE3D_WIDTH MAXIMUM_SURFACE3D_HEIGHT MAXIMUM_SURFACE3D_DEPTH MAXIMUM_SURFACE1D_LAYERED_WIDTH
    MAXIMUM_SURFACE1D_LAYERED_LAYERS MAXIMUM_SURFACE2D_LAYERED_WIDTH MAXIMUM_SURFACE2D_LAYERED_HEIGHT
    MAXIMUM_SURFACE2D_LAYERED_LAYERS MAXIMUM_SURFACECUBEMAP_WIDTH MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH
    MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS MAXIMUM_TEXTURE1D_LINEAR_WIDTH MAXIMUM_TEXTURE2D_LINEAR_WIDTH
    MAXIMUM_TEXTURE2D_LINEAR_HEIGHT MAXIMUM_TEXTURE2D_LINEAR_PITCH MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH
    MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT COMPUTE_CAPABILITY_MAJOR COMPUTE_CAPABILITY_MINOR
    MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH STREAM_PRIORITIES_SUPPORTED GLOBAL_L1_CACHE_SUPPORTED LOCAL_L1_CACHE_SUPPORTED
    MAX_SHARED_MEMORY_PER_MULTIPROCESSOR MAX_REGISTERS_PER_MULTIPROCESSOR MANAGED_MEMORY MULTI_GPU_BOARD
    MULTI_GPU_BOARD_GROUP_ID HOST_NATIVE_ATOMIC_SUPPORTED SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO
    PAGEABLE_MEMORY_ACCESS CONCURRENT_MANAGED_ACCESS COMPUTE_PREEMPTION_SUPPORTED
    CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM CAN_USE_STREAM_MEM_OPS_V1 CAN_USE_64_BIT_STREAM_MEM_OPS_V1
    CAN_USE_STREAM_WAIT_VALUE_NOR_V1 COOPERATIVE_LAUNCH COOPERATIVE_MULTI_DEVICE_LAUNCH
    MAX_SHARED_MEMORY_PER_BLOCK_OPTIN CAN_FLUSH_REMOTE_WRITES HOST_REGISTER_SUPPORTED
    PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES DIRECT_MANAGED_MEM_ACCESS_FROM_HOST
    VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED
    HANDLE_TYPE_WIN32_HANDLE_SUPPORTED HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED MAX_BLOCKS_PER_MULTIPROCESSOR
    GENERIC_COMPRESSION_SUPPORTED MAX_PERSISTING_L2_CACHE_SIZE MAX_ACCESS_POLICY_WINDOW_SIZE
    GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED RESERVED_SHARED_MEMORY_PER_BLOCK SPARSE_CUDA_ARRAY_SUPPORTED
    READ_ONLY_HOST_REGISTER_SUPPORTED TIMELINE_SEMAPHORE_INTEROP_SUPPORTED MEMORY_POOLS_SUPPORTED
    GPU_DIRECT_RDMA_SUPPORTED GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS GPU_DIRECT_RDMA_WRITES_ORDERING
    MEMPOOL_SUPPORTED_HANDLE_TYPES CLUSTER_LAUNCH
""".split()


def attribute(context, name):
    """The value of an attribute; AttributeError when there is none of that name, or
    the device has nothing of the kind."""
    if name not in NAMES:
        raise AttributeError(f"devices have no attribute {name!r}: they are those of CUdevice_attribute, "
                             "such as MULTIPROCESSOR_COUNT")
    if context.backend == "cuda":
        return _of_driver(context, NAMES.index(name) + 1)
    values = _of_limits(context)
    if name not in values:
        raise AttributeError(f"{context.selector} has no {name}: only GPUs of CUDA do")
    return values[name]


def uuid(context):
    """As nvidia-smi writes it; of other devices made of their name."""
    import uuid as ids

    if context.backend == "cuda":
        room = (ctypes.c_ubyte * 16)()
        _check(driver().cuDeviceGetUuid(room, ctypes.c_int(context.native()[1])), "cuDeviceGetUuid")
        return f"GPU-{ids.UUID(bytes=bytes(room))}"
    return f"GPU-{ids.uuid5(ids.NAMESPACE_URL, context.selector + context.info()['name'])}"


@functools.lru_cache(1)
def driver():
    """CUDA's driver, which the plugin has opened."""
    return ctypes.CDLL(os.environ.get("PORTKERN_LIBCUDA") or "libcuda.so.1")


def _check(status, function):
    if status:
        from .errors import CudaAPIError

        raise CudaAPIError(f"{function} failed: {status}")


def _of_driver(context, number):
    value = ctypes.c_int()
    _check(driver().cuDeviceGetAttribute(ctypes.byref(value), number, ctypes.c_int(context.native()[1])),
           "cuDeviceGetAttribute")
    return value.value


def _of_limits(context):
    """Those that have a meaning on every device."""
    info = context.info()
    major, minor = compute_capability(context)
    threads = _processors(context)
    return {
        "MAX_THREADS_PER_BLOCK": info["max_block"],
        **{f"MAX_BLOCK_DIM_{axis}": n for axis, n in zip("XYZ", info["max_block_dim"], strict=True)},
        **{f"MAX_GRID_DIM_{axis}": n for axis, n in zip("XYZ", info["max_grid_dim"], strict=True)},
        "MAX_SHARED_MEMORY_PER_BLOCK": info["shared_bytes"],
        "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": info["shared_bytes"],
        "WARP_SIZE": info["warp_size"],
        "MULTIPROCESSOR_COUNT": threads,
        "MAX_THREADS_PER_MULTIPROCESSOR": info["max_block"],
        "COMPUTE_CAPABILITY_MAJOR": major,
        "COMPUTE_CAPABILITY_MINOR": minor,
        "KERNEL_EXEC_TIMEOUT": 0,
        "TCC_DRIVER": 0,
        "INTEGRATED": int(info["host_memory"]),
        "CAN_MAP_HOST_MEMORY": int(info["host_memory"]),
        "CONCURRENT_KERNELS": 1,
        "ECC_ENABLED": 0,
        "UNIFIED_ADDRESSING": int(info["host_memory"]),
        "MANAGED_MEMORY": int(info["host_memory"]),
    }


def compute_capability(context):
    """That of the GPU. Of other devices (7, 5): what kernels can use of CUDA there is
    what such a GPU has."""
    target = context.info()["target"]
    if context.backend == "cuda" and target.startswith("sm_"):
        number = int("".join(c for c in target[3:] if c.isdigit()))
        return divmod(number, 10)
    return 7, 5


def _processors(context):
    """How many blocks run at the same time."""
    if context.backend == "interp":
        return 1
    if context.backend == "opencl":
        return _compute_units(context)
    return int(os.environ.get("PORTKERN_NUM_THREADS") or 0) or len(os.sched_getaffinity(0))


def _compute_units(context):
    units = ctypes.c_uint()
    device = ctypes.c_void_p(context.native()[1])
    library = ctypes.CDLL("libOpenCL.so.1")
    if library.clGetDeviceInfo(device, 0x1002, ctypes.c_size_t(4), ctypes.byref(units), None):
        return 1
    return units.value
