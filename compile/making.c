/* SPDX-License-Identifier: Apache-2.0 */
/* Specialisations from a call to a loaded kernel.
 *
 * The disk cache is asked twice. Its recipes are found by what a specialisation
 * is made of, before it is compiled; its artifacts by the IR that they are made
 * of, which may be the same for several. Kernels that are loaded together
 * become one module of IR, each under a name of its own, and one artifact. */
#include "compile/making.h"

#include "base/os/clock.h"
#include "base/try.h"
#include "compile/dump.h"
#include "compile/recipe.h"
#include "core/ir_data.h"
#include "core/shared.h"

#include <inttypes.h>

/* ---- loading ---- */

/* Kernels that are in one artifact, and the artifact that is worth keeping. */
typedef struct loading {
    pk_pipeline *compile; /* its text is the artifact's */
    pk_making *const *parts;
    pk_entry *entries; /* of the parts, as the artifact names them */
    uint32_t count;
    pk_text key;
    pk_digest digest; /* of the key */
} loading;

/* Everything that the artifact depends on. */
static void put_key(const pk_pipeline *p, pk_text *out) {
    pk_text_printf(out, "portkern %s\n", pk_version());
    pk_pipeline_put_target(p, out);
    pk_text_put(out, "\n");
    pk_text_bytes(out, p->text.data, p->text.length);
}

static pk_status find_function(const loading *l, pk_mod *mod, uint32_t i,
                               pk_error *err) {
    const pk_plugin *plugin = l->compile->plugin;
    const pk_entry *entry = &l->entries[i];
    pk_spec *spec = l->parts[i]->spec;

    PK_TRY(plugin->function(mod, entry->name, &spec->fun, err));
    spec->limits.struct_size = sizeof spec->limits;
    PK_TRY(plugin->function_limits(spec->fun, &spec->limits, err));
    /* A driver may not count shared memory that its compiler took apart: what
     * the kernel declares is the limit everywhere. */
    if (spec->limits.shared_bytes < entry->shared_static)
        spec->limits.shared_bytes = entry->shared_static;
    return PK_OK;
}

static pk_status load(const loading *l, const pk_artifact *artifact,
                      pk_error *err) {
    const pk_plugin *plugin = l->compile->plugin;
    pk_context *ctx = l->compile->ctx;
    pk_loaded *loaded = pk_heap_new(&ctx->allocator, sizeof *loaded);
    pk_status status;

    if (!loaded)
        return pk_fail_no_memory(err);
    status = plugin->module_load(ctx->dev, artifact, l->entries, l->count,
                                 &loaded->mod, err);
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

/* The artifact that the cache has under the digest; with `key` only if its own
 * is the same. */
static bool load_cached(const loading *l, const pk_text *key) {
    pk_context *ctx = l->compile->ctx;
    pk_artifact artifact;
    pk_error why = {0};
    bool corrupt, loaded;

    if (!(key ? pk_cache_load(ctx->cache, key->data, key->length, &artifact,
                              &corrupt)
              : pk_cache_load_digest(ctx->cache, &l->digest, &artifact,
                                     &corrupt))) {
        atomic_fetch_add(&ctx->counters.cache_corrupt, corrupt);
        return false;
    }
    loaded = load(l, &artifact, &why) == PK_OK;
    pk_cache_artifact_free(ctx->cache, &artifact);
    if (loaded) {
        atomic_fetch_add(&ctx->counters.cache_hits, l->count);
        for (uint32_t i = 0; i < l->count; i++)
            l->parts[i]->spec->from_cache = true;
        return true;
    }
    pk_log(&ctx->log, PK_LOG_warning, "cache", "removed an entry of %s: %s",
           l->compile->name, why.message);
    pk_cache_drop(ctx->cache, &l->digest);
    return false;
}

/* So that the next process finds the parts before it compiles them. */
static void keep_recipes(const loading *l) {
    for (uint32_t i = 0; i < l->count; i++)
        pk_stored_keep(&l->parts[i]->pipeline, &l->parts[i]->stored,
                       l->parts[i]->used, l->parts[i]->spec->recipe,
                       l->entries[i].name, &l->digest);
}

/* Keeps the form that loads fastest: the driver's binary where there is one. */
static bool store(const loading *l, const pk_artifact *artifact) {
    const pk_pipeline *p = l->compile;
    const pk_cache_label label = {
        .kernel = p->name, .backend = p->plugin->name, .target = p->caps->name};
    pk_artifact binary = {.struct_size = sizeof binary};
    bool stored;

    if (!pk_cache_dir(p->ctx))
        return false;
    if (p->plugin->module_binary(l->parts[0]->spec->loaded->mod, &binary,
                                 NULL) != PK_OK)
        return pk_cache_store(p->ctx->cache, l->key.data, l->key.length, &label,
                              artifact);
    stored = pk_cache_store(p->ctx->cache, l->key.data, l->key.length, &label,
                            &binary);
    p->plugin->artifact_free(&p->ctx->host, &binary);
    return stored;
}

static pk_status load_compiled(const loading *l, pk_error *err) {
    pk_pipeline *p = l->compile;
    pk_artifact artifact;
    pk_status status;
    uint64_t begin;

    atomic_fetch_add(&p->ctx->counters.cache_misses, l->count);
    PK_TRY(pk_pipeline_emit(p, NULL, &artifact, err));
    begin = pk_now();
    status = load(l, &artifact, err);
    pk_pipeline_time(p, "load", begin);
    if (status == PK_OK) {
        atomic_fetch_add(&p->ctx->counters.compiles, l->count);
        if (store(l, &artifact))
            keep_recipes(l);
    }
    p->plugin->artifact_free(&p->ctx->host, &artifact);
    return status;
}

/* Loads the artifact of the compile's text. */
static pk_status load_any(loading *l, bool cached, pk_error *err) {
    pk_text_init(&l->key, &l->compile->guard.allocator);
    put_key(l->compile, &l->key);
    l->digest = pk_digest_of(l->key.data, l->key.length);
    if (!cached)
        return load_compiled(l, err);
    if (!load_cached(l, &l->key))
        return PK_IO;
    keep_recipes(l);
    return PK_OK;
}

/* ---- one ---- */

void pk_making_init(pk_making *m, pk_variants *variants, const pk_frame *frame,
                    const pk_arg *args, size_t count, const pk_dims *dims) {
    pk_context *ctx = variants->ctx;

    *m = (pk_making){.frame = frame,
                     .args = args,
                     .count = count,
                     .dims = dims,
                     .begin = pk_now()};
    pk_pipeline_init(&m->pipeline, ctx, ctx->plugin, &ctx->caps,
                     variants->program, pk_function_path(variants->info));
    m->pipeline.debug_lines =
        (ctx->caps.features & PK_CAP_raw) || variants->info->lineinfo;
}

static pk_status find(void *arg, pk_error *err) {
    pk_making *m = arg;
    pk_pipeline *p = &m->pipeline;

    (void)err;
    pk_frame_signature(m->frame, m->args, m->count, m->dims, &p->arena,
                       &p->signature);
    pk_pipeline_sign(p);
    pk_stored_init(&m->stored, p, m->frame, m->dims);
    if (p->ctx->dump || !pk_stored_find(&m->stored, p->ctx))
        return PK_IO;
    m->used = m->stored.facts;
    m->spec->recipe = m->stored.recipe;
    m->entry = pk_recipe_entry(m->spec->recipe);
    return PK_OK;
}

pk_status pk_making_find(pk_making *m, pk_error *err) {
    m->spec = pk_heap_new(&m->pipeline.ctx->allocator, sizeof *m->spec);
    return m->spec ? pk_guard_run(&m->pipeline.guard, find, m, err)
                   : pk_fail_no_memory(err);
}

static pk_status optimise(pk_making *m, pk_error *err) {
    pk_pipeline *p = &m->pipeline;
    pk_func *kernel = p->fn;
    pk_status status = pk_pipeline_optimise(p, err);

    if (kernel->block[0])
        m->used |= pk_fact(PK_FACT_block);
    return status;
}

static pk_status prepare(void *arg, pk_error *err) {
    pk_making *m = arg;
    pk_pipeline *p = &m->pipeline;
    pk_error why;

    pk_recipe_free(&p->ctx->allocator, m->spec->recipe); /* of no use */
    m->spec->recipe = NULL;
    m->used = 0;
    p->signature.used = &m->used;
    PK_TRY(pk_pipeline_front(p, err));
    if (p->fn->kind != PK_FUNC_kernel)
        return pk_fail(err, PK_UNSUPPORTED,
                       "%s is not a kernel: it cannot be launched", p->name);
    if (pk_wants_block(p->ir, p->caps)) /* warps that become loops over lanes */
        pk_func_need_block(p->fn);
    PK_TRY(optimise(m, err));
    if (pk_shared_fits(p->fn, p->caps->shared_bytes, p->ctx->device.name,
                       &why) != PK_OK)
        return pk_pipeline_fail(p, &why, err);
    PK_TRY(pk_recipe_make(p, m->frame, &m->spec->recipe, err));
    m->entry = pk_recipe_entry(m->spec->recipe);
    return PK_OK;
}

bool pk_making_is_prepared(const pk_making *m) {
    return m->pipeline.fn != NULL;
}

pk_status pk_making_prepare(pk_making *m, pk_error *err) {
    return pk_guard_run(&m->pipeline.guard, prepare, m, err);
}

static loading loading_of(pk_making *const *parts, uint32_t count) {
    pk_pipeline *p = &parts[0]->pipeline;
    loading l = {.compile = p, .parts = parts, .count = count};

    l.entries = pk_arena_array(&p->arena, count, sizeof *l.entries);
    for (uint32_t i = 0; i < count; i++)
        l.entries[i] = parts[i]->entry;
    return l;
}

static pk_status load_one(pk_making *m, bool cached, pk_error *err) {
    loading l = loading_of(&m, 1);

    PK_TRY(load_any(&l, cached, err));
    pk_dump_stages(l.compile);
    return PK_OK;
}

static pk_status load_one_cached(void *arg, pk_error *err) {
    return load_one(arg, true, err);
}

pk_status pk_making_load_cached(pk_making *m, pk_error *err) {
    return pk_guard_run(&m->pipeline.guard, load_one_cached, m, err);
}

static pk_status load_one_compiled(void *arg, pk_error *err) {
    return load_one(arg, false, err);
}

pk_status pk_making_load_compiled(pk_making *m, pk_error *err) {
    return pk_guard_run(&m->pipeline.guard, load_one_compiled, m, err);
}

/* Makings whose recipes are of one artifact. */
typedef struct group {
    pk_making *const *parts;
    uint32_t count;
} group;

static pk_status load_group(void *arg, pk_error *err) {
    const group *g = arg;
    loading l = loading_of(g->parts, g->count);

    (void)err;
    l.digest = g->parts[0]->stored.artifact;
    return load_cached(&l, NULL) ? PK_OK : PK_IO;
}

pk_status pk_making_load_found(pk_making *const *parts, uint32_t count,
                               pk_error *err) {
    group g = {parts, count};

    return pk_guard_run(&parts[0]->pipeline.guard, load_group, &g, err);
}

pk_status pk_making_load(pk_making *m, pk_error *err) {
    pk_status status = pk_making_load_cached(m, err);

    return status == PK_IO ? pk_making_load_compiled(m, err) : status;
}

pk_spec *pk_making_finish(pk_making *m, pk_status status) {
    pk_context *ctx = m->pipeline.ctx;

    pk_pipeline_finish(&m->pipeline);
    if (status != PK_OK) {
        pk_spec_destroy(ctx, m->spec);
        return NULL;
    }
    m->spec->compile_ns = pk_now() - m->begin;
    pk_log(&ctx->log, PK_LOG_info, "compile", "%s for %s: %" PRIu64 " us%s",
           m->pipeline.name, ctx->caps.name, m->spec->compile_ns / 1000,
           m->spec->from_cache ? ", from the cache" : "");
    return m->spec;
}

/* ---- several ---- */

typedef struct batch {
    pk_pipeline whole;
    pk_making *const *parts;
    uint32_t count;
} batch;

bool pk_making_joins(const pk_making *m, const pk_making *other) {
    const pk_func *fn = m->pipeline.fn;

    if (pk_making_is_prepared(m) != pk_making_is_prepared(other))
        return false;
    if (!pk_making_is_prepared(m))
        return memcmp(&m->stored.artifact, &other->stored.artifact,
                      sizeof m->stored.artifact) == 0;
    return fn == m->pipeline.ir->funcs && !fn->next &&
           fn->form == other->pipeline.fn->form &&
           m->pipeline.debug_lines == other->pipeline.debug_lines;
}

/* By number of a file in a part's module, its number in the batch's. */
typedef struct file_map {
    uint32_t *numbers, count;
} file_map;

static void move_loc(pk_loc *loc, const file_map *files) {
    loc->file = loc->file < files->count ? files->numbers[loc->file] : 0;
}

static void move_inst(pk_inst *inst, void *files) {
    move_loc(&inst->loc, files);
}

/* Moves a part's kernel into the batch's module, under a name of its own; the
 * text of the part alone has been printed. */
static pk_func *join(pk_pipeline *whole, const pk_making *part,
                     uint32_t number) {
    const pk_ir *from = part->pipeline.ir;
    pk_func *fn = part->pipeline.fn;
    file_map files = {pk_arena_array(&whole->arena,
                                     from->file_count + (size_t)1,
                                     sizeof *files.numbers),
                      from->file_count};

    for (uint32_t i = 0; i < from->file_count; i++)
        files.numbers[i] = pk_ir_file(whole->ir, from->files[i]);
    move_loc(&fn->loc, &files);
    pk_region_visit(fn->body, move_inst, &files);
    fn->name = pk_arena_format(&whole->arena, "%s_%u", fn->name, number);
    return fn;
}

static void put_together(batch *b, loading *l) {
    pk_pipeline *whole = &b->whole;
    pk_func **link;

    whole->ir = pk_ir_new(&whole->arena);
    link = &whole->ir->funcs;
    for (uint32_t i = 0; i < b->count; i++, link = &(*link)->next) {
        *link = join(whole, b->parts[i], i);
        l->entries[i].name = (*link)->name;
    }
    pk_ir_print(whole->ir, &whole->text);
}

static pk_status load_batch(void *arg, pk_error *err) {
    batch *b = arg;
    loading l = loading_of(b->parts, b->count);
    pk_status status;

    l.compile = &b->whole;
    b->whole.name = pk_arena_format(&b->whole.arena, "%s and %u more",
                                    b->whole.name, b->count - 1);
    b->whole.debug_lines = b->parts[0]->pipeline.debug_lines;
    put_together(b, &l);
    status = load_any(&l, true, err);
    return status == PK_IO ? load_any(&l, false, err) : status;
}

static pk_status dump(void *arg, pk_error *err) {
    (void)err;
    pk_dump_stages(arg);
    return PK_OK;
}

pk_status pk_making_load_batch(pk_making *const *parts, uint32_t count,
                               pk_error *err) {
    const pk_pipeline *first = &parts[0]->pipeline;
    batch b = {.parts = parts, .count = count};
    pk_status status;

    pk_pipeline_init(&b.whole, first->ctx, first->plugin, first->caps,
                     first->program, first->name);
    status = pk_guard_run(&b.whole.guard, load_batch, &b, err);
    for (uint32_t i = 0; i < count; i++) /* the other went with the batch */
        parts[i]->pipeline.fn->name = parts[i]->entry.name;
    pk_pipeline_finish(&b.whole);
    for (uint32_t i = 0; i < count && status == PK_OK; i++)
        pk_guard_run(&parts[i]->pipeline.guard, dump, &parts[i]->pipeline,
                     NULL);
    return status;
}
