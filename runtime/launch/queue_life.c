/* SPDX-License-Identifier: Apache-2.0 */
/* Queues: how they begin and end, and how their work is stopped. */
#include "base/try.h"
#include "portkern/debug.h"
#include "runtime/context/timeline.h"
#include "runtime/launch/callback.h"
#include "runtime/launch/graph.h"
#include "runtime/launch/report.h"

#include <stdio.h>
#include <string.h>

pk_status pk_queue_fail_forked(pk_error *err) {
    return pk_fail_forked(err, "the queue", "create another one");
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
    if (queue->recording) {
        pk_graph *graph = queue->recording;
        pk_queue_stop_recording(queue);
        pk_object_release(&graph->base);
    }
    if (pk_context_lost(queue->base.ctx)) {
        pk_callbacks_forget(queue);
        pk_queue_let_go(queue, false);
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
    if (queue->que) {
        pk_timeline_forget(ctx, queue->que);
        ctx->plugin->queue_free(queue->que);
    }
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
    queue->epoch = pk_queue_new_epoch(ctx);
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

/* ---- failures and stops ---- */

/* The device only knows that it was to stop. */
pk_status pk_queue_explain_stop(const pk_queue *queue, pk_status status,
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

void pk_queue_stop_recording(pk_queue *queue) {
    pk_graph *graph = queue->recording;

    graph->held = queue->held;
    graph->held_count = queue->held_count;
    graph->held_capacity = queue->held_capacity;
    queue->held = NULL;
    queue->held_count = queue->held_capacity = 0;
    queue->recording = NULL;
    pk_queue_let_go(queue, true);
}

pk_status pk_queue_get_error(pk_queue *queue, pk_error *err) {
    PK_TRY(pk_queue_enter_work(queue, NULL, err));
    return pk_queue_leave(queue, PK_OK, NULL, NULL);
}

/* The rest of the failed work is waited for first, so that its failure does not
 * come back. */
pk_status pk_queue_clear(pk_queue *queue, pk_error *err) {
    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    if (!pk_lock_enter(&queue->lock))
        return pk_queue_fail_forked(err);
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
