/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of host functions: check, find the specialisation, pack, one call of
 * the plugin. */
#include "runtime/host/call.h"
#include "base/os/clock.h"
#include "base/try.h"
#include "portkern/host.h"
#include "runtime/context/diagnostics.h"
#include "runtime/host/array_list.h"
#include "runtime/host/function.h"
#include "runtime/host/give.h"
#include "runtime/host/report.h"
#include "runtime/kernel/class_args.h"
#include "runtime/kernel/direct.h"
#include "runtime/kernel/loop_costs.h"
#include "runtime/kernel/signatures.h"
#include "runtime/launch/coverage.h"
#include "runtime/launch/launch.h"
#include "runtime/launch/queue.h"
#include "runtime/offload/offload.h"
#include "runtime/services/public_struct.h"

#include <string.h>

enum {
    ROOM = 2048,       /* bytes for the bookkeeping of a call */
    RESULT_ROOM = 512, /* for its result */
};

/* ---- one call ---- */

pk_status pk_call_enter(const pk_kernel *kernel, const pk_spec *spec,
                        const pk_call_desc *desc, pk_error *err) {
    const pk_context *ctx = kernel->base.ctx;
    const uint64_t begin = ctx->profile ? pk_now() : 0;
    const pk_status status = ctx->host_ext->call(spec->fun, desc, err);

    if (ctx->profile)
        pk_profile_add_here(ctx->profile,
                            &(pk_profile_event){.kind = PK_PROFILE_call,
                                                .name = kernel->info->name,
                                                .begin = begin,
                                                .end = pk_now()});
    return status;
}

typedef struct call {
    const pk_kernel *kernel;
    const pk_spec *spec;
    pk_frame frame;
    const pk_arg *args;
    size_t arg_count;
    void *parts; /* of the result */
    size_t size; /* of them */
    bool adopts; /* arguments are lists of arrays, which may have owners */
    uint32_t *report;
    const uint32_t *stop;   /* what ends it early; NULL: nothing does */
    pk_call_range coverage; /* its words; none where nothing is noted */
} call;

static const char *words_of(const call *c) {
    return pk_recipe_text(c->spec->recipe, c->spec->recipe->results);
}

static pk_giving giving_of(const call *c) {
    return (pk_giving){.ctx = c->kernel->base.ctx,
                       .words = words_of(c),
                       .parts = c->parts,
                       .args = c->args,
                       .arg_count = c->arg_count,
                       .leaves = c->frame.leaves,
                       .adopts = c->adopts};
}

static pk_call_report report_of(const call *c) {
    return (pk_call_report){c->kernel, c->spec, c->stop, c->report};
}

/* Memory that the call leads to: of arrays, the result, the report, and
 * coverage. */
static pk_status run_with_ranges(const call *c, pk_call_desc *desc,
                                 pk_error *err) {
    const pk_allocator *a = &c->kernel->base.ctx->allocator;
    const size_t items = pk_array_lists_count(c->args, c->arg_count);
    const size_t room = c->frame.leaf_count + items + 3u;
    pk_call_range *ranges = pk_heap_new(a, room * sizeof *ranges);
    pk_status status;

    if (!ranges)
        return pk_fail_no_memory(err);
    desc->ranges = ranges;
    for (uint32_t i = 0; i < c->frame.leaf_count; i++) {
        const pk_leaf *leaf = &c->frame.leaves[i];
        if (leaf->kind == PK_ARGTYPE_array &&
            leaf->place.end > leaf->place.begin)
            ranges[desc->range_count++] =
                (pk_call_range){(void *)(uintptr_t)leaf->place.begin,
                                leaf->place.end - leaf->place.begin};
    }
    if (items) {
        pk_array_lists_ranges(c->args, c->arg_count,
                              ranges + desc->range_count);
        desc->range_count =
            pk_ranges_merge(ranges, desc->range_count + (uint32_t)items);
    }
    if (c->size)
        ranges[desc->range_count++] = (pk_call_range){c->parts, c->size};
    if (c->report)
        ranges[desc->range_count++] =
            (pk_call_range){c->report, pk_call_report_words(c->spec->recipe) *
                                           sizeof *c->report};
    if (c->coverage.size)
        ranges[desc->range_count++] = c->coverage;
    status = pk_call_enter(c->kernel, c->spec, desc, err);
    pk_heap_free(a, ranges, room * sizeof *ranges);
    return status;
}

/* A failure of the device is one of the call, whatever the function returned.
 */
static pk_status run_with_offload(call *c, pk_call_desc *desc, pk_error *err) {
    pk_offload offload;
    pk_status status = pk_offload_begin(&offload, c->kernel->base.ctx, c->spec,
                                        &c->frame, c->args, c->arg_count, err);
    pk_giving giving;
    pk_error why;

    desc->offload = &offload.table;
    if (status == PK_OK)
        status = pk_call_enter(c->kernel, c->spec, desc, err);
    if (pk_offload_finish(&offload, &why) != PK_OK && status == PK_OK) {
        giving = giving_of(c);
        if (!c->report || !c->report[PK_REPORT_site])
            pk_give_all(&giving, NULL, NULL);
        status = why.status;
        if (err)
            *err = why;
    }
    return status;
}

static pk_status run(call *c, pk_error *err) {
    pk_context *ctx = c->kernel->base.ctx;
    const pk_recipe *recipe = c->spec->recipe;
    pk_call_desc desc = {.struct_size = sizeof desc,
                         .params = c->frame.params,
                         .params_size = recipe->params_size,
                         .stop = c->stop,
                         .threads = pk_thread_limit(),
                         .chunk = pk_loop_chunk()};
    const uint64_t results = (uintptr_t)c->parts;

    pk_pack(recipe, &c->frame);
    if (recipe->points.count)
        PK_TRY(
            pk_coverage_bind_call(ctx, c->spec, &c->frame, &c->coverage, err));
    memcpy(c->frame.params + recipe->results_at, &results, sizeof results);
    if (c->report)
        pk_call_begin_report(recipe, c->report, c->frame.params);
    if (pk_spec_offloads(c->spec))
        return run_with_offload(c, &desc, err);
    return ctx->host_ext->wants_ranges
               ? run_with_ranges(c, &desc, err)
               : pk_call_enter(c->kernel, c->spec, &desc, err);
}

/* ---- the call ---- */

static pk_status call_with_memory(call *c, pk_result *out, pk_error *err) {
    const pk_giving giving = giving_of(c);
    const pk_call_report report = report_of(c);

    PK_TRY(run(c, err));
    PK_TRY(pk_call_end_report(&report, err));
    return pk_give_all(&giving, out, err);
}

static pk_status call_spec(call *c, pk_result *out, pk_error *err) {
    const pk_recipe *recipe = c->spec->recipe;
    const pk_allocator *a = &c->kernel->base.ctx->allocator;
    const size_t report_words = pk_call_report_words(recipe);
    uint64_t result[RESULT_ROOM / 8];
    uint32_t report[PK_REPORT_prints];
    char *more = NULL;
    size_t size = 0, parts;
    pk_status status;

    c->size = pk_result_size(words_of(c));
    c->parts = result;
    c->report = report_words ? report : NULL;
    if (c->size > sizeof result || recipe->prints) {
        parts = (c->size + 7) / 8 * 8;
        size = parts + report_words * sizeof *report;
        more = a->alloc(a->self, size);
        if (!more)
            return pk_fail_no_memory(err);
        memset(more, 0, parts);
        c->parts = more;
        c->report = report_words ? (uint32_t *)(void *)(more + parts) : NULL;
    }
    status = call_with_memory(c, out, err);
    pk_heap_free(a, more, size);
    return status;
}

static pk_status check_arrays(const pk_frame *frame, const pk_kernel *kernel,
                              pk_error *err) {
    for (uint32_t i = 0; i < frame->leaf_count; i++)
        if (frame->leaves[i].kind == PK_ARGTYPE_array &&
            frame->leaves[i].array->buffer)
            return pk_fail(err, PK_BAD_ARG,
                           "argument %u of %s is in a buffer: pass memory of "
                           "the host",
                           frame->leaves[i].arg, kernel->info->name);
    return PK_OK;
}

static void set_addresses(pk_frame *frame) {
    for (uint32_t i = 0; i < frame->leaf_count; i++)
        if (frame->leaves[i].kind == PK_ARGTYPE_array)
            frame->leaves[i].place.address =
                (uint64_t)(uintptr_t)frame->leaves[i].array->host;
}

pk_status pk_call_find(const pk_kernel *kernel, const pk_arg *args,
                       size_t count, pk_scratch *scratch, pk_frame *frame,
                       const pk_spec **spec, pk_error *err) {
    static const pk_dims dims = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    pk_arg room[PK_ARGS_ROOM];

    args = pk_args_complete(kernel, args, &count, room);
    PK_TRY(pk_frame_make(kernel->base.ctx, kernel->info, kernel->mod, args,
                         count, scratch, frame, err));
    PK_TRY(check_arrays(frame, kernel, err));
    PK_TRY(pk_variants_get(kernel->variants, frame, args, count, &dims, spec,
                           err));
    if ((*spec)->costs && atomic_load(&(*spec)->costs->wanted))
        pk_variants_offload(kernel->variants, *spec, frame, args, count, &dims);
    set_addresses(frame);
    return PK_OK;
}

static pk_status call_function(const pk_kernel *kernel, const pk_arg *args,
                               size_t count, const uint32_t *stop,
                               pk_result *out, pk_error *err) {
    _Alignas(16) char memory[ROOM];
    pk_scratch scratch = {.allocator = &kernel->base.ctx->allocator,
                          .memory = memory,
                          .size = sizeof memory,
                          .lent = true};
    call c = {.kernel = kernel, .args = args, .arg_count = count, .stop = stop};
    pk_direct_result direct;
    pk_status status;

    pk_give_nothing(args, count);
    status =
        pk_call_find(kernel, args, count, &scratch, &c.frame, &c.spec, err);
    if (status == PK_OK) {
        c.adopts = pk_array_lists_count(args, count) != 0;
        direct = pk_result_direct(words_of(&c));
        pk_direct_add(kernel, c.spec, &c.frame, args, count, &direct);
        status = call_spec(&c, out, err);
    }
    pk_scratch_finish(&scratch);
    return status;
}

static pk_status compile_function(const pk_kernel *kernel, const pk_arg *args,
                                  size_t count, pk_compile_info *out,
                                  pk_error *err) {
    pk_scratch scratch = {.allocator = &kernel->base.ctx->allocator};
    pk_frame frame;
    const pk_spec *spec;
    pk_status status =
        pk_call_find(kernel, args, count, &scratch, &frame, &spec, err);
    pk_compile_info info;

    pk_scratch_finish(&scratch);
    if (status != PK_OK || !out)
        return status;
    info = pk_spec_describe(spec);
    return pk_struct_give(&pk_compile_info_layout, &info, out, err);
}

/* ---- calls by the shorter way ---- */

/* Exceptions, and results that are not numbers, are read as after any call. */
static pk_status finish_packed(const pk_kernel *kernel, const pk_spec *spec,
                               const pk_call_block *block, const uint32_t *stop,
                               pk_result *out, pk_error *err) {
    const call c = {.kernel = kernel,
                    .spec = spec,
                    .parts = block->parts,
                    .stop = stop,
                    .report = block->report};
    const pk_giving giving = giving_of(&c);
    const pk_call_report report = report_of(&c);

    return block->report[PK_REPORT_site] ? pk_call_raised(&report, NULL, err)
                                         : pk_give_result(&giving, out, err);
}

void pk_call_bind(const pk_call_block *block, const pk_recipe *recipe) {
    const uint32_t launch = 1;

    memcpy(block->params + recipe->results_at, &block->parts,
           sizeof block->parts);
    if (!recipe->messages.count)
        return;
    memcpy(block->params + recipe->report_at, &block->report,
           sizeof block->report);
    memcpy(block->params + recipe->launch_at, &launch, sizeof launch);
}

pk_status pk_call_packed(const pk_kernel *kernel, const pk_spec *spec,
                         const pk_direct_result *result,
                         const pk_call_block *block, const uint32_t *stop,
                         pk_result *out, pk_error *err) {
    const pk_call_desc desc = {.struct_size = sizeof desc,
                               .params = block->params,
                               .params_size = spec->recipe->params_size,
                               .stop = stop,
                               .threads = pk_thread_limit(),
                               .chunk = pk_loop_chunk()};

    block->report[PK_REPORT_site] = 0;
    PK_TRY(pk_call_enter(kernel, spec, &desc, err));
    if (block->report[PK_REPORT_site] || !out ||
        !(result->is_number || result->count || result->is_generator))
        return finish_packed(kernel, spec, block, stop, out, err);
    if (result->count)
        return pk_give_numbers(kernel->base.ctx, result, block->parts, out,
                               err);
    if (result->is_generator)
        pk_result_read_generator(block->parts, out);
    else
        pk_result_read_number((pk_type)result->types[0], block->parts, out);
    return PK_OK;
}

static pk_status call_direct(const pk_kernel *kernel, const pk_direct *d,
                             const pk_direct_leaves *leaves,
                             const uint32_t *stop, pk_result *out,
                             pk_error *err) {
    _Alignas(16) char params[PK_DIRECT_PARAMS];
    uint64_t parts[PK_DIRECT_RESULT / 8];
    uint32_t report[PK_REPORT_prints];
    const pk_call_block block = {params, parts, report};

    pk_direct_pack(d, leaves, params);
    pk_call_bind(&block, d->spec->recipe);
    return pk_call_packed(kernel, d->spec, &d->result, &block, stop, out, err);
}

/* ---- arguments of classes ---- */

pk_status pk_call_check(const pk_host_function *fn, pk_error *err) {
    PK_TRY(pk_object_use(fn, PK_OBJECT_host_function, "fn", err));
    return pk_context_need_host(fn->kernel.base.ctx, err);
}

static pk_status call_with_classes(const pk_kernel *kernel, const pk_arg *args,
                                   size_t count, const uint32_t *stop,
                                   pk_result *out, pk_error *err) {
    pk_class_args classes;
    pk_status status = pk_class_args_init(&classes, kernel->base.ctx,
                                          kernel->info, args, count, err);

    if (status == PK_OK)
        status = call_function(kernel, classes.args, count, stop, out, err);
    pk_class_args_finish(&classes);
    return status;
}

static pk_status call_long(pk_host_function *fn, const pk_arg *args,
                           size_t count, const uint32_t *stop, pk_result *out,
                           pk_error *err) {
    return pk_class_args_any(fn->kernel.info, args, count)
               ? call_with_classes(&fn->kernel, args, count, stop, out, err)
               : call_function(&fn->kernel, args, count, stop, out, err);
}

static pk_status call_checked(pk_host_function *fn, const pk_arg *args,
                              size_t count, const uint32_t *stop,
                              pk_result *out, pk_error *err) {
    const pk_direct *direct;
    pk_direct_leaves leaves;
    pk_status status = pk_call_check(fn, err);

    if (status == PK_OK) {
        direct = pk_direct_find(&fn->kernel, args, count, &leaves);
        if (!direct)
            pk_give_none(out);
        status = direct
                     ? call_direct(&fn->kernel, direct, &leaves, stop, out, err)
                     : call_long(fn, args, count, stop, out, err);
    }
    if (status != PK_OK)
        pk_give_none(out);
    return status;
}

pk_status pk_call(pk_host_function *fn, const pk_arg *args, size_t arg_count,
                  pk_result *out, pk_error *err) {
    return pk_call_until(fn, args, arg_count, NULL, out, err);
}

pk_status pk_call_until(pk_host_function *fn, const pk_arg *args,
                        size_t arg_count, const uint32_t *stop, pk_result *out,
                        pk_error *err) {
    return pk_diagnostics_settle(
        fn, call_checked(fn, args, arg_count, stop, out, err));
}

static pk_status compile_checked(pk_host_function *fn, const pk_arg *args,
                                 size_t count, pk_compile_info *out,
                                 pk_error *err) {
    pk_class_args classes;
    pk_status status;

    PK_TRY(pk_object_use(fn, PK_OBJECT_host_function, "fn", err));
    PK_TRY(pk_context_need_compiles(fn->kernel.base.ctx, true, err));
    status = pk_class_args_init(&classes, fn->kernel.base.ctx, fn->kernel.info,
                                args, count, err);
    if (status == PK_OK)
        status = compile_function(&fn->kernel, classes.args, count, out, err);
    pk_class_args_finish(&classes);
    return status;
}

pk_status pk_host_function_compile(pk_host_function *fn, const pk_arg *args,
                                   size_t arg_count, pk_compile_info *out,
                                   pk_error *err) {
    return pk_diagnostics_settle(
        fn, compile_checked(fn, args, arg_count, out, err));
}
