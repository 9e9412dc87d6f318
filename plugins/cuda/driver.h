/* SPDX-License-Identifier: Apache-2.0 */
/* As much of the CUDA Driver API as the plugin calls, so that building it
 * needs no CUDA toolkit, and its loading from libcuda.so.1. Names, types and
 * numbers are the API's. */
#ifndef PORTKERN_PLUGINS_CUDA_DRIVER_H
#define PORTKERN_PLUGINS_CUDA_DRIVER_H

#include "portkern/plugin.h"

#include <stdbool.h>

typedef int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphExec_st *CUgraphExec;
typedef int CUdevice_attribute;
typedef int CUfunction_attribute;
typedef int CUjit_option;
typedef int CUlimit;
typedef int CUjitInputType;

typedef struct CUmemPoolHandle_st *CUmemoryPool;

/* CUmemPoolProps, for memory of one device that stays in the process. */
typedef struct cuda_pool_props {
    int alloc_type, handle_types;
    struct {
        int type, id;
    } location;
    void *security;
    size_t max_size;
    unsigned short usage;
    unsigned char reserved[54];
} cuda_pool_props;

/* CUDA_MEMCPY2D: rows of bytes. */
typedef struct cuda_copy_side {
    size_t x, y;
    int type; /* CU_MEMORYTYPE_* */
    const void *host;
    CUdeviceptr device;
    void *array;
    size_t pitch;
} cuda_copy_side;

typedef struct cuda_copy_2d {
    cuda_copy_side src, dst;
    size_t width, rows;
} cuda_copy_2d;

enum { CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE = 2 };

enum {
    CUDA_SUCCESS = 0,
#define CUDA_ERROR_ROW(name, number, status, fate) CUDA_ERROR_##name = number,
#include "plugins/cuda/errors.def"
#undef CUDA_ERROR_ROW
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_TIMEOUT = 909,
};

enum {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2, /* y and z follow */
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,

    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,

    CU_JIT_INFO_LOG_BUFFER = 3,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CU_JIT_GENERATE_LINE_INFO = 13,
    CU_JIT_LOG_VERBOSE = 12,
    CU_JIT_INPUT_PTX = 1,

    CU_LIMIT_STACK_SIZE = 0,

    CU_STREAM_NON_BLOCKING = 1,
    CU_STREAM_CAPTURE_MODE_RELAXED = 2,
    CU_EVENT_DISABLE_TIMING = 2,
    CU_MEM_ALLOCATION_TYPE_PINNED = 1,
    CU_MEM_LOCATION_TYPE_DEVICE = 1,
    CU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4,
    CU_MEMHOSTALLOC_PORTABLE = 1,
};

/* The library's functions, a member each. */
typedef struct cuda_driver {
#define CUDA_FUNCTION(name, symbol, parameters) CUresult(*name) parameters;
#define CUDA_OPTIONAL(name, symbol, parameters) CUresult(*name) parameters;
#include "plugins/cuda/driver.def"
#undef CUDA_OPTIONAL
#undef CUDA_FUNCTION
    int version;     /* 13000: CUDA 13.0 */
    bool deviceless; /* it is not initialised, for want of a device */
    /* Returns the simulator's report on the last kernel that failed; NULL on a
     * driver for hardware. */
    const char *(*last_report)(void);
    /* Returns the simulator's place for the address of the word that stops
     * the calling thread's launches, which then return CUDA_ERROR_TIMEOUT;
     * NULL on a driver for hardware. */
    const uint32_t **(*stop_word)(void);
} cuda_driver;

/* Opens the library that PORTKERN_LIBCUDA names, else libcuda.so.1, and
 * initialises it. It is never closed: the driver does not expect it.
 *
 * Returns PK_NO_DRIVER with the library's name and the reason. A driver that
 * finds no device is PK_OK. */
pk_status pk_cuda_driver_load(const pk_host *host, cuda_driver *out,
                              pk_error *err);

/* Returns the status for a result; `lost`: the context is dead from now on. */
pk_status pk_cuda_status(CUresult result, bool *lost);

/* PK_OK for CUDA_SUCCESS, else the fitting status, with the function that was
 * called and the driver's name and words for the error. */
pk_status pk_cuda_check(const cuda_driver *driver, CUresult result,
                        const char *function, pk_error *err);

/* After a kernel failed: puts what the simulator reports in front of the words
 * of `why`, with its place, and returns the status that fits it best. */
pk_status pk_cuda_explain(const cuda_driver *driver, pk_error *why);

#endif
