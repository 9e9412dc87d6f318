/* SPDX-License-Identifier: Apache-2.0 */
/* Launching: check, find the specialisation, pack, one call of the plugin. */
#include "runtime/launch/launch.h"

#include "base/os/clock.h"
#include "base/try.h"
#include "runtime/context/diagnostics.h"
#include "runtime/forms/forms.h"
#include "runtime/kernel/signatures.h"
#include "runtime/launch/coverage.h"
#include "runtime/launch/device_launch.h"
#include "runtime/launch/graph.h"
#include "runtime/launch/stage.h"
#include "runtime/memory/memory.h"
#include "runtime/services/public_struct.h"

#include <inttypes.h>

/* ---- grid and block ---- */

static pk_status check_dim(const char *what, int axis, uint32_t given,
                           uint32_t most, pk_error *err) {
    if (given <= most)
        return PK_OK;
    return pk_fail(err, PK_LIMIT, "%s[%d] is %u, the device allows %u", what,
                   axis, given, most);
}

pk_status pk_dims_read(const pk_context *ctx, const pk_launch_config *config,
                       pk_dims *out, pk_error *err) {
    const pk_caps *caps = &ctx->caps;
    pk_launch_config other;
    uint64_t threads = 1;

    if (!config)
        return pk_fail(err, PK_BAD_ARG, "config is NULL");
    if (config->struct_size != sizeof other) {
        PK_TRY(pk_options_read(&pk_launch_config_layout, config, &other, err));
        config = &other;
    }
    *out = (pk_dims){.shared_bytes = config->shared_bytes,
                     .deadline_ms = ctx->deadline_ms,
                     .empty = !config->grid[0]};
    if (config->deadline_ms) {
        PK_TRY(pk_context_need_stops(ctx, "deadline_ms", err));
        out->deadline_ms = config->deadline_ms;
    }
    if (!config->block[0])
        return pk_fail(err, PK_BAD_ARG,
                       "block[0] is 0: a block has one thread at least");
    for (int i = 0; i < 3; i++) {
        out->grid[i] = config->grid[i] ? config->grid[i] : 1;
        out->block[i] = config->block[i] ? config->block[i] : 1;
        PK_TRY(check_dim("grid", i, out->grid[i], caps->max_grid_dim[i], err));
        PK_TRY(
            check_dim("block", i, out->block[i], caps->max_block_dim[i], err));
        threads *= out->block[i];
    }
    if (threads > caps->max_block)
        return pk_fail(err, PK_LIMIT,
                       "block %u x %u x %u has %" PRIu64
                       " threads, the device allows %u",
                       out->block[0], out->block[1], out->block[2], threads,
                       caps->max_block);
    for (int i = 0; i < 3; i++)
        threads *= threads < PK_MANY_THREADS ? out->grid[i] : 1;
    out->many = threads >= PK_MANY_THREADS;
    out->narrow =
        threads >= PK_NARROW_THREADS ? PK_NARROW_as_it_is : PK_NARROW_none;
    if (out->shared_bytes > caps->shared_bytes)
        return pk_fail(err, PK_LIMIT,
                       "the launch asks for %u bytes of shared memory "
                       "(shared_bytes), and a block on %s has %u: ask for less",
                       out->shared_bytes, ctx->device.name, caps->shared_bytes);
    return PK_OK;
}

/* Returns the number of work-items that share the device's private memory. */
static uint64_t work_items(pk_form form, uint64_t threads) {
    return form == PK_FORM_block   ? 1
           : form == PK_FORM_lanes ? (threads + 31) / 32
                                   : threads;
}

pk_status pk_launch_check(const pk_context *ctx, const pk_kernel *kernel,
                          const pk_spec *spec, const pk_dims *dims,
                          pk_error *err) {
    const pk_fun_limits *limits = &spec->limits;
    const pk_recipe *recipe = spec->recipe;
    uint64_t threads =
        (uint64_t)dims->block[0] * dims->block[1] * dims->block[2];
    uint64_t shared = (uint64_t)limits->shared_bytes + dims->shared_bytes;
    uint64_t local =
        recipe->local_static * work_items((pk_form)recipe->form, threads);
    const uint64_t of_twin =
        recipe->sure_local * work_items((pk_form)recipe->sure_form, threads);

    if (local < of_twin)
        local = of_twin;
    if (spec->recipe->max_threads && threads > spec->recipe->max_threads)
        return pk_fail(err, PK_LIMIT,
                       "block %u x %u x %u has %" PRIu64
                       " threads, launch_bounds of %s allow %u",
                       dims->block[0], dims->block[1], dims->block[2], threads,
                       kernel->info->name, spec->recipe->max_threads);
    if (limits->max_block && threads > limits->max_block)
        return pk_fail(err, PK_LIMIT,
                       "block %u x %u x %u has %" PRIu64
                       " threads, %s can have %u on %s",
                       dims->block[0], dims->block[1], dims->block[2], threads,
                       kernel->info->name, limits->max_block, ctx->device.name);
    if (shared > ctx->caps.shared_bytes)
        return pk_fail_at(
            err, PK_LIMIT, kernel->info->file,
            (pk_loc){.line = kernel->info->line, .col = kernel->info->col},
            "the shared arrays of %s take %u bytes and the "
            "launch adds %u, and a block on %s has %u: make them "
            "smaller",
            kernel->info->name, limits->shared_bytes, dims->shared_bytes,
            ctx->device.name, ctx->caps.shared_bytes);
    if (ctx->caps.local_bytes && local > ctx->caps.local_bytes)
        return pk_fail(err, PK_LIMIT,
                       "the local arrays of %s take %" PRIu64
                       " bytes for a block, the device has %u",
                       kernel->info->name, local, ctx->caps.local_bytes);
    return PK_OK;
}

/* ---- packing ---- */

uint64_t pk_pack_value(const pk_pack_step *step, const pk_leaf *leaf) {
    switch ((pk_role)step->role) {
    case PK_ROLE_scalar: return leaf->bits[step->axis];
    case PK_ROLE_data: return leaf->place.address;
    case PK_ROLE_shape: return (uint64_t)leaf->array->shape[step->axis];
    case PK_ROLE_stride: return (uint64_t)leaf->array->strides[step->axis];
    case PK_ROLE_COUNT: break;
    }
    return 0;
}

uint32_t pk_pack(const pk_recipe *recipe, const pk_frame *frame) {
    const pk_pack_step *step = pk_recipe_steps(recipe);
    const pk_pack_step *end = step + recipe->steps.count;
    uint32_t refs = 0;

    memset(frame->params, 0, recipe->params_size);
    for (; step < end; step++) {
        const pk_leaf *leaf = &frame->leaves[step->leaf];
        const uint64_t value = pk_pack_value(step, leaf);
        pk_pack_put(frame->params + step->offset, value, step->size);
        if (step->role == PK_ROLE_data)
            frame->refs[refs++] = leaf->place.ref;
    }
    return refs;
}

/* ---- submitting ---- */

static void hold_all(pk_queue *queue, const pk_kernel *kernel,
                     const pk_frame *frame) {
    pk_queue_hold(queue, &kernel->mod->base);
    if (!frame->array_count)
        return;
    for (uint32_t i = 0; i < frame->leaf_count; i++) {
        const pk_leaf *leaf = &frame->leaves[i];
        if (leaf->kind == PK_ARGTYPE_array && leaf->array->buffer &&
            leaf->extent.count)
            pk_queue_hold(queue, &leaf->array->buffer->base);
    }
}

/* The twin that leaves out checks, where none can fail. */
static pk_fun *choose(const pk_spec *spec, const pk_frame *frame,
                      const pk_dims *dims) {
    const pk_recipe *recipe = spec->recipe;
    const pk_range_launch launch = {dims->grid, dims->block, frame->params};

    return spec->sure &&
                   pk_launch_ranges_hold(pk_recipe_sure_nodes(recipe),
                                         recipe->sure_nodes.count, &launch)
               ? spec->sure
               : spec->fun;
}

static pk_status enqueue(pk_queue *queue, const pk_kernel *kernel,
                         const pk_spec *spec, pk_frame *frame,
                         const pk_dims *dims, pk_error *err) {
    const pk_recipe *recipe = spec->recipe;
    pk_launch_desc desc = {.struct_size = sizeof desc,
                           .shared_dynamic = dims->shared_bytes,
                           .params = frame->params,
                           .params_size = recipe->params_size,
                           .refs = frame->refs};
    pk_forms *timed;
    pk_fun *fun;
    pk_status status;

    if (queue->recording)
        PK_TRY(pk_graph_check(spec, frame, kernel->info->name, err));
    if (recipe->messages.count)
        PK_TRY(pk_report_need(queue, spec, err));
    PK_TRY(pk_queue_reserve(queue, 2 * (size_t)frame->array_count + 1, err));
    PK_TRY(pk_stage_in(queue, recipe, frame, dims, err));
    memcpy(desc.grid, dims->grid, sizeof desc.grid);
    memcpy(desc.block, dims->block, sizeof desc.block);
    desc.ref_count = pk_pack(recipe, frame);
    if (recipe->points.count)
        PK_TRY(pk_coverage_bind(kernel->base.ctx, spec, frame,
                                &frame->refs[desc.ref_count++], err));
    if (recipe->messages.count)
        PK_TRY(pk_report_bind(queue, kernel, spec, frame,
                              &frame->refs[desc.ref_count++], err));
    hold_all(queue, kernel, frame);
    fun = choose(spec, frame, dims);
    timed = queue->timed;
    queue->timed = NULL;
    if (timed)
        pk_forms_begin(timed, queue->que);
    status = kernel->base.ctx->profile && !queue->recording
                 ? pk_launch_timed(queue, kernel, frame, fun, &desc,
                                   dims->deadline_ms, err)
                 : pk_queue_launch(queue, fun, &desc, dims->deadline_ms, err);
    if (timed)
        pk_forms_end(timed, queue->que);
    return status;
}

/* The specialisation in the form that it is to have. A graph has its launches
 * many times: none of them is timed. */
static const pk_spec *take_form(pk_queue *queue, const pk_kernel *kernel,
                                const pk_spec *spec, const pk_dims *dims) {
    const pk_spec *taken = pk_forms_take(spec, dims, &queue->timed);
    const bool fits =
        taken == spec ||
        pk_launch_check(queue->base.ctx, kernel, taken, dims, NULL) == PK_OK;

    if (queue->timed && (queue->recording || !fits)) {
        pk_forms_end(queue->timed, NULL);
        queue->timed = NULL;
        return spec;
    }
    return fits ? taken : spec;
}

static pk_status submit(pk_queue *queue, const pk_kernel *kernel,
                        const pk_spec *spec, pk_frame *frame,
                        const pk_dims *dims, pk_error *err) {
    PK_TRY(enqueue(queue, kernel, spec, frame, dims, err));
    if (spec->recipe->launches)
        PK_TRY(pk_device_launches_run(queue, dims->deadline_ms, err));
    PK_TRY(pk_stage_out(queue, spec->recipe, frame, err));
    return pk_queue_count(queue, err);
}

/* The same as a span of the profile. */
static __attribute__((cold)) pk_status
submit_timed(pk_queue *queue, const pk_kernel *kernel, const pk_spec *spec,
             pk_frame *frame, const pk_dims *dims, pk_error *err) {
    pk_profile *profile = kernel->base.ctx->profile;
    const uint64_t begin = pk_now();
    pk_status status;

    queue->launching = pk_profile_add_here(
        profile, &(pk_profile_event){.kind = PK_PROFILE_launch,
                                     .name = kernel->info->name,
                                     .begin = begin});
    status = submit(queue, kernel, spec, frame, dims, err);
    pk_profile_time(profile, queue->launching, begin, pk_now());
    queue->launching = 0;
    return status;
}

static void count_launch(pk_context *ctx) {
    atomic_fetch_add_explicit(&ctx->counters.launches, 1, memory_order_relaxed);
}

pk_status pk_launch_enqueue(pk_queue *queue, const pk_kernel *kernel,
                            const pk_spec *spec, pk_frame *frame,
                            const pk_dims *dims, pk_error *err) {
    PK_TRY(pk_launch_check(queue->base.ctx, kernel, spec, dims, err));
    PK_TRY(enqueue(queue, kernel, spec, frame, dims, err));
    count_launch(queue->base.ctx);
    return PK_OK;
}

pk_status pk_launch_submit(pk_queue *queue, const pk_kernel *kernel,
                           const pk_spec *spec, pk_frame *frame,
                           const pk_dims *dims, pk_error *err) {
    pk_context *ctx = kernel->base.ctx;
    pk_error why;
    pk_status status;

    PK_TRY(pk_launch_check(ctx, kernel, spec, dims, err));
    PK_TRY(pk_queue_enter_work(queue, ctx, err));
    if (ctx->forms)
        spec = take_form(queue, kernel, spec, dims);
    why.status = PK_OK;
    status = ctx->profile ? submit_timed(queue, kernel, spec, frame, dims, &why)
                          : submit(queue, kernel, spec, frame, dims, &why);
    if (queue->timed) /* it has not come to that */
        pk_forms_end(queue->timed, NULL);
    queue->timed = NULL;
    if (status == PK_OK && !queue->recording)
        count_launch(ctx);
    return pk_queue_leave(queue, status, &why, err);
}

static pk_status launch(pk_queue *queue, pk_kernel *kernel,
                        const pk_launch_config *config, const pk_arg *args,
                        size_t arg_count, pk_error *err) {
    pk_arg room[PK_ARGS_ROOM];
    const pk_spec *spec;
    pk_frame frame;
    pk_dims dims;
    pk_context *ctx;

    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    ctx = queue->base.ctx;
    PK_TRY(pk_object_check(kernel, PK_OBJECT_kernel, ctx, "kernel", err));
    PK_TRY(pk_dims_read(ctx, config, &dims, err));
    args = pk_args_complete(kernel, args, &arg_count, room);
    PK_TRY(pk_frame_make(ctx, kernel->info, kernel->mod, args, arg_count,
                         &queue->scratch, &frame, err));
    if (dims.empty) {
        atomic_fetch_add(&ctx->counters.launches, 1);
        return pk_queue_get_error(queue, err);
    }
    PK_TRY(pk_variants_get(kernel->variants, &frame, args, arg_count, &dims,
                           &spec, err));
    if (ctx->forms)
        pk_forms_ready(kernel->variants, spec, &frame, args, arg_count, &dims);
    return pk_launch_submit(queue, kernel, spec, &frame, &dims, err);
}

/* The same with arguments of classes that the caller describes. */
static pk_status launch_classes(pk_queue *queue, pk_kernel *kernel,
                                const pk_launch_config *config,
                                const pk_arg *args, size_t arg_count,
                                pk_error *err) {
    pk_class_args classes;
    pk_status status;

    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    status = pk_class_args_init(&classes, queue->base.ctx, kernel->info, args,
                                arg_count, err);
    if (status == PK_OK)
        status = launch(queue, kernel, config, classes.args, arg_count, err);
    pk_class_args_finish(&classes);
    return status;
}

pk_status pk_launch(pk_queue *queue, pk_kernel *kernel,
                    const pk_launch_config *config, const pk_arg *args,
                    size_t arg_count, pk_error *err) {
    pk_status status = launch(queue, kernel, config, args, arg_count, err);

    if (status != PK_OK && pk_object_is(kernel, PK_OBJECT_kernel) &&
        pk_class_args_any(kernel->info, args, arg_count))
        status = launch_classes(queue, kernel, config, args, arg_count, err);
    return status == PK_OK ? PK_OK : pk_diagnostics_settle(queue, status);
}
