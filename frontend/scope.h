/* SPDX-License-Identifier: Apache-2.0 */
/* The module level while it is gone through: what an expression stands for,
 * for the files that read decorators and types. */
#ifndef PORTKERN_FRONTEND_SCOPE_H
#define PORTKERN_FRONTEND_SCOPE_H

#include "frontend/program.h"

typedef struct pk_scope {
    const pk_program *program; /* names are looked up here */
    pk_program *making;        /* NULL when the program is finished */
    pk_arena *arena;
    int depth;
    bool lists; /* are read as tuples: arguments of NumPy's functions */
} pk_scope;

/* What an expression stands for; kind hidden when that cannot be known. */
pk_typed pk_scope_eval(pk_scope *s, const pk_ast *node);
/* The value that stands for something that cannot be known. */
pk_typed pk_scope_hidden(pk_scope *s, const char *name);
/* The value that a function is. */
pk_typed pk_scope_function(pk_scope *s, const pk_function *fn);

#endif
