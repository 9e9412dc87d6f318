/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of functions as their definitions have them. */
#ifndef PORTKERN_FRONTEND_MODULE_PARAMETERS_H
#define PORTKERN_FRONTEND_MODULE_PARAMETERS_H

#include "frontend/module/scope.h"

/* Fills in names, number and defaults of the parameters of `fn`. */
void pk_parameters_read(pk_scope *s, pk_function *fn);

/* Notes as faults what no call or launch could go with; `fn` has its kind. */
void pk_parameters_check(pk_scope *s, pk_function *fn);

/* Adds to the faults of a function. */
void pk_function_fault(pk_arena *arena, pk_function *fn, const pk_fault *fault);

#endif
