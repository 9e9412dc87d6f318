/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of OpenCL that docs/interop.md calls, for machines without the
 * Khronos headers. */
#ifndef PORTKERN_TESTS_DOCS_CL_H
#define PORTKERN_TESTS_DOCS_CL_H

#include <stddef.h>
#include <stdint.h>

typedef int32_t cl_int;
typedef uint32_t cl_uint, cl_bool;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_event *cl_event;
typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef uint64_t cl_bitfield;

#define CL_SUCCESS 0
#define CL_TRUE    1

#define CL_DEVICE_TYPE_ALL   0xffffffffu
#define CL_MEM_READ_WRITE    (1 << 0)
#define CL_MEM_COPY_HOST_PTR (1 << 5)

cl_int clGetPlatformIDs(cl_uint count, cl_platform_id *out, cl_uint *all);
cl_int clGetDeviceIDs(cl_platform_id platform, cl_bitfield type, cl_uint count,
                      cl_device_id *out, cl_uint *all);
cl_context clCreateContext(const intptr_t *properties, cl_uint count,
                           const cl_device_id *devices,
                           void (*notify)(const char *, const void *, size_t,
                                          void *),
                           void *self, cl_int *status);
cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_bitfield properties, cl_int *status);
cl_mem clCreateBuffer(cl_context context, cl_bitfield flags, size_t size,
                      void *host, cl_int *status);
cl_int clReleaseMemObject(cl_mem buffer);
cl_int clReleaseCommandQueue(cl_command_queue queue);
cl_int clReleaseContext(cl_context context);

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer,
                           cl_bool blocking, size_t offset, size_t size,
                           void *to, cl_uint count, const cl_event *events,
                           cl_event *event);

#endif
