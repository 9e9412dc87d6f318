/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the library that a program links, besides the runtime. */
#ifndef PORTKERN_RUNTIME_CONTEXT_PARTS_H
#define PORTKERN_RUNTIME_CONTEXT_PARTS_H

#include "portkern/plugin.h"
#include "portkern/portkern.h"

typedef struct pk_compiler pk_compiler; /* runtime/kernel/compiler.h */

/* Defined once in each library: compile/compiler.c, runtime/alone/parts.c,
 * runtime/alone/static_parts.c. */
typedef struct pk_library_parts {
    const pk_compiler *compiler; /* NULL: none */
    /* Frees what compiles have left with the context for the next. */
    void (*forget)(pk_context *ctx);
    /* Ends compiles in the background; NULL: there are none. */
    void (*stop)(pk_context *ctx);
    const char *linked; /* the backend whose plugin is linked in; NULL: none */
    pk_plugin_query_fn query; /* that plugin's */
} pk_library_parts;

extern const pk_library_parts pk_parts;

#endif
