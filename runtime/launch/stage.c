/* SPDX-License-Identifier: Apache-2.0 */
/* Staging host arrays. */
#include "runtime/launch/stage.h"
#include "base/try.h"
#include "runtime/context/timeline.h"

#include "runtime/memory/memory.h"

/* Device memory begins as far behind a multiple of this as host memory does,
 * so that what is aligned on the host is aligned on the device. */
enum { GROUP_ALIGN = 64 };

static bool on_host(const pk_leaf *leaf) {
    return leaf->kind == PK_ARGTYPE_array && leaf->array->host &&
           leaf->extent.count && leaf->place.begin < leaf->place.end;
}

/* ---- groups ---- */

/* Adds a run of bytes, swallowing every group that it meets. */
static uint32_t add_run(pk_host_range *groups, uint32_t count, uint64_t begin,
                        uint64_t end) {
    for (uint32_t i = 0; i < count;) {
        pk_host_range *g = &groups[i];
        if (begin >= g->end || g->begin >= end) {
            i++;
            continue;
        }
        begin = g->begin < begin ? g->begin : begin;
        end = g->end > end ? g->end : end;
        *g = groups[--count];
        i = 0;
    }
    groups[count] = (pk_host_range){.begin = begin, .end = end};
    return count + 1;
}

static uint32_t make_groups(pk_frame *frame) {
    uint32_t count = 0;

    for (uint32_t i = 0; frame->array_count && i < frame->leaf_count; i++)
        if (on_host(&frame->leaves[i]))
            count = add_run(frame->groups, count, frame->leaves[i].place.begin,
                            frame->leaves[i].place.end);
    return count;
}

static const pk_host_range *group_of(const pk_frame *frame,
                                     const pk_leaf *leaf) {
    const pk_host_range *g = frame->groups;

    while (leaf->place.begin < g->begin || leaf->place.begin >= g->end)
        g++;
    return g;
}

/* ---- memory ---- */

/* Takes memory for a group; when there is none, waits for what the queue's
 * earlier work holds. */
static pk_status take_group(pk_queue *queue, pk_host_range *g, pk_error *err) {
    pk_context *ctx = queue->base.ctx;
    const uint64_t size = g->end - g->begin;
    pk_status status = PK_UNSUPPORTED;

    if (ctx->caps.features & PK_CAP_host_memory)
        status = ctx->plugin->mem_import(ctx->dev, (void *)(uintptr_t)g->begin,
                                         size, &g->mem, err);
    if (status != PK_UNSUPPORTED)
        return status;
    g->pad = g->begin % GROUP_ALIGN;
    status = pk_memory_take(ctx, size + g->pad, 0, &g->mem, err);
    if (status == PK_NO_DEVICE_MEMORY && queue->staged_count) {
        PK_TRY(pk_queue_settle(queue, err));
        status = pk_memory_take(ctx, size + g->pad, 0, &g->mem, err);
    }
    if (status == PK_OK)
        g->bytes = size + g->pad;
    return status;
}

static void give_groups(pk_context *ctx, pk_host_range *groups,
                        uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (groups[i].bytes)
            pk_memory_give(ctx, groups[i].mem, groups[i].bytes);
        else
            ctx->plugin->mem_free(groups[i].mem);
    }
}

/* All groups get memory before the first is the queue's: waiting for the queue
 * frees what it has. */
static pk_status take_groups(pk_queue *queue, pk_frame *frame, uint32_t count,
                             pk_error *err) {
    for (uint32_t i = 0; i < count; i++) {
        pk_status status = take_group(queue, &frame->groups[i], err);
        if (status != PK_OK) {
            give_groups(queue->base.ctx, frame->groups, i);
            return status;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        pk_queue_stage(queue, &(pk_staged){.mem = frame->groups[i].mem,
                                           .bytes = frame->groups[i].bytes});
    return PK_OK;
}

/* ---- copies ---- */

static void place_leaf(const pk_context *ctx, const pk_host_range *g,
                       pk_leaf *leaf) {
    const uint64_t first = leaf->place.begin - (uint64_t)leaf->extent.low;
    uint64_t device = 0;
    void *host = NULL;

    ctx->plugin->mem_address(g->mem, &device, &host);
    leaf->place.ref =
        (pk_ref){.mem = g->mem, .offset = first - g->begin + g->pad};
    leaf->place.address = device ? device + leaf->place.ref.offset : 0;
}

/* Where the leaf's lowest byte is on the device. */
static pk_ref low_end(const pk_leaf *leaf) {
    return (pk_ref){.mem = leaf->place.ref.mem,
                    .offset =
                        leaf->place.ref.offset + (uint64_t)leaf->extent.low};
}

/* ---- arrays that the launch writes whole ---- */

/* Threads of the grid along an axis. */
static int64_t extent(const pk_dims *dims, uint32_t axis) {
    return (int64_t)dims->grid[axis] * dims->block[axis];
}

static int64_t bound_of(const pk_recipe *recipe, const pk_frame *frame,
                        const pk_full_write_guard *guard) {
    const pk_pack_step *step;
    uint32_t spare;
    uint64_t bits;

    if (guard->is_const)
        return guard->value;
    step = &pk_recipe_steps(recipe)[guard->param];
    spare = 64 - 8 * step->size;
    bits = pk_pack_value(step, &frame->leaves[step->leaf]) << spare;
    return guard->is_signed ? (int64_t)bits >> spare : (int64_t)(bits >> spare);
}

/* The bound lets through all places that the dimensions need. Where none goes
 * by the axis, one thread there is enough. */
static bool is_wide(const pk_full_write *full, const pk_full_write_guard *guard,
                    int64_t bound, const int64_t *shape, const pk_dims *dims) {
    uint32_t axis = guard->place % PK_FULL_WRITE_STRIDED;

    for (uint32_t d = 0; d < full->ndim; d++) {
        if (full->places[d] % PK_FULL_WRITE_STRIDED != axis)
            continue;
        /* A loop over all needs every thread. */
        return bound >= (guard->place < PK_FULL_WRITE_STRIDED &&
                                 full->places[d] >= PK_FULL_WRITE_STRIDED
                             ? extent(dims, axis)
                             : shape[d]);
    }
    return bound >= 1;
}

static bool holds(const pk_full_write *full, const pk_recipe *recipe,
                  const pk_frame *frame, const pk_dims *dims) {
    const int64_t *shape =
        frame->leaves[pk_recipe_steps(recipe)[full->data].leaf].array->shape;

    for (uint32_t d = 0; d < full->ndim; d++)
        if (full->places[d] < PK_FULL_WRITE_STRIDED &&
            extent(dims, full->places[d]) < shape[d])
            return false;
    for (uint32_t i = 0; i < full->guard_count; i++) {
        const pk_full_write_guard *guard = &full->guards[i];
        if (!is_wide(full, guard, bound_of(recipe, frame, guard), shape, dims))
            return false;
    }
    return true;
}

/* True when nothing of what the array holds is needed on the device. */
static bool is_overwritten(const pk_recipe *recipe, const pk_frame *frame,
                           const pk_dims *dims, uint32_t leaf) {
    const pk_full_write *full_writes = pk_recipe_full_writes(recipe);
    const pk_pack_step *steps = pk_recipe_steps(recipe);

    if (frame->leaves[leaf].arg_kind == PK_ARG_out)
        return true;
    if (frame->leaves[leaf].arg_kind != PK_ARG_inout)
        return false;
    for (uint32_t i = 0; i < recipe->full_writes.count; i++)
        if (steps[full_writes[i].data].leaf == leaf &&
            holds(&full_writes[i], recipe, frame, dims))
            return true;
    return false;
}

pk_status pk_stage_in(pk_queue *queue, const pk_recipe *recipe, pk_frame *frame,
                      const pk_dims *dims, pk_error *err) {
    pk_context *ctx = queue->base.ctx;
    const uint32_t count = make_groups(frame);

    if (!count)
        return PK_OK;
    /* Elements that wait to be put in their places could be this launch's
     * input. */
    PK_TRY(pk_queue_settle_bounces(queue, err));
    PK_TRY(take_groups(queue, frame, count, err));
    for (uint32_t i = 0; i < frame->leaf_count; i++) {
        pk_leaf *leaf = &frame->leaves[i];
        const pk_host_range *g;
        if (!on_host(leaf))
            continue;
        g = group_of(frame, leaf);
        place_leaf(ctx, g, leaf);
        if (g->bytes && !is_overwritten(recipe, frame, dims, i))
            PK_TRY(pk_context_copy(
                ctx, queue->que, low_end(leaf),
                (pk_ref){.host = (void *)(uintptr_t)leaf->place.begin},
                leaf->place.end - leaf->place.begin, err));
    }
    return PK_OK;
}

/* An array with gaps goes to memory of its own first. */
static pk_status bounce(pk_queue *queue, const pk_leaf *leaf, pk_ref *out,
                        pk_error *err) {
    const pk_allocator *allocator = &queue->base.ctx->allocator;
    pk_staged staged = {.bounce_size = leaf->place.end - leaf->place.begin,
                        .array = *leaf->array,
                        .from = *leaf->array};

    staged.bounce = allocator->alloc(allocator->self, staged.bounce_size);
    if (!staged.bounce)
        return pk_fail_no_memory(err);
    staged.from.host = staged.bounce - leaf->extent.low;
    pk_queue_stage(queue, &staged);
    *out = (pk_ref){.host = staged.bounce};
    return PK_OK;
}

pk_status pk_stage_out(pk_queue *queue, const pk_recipe *recipe,
                       const pk_frame *frame, pk_error *err) {
    const uint8_t *written = pk_recipe_written(recipe);

    if (!frame->array_count)
        return PK_OK;
    for (uint32_t i = 0; i < frame->leaf_count; i++) {
        const pk_leaf *leaf = &frame->leaves[i];
        pk_ref to = {.host = (void *)(uintptr_t)leaf->place.begin};
        if (!on_host(leaf) || !written[i] || !group_of(frame, leaf)->bytes)
            continue;
        queue->downloads++;
        if (!leaf->extent.dense)
            PK_TRY(bounce(queue, leaf, &to, err));
        PK_TRY(pk_context_copy(queue->base.ctx, queue->que, to, low_end(leaf),
                               leaf->place.end - leaf->place.begin, err));
    }
    return PK_OK;
}
