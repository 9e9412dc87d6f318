/* SPDX-License-Identifier: Apache-2.0 */
/* A specialisation in the making: found in the disk cache, or prepared up to
 * its IR after the passes; then loaded, from the cache or through the plugin,
 * alone or in one artifact with others. */
#ifndef PORTKERN_COMPILE_MAKING_H
#define PORTKERN_COMPILE_MAKING_H

#include "compile/stored.h"

typedef struct pk_making {
    pk_pipeline pipeline;
    const pk_frame *frame;
    const pk_arg *args;
    size_t count;
    const pk_dims *dims;
    pk_facts used; /* what the compile needed to know of the launch */
    pk_entry entry;
    pk_spec *spec;
    pk_stored stored; /* its recipe in the disk cache */
    uint64_t begin;
} pk_making;

/* A making for a call. It may not move. */
void pk_making_init(pk_making *making, pk_variants *variants,
                    const pk_frame *frame, const pk_arg *args, size_t count,
                    const pk_dims *dims);
/* Looks for the recipe that the disk cache has, the first step; PK_IO, and no
 * words, when it has none. After PK_NO_MEMORY nothing of the making is left but
 * to finish it. */
pk_status pk_making_find(pk_making *making, pk_error *err);
/* Loads the artifact of recipes that were found, where each joins the first;
 * PK_IO when that is gone. */
pk_status pk_making_load_found(pk_making *const *parts, uint32_t count,
                               pk_error *err);
/* Whether it has been prepared, and not only found. */
bool pk_making_is_prepared(const pk_making *making);
/* Frontend and passes, where nothing was found or loaded. */
pk_status pk_making_prepare(pk_making *making, pk_error *err);
/* Loads the artifact that the disk cache has of that IR; PK_IO when it has
 * none.
 */
pk_status pk_making_load_cached(pk_making *making, pk_error *err);
/* Compiles, loads, and gives the disk cache what it did not have. */
pk_status pk_making_load_compiled(pk_making *making, pk_error *err);
/* The one or the other. */
pk_status pk_making_load(pk_making *making, pk_error *err);
/* Whether what is found or prepared may be in one artifact with the other and
 * what joins that. */
bool pk_making_joins(const pk_making *making, const pk_making *other);
/* Loads all of them from one artifact, where each joins the first. When that
 * fails none is loaded, and each may still be by itself. */
pk_status pk_making_load_batch(pk_making *const *parts, uint32_t count,
                               pk_error *err);
/* Ends it. The specialisation, the caller's now, without a key; NULL unless
 * `status`, of the last step, is PK_OK. */
pk_spec *pk_making_finish(pk_making *making, pk_status status);

#endif
