/* SPDX-License-Identifier: Apache-2.0 */
/* Match statements, as the tests and assignments that they mean. */
#ifndef PORTKERN_FRONTEND_VALUES_MATCH_H
#define PORTKERN_FRONTEND_VALUES_MATCH_H

#include "base/arena.h"
#include "frontend/ast/ast.h"

/* Returns the statements that one means which has no unsupported pattern. New
 * nodes live in `arena`. */
pk_ast_list pk_match_written(pk_arena *arena, const pk_ast *node);
/* The first pattern of a match statement that is not supported, or NULL. */
const pk_ast *pk_match_unsupported(const pk_ast *node);

#endif
