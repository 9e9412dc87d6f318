/* SPDX-License-Identifier: Apache-2.0 */
/* Queues: what work under way holds, and waiting for it. */
#include "runtime/launch/queue.h"
#include "base/try.h"
#include "portkern/debug.h"

#include "runtime/launch/callback.h"
#include "runtime/launch/report.h"
#include "runtime/memory/array.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/runs.h"

#include <assert.h>
#include <stdio.h>
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

static uint64_t new_epoch(pk_context *ctx) {
    return atomic_fetch_add_explicit(&ctx->epochs, 1, memory_order_relaxed) + 1;
}

static void let_go(pk_queue *queue, bool done) {
    for (size_t i = 0; i < queue->staged_count; i++)
        pk_staged_finish(queue->base.ctx, &queue->staged[i], done);
    for (size_t i = 0; i < queue->held_count; i++)
        pk_object_release(queue->held[i]);
    queue->staged_count = queue->held_count = 0;
    queue->staged_bytes = queue->begun = queue->marked = 0;
    queue->bounces = queue->downloads = queue->in_flight = 0;
    queue->epoch = new_epoch(queue->base.ctx);
}

/* The device only knows that it was to stop. */
static pk_status say_who_stopped(const pk_queue *queue, pk_status status,
                                 pk_error *why) {
    bool late =
        __atomic_load_n(&queue->stop, __ATOMIC_RELAXED) == PK_STOP_deadline;
    size_t used;

    if (status != PK_CANCELLED)
        return status;
    status = late ? PK_TIMEOUT : PK_CANCELLED;
    if (!why)
        return status;
    why->status = status;
    used = strlen(why->message);
    if (late)
        snprintf(why->message + used, sizeof why->message - used,
                 ": it ran longer than %u ms (%s)", queue->deadline_ms,
                 queue->deadline_ms == queue->base.ctx->deadline_ms
                     ? "PORTKERN_DEADLINE, pk_context_options.deadline_ms"
                     : "pk_launch_config.deadline_ms");
    else
        snprintf(why->message + used, sizeof why->message - used,
                 ", by pk_queue_cancel");
    return status;
}

pk_status pk_queue_sync(pk_queue *queue, pk_error *err) {
    pk_error why = {0};
    pk_status status = queue->base.ctx->plugin->sync(queue->que, &why);

    status = say_who_stopped(queue, status, &why);
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

    pk_report_fetch(queue);
    synced = pk_queue_sync(queue, &why);
    status = pk_report_take(queue, synced, NULL, &why);
    if (queue->callbacks)
        status = pk_callbacks_finish(queue, synced, status, &why);
    let_go(queue, synced == PK_OK);
    if (status == PK_OK)
        return PK_OK;
    pk_queue_keep_failure(queue, status, &why);
    if (err)
        *err = why;
    return status;
}

pk_status pk_queue_count(pk_queue *queue, pk_error *err) {
    if (++queue->in_flight < IN_FLIGHT_MAX &&
        queue->staged_bytes < staged_bytes_max)
        return PK_OK;
    return pk_queue_settle(queue, err);
}

/* ---- entering and leaving ---- */

static pk_status fail_forked(pk_error *err) {
    return pk_fail_forked(err, "the queue", "create another one");
}

pk_status pk_queue_enter(pk_queue *queue, const pk_context *ctx,
                         pk_error *err) {
    pk_status status;

    PK_TRY(pk_object_check(queue, PK_OBJECT_queue, ctx, "queue", err));
    PK_TRY(pk_context_check(queue->base.ctx, err));
    if (!pk_lock_enter(&queue->lock))
        return fail_forked(err);
    status = queue->failure.status;
    if (status == PK_OK)
        return PK_OK;
    if (err)
        *err = queue->failure;
    pk_lock_leave(&queue->lock);
    return status;
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

/* ---- life ---- */

/* While the queue is in the context's list others may still wait for it. */
static void unlink_queue(pk_queue *queue) {
    pk_context *ctx = queue->base.ctx;

    if (!pk_lock_enter(&ctx->lock))
        return;
    if (queue->link) {
        *queue->link = queue->next;
        if (queue->next)
            queue->next->link = queue->link;
    }
    pk_lock_leave(&ctx->lock);
}

/* The objects that a lost queue holds, and the plugin's part of it, may be half
 * changed: they are left behind. */
static void empty_queue(pk_queue *queue) {
    if (!pk_lock_enter(&queue->lock)) {
        queue->que = NULL;
        queue->held = NULL;
        queue->staged = NULL;
        queue->report = NULL;
        queue->scratch.memory = NULL;
        return;
    }
    if (pk_context_lost(queue->base.ctx)) {
        pk_callbacks_forget(queue);
        let_go(queue, false);
        queue->que = NULL;
    } else if (queue->que) {
        pk_queue_settle(queue, NULL);
    }
    pk_lock_leave(&queue->lock);
}

static void destroy_queue(pk_object *object) {
    pk_queue *queue = (pk_queue *)object;
    pk_context *ctx = object->ctx;

    empty_queue(queue);
    unlink_queue(queue);
    if (queue->que && queue->mark)
        ctx->plugin->event_free(queue->mark);
    if (queue->que)
        ctx->plugin->queue_free(queue->que);
    pk_heap_free(&ctx->allocator, queue->held,
                 queue->held_capacity * sizeof *queue->held);
    pk_heap_free(&ctx->allocator, queue->staged,
                 queue->staged_capacity * sizeof *queue->staged);
    pk_scratch_finish(&queue->scratch);
    pk_report_destroy(queue);
    pk_lock_finish(&queue->lock);
}

static pk_status link_queue(pk_queue *queue, pk_error *err) {
    pk_context *ctx = queue->base.ctx;

    if (!pk_lock_enter(&ctx->lock))
        return pk_context_fail_forked(err);
    queue->next = ctx->queues;
    queue->link = &ctx->queues;
    if (queue->next)
        queue->next->link = &queue->next;
    ctx->queues = queue;
    pk_lock_leave(&ctx->lock);
    return PK_OK;
}

pk_status pk_queue_make(pk_context *ctx, const pk_native_ext *native,
                        uint64_t handle, pk_queue **out, pk_error *err) {
    pk_queue *queue;
    pk_status status;

    PK_TRY(pk_context_check(ctx, err));
    PK_TRY(pk_context_need_device(ctx, err));
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    queue =
        pk_object_create(ctx, PK_OBJECT_queue, sizeof *queue, destroy_queue);
    if (!queue)
        return pk_fail_no_memory(err);
    pk_lock_init(&queue->lock);
    queue->scratch.allocator = &ctx->allocator;
    queue->epoch = new_epoch(ctx);
    queue->callbacks_end = &queue->callbacks;
    status = native ? native->queue_import(ctx->dev, handle, &queue->que, err)
                    : ctx->plugin->queue_new(ctx->dev, &queue->que, err);
    if (status != PK_OK)
        queue->que = NULL;
    else
        status = link_queue(queue, err);
    if (status != PK_OK) {
        pk_object_release(&queue->base);
        return status;
    }
    *out = queue;
    return PK_OK;
}

pk_status pk_queue_create(pk_context *ctx, pk_queue **out, pk_error *err) {
    return pk_queue_make(ctx, NULL, 0, out, err);
}

pk_queue *pk_queue_retain(pk_queue *queue) {
    if (!pk_object_is(queue, PK_OBJECT_queue))
        return NULL;
    pk_object_retain(&queue->base);
    return queue;
}

void pk_queue_release(pk_queue *queue) {
    if (pk_object_is(queue, PK_OBJECT_queue))
        pk_object_release(&queue->base);
}

/* ---- waiting ---- */

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

pk_status pk_queue_get_error(pk_queue *queue, pk_error *err) {
    PK_TRY(pk_queue_enter(queue, NULL, err));
    return pk_queue_leave(queue, PK_OK, NULL, NULL);
}

/* The rest of the failed work is waited for first, so that its failure does not
 * come back. */
pk_status pk_queue_clear(pk_queue *queue, pk_error *err) {
    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    if (!pk_lock_enter(&queue->lock))
        return fail_forked(err);
    pk_queue_settle(queue, NULL);
    queue->failure = (pk_error){0};
    __atomic_store_n(&queue->stop, PK_STOP_none, __ATOMIC_RELAXED);
    pk_lock_leave(&queue->lock);
    return PK_OK;
}

/* Takes no lock: a launch that runs on its caller has it. */
pk_status pk_queue_cancel(pk_queue *queue, pk_error *err) {
    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    PK_TRY(pk_context_need_stops(queue->base.ctx, "pk_queue_cancel", err));
    __atomic_store_n(&queue->stop, PK_STOP_cancel, __ATOMIC_RELAXED);
    return PK_OK;
}

pk_status pk_queue_debug(pk_queue *queue, pk_debugger *debugger,
                         pk_error *err) {
    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    if (!(queue->base.ctx->options.flags & PK_CONTEXT_debugger))
        return pk_fail(err, PK_UNSUPPORTED,
                       "kernels are debugged in a context of the interpreter: "
                       "make one with backend \"interp\" and "
                       "PK_CONTEXT_debugger");
    if (debugger && debugger->struct_size < sizeof *debugger)
        return pk_fail(err, PK_BAD_ARG,
                       "struct_size of the debugger is %u, it has %zu bytes",
                       debugger->struct_size, sizeof *debugger);
    if (debugger &&
        (!debugger->stopped || (debugger->break_count && !debugger->breaks)))
        return pk_fail(err, PK_BAD_ARG,
                       "the debugger needs `stopped`, and `breaks` where "
                       "break_count is not 0");
    queue->debugger = debugger;
    return PK_OK;
}

/* A launch may have ended by itself just as its time was over: then the device
 * has no failure, and the queue goes on. */
pk_status pk_queue_check_stop(pk_queue *queue, pk_error *err) {
    uint32_t stop = __atomic_load_n(&queue->stop, __ATOMIC_RELAXED);

    if (stop == PK_STOP_none)
        return PK_OK;
    if (stop == PK_STOP_deadline) {
        PK_TRY(pk_queue_sync(queue, err));
        __atomic_compare_exchange_n(&queue->stop, &stop, PK_STOP_none, false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
        return PK_OK;
    }
    PK_TRY(pk_queue_settle(queue, err));
    return pk_fail(err, PK_CANCELLED,
                   "the queue was cancelled; pk_queue_clear lets it go on");
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

    if (__atomic_load_n(&queue->stop, __ATOMIC_RELAXED))
        PK_TRY(pk_queue_check_stop(queue, err));
    desc->stop = &queue->stop;
    desc->debugger = queue->debugger;
    status = deadline_ms
                 ? launch_watched(queue, fun, desc, deadline_ms, err)
                 : queue->base.ctx->plugin->launch(queue->que, fun, desc, err);
    return say_who_stopped(queue, status, err);
}
