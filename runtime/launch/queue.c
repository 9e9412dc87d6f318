/* SPDX-License-Identifier: Apache-2.0 */
/* Queues: what work under way holds, and waiting for it. */
#include "runtime/launch/queue.h"
#include "base/try.h"

#include "runtime/context/timeline.h"
#include "runtime/launch/callback.h"
#include "runtime/launch/graph.h"
#include "runtime/launch/report.h"
#include "runtime/memory/array.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/runs.h"

#include <assert.h>
#include <string.h>

enum { IN_FLIGHT_MAX = 4096 };
static const uint64_t staged_bytes_max = (uint64_t)256 << 20;

/* ---- holding and letting go ---- */

pk_status pk_queue_reserve(pk_queue *queue, size_t count, pk_error *err) {
    const pk_allocator *allocator = &queue->base.ctx->allocator;
    void *held = queue->held, *staged = queue->staged;
    bool room = pk_heap_grow(allocator, &held, &queue->held_capacity,
                             queue->held_count + count, sizeof *queue->held);

    queue->held = held;
    room = room &&
           pk_heap_grow(allocator, &staged, &queue->staged_capacity,
                        queue->staged_count + count, sizeof *queue->staged);
    queue->staged = staged;
    return room ? PK_OK : pk_fail_no_memory(err);
}

void pk_queue_hold(pk_queue *queue, pk_object *object) {
    queue->begun++;
    if (atomic_load_explicit(&object->used_epoch, memory_order_relaxed) ==
        queue->epoch)
        return;
    atomic_store_explicit(&object->used_epoch, queue->epoch,
                          memory_order_relaxed);
    assert(queue->held_count < queue->held_capacity);
    pk_object_retain(object);
    queue->held[queue->held_count++] = object;
}

void pk_queue_stage(pk_queue *queue, const pk_staged *staged) {
    assert(queue->staged_count < queue->staged_capacity);
    queue->staged[queue->staged_count++] = *staged;
    queue->staged_bytes += staged->bytes + staged->bounce_size;
    queue->bounces += staged->array.host != NULL;
}

pk_status pk_queue_settle_bounces(pk_queue *queue, pk_error *err) {
    return queue->bounces ? pk_queue_settle(queue, err) : PK_OK;
}

void pk_staged_finish(pk_context *ctx, pk_staged *staged, bool done) {
    if (staged->array.host && done)
        pk_array_copy_host(&staged->array, &staged->from);
    pk_heap_free(&ctx->allocator, staged->bounce, staged->bounce_size);
    if (staged->mem && staged->bytes)
        pk_memory_give(ctx, staged->mem, staged->bytes);
    else if (staged->mem && !pk_context_lost(ctx))
        ctx->plugin->mem_free(staged->mem);
}

uint64_t pk_queue_new_epoch(pk_context *ctx) {
    return atomic_fetch_add_explicit(&ctx->epochs, 1, memory_order_relaxed) + 1;
}

void pk_queue_let_go(pk_queue *queue, bool done) {
    for (size_t i = 0; i < queue->staged_count; i++)
        pk_staged_finish(queue->base.ctx, &queue->staged[i], done);
    for (size_t i = 0; i < queue->held_count; i++)
        pk_object_release(queue->held[i]);
    queue->staged_count = queue->held_count = 0;
    queue->staged_bytes = queue->begun = queue->marked = 0;
    queue->bounces = queue->downloads = queue->in_flight = 0;
    queue->epoch = pk_queue_new_epoch(queue->base.ctx);
}

pk_status pk_queue_sync(pk_queue *queue, pk_error *err) {
    pk_error why = {0};
    pk_status status = pk_context_sync(queue->base.ctx, queue->que, &why);

    status = pk_queue_explain_stop(queue, status, &why);
    if (status != PK_OK && err)
        *err = why;
    return status;
}

void pk_queue_keep_failure(pk_queue *queue, pk_status status,
                           const pk_error *why) {
    if (queue->failure.status != PK_OK)
        return;
    queue->failure = *why;
    queue->failure.status = status;
}

pk_status pk_queue_settle(pk_queue *queue, pk_error *err) {
    pk_error why = {0};
    pk_status status, synced;

    if (queue->recording) /* none of its work is under way */
        return PK_OK;
    pk_report_fetch(queue);
    synced = pk_queue_sync(queue, &why);
    status = pk_report_take(queue, synced, NULL, &why);
    if (queue->callbacks)
        status = pk_callbacks_finish(queue, synced, status, &why);
    pk_queue_let_go(queue, synced == PK_OK);
    if (status == PK_OK)
        return PK_OK;
    pk_queue_keep_failure(queue, status, &why);
    if (err)
        *err = why;
    return status;
}

pk_status pk_queue_count(pk_queue *queue, pk_error *err) {
    if (queue->recording)
        return PK_OK;
    if (++queue->in_flight < IN_FLIGHT_MAX &&
        queue->staged_bytes < staged_bytes_max)
        return PK_OK;
    return pk_queue_settle(queue, err);
}

/* ---- entering and leaving ---- */

pk_status pk_queue_enter_work(pk_queue *queue, const pk_context *ctx,
                              pk_error *err) {
    pk_status status;

    PK_TRY(pk_object_check(queue, PK_OBJECT_queue, ctx, "queue", err));
    PK_TRY(pk_context_check(queue->base.ctx, err));
    if (!pk_lock_enter(&queue->lock))
        return pk_queue_fail_forked(err);
    status = queue->failure.status;
    if (status == PK_OK)
        return PK_OK;
    if (err)
        *err = queue->failure;
    pk_lock_leave(&queue->lock);
    return status;
}

pk_status pk_queue_enter(pk_queue *queue, const pk_context *ctx,
                         pk_error *err) {
    PK_TRY(pk_queue_enter_work(queue, ctx, err));
    if (!queue->recording)
        return PK_OK;
    pk_lock_leave(&queue->lock);
    return pk_fail(err, PK_BAD_ARG,
                   "the queue records a graph, of launches, pk_queue_fill and "
                   "pk_queue_copy: all else comes after pk_graph_end");
}

/* Failures that say something about the device rather than the call. */
static bool stays(pk_status status) {
    switch (status) {
    case PK_DEVICE_LOST:
    case PK_KERNEL:
    case PK_BOUNDS:
    case PK_UNINIT:
    case PK_RACE:
    case PK_BARRIER:
    case PK_CANCELLED:
    case PK_TIMEOUT: return true;
    default: return false;
    }
}

pk_status pk_queue_leave(pk_queue *queue, pk_status status, const pk_error *why,
                         pk_error *err) {
    if (status != PK_OK && stays(status))
        pk_queue_keep_failure(queue, status, why);
    pk_lock_leave(&queue->lock);
    if (status != PK_OK && err)
        *err = *why;
    return status;
}

/* ---- all queues ---- */

/* The work of a lost queue does not run: there is nothing to wait for. */
bool pk_queues_settle(pk_context *ctx) {
    bool any = false;

    if (!pk_lock_enter(&ctx->lock))
        return false;
    for (pk_queue *q = ctx->queues; q; q = q->next) {
        if (!pk_lock_enter(&q->lock))
            continue;
        any = true;
        pk_queue_settle(q, NULL);
        pk_lock_leave(&q->lock);
    }
    pk_lock_leave(&ctx->lock);
    return any;
}

static bool uses(const pk_queue *queue, const pk_object *object) {
    for (size_t i = 0; i < queue->held_count; i++)
        if (queue->held[i] == object)
            return true;
    return false;
}

pk_status pk_queues_settle_object(pk_object *object, pk_error *err) {
    pk_context *ctx = object->ctx;
    pk_status status = PK_OK;

    if (!atomic_load_explicit(&object->used_epoch, memory_order_relaxed))
        return PK_OK;
    if (!pk_lock_enter(&ctx->lock))
        return pk_context_fail_forked(err);
    for (pk_queue *q = ctx->queues; q && status == PK_OK; q = q->next) {
        if (!pk_lock_enter(&q->lock))
            continue;
        if (uses(q, object))
            status = pk_queue_settle(q, err);
        pk_lock_leave(&q->lock);
    }
    pk_lock_leave(&ctx->lock);
    return status;
}

/* ---- waiting and launching ---- */

pk_status pk_queue_flush(pk_queue *queue, pk_error *err) {
    pk_error why = {0};
    pk_status status;

    PK_TRY(pk_queue_enter(queue, NULL, err));
    status = queue->base.ctx->plugin->flush(queue->que, &why);
    return pk_queue_leave(queue, status, &why, err);
}

pk_status pk_queue_finish(pk_queue *queue, pk_error *err) {
    pk_error why = {0};
    pk_status status;

    PK_TRY(pk_queue_enter(queue, NULL, err));
    status = pk_queue_settle(queue, &why);
    return pk_queue_leave(queue, status, &why, err);
}

static pk_status launch_watched(pk_queue *queue, pk_fun *fun,
                                const pk_launch_desc *desc,
                                uint32_t deadline_ms, pk_error *err) {
    pk_context *ctx = queue->base.ctx;
    pk_status status;
    pk_watch watch;

    queue->deadline_ms = deadline_ms;
    PK_TRY(pk_watchdog_begin(ctx->watchdog, &watch, deadline_ms, &queue->stop,
                             err));
    status = ctx->plugin->launch(queue->que, fun, desc, err);
    pk_watchdog_end(ctx->watchdog, &watch);
    return status;
}

pk_status pk_queue_launch(pk_queue *queue, pk_fun *fun, pk_launch_desc *desc,
                          uint32_t deadline_ms, pk_error *err) {
    pk_status status;

    if (queue->recording)
        return pk_graph_add_launch(queue, fun, desc, deadline_ms, err);
    if (__atomic_load_n(&queue->stop, __ATOMIC_RELAXED))
        PK_TRY(pk_queue_check_stop(queue, err));
    desc->stop = &queue->stop;
    desc->debugger = queue->debugger;
    status = deadline_ms
                 ? launch_watched(queue, fun, desc, deadline_ms, err)
                 : queue->base.ctx->plugin->launch(queue->que, fun, desc, err);
    return pk_queue_explain_stop(queue, status, err);
}
