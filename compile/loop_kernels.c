/* SPDX-License-Identifier: Apache-2.0 */
/* From a host function to the kernels of its parallel loops: the frontend for
 * the host, passes for the device, one artifact for all of them.
 *
 * The artifact is looked for in the disk cache by the IR. A message of such a
 * kernel is one of the host's function, too, which has the same loop: they are
 * matched by place and words, so that a failure on the device has the number of
 * the host's message. */
#include "compile/loop_kernels.h"

#include "base/os/clock.h"
#include "base/try.h"
#include "compile/compilation.h"
#include "compile/dump.h"
#include "compile/program/lazy_program.h"
#include "compile/recipe.h"
#include "core/analysis/writes.h"
#include "core/ir_data.h"
#include "recipe/report.h"
#include "runtime/kernel/loop_kernels.h"

typedef struct job {
    pk_build *build;
    pk_compilation compilation;
    uint32_t number; /* of the device */
    pk_context *device;
    pk_loop_kernels *set;
} job;

/* ---- messages ---- */

static bool same_text(const pk_recipe *a, uint32_t at, const pk_recipe *b,
                      uint32_t bt) {
    const char *x = pk_recipe_text(a, at), *y = pk_recipe_text(b, bt);

    return x == y || (x && y && !strcmp(x, y));
}

static bool same_pieces(const pk_recipe *a, const pk_message *x,
                        const pk_recipe *b, const pk_message *y) {
    const pk_message_piece *p = pk_recipe_at(a, x->pieces.at);
    const pk_message_piece *q = pk_recipe_at(b, y->pieces.at);
    bool same = x->pieces.count == y->pieces.count;

    for (uint32_t i = 0; same && i < x->pieces.count; i++)
        same = p[i].kind == q[i].kind && p[i].type == q[i].type &&
               p[i].length == q[i].length &&
               !memcmp(pk_recipe_at(a, p[i].at), pk_recipe_at(b, q[i].at),
                       p[i].length);
    return same;
}

static bool same_message(const pk_recipe *a, const pk_message *x,
                         const pk_recipe *b, const pk_message *y) {
    return x->kind == y->kind && x->status == y->status &&
           x->loc.line == y->loc.line && x->loc.col == y->loc.col &&
           same_text(a, x->file, b, y->file) && same_pieces(a, x, b, y);
}

/* The number that the host's recipe has for a message; 0: none. */
static uint32_t number_of(const pk_recipe *host, const pk_recipe *own,
                          const pk_message *m) {
    for (uint32_t n = 1; n <= host->messages.count; n++)
        if (same_message(host, pk_recipe_message(host, n), own, m))
            return n;
    return 0;
}

static pk_status match_sites(const job *j, const pk_recipe *own,
                             pk_loop_kernel_spec *k, pk_error *err) {
    const pk_recipe *host = j->build->spec->recipe;
    uint32_t *sites =
        pk_arena_array(&j->set->arena, own->messages.count + 1u, sizeof *sites);

    if (!sites)
        return pk_fail_no_memory(err);
    for (uint32_t n = 1; n <= own->messages.count; n++) {
        sites[n] = number_of(host, own, pk_recipe_message(own, n));
        if (!sites[n])
            return pk_fail(err, PK_INTERNAL,
                           "message %u of %s is none of the host's", n,
                           k->entry.name);
    }
    k->sites = sites;
    k->site_count = own->messages.count;
    return PK_OK;
}

/* ---- the set ---- */

static void keep_params(job *j, pk_func *fn, pk_loop_kernel_spec *k) {
    const pk_loop_kernel *loop = pk_func_get_data(fn)->loop;
    const bool *written = pk_params_written(fn, &j->compilation.pipeline.arena);

    for (uint32_t i = 0; i < k->param_count; i++)
        k->params[i] = (pk_loop_param){loop->from[i], written[i]};
}

static pk_status keep_kernel(job *j, pk_func *fn, pk_loop_kernel_spec *k,
                             pk_error *err) {
    const pk_loop_kernel *loop = pk_func_get_data(fn)->loop;
    pk_pipeline *p = &j->compilation.pipeline;
    pk_arena *arena = &j->set->arena;
    pk_recipe *recipe, *copy;
    pk_loop_sum *sums;

    p->fn = fn;
    PK_TRY(pk_recipe_of_loop(p, &recipe, err));
    /* The entry's texts and parameters lie in the recipe. */
    copy = pk_arena_alloc(arena, recipe->size);
    if (copy)
        memcpy(copy, recipe, recipe->size);
    pk_recipe_free(&p->ctx->allocator, recipe);
    if (!copy)
        return pk_fail_no_memory(err);
    *k = (pk_loop_kernel_spec){
        .recipe = copy,
        .block = pk_arena_text(arena, loop->block, strlen(loop->block)),
        .entry = pk_recipe_entry(copy),
        .free = loop->free,
        .scratch_bytes = loop->scratch_bytes,
        .reports = copy->report_at != 0};
    k->param_count = fn->param_count - 2u * k->reports;
    k->params = pk_arena_array(arena, k->param_count + 1u, sizeof *k->params);
    if (arena->failed)
        return pk_fail_no_memory(err);
    keep_params(j, fn, k);
    k->sure = loop->sure != NULL;
    k->sum_count = loop->sure_count;
    k->sums = sums = pk_arena_array(arena, k->sum_count + 1u, sizeof *sums);
    if (!sums)
        return pk_fail_no_memory(err);
    if (k->sum_count)
        memcpy(sums, loop->sure, k->sum_count * sizeof *sums);
    return match_sites(j, copy, k, err);
}

static pk_status keep_set(job *j, pk_error *err) {
    const pk_ir *ir = j->compilation.pipeline.ir;
    uint32_t count = 0;

    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        count += pk_func_is_entry(fn);
    if (!count)
        return PK_OK;
    j->set = pk_loop_kernels_new(j->build->ctx, j->number);
    if (!j->set)
        return pk_fail_no_memory(err);
    j->set->items =
        pk_arena_array(&j->set->arena, count, sizeof *j->set->items);
    if (!j->set->items)
        return pk_fail_no_memory(err);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (pk_func_is_entry(fn))
            PK_TRY(keep_kernel(j, fn, &j->set->items[j->set->count++], err));
    pk_loop_kernels_match(j->set);
    return PK_OK;
}

/* ---- compiling ---- */

static pk_status load(job *j, pk_error *err) {
    pk_pipeline *p = &j->compilation.pipeline;
    pk_artifact artifact;
    pk_status status;

    pk_pipeline_key(p);
    if (pk_loop_kernels_load_kept(j->set, NULL, &p->key_digest, &p->key,
                                  NULL) == PK_OK)
        return PK_OK;
    PK_TRY(pk_pipeline_emit(p, NULL, &artifact, err));
    status = pk_loop_kernels_load(j->set, &artifact, err);
    if (status == PK_OK)
        pk_pipeline_keep(p, j->device, j->set->mod, &artifact);
    p->plugin->artifact_free(&p->ctx->host, &artifact); /* who emitted it */
    return status;
}

static pk_status make(void *arg, pk_error *err) {
    job *j = arg;
    pk_pipeline *p = &j->compilation.pipeline;

    PK_TRY(pk_pipeline_front(p, err));
    PK_TRY(pk_pipeline_offload(p, j->device->plugin, &j->device->caps, err));
    pk_dump_loops(p);
    PK_TRY(keep_set(j, err));
    if (j->set)
        PK_TRY(load(j, err));
    pk_loop_kernels_keep(j->build, j->number, j->set, &p->key_digest);
    return PK_OK;
}

pk_status pk_compile_loops(pk_build *build, uint32_t device, pk_error *err) {
    job j = {.build = build,
             .number = device,
             .device = build->ctx->offload[device]};
    pk_status status;

    PK_TRY(pk_compilation_init(&j.compilation, build, err));
    status = pk_guard_run(&j.compilation.pipeline.guard, make, &j, err);
    pk_compilation_finish(&j.compilation);
    if (status != PK_OK) {
        pk_loop_kernels_destroy(j.set);
        return status;
    }
    build->spec->loops[device] = j.set;
    return PK_OK;
}
