/* SPDX-License-Identifier: Apache-2.0 */
/* As much of the CUDA Driver API as the plugin calls, so that building it
 * needs no CUDA toolkit, and its loading from libcuda.so.1. Names, types and
 * numbers are the API's. */
#ifndef PORTKERN_PLUGINS_CUDA_DRIVER_H
#define PORTKERN_PLUGINS_CUDA_DRIVER_H

#include "portkern/plugin.h"

typedef int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUlinkState_st *CUlinkState;
typedef int CUdevice_attribute;
typedef int CUfunction_attribute;
typedef int CUjit_option;
typedef int CUjitInputType;

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_STUB_LIBRARY = 34,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
    CUDA_ERROR_LAUNCH_FAILED = 719,

    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2, /* y and z follow */
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,

    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,

    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CU_JIT_INPUT_PTX = 1,

    CU_STREAM_NON_BLOCKING = 1,
    CU_MEMHOSTALLOC_PORTABLE = 1,
};

#define CU_LAUNCH_PARAM_END            ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE    ((void *)2)

/* The library's functions, a member each. */
typedef struct cuda_driver {
#define CUDA_FUNCTION(name, symbol, parameters) CUresult(*name) parameters;
#include "plugins/cuda/driver.def"
#undef CUDA_FUNCTION
    int version; /* 13000: CUDA 13.0 */
    /* The simulator's, else NULL: the report on the last kernel that failed. */
    const char *(*last_report)(void);
} cuda_driver;

/* Opens the library that PORTKERN_LIBCUDA names, else libcuda.so.1, and
 * initialises it. It is never closed: the driver does not expect it.
 *
 * Returns PK_NO_DRIVER with the library's name and the reason. A driver that
 * finds no device is PK_OK. */
pk_status pk_cuda_driver_load(const pk_host *host, cuda_driver *out,
                              pk_error *err);

/* PK_OK for CUDA_SUCCESS, else the fitting status, with what was attempted
 * and the driver's name and words for the error. */
pk_status pk_cuda_check(const cuda_driver *driver, CUresult result,
                        const char *attempt, pk_error *err);

/* After a kernel failed with the error `name`: what the simulator reports in
 * the place of the driver's words. */
void pk_cuda_explain(const cuda_driver *driver, const char *name,
                     pk_error *err);

#endif
