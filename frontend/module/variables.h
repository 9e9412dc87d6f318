/* SPDX-License-Identifier: Apache-2.0 */
/* The names that a function binds: its variables, by the text alone. */
#ifndef PORTKERN_FRONTEND_MODULE_VARIABLES_H
#define PORTKERN_FRONTEND_MODULE_VARIABLES_H

#include "base/shared.h"
#include "frontend/ast/ast.h"

enum { PK_MAX_VARIABLES = 8192 }; /* of one function */

typedef struct pk_var {
    const char *name; /* interned */
    uint32_t stores;
    bool param;
    bool outside; /* nonlocal */
    bool shared;  /* functions within the function use it */
    bool direct;  /* one definition, seen by every use: needs no local */
    uint64_t store_at, block_end, first_use, last_use; /* pk_ast_place */
} pk_var;

typedef struct pk_vars {
    pk_var *items;
    uint32_t count, capacity;
    uint32_t *slots; /* hash table of indices + 1 */
    uint32_t slot_count;
    bool named; /* some are assigned within expressions */
} pk_vars;

static inline uint64_t pk_ast_place(const pk_ast *node) {
    return (uint64_t)node->line << 32 | node->col;
}

/* Finds every name that the function binds; `given` are those that it has from
 * the function around it. False when there are too many. */
bool pk_vars_scan(pk_arena *arena, const pk_ast *def, const char *const *given,
                  uint32_t given_count, pk_vars *out);
/* The variable's index, -1 when the function does not bind the name. */
PK_SHARED int pk_vars_find(const pk_vars *vars, const char *name);

#endif
