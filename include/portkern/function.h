/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of a source: what kinds there are, and how one is described. */
#ifndef PORTKERN_FUNCTION_H
#define PORTKERN_FUNCTION_H

#include "portkern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pk_function_kind {
    PK_FUNCTION_kernel, /* cuda.jit, portkern.kernel: can be launched */
    PK_FUNCTION_device, /* cuda.jit(device=True): called by kernels */
    PK_FUNCTION_host,   /* njit, jit */
    PK_FUNCTION_ufunc,  /* vectorize */
    PK_FUNCTION_gufunc, /* guvectorize */
    PK_FUNCTION_stencil,
    PK_FUNCTION_plain /* no decorator that is known */
} pk_function_kind;

/* "kernel", "device", ...; static, "?" for another number. */
PK_API const char *pk_function_kind_name(pk_function_kind kind);

/* A function of a module. Text lives as long as the module. */
typedef struct pk_function_desc {
    uint32_t struct_size;
    pk_function_kind kind;
    const char *name;
    uint32_t line; /* of its def */
    uint32_t param_count;
    const char *const *param_names;
    uint32_t offloads; /* 1: of the host with parallel=True: its parallel loops
                          may run on another device (`offload` of a context) */
} pk_function_desc;

#ifdef __cplusplus
}
#endif
#endif
