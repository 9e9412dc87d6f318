/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers the values that a for runs over. */
#ifndef PORTKERN_FRONTEND_ITER_H
#define PORTKERN_FRONTEND_ITER_H

#include "frontend/lower/lower.h"

/* How many items there are, as i64. */
pk_value *pk_iter_length(pk_lower *l, pk_lv over);
/* Item number `index`, i64 and below the length. `node` is where it is taken.
 */
pk_lv pk_iter_item(pk_lower *l, const pk_ast *node, pk_lv over,
                   pk_value *index);

/* Takes the next item where a for takes them one by one (pk_ty_is_stepped):
 * number `at`, which is counted; where there is none it leaves `loop`. The
 * second one takes as many as there are names. */
pk_lv pk_iter_step(pk_lower *l, const pk_ast *node, pk_lv over, pk_local *at,
                   pk_inst *loop);
void pk_iter_unpack(pk_lower *l, pk_lv generator, pk_lv *items, uint32_t count);

/* An iterator's parts: what it runs over, and how many items are taken; `take`
 * stores one more than `at`. */
pk_lv pk_iter_over(pk_lv iterator);
pk_value *pk_iter_taken(pk_lower *l, pk_lv iterator);
void pk_iter_take(pk_lower *l, pk_lv iterator, pk_value *at);

#endif
