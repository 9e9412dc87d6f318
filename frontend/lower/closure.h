/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of functions within functions: see infer/closure.h. */
#ifndef PORTKERN_FRONTEND_LOWER_CLOSURE_H
#define PORTKERN_FRONTEND_LOWER_CLOSURE_H

#include "frontend/infer/closure.h"
#include "frontend/lower/lower.h"

/* def and lambda. */
pk_lv pk_lower_def(pk_lower *l, const pk_ast *node);
/* Returns the part of a value that a variable keeps. */
pk_lv pk_lower_kept(pk_lower *l, pk_lv value);
/* Returns the value that a variable kept, with variables as they are now;
 * `type` is the one that inference found. */
pk_lv pk_lower_closure(pk_lower *l, const pk_ty *type, pk_lv kept);

/* Lowers `return value` in a function that assigns to names outside, and the
 * other end: the call's result, and the assignments it makes. */
pk_lv pk_lower_outward(pk_lower *l, pk_lv value);
pk_lv pk_lower_inward(pk_lower *l, const pk_call *call, pk_lv result);

#endif
