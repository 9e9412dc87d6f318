/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of signatures, as text: those that a kernel is compiled for, and the
 * one that inference finds. */
#ifndef PORTKERN_RUNTIME_KERNEL_SIGNATURES_H
#define PORTKERN_RUNTIME_KERNEL_SIGNATURES_H

#include "runtime/kernel/specialise.h"

/* An empty list, NULL without memory. */
pk_signatures *pk_signatures_create(pk_context *ctx);
/* Adds a signature of `count` types, which lie one behind the other in `words`,
 * each ended by NUL, and behind them the result's, if `has_result`.
 * `compiled` may be NULL. PK_NO_MEMORY. */
pk_status pk_signatures_add(pk_signatures *list, const char *words,
                            uint32_t count, bool has_result,
                            const pk_compile_info *compiled, pk_error *err);

/* Says of which function the last one is, and by what name it is exported. */
pk_status pk_signatures_name(pk_signatures *list, const char *function,
                             const char *exported, pk_error *err);

/* Describes a compiled kernel. */
pk_compile_info pk_spec_describe(const pk_spec *spec);

#endif
