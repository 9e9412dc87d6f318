/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of OpenCL that docs/api.md calls, for machines without the
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

#define CL_SUCCESS 0
#define CL_TRUE    1

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer,
                           cl_bool blocking, size_t offset, size_t size,
                           void *to, cl_uint count, const cl_event *events,
                           cl_event *event);

#endif
