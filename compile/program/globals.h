/* SPDX-License-Identifier: Apache-2.0 */
/* Globals that a program gives a module, as the frontend's bindings. */
#ifndef PORTKERN_COMPILE_PROGRAM_GLOBALS_H
#define PORTKERN_COMPILE_PROGRAM_GLOBALS_H

#include "frontend/module/module.h"
#include "runtime/kernel/compiler.h"

/* An array that is a global by reference. */
typedef struct pk_bound {
    pk_array array; /* with a reference to its buffer */
    pk_arg_type type;
    const struct pk_global *global; /* it came from, until that is bound */
} pk_bound;

typedef struct pk_globals {
    pk_context *ctx;
    const pk_binding *bindings;
    size_t count;
    pk_module **used; /* modules that globals name functions of */
    size_t used_count;
    pk_bound *bound;
    size_t bound_count, bound_room;
} pk_globals;

/* Keeps what the globals of a source refer to; pk_globals_finish also after a
 * failure. */
pk_status pk_globals_keep(pk_globals *globals, const pk_module_source *source,
                          pk_error *err);
/* Copies the values into `arena`, whose allocator is a guard's. */
pk_status pk_globals_bind(pk_globals *globals, const pk_module_source *source,
                          pk_arena *arena, pk_error *err);
void pk_globals_finish(pk_globals *globals);

#endif
