/* SPDX-License-Identifier: Apache-2.0 */
/* Results of calls of host functions. */
#ifndef PORTKERN_RUNTIME_HOST_GIVE_H
#define PORTKERN_RUNTIME_HOST_GIVE_H

#include "runtime/context/context.h"
#include "runtime/host/result.h"

/* The parts that a call left, and its arguments. */
typedef struct pk_giving {
    const pk_context *ctx;
    const char *words; /* of the results */
    const void *parts;
    const pk_arg *args;
    size_t arg_count;
    const pk_leaf *leaves;
    bool adopts; /* arguments are lists of arrays, which may have owners */
} pk_giving;

/* Gives the result to `out`, NULL: to nobody. */
pk_status pk_give_result(const pk_giving *g, pk_result *out, pk_error *err);
/* Gives also the lists, dicts and sets that are arguments, which lie behind
 * the result in their order. Where memory ends none is given. */
pk_status pk_give_all(const pk_giving *g, pk_result *out, pk_error *err);
/* Gives a tuple of numbers. */
pk_status pk_give_numbers(const pk_context *ctx, const pk_direct_result *direct,
                          const uint64_t *parts, pk_result *out, pk_error *err);
static inline void pk_give_none(pk_result *out) {
    if (out)
        *out = (pk_result){.kind = PK_RESULT_NONE};
}
/* Before a call: no list of the arguments is changed yet. */
void pk_give_nothing(const pk_arg *args, size_t count);

#endif
