/* SPDX-License-Identifier: Apache-2.0 */
/* The stages of a compile. */
#include "compile/pipeline.h"

#include "base/os/clock.h"
#include "base/try.h"
#include "compile/dump.h"
#include "compile/refuse.h"
#include "core/analysis/writes.h"
#include "core/ir_data.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/stored.h"

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
                       .name = name,
                       .stoppable = ctx->deadline_ms != 0};
    pk_guard_init(&p->guard, &ctx->allocator);
    pk_arena_init(&p->arena, &p->guard.allocator);
    pk_diags_init(&p->diags, &p->arena);
    pk_text_init(&p->text, &p->guard.allocator);
    pk_text_init(&p->key, &p->guard.allocator);
}

void pk_pipeline_finish(pk_pipeline *p) {
    pk_library_cache_destroy(&p->ctx->allocator, p->library_cache);
    p->library_cache = NULL;
    pk_guard_finish(&p->guard);
}

void pk_pipeline_time(pk_pipeline *p, const char *stage, uint64_t begin_ns) {
    uint64_t end = pk_now();

    if (p->time_count < PK_STAGES_MAX)
        p->times[p->time_count++] = (pk_stage_time){stage, end - begin_ns};
    pk_context_stage(p->ctx, stage, begin_ns, end);
}

pk_status pk_pipeline_fail(pk_pipeline *p, const pk_error *why, pk_error *err) {
    if (pk_is_refusal(why->status)) {
        pk_refusal_add(p->program, p->name, why, &p->diags);
        return pk_diagnostics_keep(p->ctx, &p->diags, why->status, err);
    }
    if (err)
        *err = *why;
    return why->status;
}

/* ---- stages ---- */

/* The kernel of a module; a device function compiled for itself is the last. */
static pk_func *find_kernel(const pk_ir *ir) {
    pk_func *last = NULL;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        if (pk_func_is_entry(fn))
            return fn;
        last = fn;
    }
    return last;
}

pk_status pk_pipeline_compile(pk_pipeline *p, pk_error *err) {
    pk_status status;

    atomic_fetch_add(&p->ctx->counters.frontends, 1);
    p->library_cache = pk_library_cache_take(p->ctx, &p->guard);
    if (!p->library_cache)
        return pk_fail_no_memory(err);
    status = pk_frontend_compile(p->program, p->name, &p->signature,
                                 p->library_cache->library, &p->arena, &p->ir,
                                 &p->diags);
    pk_library_cache_put(p->ctx, p->library_cache);
    p->library_cache = NULL;
    return status;
}

pk_status pk_pipeline_front(pk_pipeline *p, pk_error *err) {
    uint64_t begin = pk_now();
    pk_status status;

    pk_target_sign(p->ctx, p->caps, &p->signature);
    status = pk_pipeline_compile(p, err);
    pk_pipeline_time(p, "frontend", begin);
    if (status == PK_NO_MEMORY)
        return pk_fail_no_memory(err);
    if (status != PK_OK)
        return pk_diagnostics_keep(p->ctx, &p->diags, status, err);
    p->fn = find_kernel(p->ir);
    if (!p->fn)
        return pk_fail(err, PK_INTERNAL, "the frontend made no function");
    pk_dump_ir(p, PK_STAGE_ir);
    return PK_OK;
}

pk_status pk_pipeline_copy(pk_pipeline *p, const pk_ir *ir, const pk_text *text,
                           pk_error *err) {
    const pk_func *from = ir->funcs;

    PK_TRY(pk_ir_parse(&p->arena, text->data, text->length, &p->ir, err));
    for (pk_func *fn = p->ir->funcs; fn; fn = fn->next, from = from->next)
        pk_func_get_data(fn)->said = pk_func_said(from); /* not in the text */
    p->fn = find_kernel(p->ir);
    return p->fn ? PK_OK : pk_fail(err, PK_INTERNAL, "no function in the IR");
}

pk_status pk_pipeline_optimise(pk_pipeline *p, pk_error *err) {
    uint64_t begin = pk_now();
    pk_error why;

    if (pk_run_passes(p->ir, p->caps, verify_passes, &why) != PK_OK)
        return pk_pipeline_fail(p, &why, err);
    p->fn = find_kernel(p->ir);
    if (!p->fn)
        return pk_fail(err, PK_INTERNAL, "the passes left no function");
    p->wants_many = pk_wants_many(p->fn, p->caps);
    if (!p->wants_many) /* it is the same code */
        p->fn->flags &= (uint32_t)~PK_FUNC_many;
    pk_ir_print(p->ir, &p->text);
    pk_pipeline_time(p, "passes", begin);
    pk_dump_ir(p, PK_STAGE_passes);
    return PK_OK;
}

pk_status pk_pipeline_offload(pk_pipeline *p, const pk_plugin *plugin,
                              const pk_caps *caps, pk_error *err) {
    const uint64_t begin = pk_now();

    PK_TRY(pk_run_offload_passes(p->ir, p->caps, caps, verify_passes, err));
    p->plugin = plugin;
    p->caps = caps;
    pk_ir_print(p->ir, &p->text);
    pk_pipeline_time(p, "passes", begin);
    return PK_OK;
}

static void put_place(const pk_pipeline *p, pk_loc loc, pk_text *out) {
    if (loc.file != p->fn->loc.file && loc.file < p->ir->file_count)
        pk_text_printf(out, "%s ", p->ir->files[loc.file]);
    pk_text_printf(out, "line %u", loc.line);
}

void pk_pipeline_print_loops(const pk_pipeline *p, pk_text *out) {
    for (const pk_loop_note *n = pk_ir_get_data(p->ir)->loops; n; n = n->next) {
        put_place(p, n->loop, out);
        pk_text_printf(out, ": %s%s", n->why ? "stays on the host: " : "may go",
                       n->why ? n->why : "");
        if (n->why && n->at.line && n->at.line != n->loop.line) {
            pk_text_put(out, " (");
            put_place(p, n->at, out);
            pk_text_put(out, ")");
        }
        pk_text_put(out, "\n");
    }
}

pk_emit_options pk_pipeline_emit_options(const pk_pipeline *p) {
    return (pk_emit_options){.struct_size = sizeof(pk_emit_options),
                             .debug_lines = p->debug_lines,
                             .check = verify_passes,
                             .checks = p->ctx->checks,
                             .stoppable = p->stoppable,
                             .quick = p->ctx->compiles == PK_COMPILES_quick};
}

pk_status pk_pipeline_emit(pk_pipeline *p, const char *stage, pk_artifact *out,
                           pk_error *err) {
    pk_emit_options options = pk_pipeline_emit_options(p);
    uint64_t begin = pk_now();
    pk_status status;
    pk_error why;

    options.stage = stage;
    options.quick |= p->tiered;
    *out = (pk_artifact){.struct_size = sizeof *out};
    status = p->plugin->emit(&p->ctx->host, p->caps, p->text.data,
                             p->text.length, &options, out, &why);
    pk_pipeline_time(p, "emit", begin);
    return status == PK_OK ? PK_OK : pk_pipeline_fail(p, &why, err);
}

void pk_pipeline_key(pk_pipeline *p) {
    if (p->key.length)
        return;
    pk_text_printf(&p->key, "portkern %s\n", pk_version());
    pk_plugin_put(p->plugin, &p->key);
    pk_target_put(p->ctx, p->caps, p->debug_lines, p->stoppable, &p->key);
    pk_text_put(&p->key, "\n");
    pk_text_bytes(&p->key, p->text.data, p->text.length);
    p->key_digest = pk_digest_of(p->key.data, p->key.length);
}

bool pk_pipeline_keep(const pk_pipeline *p, const pk_context *device,
                      pk_mod *mod, const pk_artifact *artifact) {
    const pk_cache_label label = {
        .kernel = p->name, .backend = p->plugin->name, .target = p->caps->name};
    pk_artifact binary = {.struct_size = sizeof binary};
    bool made, kept;

    if (!pk_cache_dir(p->ctx))
        return false;
    made = mod && p->plugin->module_binary(mod, &binary, NULL) == PK_OK;
    kept = pk_cache_store(p->ctx->cache, &p->key_digest, &p->key, &label,
                          made ? &binary : artifact);
    if (made)
        p->plugin->artifact_free(&device->host, &binary);
    return kept;
}
