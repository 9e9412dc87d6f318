/* SPDX-License-Identifier: Apache-2.0 */
/* Specialisations from a call to a loaded kernel.
 *
 * Kernels that are loaded together become one module of IR, each under a name
 * of its own, and go through the disk cache as one: its key is the text of all
 * of them. */
#include "compile/making.h"

#include "base/os/clock.h"
#include "compile/dump.h"
#include "compile/recipe.h"
#include "core/ir_data.h"
#include "core/nesting.h"

#include <inttypes.h>

/* ---- loading ---- */

/* Kernels that are in one artifact, and the artifact that is worth keeping. */
typedef struct loading {
    pk_pipeline *compile; /* its text is the artifact's */
    pk_entry *entries;
    pk_spec **specs;
    uint32_t count;
    pk_text key;
} loading;

/* Everything that the artifact depends on. */
static void put_key(const pk_pipeline *p, pk_text *out) {
    const pk_caps *caps = p->caps;

    pk_text_printf(out, "portkern %s\nplugin %s %s %s\n", pk_version(),
                   p->plugin->name, p->plugin->version, p->plugin->build_id);
    pk_text_printf(out, "target %s form %u features %" PRIx64 " version %u\n",
                   caps->name, caps->form, caps->features, caps->version);
    pk_text_printf(out, "device %s\nlines %d\nchecks %u\nstoppable %d\n\n",
                   caps->cache_id, p->debug_lines, p->ctx->checks,
                   p->ctx->deadline_ms != 0);
    pk_text_bytes(out, p->text.data, p->text.length);
}

static pk_status find_function(const loading *l, pk_mod *mod, uint32_t i,
                               pk_error *err) {
    const pk_plugin *plugin = l->compile->plugin;
    const pk_entry *entry = &l->entries[i];
    pk_spec *spec = l->specs[i];

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
        l->specs[i]->loaded = loaded;
    return PK_OK;
}

static bool load_cached(const loading *l) {
    pk_context *ctx = l->compile->ctx;
    pk_artifact artifact;
    pk_error why = {0};
    bool corrupt, loaded;

    if (!pk_cache_load(ctx->cache, l->key.data, l->key.length, &artifact,
                       &corrupt)) {
        atomic_fetch_add(&ctx->counters.cache_corrupt, corrupt);
        return false;
    }
    loaded = load(l, &artifact, &why) == PK_OK;
    pk_cache_artifact_free(ctx->cache, &artifact);
    if (loaded) {
        atomic_fetch_add(&ctx->counters.cache_hits, l->count);
        for (uint32_t i = 0; i < l->count; i++)
            l->specs[i]->from_cache = true;
        return true;
    }
    pk_log(&ctx->log, PK_LOG_warning, "cache", "removed an entry of %s: %s",
           l->compile->name, why.message);
    pk_cache_drop(ctx->cache, l->key.data, l->key.length);
    return false;
}

/* Keeps the form that loads fastest: the driver's binary where there is one. */
static void store(const loading *l, const pk_artifact *artifact) {
    const pk_pipeline *p = l->compile;
    pk_cache_label label = {
        .kernel = p->name, .backend = p->plugin->name, .target = p->caps->name};
    pk_artifact binary = {.struct_size = sizeof binary};

    if (!pk_cache_dir(p->ctx))
        return;
    if (p->plugin->module_binary(l->specs[0]->loaded->mod, &binary, NULL) ==
        PK_OK) {
        pk_cache_store(p->ctx->cache, l->key.data, l->key.length, &label,
                       &binary);
        p->plugin->artifact_free(&p->ctx->host, &binary);
    } else {
        pk_cache_store(p->ctx->cache, l->key.data, l->key.length, &label,
                       artifact);
    }
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
        store(l, &artifact);
    }
    p->plugin->artifact_free(&p->ctx->host, &artifact);
    return status;
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

    pk_frame_signature(m->frame, m->args, m->count, m->dims, &p->arena,
                       &p->signature);
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

pk_status pk_making_prepare(pk_making *m, pk_error *err) {
    const pk_allocator *allocator = &m->pipeline.ctx->allocator;

    m->spec = pk_heap_new(allocator, sizeof *m->spec);
    if (!m->spec)
        return pk_fail_no_memory(err);
    return pk_guard_run(&m->pipeline.guard, prepare, m, err);
}

static loading loading_of(pk_making *m) {
    loading l = {.compile = &m->pipeline,
                 .entries = &m->entry,
                 .specs = &m->spec,
                 .count = 1};

    pk_text_init(&l.key, &m->pipeline.guard.allocator);
    put_key(&m->pipeline, &l.key);
    return l;
}

static pk_status load_one_cached(void *arg, pk_error *err) {
    loading l = loading_of(arg);

    (void)err;
    if (!load_cached(&l))
        return PK_IO;
    pk_dump_stages(l.compile);
    return PK_OK;
}

pk_status pk_making_load_cached(pk_making *m, pk_error *err) {
    return pk_guard_run(&m->pipeline.guard, load_one_cached, m, err);
}

static pk_status load_one_compiled(void *arg, pk_error *err) {
    loading l = loading_of(arg);

    PK_TRY(load_compiled(&l, err));
    pk_dump_stages(l.compile);
    return PK_OK;
}

pk_status pk_making_load_compiled(pk_making *m, pk_error *err) {
    return pk_guard_run(&m->pipeline.guard, load_one_compiled, m, err);
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
        l->entries[i] = b->parts[i]->entry;
        l->entries[i].name = (*link)->name;
        l->specs[i] = b->parts[i]->spec;
    }
    pk_ir_print(whole->ir, &whole->text);
}

static pk_status load_batch(void *arg, pk_error *err) {
    batch *b = arg;
    pk_arena *arena = &b->whole.arena;
    loading l = {.compile = &b->whole, .count = b->count};

    l.entries = pk_arena_array(arena, b->count, sizeof *l.entries);
    l.specs = pk_arena_array(arena, b->count, sizeof *l.specs);
    b->whole.name =
        pk_arena_format(arena, "%s and %u more", b->whole.name, b->count - 1);
    b->whole.debug_lines = b->parts[0]->pipeline.debug_lines;
    put_together(b, &l);
    pk_text_init(&l.key, &b->whole.guard.allocator);
    put_key(&b->whole, &l.key);
    return load_cached(&l) ? PK_OK : load_compiled(&l, err);
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
