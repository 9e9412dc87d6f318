/* SPDX-License-Identifier: Apache-2.0 */
/* Functions within functions.
 *
 * Such a function is a value like any other: the values of its defaults, as
 * they were when it was made, then those of the variables of the function
 * around it that it uses. Python looks these up when it is called, so they are
 * taken anew wherever the function around it names the function. What it
 * assigns by `nonlocal` it returns behind its result. */
#ifndef PORTKERN_FRONTEND_INFER_CLOSURE_H
#define PORTKERN_FRONTEND_INFER_CLOSURE_H

#include "frontend/infer/infer.h"

/* def and lambda. */
void pk_infer_def(pk_infer *in, const pk_ast *node);
pk_typed pk_infer_lambda(pk_infer *in, const pk_ast *node);

/* How many of its parameters have a default: they come first in its value. */
uint32_t pk_closure_defaults(const pk_function *fn);

/* Whether a value is a function that the instance made, or a tuple of some. */
bool pk_closure_of(const pk_instance *instance, const pk_ty *type);
bool pk_closure_within(const pk_instance *instance, const pk_ty *type);
/* Returns the part of such a value that a variable keeps: the defaults, nothing
 * that is looked up. Any other value is kept as it is. */
const pk_ty *pk_closure_kept(pk_arena *arena, const pk_instance *instance,
                             const pk_ty *type);
/* Returns the value that a variable kept, with the function's variables as they
 * are at `node`, which names it. */
pk_typed pk_infer_closure(pk_infer *in, const pk_ast *node, const pk_ty *type);

/* Types the result of `return value` in a function that assigns to names
 * outside. */
pk_typed pk_infer_outward(pk_infer *in, const pk_ast *node, pk_typed value);
/* The other end: the call's result, and the assignments it makes; `result` is
 * the type of both. */
pk_typed pk_infer_inward(pk_infer *in, const pk_ast *node, pk_call *call,
                         const pk_ty *result);

#endif
