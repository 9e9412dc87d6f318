/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of modules, whose code is a file of its own: portkern-module-check.so,
 * which is opened when something is first checked. */
#ifndef PORTKERN_COMPILE_CHECKED_H
#define PORTKERN_COMPILE_CHECKED_H

#include "compile/pipeline.h"
#include "portkern/tools.h"
#include "runtime/kernel/module.h"

struct pk_checked {
    pk_object base;
    pk_arena arena; /* of the items and their text */
    pk_check_item *items;
    size_t count, capacity;
    pk_diagnostics *diagnostics;
};

/* A check as it is asked for, and its memory, the guard's. */
typedef struct pk_check_job {
    pk_module *mod;
    const pk_program *program; /* its */
    const pk_check_request *request;
    pk_checked *out; /* gets the items */
    pk_guard guard;
    pk_arena arena;
    pk_diags diags;       /* what is said */
    pk_pipeline pipeline; /* of the backend at work, while `compiling` */
    bool compiling;
} pk_check_job;

/* The file's table. It shares structures with libportkern, so it must be of the
 * same build: `version` and `layout` tell. */
typedef struct pk_checker {
    uint32_t version; /* PK_VERSION_NUMBER */
    uint64_t layout;
    /* Runs inside the job's guard, and may be left by it. */
    pk_status (*check)(pk_check_job *job, pk_error *err);
} pk_checker;
typedef const pk_checker *(*pk_checker_query_fn)(void);

/* The name of the function that it exports. */
#define PK_CHECKER_QUERY "pk_checker_query"

/* Sizes of what both look into. */
#define PK_CHECKER_LAYOUT                                                      \
    (sizeof(struct pk_program) ^ sizeof(pk_context) << 12 ^                    \
     sizeof(pk_pipeline) << 24 ^ sizeof(pk_ty) << 36 ^                         \
     sizeof(pk_module) << 48)

/* For the file: a backend's plugin, opened. */
PK_SHARED pk_status pk_checked_find_plugin(pk_context *ctx, const char *name,
                                           const pk_plugin **out,
                                           pk_error *err);
/* For the file: leaves diagnostics with the context as those of a check that
 * failed. Returns `status`. */
PK_SHARED pk_status pk_checked_fail(pk_checked *out, const pk_diags *diags,
                                    pk_status status, pk_error *err);

#endif
