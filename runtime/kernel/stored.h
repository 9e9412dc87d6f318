/* SPDX-License-Identifier: Apache-2.0 */
/* Recipes in the disk cache.
 *
 * A recipe is found by what a specialisation is made of, before anything of it
 * is compiled: the digest of the program, the function, the signature, the
 * target, and the builds of library and plugin. It names the artifact that it
 * belongs to, an entry of its own, which others may share: kernels that were
 * compiled together, or that became the same IR.
 *
 * A compile may need more of its launch than types: the facts, which are known
 * only after it. So the entry whose key has no facts may list those that are
 * needed, and the recipe is looked for again with their values in the key. */
#ifndef PORTKERN_RUNTIME_KERNEL_STORED_H
#define PORTKERN_RUNTIME_KERNEL_STORED_H

#include "base/digest.h"
#include "runtime/cache/bundle.h"
#include "runtime/kernel/specialise.h"

/* The recipe for a launch. */
typedef struct pk_stored {
    const pk_allocator *allocator;
    const pk_bundle *bundle; /* where it is looked for; NULL: in the cache */
    pk_text key; /* without facts; empty where the recipe is neither looked for
                    nor kept */
    const pk_frame *frame;
    const pk_dims *dims;
    pk_facts facts;     /* that it takes to find it, as far as it was found */
    pk_recipe *recipe;  /* found: the allocator's memory */
    pk_digest artifact; /* found: the cache's digest of it */
    pk_spec_entries entries; /* of the cache that it was found by, or kept in */
    bool kept;               /* the cache has it */
} pk_stored;

void pk_stored_init(pk_stored *stored, const pk_allocator *allocator);
void pk_stored_finish(pk_stored *stored);
/* Makes the key anew, from the build's function and signature, for a target. */
void pk_stored_name(pk_stored *stored, const pk_build *build,
                    const pk_caps *caps);
/* Looks for the recipe. */
bool pk_stored_find(pk_stored *stored, pk_context *ctx);
/* Keeps a recipe for all launches that agree in the facts `used`, of a kernel
 * that has that name in its artifact. */
void pk_stored_keep(pk_build *build, pk_facts used, const pk_recipe *recipe,
                    const char *name, const pk_digest *artifact);

/* Notes that the specialisation needs the cache's entry, once. */
void pk_spec_entries_add(pk_spec_entries *entries, const pk_digest *digest);

/* Reads an entry of the bundle, or without one of the context's disk cache; as
 * pk_cache_load does. */
bool pk_stored_load(const pk_bundle *bundle, pk_context *ctx,
                    const pk_digest *digest, const pk_text *key,
                    pk_artifact *out);

/* Appends the line of keys that names a plugin and its build. */
void pk_plugin_put(const pk_plugin *plugin, pk_text *out);
/* The same of the plugin that made what is looked for: this one, or of a bundle
 * that which it was written by. False where the bundle has nothing for the
 * backend. */
bool pk_maker_put(const pk_bundle *bundle, const pk_plugin *plugin,
                  pk_text *out);
/* Appends what else artifacts depend on besides the IR: the target, and
 * options. */
void pk_target_put(const pk_context *ctx, const pk_caps *caps, bool debug_lines,
                   bool stoppable, pk_text *out);
/* Puts into a signature what context and target (NULL: none) decide. */
void pk_target_sign(const pk_context *ctx, const pk_caps *caps,
                    pk_signature *signature);

#endif
