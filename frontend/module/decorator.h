/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the decorators of functions: their kind, options and signatures. */
#ifndef PORTKERN_FRONTEND_MODULE_DECORATOR_H
#define PORTKERN_FRONTEND_MODULE_DECORATOR_H

#include "frontend/module/scope.h"

/* Applies a decorator to `fn` and returns the kind of function that it makes:
 * plain, and nothing done, when it is none of ours. What is wrong with it goes
 * to the faults of `fn`. */
pk_function_kind pk_decorate(pk_scope *s, const pk_ast *decorator,
                             pk_function *fn);

/* cuda.jit(f), cuda.jit(device=True)(f): the function that such a call makes.
 * False when it is no such call. */
bool pk_decorate_call(pk_scope *s, const pk_ast *call, pk_typed *out);

#endif
