/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of assert, raise and print, and of the failures that the language
 * has of itself. */
#ifndef PORTKERN_FRONTEND_LOWER_REPORT_H
#define PORTKERN_FRONTEND_LOWER_REPORT_H

#include "frontend/infer/statements/report.h"
#include "frontend/lower/lower.h"

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
