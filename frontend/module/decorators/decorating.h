/* SPDX-License-Identifier: Apache-2.0 */
/* A decorator that is being read, as the files of this folder share it. */
#ifndef PORTKERN_FRONTEND_MODULE_DECORATORS_DECORATING_H
#define PORTKERN_FRONTEND_MODULE_DECORATORS_DECORATING_H

#include "frontend/module/decorator.h"
#include "frontend/module/type_values.h"

enum {
    KERNEL = 1 << PK_FUNCTION_kernel,
    HOST = 1 << PK_FUNCTION_host,
    UFUNC = 1 << PK_FUNCTION_ufunc
};

typedef struct pk_decorating {
    pk_scope *scope;
    pk_function *fn;
    const char *name; /* of the decorator, for messages */
    uint32_t mask;    /* KERNEL, HOST, UFUNC */
    bool device;
} pk_decorating;

/* Notes what is wrong at `node`, with the function. */
void pk_decorating_fail(pk_decorating *d, const pk_ast *node, pk_code code,
                        const char *hint, const char *message);
void pk_decorating_fault(pk_decorating *d, const pk_fault *fault);
/* The same of a value that is unknown here. */
void pk_decorating_doubt(pk_decorating *d, const pk_ast *node, pk_code code,
                         const char *hint, const char *message);

/* Applies one option. `node` is where its name stands, `at` the value. */
void pk_decorating_option(pk_decorating *d, const char *name,
                          const pk_ast *node, const pk_ast *at, pk_typed value);

/* A decorator of the script's own stands for the first of ours that its text
 * names, as it is called there (NULL: it is not). */
typedef struct pk_wrapped {
    const struct pk_builtin *row;
    const pk_ast *call;
    const pk_program *program;
} pk_wrapped;
bool pk_find_wrapped(pk_scope *scope, const pk_ast *decorator, pk_wrapped *out);

/* Reads one signature; false when it is none, and then `r` may know why. */
bool pk_decorating_signature(pk_decorating *d, pk_type_reader *r,
                             const pk_ast *node, pk_declared *out);
/* Reads one signature, or a list of them; returns how many. */
uint32_t pk_decorating_signatures(pk_decorating *d, const pk_ast *node,
                                  const pk_declared **out);

#endif
