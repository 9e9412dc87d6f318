/* SPDX-License-Identifier: Apache-2.0 */
/* Folds a tree as CPython does before anything sees it. */
#ifndef PORTKERN_FRONTEND_VALUES_FOLD_H
#define PORTKERN_FRONTEND_VALUES_FOLD_H

#include "base/arena.h"
#include "frontend/ast/ast.h"

/* Replaces, within the tree below `node`, operations on literals by what they
 * give, as CPython does when it compiles: `10 ** -6` is the float, `1 << 63` an
 * integer that needs no sign, `(0,) * 3` a tuple. What a literal decides, in a
 * choice, an `and`, an `or`, goes with it. New nodes live in `arena` and have
 * the places of those that they replace. */
void pk_fold_literals(pk_arena *arena, pk_ast *node);

#endif
