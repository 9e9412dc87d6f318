/* SPDX-License-Identifier: Apache-2.0 */
/* assert, raise and print: words with places for the numbers in them. */
#ifndef PORTKERN_FRONTEND_INFER_REPORT_H
#define PORTKERN_FRONTEND_INFER_REPORT_H

#include "frontend/lower/lower.h"

/* What may be printed: a string, an f-string, a number, a tuple. */
void pk_infer_words(pk_infer *in, const pk_ast *node);
pk_typed pk_infer_print(pk_infer *in, const pk_ast *node);
void pk_infer_assert(pk_infer *in, const pk_ast *node);
void pk_infer_raise(pk_infer *in, const pk_ast *node);

/* The format specification of an f-string's field, "" without; NULL when it
 * has fields itself. */
const char *pk_report_spec(pk_arena *arena, const pk_ast *field);

/* The row of x of cuda.threadIdx and its like, which print as a tuple; NULL of
 * any other value. */
const pk_builtin *pk_report_dim3(pk_arena *arena, const pk_ty *type);

void pk_lower_print(pk_lower *l, const pk_ast *node);
void pk_lower_assert(pk_lower *l, const pk_ast *node);
void pk_lower_raise(pk_lower *l, const pk_ast *node);

/* Fails with these words, which hold {} for each value, when `bad`. */
void pk_lower_fail_if(pk_lower *l, pk_value *bad, const char *text,
                      pk_value **values, uint32_t count);

/* Fails with IndexError when `index` (i64, wrapped around) is outside of the
 * axis, which has `extent` places. `given` is the index as it was written. */
void pk_lower_bounds(pk_lower *l, pk_lv array, uint32_t axis, pk_value *index,
                     pk_value *given);
/* The same of item number `index` of a tuple. */
void pk_lower_tuple_bounds(pk_lower *l, uint32_t count, pk_value *index,
                           pk_value *given);

/* Python's error model: fails where `b` is zero and `op` divides by it. For
 * other functions it does nothing. `both` is for divmod. */
void pk_lower_zero_division(pk_lower *l, uint8_t op, pk_lv b, bool both);

#endif
