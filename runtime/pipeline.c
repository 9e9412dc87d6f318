/* SPDX-License-Identifier: Apache-2.0 */
/* The stages of a compile, and a specialisation made by them. */
#include "runtime/pipeline.h"

#include "core/nesting.h"
#include "runtime/diagnostics.h"
#include "runtime/dump.h"
#include "runtime/plan.h"

#include <inttypes.h>

#ifdef NDEBUG
static const bool verify_passes = false;
#else
static const bool verify_passes = true;
#endif

void pk_pipeline_init(pk_pipeline *p, pk_context *ctx, const pk_plugin *plugin,
                      const pk_caps *caps, const pk_program *program,
                      const char *name) {
    *p = (pk_pipeline){.ctx = ctx,
                       .plugin = plugin,
                       .caps = caps,
                       .program = program,
                       .name = name};
    pk_guard_init(&p->guard, &ctx->allocator);
    pk_arena_init(&p->arena, &p->guard.allocator);
    pk_diags_init(&p->diags, &p->arena);
    pk_text_init(&p->text, &p->guard.allocator);
}

void pk_pipeline_finish(pk_pipeline *p) {
    pk_guard_finish(&p->guard);
}

void pk_pipeline_time(pk_pipeline *p, const char *stage, uint64_t begin_ns) {
    uint64_t end = pk_now();

    if (p->time_count < PK_STAGES_MAX)
        p->times[p->time_count++] = (pk_stage_time){stage, end - begin_ns};
    pk_profile_span(p->ctx->profile, "compile", stage, begin_ns, end);
}

/* ---- stages ---- */

/* The kernel of a module; a device function compiled for itself is the last. */
static pk_func *find_kernel(const pk_ir *ir) {
    pk_func *last = NULL;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        if (fn->kind == PK_FUNC_kernel)
            return fn;
        last = fn;
    }
    return last;
}

pk_status pk_pipeline_front(pk_pipeline *p, pk_error *err) {
    uint64_t begin = pk_now();
    pk_status status;

    p->signature.bounds = p->ctx->checks & PK_CHECK_bounds;
    p->signature.native = p->ctx->native_math;
    status = pk_frontend_compile(p->program, p->name, &p->signature, &p->arena,
                                 &p->ir, &p->diags);

    pk_pipeline_time(p, "frontend", begin);
    if (status != PK_OK)
        return pk_diagnostics_keep(p->ctx, &p->diags, status, err);
    p->fn = find_kernel(p->ir);
    if (!p->fn)
        return pk_fail(err, PK_INTERNAL, "the frontend made no function");
    pk_dump_ir(p, PK_STAGE_ir);
    return PK_OK;
}

pk_status pk_pipeline_optimise(pk_pipeline *p, pk_error *err) {
    uint64_t begin = pk_now();

    PK_TRY(pk_run_passes(p->ir, p->caps, verify_passes, err));
    p->fn = find_kernel(p->ir);
    if (!p->fn)
        return pk_fail(err, PK_INTERNAL, "the passes left no function");
    if (p->fn->kind == PK_FUNC_kernel)
        pk_func_layout(p->fn);
    pk_ir_print(p->ir, &p->text);
    pk_pipeline_time(p, "passes", begin);
    pk_dump_ir(p, PK_STAGE_passes);
    return PK_OK;
}

pk_status pk_pipeline_emit(pk_pipeline *p, const char *stage, pk_artifact *out,
                           pk_error *err) {
    pk_emit_options options = {.struct_size = sizeof options,
                               .debug_lines = p->debug_lines,
                               .check = verify_passes,
                               .stage = stage,
                               .checks = p->ctx->checks};
    uint64_t begin = pk_now();
    pk_status status;

    *out = (pk_artifact){.struct_size = sizeof *out};
    status = p->plugin->emit(&p->ctx->host, p->caps, p->text.data,
                             p->text.length, &options, out, err);
    pk_pipeline_time(p, "emit", begin);
    return status;
}

/* ---- the disk cache ---- */

/* Everything that the artifact depends on. */
static void put_key(const pk_pipeline *p, pk_text *out) {
    const pk_caps *caps = p->caps;

    pk_text_printf(out, "portkern %s\nplugin %s %s %s\n", pk_version(),
                   p->plugin->name, p->plugin->version, p->plugin->build_id);
    pk_text_printf(out, "target %s form %u features %" PRIx64 " version %u\n",
                   caps->name, caps->form, caps->features, caps->version);
    pk_text_printf(out, "device %s\nlines %d\nchecks %u\n\n", caps->cache_id,
                   p->debug_lines, p->ctx->checks);
    pk_text_bytes(out, p->text.data, p->text.length);
}

/* A kernel loaded, and the artifact of it that is worth keeping. */
typedef struct loading {
    pk_pipeline *compile;
    pk_entry entry;
    pk_text key;
    pk_spec *spec;
} loading;

static pk_status load(loading *l, const pk_artifact *artifact, pk_error *err) {
    const pk_pipeline *p = l->compile;
    pk_spec *spec = l->spec;
    pk_status status;

    PK_TRY(p->plugin->module_load(p->ctx->dev, artifact, &l->entry, 1,
                                  &spec->mod, err));
    status = p->plugin->function(spec->mod, l->entry.name, &spec->fun, err);
    spec->limits.struct_size = sizeof spec->limits;
    if (status == PK_OK)
        status = p->plugin->function_limits(spec->fun, &spec->limits, err);
    /* A driver may not count shared memory that its compiler took apart: what
     * the kernel declares is the limit everywhere. */
    if (spec->limits.shared_bytes < l->entry.shared_static)
        spec->limits.shared_bytes = l->entry.shared_static;
    if (status == PK_OK)
        return PK_OK;
    p->plugin->module_free(spec->mod);
    spec->mod = NULL;
    return status;
}

static bool load_cached(loading *l) {
    pk_context *ctx = l->compile->ctx;
    pk_artifact artifact;
    pk_error why = {0};
    bool corrupt, loaded;

    if (!pk_cache_load(ctx->cache, l->key.data, l->key.length, &artifact,
                       &corrupt)) {
        atomic_fetch_add(&ctx->counters.cache_misses, 1);
        atomic_fetch_add(&ctx->counters.cache_corrupt, corrupt);
        return false;
    }
    loaded = load(l, &artifact, &why) == PK_OK;
    pk_cache_artifact_free(ctx->cache, &artifact);
    if (loaded) {
        atomic_fetch_add(&ctx->counters.cache_hits, 1);
        return true;
    }
    pk_log(ctx, PK_LOG_warning, "cache", "removed an entry of %s: %s",
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
    if (p->plugin->module_binary(l->spec->mod, &binary, NULL) == PK_OK) {
        pk_cache_store(p->ctx->cache, l->key.data, l->key.length, &label,
                       &binary);
        p->plugin->artifact_free(&p->ctx->host, &binary);
    } else {
        pk_cache_store(p->ctx->cache, l->key.data, l->key.length, &label,
                       artifact);
    }
}

static pk_status load_compiled(loading *l, pk_error *err) {
    pk_pipeline *p = l->compile;
    pk_artifact artifact;
    pk_status status;
    uint64_t begin;

    PK_TRY(pk_pipeline_emit(p, NULL, &artifact, err));
    begin = pk_now();
    status = load(l, &artifact, err);
    pk_pipeline_time(p, "load", begin);
    if (status == PK_OK) {
        atomic_fetch_add(&p->ctx->counters.compiles, 1);
        store(l, &artifact);
    }
    p->plugin->artifact_free(&p->ctx->host, &artifact);
    return status;
}

static pk_status load_kernel(loading *l, pk_error *err) {
    pk_text_init(&l->key, &l->compile->guard.allocator);
    put_key(l->compile, &l->key);
    if (!load_cached(l))
        return load_compiled(l, err);
    l->spec->from_cache = true;
    return PK_OK;
}

/* ---- a specialisation ---- */

/* A specialisation being made for a call. */
typedef struct making {
    pk_pipeline *pipeline;
    const pk_frame *frame;
    const pk_arg *args;
    size_t count;
    pk_spec *spec;
} making;

/* A launch knows its block: warps that become loops over lanes want to. */
static pk_status check_block(const pk_pipeline *p, pk_error *err) {
    if (p->signature.block[0] || !pk_wants_block(p->ir, p->caps))
        return PK_OK;
    return pk_fail(err, PK_UNSUPPORTED,
                   "%s uses warps and is compiled for a block", p->name);
}

static pk_status make_spec(void *arg, pk_error *err) {
    const making *m = arg;
    pk_pipeline *p = m->pipeline;
    loading l = {.compile = p, .spec = m->spec};

    pk_frame_signature(m->frame, m->args, m->count, &p->arena, &p->signature);
    PK_TRY(pk_pipeline_front(p, err));
    if (p->fn->kind != PK_FUNC_kernel)
        return pk_fail(err, PK_UNSUPPORTED,
                       "%s is not a kernel: it cannot be launched", p->name);
    PK_TRY(check_block(p, err));
    PK_TRY(pk_pipeline_optimise(p, err));
    PK_TRY(
        pk_shared_fits(p->fn, p->caps->shared_bytes, p->ctx->device.name, err));
    PK_TRY(pk_plan_make(p, m->frame, m->spec, &l.entry, err));
    PK_TRY(load_kernel(&l, err));
    pk_dump_stages(p);
    return PK_OK;
}

static pk_status try_front(void *arg, pk_error *err) {
    const making *m = arg;
    pk_pipeline *p = m->pipeline;

    pk_frame_signature(m->frame, m->args, m->count, &p->arena, &p->signature);
    PK_TRY(pk_frontend_compile(p->program, p->name, &p->signature, &p->arena,
                               &p->ir, &p->diags));
    return check_block(p, err);
}

bool pk_pipeline_takes(pk_variants *variants, const pk_frame *frame,
                       const pk_arg *args, size_t count) {
    pk_context *ctx = variants->ctx;
    pk_error unsaid;
    pk_pipeline p;
    making m = {&p, frame, args, count, NULL};
    bool takes;

    pk_pipeline_init(&p, ctx, ctx->plugin, &ctx->caps, variants->program,
                     variants->info->name);
    takes = pk_guard_run(&p.guard, try_front, &m, &unsaid) == PK_OK;
    pk_pipeline_finish(&p);
    return takes;
}

static bool copy_key(const pk_allocator *allocator, const pk_key *key,
                     pk_key *out) {
    size_t size = key->count * sizeof *key->words;

    *out = *key;
    out->words = allocator->alloc(allocator->self, size);
    if (out->words)
        memcpy(out->words, key->words, size);
    else
        out->count = 0;
    return out->words != NULL;
}

pk_status pk_pipeline_spec(pk_variants *variants, const pk_frame *frame,
                           const pk_arg *args, size_t count, pk_spec **out,
                           pk_error *err) {
    pk_context *ctx = variants->ctx;
    uint64_t begin = pk_now();
    pk_spec *spec = pk_heap_new(&ctx->allocator, sizeof *spec);
    pk_pipeline p;
    making m = {&p, frame, args, count, spec};
    pk_status status;

    pk_pipeline_init(&p, ctx, ctx->plugin, &ctx->caps, variants->program,
                     variants->info->name);
    p.debug_lines =
        (ctx->caps.features & PK_CAP_raw) || variants->info->lineinfo;
    if (spec && copy_key(&ctx->allocator, &frame->key, &spec->key))
        status = pk_guard_run(&p.guard, make_spec, &m, err);
    else
        status = pk_fail_no_memory(err);
    pk_pipeline_finish(&p);
    if (status != PK_OK) {
        pk_spec_destroy(ctx, spec);
        return status;
    }
    spec->compile_ns = pk_now() - begin;
    pk_log(ctx, PK_LOG_info, "compile", "%s for %s: %" PRIu64 " us%s",
           variants->info->name, ctx->caps.name, spec->compile_ns / 1000,
           spec->from_cache ? ", from the cache" : "");
    *out = spec;
    return PK_OK;
}
