/* SPDX-License-Identifier: Apache-2.0 */
/* Emits the operations `debug` (docs/ir.md) in kernels that are compiled for a
 * debugger. All of these do nothing elsewhere. */
#ifndef PORTKERN_FRONTEND_LOWER_DEBUG_H
#define PORTKERN_FRONTEND_LOWER_DEBUG_H

#include "frontend/lower/lower.h"

/* The line of the statement is about to run. */
void pk_lower_debug_line(pk_lower *l, const pk_ast *node);
/* The same, of a loop's head, at the end of an iteration. */
void pk_lower_debug_again(pk_lower *l, const pk_lower_loop *loop);
/* The variable has the value now. */
void pk_lower_debug_set(pk_lower *l, int index, pk_lv value);
/* The variables of a del have no value any more. */
void pk_lower_debug_delete(pk_lower *l, const pk_ast *node);
/* A fail with these words comes next. */
void pk_lower_debug_fail(pk_lower *l, const char *words, pk_value **values,
                         uint32_t count);

#endif
