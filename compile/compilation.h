/* SPDX-License-Identifier: Apache-2.0 */
/* The compiler's part of building a specialisation: prepared up to its IR after
 * the passes; then loaded, from the disk cache or through the plugin, alone or
 * in one artifact with others. */
#ifndef PORTKERN_COMPILE_COMPILATION_H
#define PORTKERN_COMPILE_COMPILATION_H

#include "compile/pipeline.h"
#include "runtime/kernel/build.h"

typedef struct pk_compilation {
    pk_build *build;
    pk_pipeline pipeline;
} pk_compilation;

/* May not move. PK_IO and others: the program cannot be read any more. */
pk_status pk_compilation_init(pk_compilation *compilation, pk_build *build,
                              pk_error *err);
void pk_compilation_finish(pk_compilation *compilation);
/* Frontend and passes. */
pk_status pk_compilation_prepare(pk_compilation *compilation, pk_error *err);
/* Loads the artifact that the disk cache has of that IR; PK_IO when it has
 * none. */
pk_status pk_compilation_load_cached(pk_compilation *compilation,
                                     pk_error *err);
/* Compiles, loads, and gives the disk cache what it did not have. */
pk_status pk_compilation_load_compiled(pk_compilation *compilation,
                                       pk_error *err);
/* The one or the other. */
pk_status pk_compilation_load(pk_compilation *compilation, pk_error *err);
/* Whether what is prepared may be in one artifact with the other. */
bool pk_compilation_joins(const pk_compilation *compilation,
                          const pk_compilation *other);
/* Loads all of them from one artifact, where each joins the first. When that
 * fails none is loaded, and each may still be by itself. */
pk_status pk_compilation_load_batch(pk_compilation *const *parts,
                                    uint32_t count, pk_error *err);

#endif
