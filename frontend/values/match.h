/* SPDX-License-Identifier: Apache-2.0 */
/* Match statements, as the tests and assignments that they mean. */
#ifndef PORTKERN_FRONTEND_VALUES_MATCH_H
#define PORTKERN_FRONTEND_VALUES_MATCH_H

#include "base/arena.h"
#include "frontend/ast/ast.h"

/* Replaces match statements of the list by what they mean; one that has a
 * pattern which is not supported stays. New nodes live in `arena`. */
void pk_match_write(pk_arena *arena, pk_ast_list *list);
/* The first pattern of a match statement that is not supported, or NULL. */
const pk_ast *pk_match_unsupported(const pk_ast *node);

#endif
