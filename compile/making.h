/* SPDX-License-Identifier: Apache-2.0 */
/* The compiler's part of building a specialisation: prepared up to its IR after
 * the passes; then loaded, from the disk cache or through the plugin, alone or
 * in one artifact with others. */
#ifndef PORTKERN_COMPILE_MAKING_H
#define PORTKERN_COMPILE_MAKING_H

#include "compile/pipeline.h"
#include "runtime/kernel/build.h"

typedef struct pk_making {
    pk_build *build;
    pk_pipeline pipeline;
} pk_making;

/* May not move. PK_IO and others: the program cannot be read any more. */
pk_status pk_making_init(pk_making *making, pk_build *build, pk_error *err);
void pk_making_finish(pk_making *making);
/* Frontend and passes. */
pk_status pk_making_prepare(pk_making *making, pk_error *err);
/* Loads the artifact that the disk cache has of that IR; PK_IO when it has
 * none. */
pk_status pk_making_load_cached(pk_making *making, pk_error *err);
/* Compiles, loads, and gives the disk cache what it did not have. */
pk_status pk_making_load_compiled(pk_making *making, pk_error *err);
/* The one or the other. */
pk_status pk_making_load(pk_making *making, pk_error *err);
/* Whether what is prepared may be in one artifact with the other. */
bool pk_making_joins(const pk_making *making, const pk_making *other);
/* Loads all of them from one artifact, where each joins the first. When that
 * fails none is loaded, and each may still be by itself. */
pk_status pk_making_load_batch(pk_making *const *parts, uint32_t count,
                               pk_error *err);

#endif
