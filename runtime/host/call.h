/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of compiled host functions, as far as loops and prepared calls make
 * them, too. */
#ifndef PORTKERN_RUNTIME_HOST_CALL_H
#define PORTKERN_RUNTIME_HOST_CALL_H

#include "portkern/host.h"
#include "runtime/kernel/direct.h"

/* The one call of the plugin, which the context's profile shows. */
pk_status pk_call_enter(const pk_kernel *kernel, const pk_spec *spec,
                        const pk_call_desc *desc, pk_error *err);

/* PK_BAD_HANDLE, PK_UNSUPPORTED: it is none that can be called. */
pk_status pk_call_check(const pk_host_function *fn, pk_error *err);
/* Describes the arguments of a call or a compile in memory of the scratch,
 * ready to be packed, and finds what is compiled for them. */
pk_status pk_call_find(const pk_kernel *kernel, const pk_arg *args,
                       size_t count, pk_scratch *scratch, pk_frame *frame,
                       const pk_spec **spec, pk_error *err);

/* Memory of a call. */
typedef struct pk_call_block {
    char *params;     /* the packed block */
    uint64_t *parts;  /* of the result */
    uint32_t *report; /* PK_REPORT_prints words */
} pk_call_block;

/* Puts into the packed block where the others are. */
void pk_call_bind(const pk_call_block *block, const pk_recipe *recipe);

/* Makes a call whose block is packed and bound, of a function that prints
 * nothing and has no points of coverage. */
pk_status pk_call_packed(const pk_kernel *kernel, const pk_spec *spec,
                         const pk_direct_result *result,
                         const pk_call_block *block, const uint32_t *stop,
                         pk_result *out, pk_error *err);

#endif
