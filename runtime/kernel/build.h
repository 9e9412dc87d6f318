/* SPDX-License-Identifier: Apache-2.0 */
/* A specialisation being built: found in the disk cache with its recipe, or
 * made by the compiler; then loaded through the plugin, alone or in one
 * artifact with others. */
#ifndef PORTKERN_RUNTIME_KERNEL_BUILD_H
#define PORTKERN_RUNTIME_KERNEL_BUILD_H

#include "runtime/kernel/specialise.h"
#include "runtime/kernel/stored.h"

/* It may not move. */
struct pk_build {
    pk_context *ctx;
    const pk_caps *caps; /* of the target: the context's, or of another form */
    pk_variants *variants;
    const pk_frame *frame;
    const pk_arg *args;
    size_t count;
    const pk_dims *dims;
    bool debug_lines; /* places of the source are wanted in the artifact */
    pk_arena arena;
    pk_signature signature;
    pk_facts used; /* what the compile needed to know of the launch */
    pk_entry entry;
    pk_spec *spec;
    pk_stored stored; /* its recipe in the disk cache */
    pk_error failure; /* of loading what was found; status PK_OK: none */
    uint64_t begin;
};

/* Begins to build what a call needs. PK_NO_MEMORY leaves nothing to finish. */
pk_status pk_build_init(pk_build *build, pk_variants *variants,
                        const pk_frame *frame, const pk_arg *args, size_t count,
                        const pk_dims *dims, pk_error *err);
/* Makes its signature and, for the disk cache, its key; false without memory.
 */
bool pk_build_name(pk_build *build);
/* The same, and looks for the recipe in the disk cache. */
bool pk_build_find(pk_build *build);
/* bundled.c: the same in the bundle that the module was opened from. */
bool pk_build_find_bundled(pk_build *build);
/* The targets whose code in bundles the device of a context runs, by numbers
 * from 0 on, its own first. False behind the last. */
bool pk_bundled_target(const pk_context *ctx, uint32_t i, pk_caps *out);
/* Whether it has code that the device runs. */
bool pk_build_may_run_bundled(const pk_build *build);
/* Whether what was found for both is in one artifact. */
bool pk_build_shares(const pk_build *build, const pk_build *other);
/* Ends it. The specialisation, the caller's now, without a key; NULL unless
 * `status`, of the last step, is PK_OK. */
pk_spec *pk_build_finish(pk_build *build, pk_status status);

/* ---- parallel loops on another device ---- */

/* Finds the kernels of the loops of a function that is built, in the disk cache
 * or in its bundle, for the device of that number, and loads them:
 * `build->spec->loops`, NULL when it says that there are none. */
pk_status pk_loop_kernels_find(pk_build *build, uint32_t number, pk_error *err);
/* Costs of its loops, as the disk cache has them; NULL without memory. */
struct pk_loop_costs *pk_loop_costs_of(pk_build *build);
/* The same of parts of split loops on the device of that number. */
struct pk_loop_costs *pk_loop_speeds_of(pk_build *build, uint32_t number);
/* Keeps them in the cache; their artifact has that digest. NULL: there are
 * none.
 */
void pk_loop_kernels_keep(pk_build *build, uint32_t number,
                          const struct pk_loop_kernels *set,
                          const pk_digest *artifact);

/* ---- loading ---- */

/* An artifact, and the kernels that are wanted of it. */
typedef struct pk_loading {
    pk_context *ctx;
    const char *name; /* in the log */
    pk_build *const *parts;
    const pk_entry *entries; /* of the parts, as the artifact names them */
    uint32_t count;
} pk_loading;

pk_status pk_load(const pk_loading *loading, const pk_artifact *artifact,
                  pk_error *err);
/* The artifact that the disk cache has under the digest; with `key` only if its
 * own is the same. False when there is none, or it cannot be loaded. */
bool pk_load_cached(const pk_loading *loading, const pk_digest *digest,
                    const pk_text *key);
/* Loads the artifact of recipes that were found, which share it. */
bool pk_build_load_found(pk_build *const *parts, uint32_t count);

#endif
