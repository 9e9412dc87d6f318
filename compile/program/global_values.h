/* SPDX-License-Identifier: Apache-2.0 */
/* Globals that are constants, as the frontend's bindings. */
#ifndef PORTKERN_COMPILE_PROGRAM_GLOBAL_VALUES_H
#define PORTKERN_COMPILE_PROGRAM_GLOBAL_VALUES_H

#include "frontend/module/module.h"
#include "runtime/kernel/compiler.h"

enum { PK_GLOBAL_DEPTH = 8, PK_GLOBAL_ITEMS = 1 << 16 }; /* of tuples */

/* A description of a class and what it became. */
typedef struct pk_given_class {
    struct pk_given_class *next;
    const struct pk_class *from;
    pk_binding_class class;
} pk_given_class;

/* A global whose value is copied. */
typedef struct pk_constant {
    pk_context *ctx;
    pk_arena *arena;
    const struct pk_global *global;
    const char *label; /* what messages begin with; NULL: the global's name */
    pk_given_class **classes; /* of all globals */
    bool of_class; /* an item of a class's tuple, or a value of a class */
    pk_error *err;
} pk_constant;

/* Copies the value into the arena. */
pk_status pk_global_constant(const pk_constant *constant, pk_binding *out);
/* Fails with words that begin with the global's name. */
pk_status pk_global_fail(const pk_constant *constant, pk_status status,
                         const char *words);
/* Whether the text may be a name of Python, and such names with dots. */
bool pk_global_is_name(const char *text);
bool pk_global_is_path(const char *text);

#endif
