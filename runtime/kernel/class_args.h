/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments whose class the caller describes (pk_class). They become tuples
 * with names and members of a class that the context keeps, which is what the
 * rest of the runtime knows. */
#ifndef PORTKERN_RUNTIME_KERNEL_CLASS_ARGS_H
#define PORTKERN_RUNTIME_KERNEL_CLASS_ARGS_H

#include "base/arena.h"
#include "runtime/context/context.h"
#include "signature/function.h"

/* A class of callers, each once in a context, as long as that lives. */
typedef struct pk_kept_class {
    struct pk_kept_class *next;
    pk_class words;                   /* what pk_class_get gives */
    const struct pk_fields *fields;   /* of a named tuple; else NULL */
    const struct pk_members *members; /* of an enumeration; else NULL */
    const int64_t *numbers; /* of its members, as arguments have them */
} pk_kept_class;

/* The class that pk_class_get gave; NULL for a description of the caller's,
 * which is not read. */
pk_kept_class *pk_kept_class_of(const pk_context *ctx, const pk_class *given);

/* Whether any of the arguments of `info`, or of the items of tuples among them,
 * is of a class that the caller describes. More arguments than it takes are not
 * looked at. */
bool pk_class_args_any(const pk_function_info *info, const pk_arg *args,
                       size_t count);

/* The arguments with their classes found; `args` is the caller's where there
 * are none. */
typedef struct pk_class_args {
    pk_arena arena;
    const pk_arg *args;
} pk_class_args;

/* pk_class_args_finish also after a failure. */
pk_status pk_class_args_init(pk_class_args *classes, pk_context *ctx,
                             const pk_function_info *info, const pk_arg *args,
                             size_t count, pk_error *err);
void pk_class_args_finish(pk_class_args *classes);

#endif
