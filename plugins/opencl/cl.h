/* SPDX-License-Identifier: Apache-2.0 */
/* As much of the OpenCL 1.2 API as the plugin calls, so that building it needs
 * no OpenCL headers. Names, types and numbers are the specification's. */
#ifndef PORTKERN_PLUGINS_OPENCL_CL_H
#define PORTKERN_PLUGINS_OPENCL_CL_H

#include <stddef.h>
#include <stdint.h>

typedef int32_t cl_int;
typedef uint32_t cl_uint, cl_bool;
typedef uint64_t cl_ulong, cl_bitfield;
typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;

#define CL_SUCCESS                       0
#define CL_DEVICE_NOT_FOUND              (-1)
#define CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)
#define CL_OUT_OF_RESOURCES              (-5)
#define CL_OUT_OF_HOST_MEMORY            (-6)
#define CL_BUILD_PROGRAM_FAILURE         (-11)
#define CL_INVALID_BUFFER_SIZE           (-61)
#define CL_PLATFORM_NOT_FOUND_KHR        (-1001)

#define CL_PLATFORM_VERSION        0x0901
#define CL_PLATFORM_NAME           0x0902
#define CL_PLATFORM_ICD_SUFFIX_KHR 0x0920

#define CL_DEVICE_TYPE_CPU ((cl_bitfield)1 << 1)
#define CL_DEVICE_TYPE_GPU ((cl_bitfield)1 << 2)
#define CL_DEVICE_TYPE_ALL ((cl_bitfield)0xFFFFFFFF)

#define CL_DEVICE_TYPE                0x1000
#define CL_DEVICE_MAX_WORK_GROUP_SIZE 0x1004
#define CL_DEVICE_MAX_WORK_ITEM_SIZES 0x1005
#define CL_DEVICE_MAX_MEM_ALLOC_SIZE  0x1010
#define CL_DEVICE_MAX_PARAMETER_SIZE  0x1017
#define CL_DEVICE_SINGLE_FP_CONFIG    0x101B
#define CL_DEVICE_GLOBAL_MEM_SIZE     0x101F
#define CL_DEVICE_LOCAL_MEM_SIZE      0x1023
#define CL_DEVICE_AVAILABLE           0x1027
#define CL_DEVICE_COMPILER_AVAILABLE  0x1028
#define CL_DEVICE_NAME                0x102B
#define CL_DRIVER_VERSION             0x102D
#define CL_DEVICE_VERSION             0x102F
#define CL_DEVICE_EXTENSIONS          0x1030
#define CL_DEVICE_DOUBLE_FP_CONFIG    0x1032

#define CL_CONTEXT_DEVICES  0x1081
#define CL_QUEUE_CONTEXT    0x1090
#define CL_QUEUE_PROPERTIES 0x1093

#define CL_FP_DENORM                        ((cl_bitfield)1 << 0)
#define CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT ((cl_bitfield)1 << 7)

#define CL_QUEUE_OUT_OF_ORDER     ((cl_bitfield)1 << 0)
#define CL_QUEUE_PROFILING_ENABLE ((cl_bitfield)1 << 1)
#define CL_MEM_READ_WRITE         ((cl_bitfield)1 << 0)
#define CL_MEM_READ_ONLY          ((cl_bitfield)1 << 2)
#define CL_MEM_ALLOC_HOST_PTR     ((cl_bitfield)1 << 4)
#define CL_MEM_COPY_HOST_PTR      ((cl_bitfield)1 << 5)

#define CL_PROGRAM_BINARY_SIZES 0x1165
#define CL_PROGRAM_BINARIES     0x1166
#define CL_PROGRAM_BUILD_LOG    0x1183

#define CL_KERNEL_NUM_ARGS         0x1191
#define CL_KERNEL_WORK_GROUP_SIZE  0x11B0
#define CL_KERNEL_LOCAL_MEM_SIZE   0x11B2
#define CL_KERNEL_PRIVATE_MEM_SIZE 0x11B4

#define CL_PROFILING_COMMAND_END          0x1283
#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3
#define CL_COMPLETE                       0

/* The library's functions, a member each. */
typedef struct pk_cl_api {
#define CL_FUNCTION(result, name, args) result(*name) args;
#include "plugins/opencl/cl_functions.def"
#undef CL_FUNCTION
} pk_cl_api;

#endif
