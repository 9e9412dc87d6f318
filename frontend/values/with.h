/* SPDX-License-Identifier: Apache-2.0 */
/* With statements, as what they mean. */
#ifndef PORTKERN_FRONTEND_VALUES_WITH_H
#define PORTKERN_FRONTEND_VALUES_WITH_H

#include "base/arena.h"
#include "frontend/ast/ast.h"

/* True for `with parallel_chunksize(n):`. */
bool pk_with_is_known(const pk_ast *node);
/* Returns the statements that one means. New nodes live in `arena`. */
pk_ast_list pk_with_written(pk_arena *arena, const pk_ast *node);

#endif
