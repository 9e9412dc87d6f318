/* SPDX-License-Identifier: Apache-2.0 */
/* The module level while it is gone through: what an expression stands for,
 * for the files that read decorators and types. */
#ifndef PORTKERN_FRONTEND_MODULE_SCOPE_H
#define PORTKERN_FRONTEND_MODULE_SCOPE_H

#include "base/shared.h"
#include "frontend/module/program.h"

enum { PK_SCOPE_DEPTH = 200 }; /* of expressions, and of statements */

typedef struct pk_scope {
    const pk_program *program; /* names are looked up here */
    pk_program *making;        /* NULL when the program is finished */
    pk_arena *arena;
    int depth;
    bool lists; /* are read as tuples: arguments of NumPy's functions */
    pk_enclosing
        *enclosing;    /* names of a function that makes functions, or NULL */
    pk_typed returned; /* by that; type NULL: nothing yet */
    struct pk_bound_class *classes; /* of bindings (scope_bindings.c) */
} pk_scope;

/* Returns the value of an expression; kind hidden when it cannot be known
 * (scope_eval.c). */
pk_typed pk_scope_eval(pk_scope *s, const pk_ast *node);
/* The same of a lambda. */
pk_typed pk_scope_lambda(pk_scope *s, const pk_ast *node);
/* range(...), and a comprehension, of what is known: tuples
 * (scope_items.c). */
/* (1, 2) + (3,), (0,) * 3; of lists within np.array, too. */
pk_typed pk_scope_tuples(pk_scope *s, uint8_t op, pk_typed a, pk_typed b);
pk_typed pk_scope_range(pk_scope *s, const pk_typed *args, uint32_t count);
pk_typed pk_scope_comprehension(pk_scope *s, const pk_ast *node);
/* Returns the dtype that np.dtype(...) makes; `aligned` where the call does not
 * say. */
pk_typed pk_scope_dtype(pk_scope *s, const pk_ast *call, bool aligned);
/* The same of its argument alone: a dtype, or a list or dict of fields. */
pk_typed pk_scope_dtype_of(pk_scope *s, const pk_ast *node, bool aligned);
/* The arguments of a call that are not named, lists as tuples; false when there
 * are more than `most`. */
bool pk_scope_arguments(pk_scope *s, const pk_ast *node, pk_typed args[],
                        uint32_t most);
/* The path of a builtin, a module, or what another module has; else "". */
const char *pk_scope_path(pk_typed v);
/* Constant arrays (scope_arrays.c). np.array([1, 2], dtype=np.float32) and its
 * kin, where `path` is the function's. */
pk_typed pk_scope_numpy(pk_scope *s, const pk_ast *node, const char *path);
/* TABLE.astype(np.float32), np.arange(12).reshape(3, 4); false for others. */
bool pk_scope_array_method(pk_scope *s, const pk_ast *node, pk_typed *out);
/* TABLE.shape, np.ones((2, 3)).T; false for others. */
bool pk_scope_array_attribute(pk_scope *s, const pk_ast *node, pk_typed base,
                              pk_typed *out);
/* The value that stands for something that cannot be known. */
pk_typed pk_scope_hidden(pk_scope *s, const char *name);
/* Gives a name a value. */
void pk_scope_bind(pk_scope *s, const char *name, pk_typed value);
/* Names from elsewhere: statements (scope_import.c), and what options give
 * (scope_bindings.c). */
void pk_scope_import(pk_scope *s, const pk_ast *node);
void pk_scope_import_from(pk_scope *s, const pk_ast *node);
const pk_typed *pk_scope_bindings(pk_scope *s,
                                  const pk_program_options *options);
/* Gives names from outside their values, for what the module level does with
 * them; and again in the end, since they stand above what it assigns. */
void pk_scope_bindings_give(pk_scope *s, const pk_program_options *options,
                            const pk_typed *values);
/* Goes through the body of a function that makes functions. */
void pk_scope_run_body(pk_scope *s, const pk_ast_list *body);
/* Returns the value of an expression in the definition of `fn`; `making` may be
 * NULL. */
PK_SHARED pk_typed pk_scope_function_value(const pk_function *fn,
                                           pk_program *making, pk_arena *arena,
                                           const pk_ast *node);

/* A call of a function that makes functions (factory.c): false when it is none
 * that can be followed. */
bool pk_factory_call(pk_scope *s, const pk_ast *node, const pk_function *fn,
                     pk_typed *out);
/* Counts work; false when there has been too much. */
bool pk_factory_step(pk_scope *s);
/* Goes through the functions without parameters that hold kernels. */
void pk_factory_search(pk_scope *s);
/* Has it go through a function of a class or of a function, too. */
void pk_factory_note(pk_scope *s, const pk_function *fn);
/* A kernel or device function that a class or another function holds becomes
 * one of the module, unless it is or another has its name. */
void pk_scope_adopt(pk_scope *s, const pk_function *given);
/* Takes one that a body which is searched for kernels makes under a condition:
 * if fast: k = cuda.jit(f). */
void pk_factory_adopt(pk_scope *s, const pk_function *fn);
PK_SHARED pk_enclosing *pk_enclosing_new(pk_arena *arena,
                                         const pk_enclosing *around);
PK_SHARED void pk_enclosing_bind(pk_arena *arena, pk_enclosing *enclosing,
                                 const char *name, pk_typed value);

/* The value that a function is. */
pk_typed pk_scope_function(pk_scope *s, const pk_function *fn);

#endif
