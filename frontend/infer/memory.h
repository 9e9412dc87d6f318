/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of a function's own: which memory they are in, and how long
 * (memory.c). */
#ifndef PORTKERN_FRONTEND_INFER_MEMORY_H
#define PORTKERN_FRONTEND_INFER_MEMORY_H

#include "frontend/infer/infer.h"

/* Memory of an array of the function's own that it may return: whoever calls
 * the function gives it. `call` is where the function makes the array: a
 * cuda.local.array, a copy, a call of another such function. */
typedef struct pk_owned {
    const pk_ast *call;
    pk_type elem;
    uint64_t count; /* of elements */
    uint32_t align; /* 0: that of an element */
} pk_owned;

/* The call makes its array in the memory of the one it made in an earlier turn:
 * variables that refer to that have no value any more. */
void pk_infer_spoil(pk_infer *in, const pk_ast *call);
/* The memory of cuda.local.array or cuda.shared.array, and of a copy. */
pk_owned pk_owned_of_array(const pk_ast *node, const pk_call *call,
                           const pk_ty *type);
pk_owned pk_owned_of_copy(const pk_ast *node, const pk_call *call,
                          const pk_ty *type);
/* The type of argument `i` within the function: in memory of the parameter. */
const pk_ty *pk_infer_given_memory(pk_infer *in, const pk_function *fn,
                                   uint32_t i, const pk_ty *type);
/* Returns the type of a call's result, which is of the type `result` in the
 * function: `types` are those of its arguments outside. */
const pk_ty *pk_infer_gives_memory(pk_infer *in, const pk_ast *node,
                                   pk_call *call, const pk_ty *result,
                                   const pk_ty *const *types);
/* Sets what the instance owns, whose result is known; says what cannot be
 * returned. */
void pk_infer_owned(pk_infer *in);

#endif
