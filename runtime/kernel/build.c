/* SPDX-License-Identifier: Apache-2.0 */
/* Specialisations from a call to a loaded kernel, as far as the disk cache has
 * them. */
#include "runtime/kernel/build.h"
#include "base/try.h"

#include "base/os/clock.h"
#include "runtime/context/coverage.h"
#include "runtime/kernel/compiler.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- loading ---- */

/* The least of what both can have, the most of what they take. */
static void join_limits(pk_fun_limits *to, const pk_fun_limits *from) {
    if (from->max_block && (!to->max_block || from->max_block < to->max_block))
        to->max_block = from->max_block;
    if (from->shared_bytes > to->shared_bytes)
        to->shared_bytes = from->shared_bytes;
}

static pk_status find_one(const pk_plugin *plugin, pk_mod *mod,
                          const pk_entry *entry, pk_fun **out,
                          pk_fun_limits *limits, pk_error *err) {
    PK_TRY(plugin->function(mod, entry->name, out, err));
    limits->struct_size = sizeof *limits;
    PK_TRY(plugin->function_limits(*out, limits, err));
    /* A driver may not count shared memory that its compiler took apart: what
     * the kernel declares is the limit everywhere. */
    if (limits->shared_bytes < entry->shared_static)
        limits->shared_bytes = entry->shared_static;
    return PK_OK;
}

static pk_status find_function(const pk_loading *l, pk_mod *mod, uint32_t i,
                               pk_error *err) {
    const pk_plugin *plugin = l->ctx->plugin;
    pk_spec *spec = l->parts[i]->spec;
    pk_fun_limits limits = {0};
    pk_entry twin;

    PK_TRY(
        find_one(plugin, mod, &l->entries[i], &spec->fun, &spec->limits, err));
    if (!spec->recipe->sure_name)
        return PK_OK;
    twin = pk_recipe_sure_entry(spec->recipe);
    PK_TRY(find_one(plugin, mod, &twin, &spec->sure, &limits, err));
    join_limits(&spec->limits, &limits);
    return PK_OK;
}

/* The kernels, and behind them their twins. */
static pk_status load_entries(const pk_loading *l, const pk_artifact *artifact,
                              pk_mod **out, pk_error *err) {
    const pk_allocator *allocator = &l->ctx->allocator;
    const size_t size = 2 * (size_t)l->count * sizeof(pk_entry);
    pk_entry *entries = pk_heap_new(allocator, size);
    uint32_t count = l->count;
    pk_status status;

    if (!entries)
        return pk_fail_no_memory(err);
    memcpy(entries, l->entries, l->count * sizeof *entries);
    for (uint32_t i = 0; i < l->count; i++)
        if (l->parts[i]->spec->recipe->sure_name)
            entries[count++] = pk_recipe_sure_entry(l->parts[i]->spec->recipe);
    status = l->ctx->plugin->module_load(l->ctx->dev, artifact, entries, count,
                                         out, err);
    pk_heap_free(allocator, entries, size);
    return status;
}

pk_status pk_load(const pk_loading *l, const pk_artifact *artifact,
                  pk_error *err) {
    const pk_plugin *plugin = l->ctx->plugin;
    pk_context *ctx = l->ctx;
    pk_loaded *loaded;
    pk_status status;

    if (ctx->has_target)
        return PK_OK;
    loaded = pk_heap_new(&ctx->allocator, sizeof *loaded);
    if (!loaded)
        return pk_fail_no_memory(err);
    status = load_entries(l, artifact, &loaded->mod, err);
    if (status != PK_OK) {
        pk_heap_free(&ctx->allocator, loaded, sizeof *loaded);
        return status;
    }
    for (uint32_t i = 0; i < l->count && status == PK_OK; i++)
        status = find_function(l, loaded->mod, i, err);
    if (status != PK_OK) {
        plugin->module_free(loaded->mod);
        pk_heap_free(&ctx->allocator, loaded, sizeof *loaded);
        return status;
    }
    atomic_init(&loaded->users, l->count);
    for (uint32_t i = 0; i < l->count; i++)
        l->parts[i]->spec->loaded = loaded;
    return PK_OK;
}

bool pk_load_cached(const pk_loading *l, const pk_digest *digest,
                    const pk_text *key) {
    const pk_bundle *bundle = l->parts[0]->stored.bundle;
    pk_context *ctx = l->ctx;
    pk_artifact artifact;
    pk_error why = {0};
    bool loaded;

    if (!pk_stored_load(bundle, ctx, digest, key, &artifact))
        return false;
    loaded = pk_load(l, &artifact, &why) == PK_OK;
    pk_entry_artifact_free(&ctx->allocator, &artifact);
    if (loaded) {
        atomic_fetch_add(&ctx->counters.cache_hits, l->count);
        for (uint32_t i = 0; i < l->count; i++) {
            l->parts[i]->spec->from_cache = true;
            if (pk_function_is_for_host(l->parts[i]->variants->info))
                atomic_fetch_add(&ctx->counters.host_cache_hits, 1);
        }
        return true;
    }
    pk_log(&ctx->log, PK_LOG_warning, bundle ? "bundle" : "cache",
           bundle ? "cannot load %s: %s" : "removed an entry of %s: %s",
           l->name, why.message);
    l->parts[0]->failure = why;
    if (!bundle)
        pk_cache_drop(ctx->cache, digest);
    return false;
}

/* ---- one specialisation ---- */

pk_status pk_build_init(pk_build *b, pk_variants *variants,
                        const pk_frame *frame, const pk_arg *args, size_t count,
                        const pk_dims *dims, pk_error *err) {
    pk_context *ctx = variants->ctx;

    *b = (pk_build){.ctx = ctx,
                    .caps = &ctx->caps,
                    .variants = variants,
                    .frame = frame,
                    .args = args,
                    .count = count,
                    .dims = dims,
                    .debug_lines = (ctx->caps.features & PK_CAP_raw) ||
                                   variants->info->lineinfo,
                    .begin = pk_now()};
    b->spec = pk_heap_new(&ctx->allocator, sizeof *b->spec);
    if (!b->spec)
        return pk_fail_no_memory(err);
    if (pk_context_has_coverage(ctx) &&
        !(b->spec->coverage = pk_coverage_create(ctx))) {
        pk_spec_destroy(ctx, b->spec);
        return pk_fail_no_memory(err);
    }
    pk_arena_init(&b->arena, &ctx->allocator);
    pk_stored_init(&b->stored, &ctx->allocator);
    atomic_fetch_add(&ctx->counters.compiling, 1);
    return PK_OK;
}

/* Keeps the types of the arguments as text: the rest of the signature goes. */
static void keep_types(pk_build *b) {
    const pk_allocator *allocator = &b->ctx->allocator;
    pk_text text;

    pk_text_init(&text, allocator);
    pk_signature_list_types(&b->signature, &text);
    b->spec->type_count = b->signature.count;
    b->spec->types_size = text.length + 1;
    if (!text.failed)
        b->spec->types = pk_heap_new(allocator, b->spec->types_size);
    if (b->spec->types && text.length)
        memcpy(b->spec->types, text.data, text.length);
    b->arena.failed |= !b->spec->types;
    pk_text_finish(&text);
}

static bool find_cached(pk_build *b) {
    return !b->ctx->dump && /* its stages are to be run */
           pk_stored_find(&b->stored, b->ctx);
}

bool pk_build_name(pk_build *b) {
    pk_frame_signature(b->frame, b->args, b->count, b->dims, &b->arena,
                       &b->signature);
    pk_target_sign(b->ctx, b->caps, &b->signature);
    b->signature.host = pk_function_is_for_host(b->variants->info);
    if (!b->arena.failed && !b->spec->types)
        keep_types(b);
    if (!b->arena.failed && !b->variants->mod->bundle)
        pk_stored_name(&b->stored, b, b->caps);
    return !b->arena.failed;
}

bool pk_build_find(pk_build *b) {
    if (!pk_build_name(b))
        return false;
    if (b->variants->mod->bundle ? !pk_build_find_bundled(b) : !find_cached(b))
        return false;
    b->used = b->stored.facts;
    b->spec->recipe = b->stored.recipe;
    b->entry = pk_recipe_entry(b->spec->recipe);
    return true;
}

bool pk_build_shares(const pk_build *b, const pk_build *other) {
    return memcmp(&b->stored.artifact, &other->stored.artifact,
                  sizeof b->stored.artifact) == 0;
}

bool pk_build_load_found(pk_build *const *parts, uint32_t count) {
    pk_build *first = parts[0];
    pk_entry *entries = pk_arena_array(&first->arena, count, sizeof *entries);
    const pk_loading l = {.ctx = first->ctx,
                          .name = pk_function_path(first->variants->info),
                          .parts = parts,
                          .entries = entries,
                          .count = count};

    for (uint32_t i = 0; entries && i < count; i++)
        entries[i] = parts[i]->entry;
    return entries && pk_load_cached(&l, &first->stored.artifact, NULL);
}

static void add_to_profile(const pk_build *b) {
    pk_profile_event event = {.kind = PK_PROFILE_compile,
                              .begin = b->begin,
                              .end = b->begin + b->spec->compile_ns};
    char name[128], args[128];

    snprintf(name, sizeof name, "compile %s",
             pk_function_path(b->variants->info));
    snprintf(args, sizeof args, "\"device\":\"%s:%u\",\"cached\":%s",
             b->ctx->device.backend, b->ctx->device.index,
             b->spec->from_cache ? "true" : "false");
    event.name = name;
    event.args = args;
    pk_profile_add_here(b->ctx->profile, &event);
}

pk_spec *pk_build_finish(pk_build *b, pk_status status) {
    const pk_module *mod = b->variants->mod;
    pk_context *ctx = b->ctx;

    pk_stored_finish(&b->stored);
    pk_arena_finish(&b->arena);
    atomic_fetch_sub(&ctx->counters.compiling, 1);
    if (status != PK_OK) {
        pk_spec_destroy(ctx, b->spec);
        return NULL;
    }
    if (mod->program && b->stored.kept)
        pk_parts.compiler->keep_outline(mod);
    b->spec->entries = b->stored.entries;
    b->spec->entries.incomplete |= !b->stored.kept;
    b->spec->compile_ns = pk_now() - b->begin;
    pk_log(&ctx->log, PK_LOG_info, "compile", "%s for %s: %" PRIu64 " us%s",
           pk_function_path(b->variants->info), b->caps->name,
           b->spec->compile_ns / 1000,
           b->spec->from_cache ? ", from the cache" : "");
    if (ctx->profile)
        add_to_profile(b);
    return b->spec;
}
