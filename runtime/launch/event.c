/* SPDX-License-Identifier: Apache-2.0 */
/* Events: places in queues, with their times. */
#include "base/os/clock.h"
#include "base/try.h"
#include "runtime/context/timeline.h"
#include "runtime/launch/queue.h"
#include "runtime/launch/timed_wait.h"

struct pk_event {
    pk_object base;
    pk_evt *evt;
    atomic_bool recorded;
    atomic_size_t number; /* in the profile, of its last record; 0 */
};

static void destroy_event(pk_object *object) {
    pk_event *event = (pk_event *)object;

    if (event->evt && !pk_context_lost(object->ctx))
        object->ctx->plugin->event_free(event->evt);
}

pk_status pk_event_create(pk_context *ctx, pk_event **out, pk_error *err) {
    pk_event *event;
    pk_status status;

    PK_TRY(pk_context_check(ctx, err));
    PK_TRY(pk_context_need_device(ctx, err));
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    event =
        pk_object_create(ctx, PK_OBJECT_event, sizeof *event, destroy_event);
    if (!event)
        return pk_fail_no_memory(err);
    status = ctx->plugin->event_new(ctx->dev, &event->evt, err);
    if (status != PK_OK) {
        event->evt = NULL;
        pk_object_release(&event->base);
        return status;
    }
    *out = event;
    return PK_OK;
}

pk_event *pk_event_retain(pk_event *event) {
    if (!pk_object_is(event, PK_OBJECT_event))
        return NULL;
    pk_object_retain(&event->base);
    return event;
}

void pk_event_release(pk_event *event) {
    if (pk_object_is(event, PK_OBJECT_event))
        pk_object_release(&event->base);
}

static pk_status check_recorded(const pk_event *event, const char *what,
                                pk_error *err) {
    PK_TRY(pk_object_use(event, PK_OBJECT_event, what, err));
    if (atomic_load(&event->recorded))
        return PK_OK;
    return pk_fail(err, PK_BAD_ARG, "%s was never recorded in a queue", what);
}

/* Flushed at once: a wait elsewhere may not start this queue. */
static pk_status record(pk_queue *queue, pk_event *event, pk_error *err) {
    pk_context *ctx = queue->base.ctx;
    const pk_profile_event recorded = {.kind = PK_PROFILE_event,
                                       .name = "record an event"};
    pk_status status;
    pk_timed t;

    PK_TRY(pk_queue_reserve(queue, 1, err));
    t = pk_timed_begin(ctx, queue->que);
    status = ctx->plugin->event_record(queue->que, event->evt, err);
    atomic_store(&event->number,
                 pk_timeline_end(ctx, queue->que, t,
                                 status == PK_OK ? &recorded : NULL));
    if (status != PK_OK)
        return status;
    pk_queue_hold(queue, &event->base);
    atomic_store(&event->recorded, true);
    PK_TRY(ctx->plugin->flush(queue->que, err));
    return pk_queue_count(queue, err);
}

pk_status pk_queue_record(pk_queue *queue, pk_event *event, pk_error *err) {
    pk_error why = {0};
    pk_status status;

    PK_TRY(pk_object_use(event, PK_OBJECT_event, "event", err));
    PK_TRY(pk_queue_enter(queue, event->base.ctx, err));
    status = record(queue, event, &why);
    return pk_queue_leave(queue, status, &why, err);
}

static pk_status wait_for(pk_queue *queue, pk_event *event, pk_error *err) {
    pk_context *ctx = queue->base.ctx;
    const pk_profile_event wait = {.kind = PK_PROFILE_wait,
                                   .name = "wait for an event",
                                   .from = atomic_load(&event->number)};
    pk_status status;
    pk_timed t;

    PK_TRY(pk_queue_reserve(queue, 1, err));
    t = pk_timed_begin(ctx, queue->que);
    status = ctx->plugin->event_wait(queue->que, event->evt, err);
    pk_timeline_end(ctx, queue->que, t, status == PK_OK ? &wait : NULL);
    if (status != PK_OK)
        return status;
    pk_queue_hold(queue, &event->base);
    return pk_queue_count(queue, err);
}

pk_status pk_queue_wait(pk_queue *queue, pk_event *event, pk_error *err) {
    pk_error why = {0};
    pk_status status;

    PK_TRY(check_recorded(event, "event", err));
    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    if (queue->base.ctx != event->base.ctx) /* no driver knows both */
        return pk_event_wait(event, err);
    PK_TRY(pk_queue_enter(queue, event->base.ctx, err));
    status = wait_for(queue, event, &why);
    return pk_queue_leave(queue, status, &why, err);
}

pk_status pk_event_wait(pk_event *event, pk_error *err) {
    pk_context *ctx;
    pk_status status;
    uint64_t begin;

    PK_TRY(check_recorded(event, "event", err));
    ctx = event->base.ctx;
    begin = ctx->profile ? pk_now() : 0;
    status = ctx->plugin->event_sync(event->evt, err);
    if (ctx->profile)
        pk_timeline_waited(ctx, "wait for an event",
                           atomic_load(&event->number), begin, pk_now());
    return status;
}

pk_status pk_event_query(pk_event *event, bool *happened, pk_error *err) {
    PK_TRY(check_recorded(event, "event", err));
    if (!happened)
        return pk_fail(err, PK_BAD_ARG, "happened is NULL");
    return pk_evt_query(event->base.ctx, event->evt, happened, err);
}

pk_status pk_event_wait_for(pk_event *event, uint32_t timeout_ms,
                            pk_error *err) {
    PK_TRY(check_recorded(event, "event", err));
    return pk_evt_wait_for(event->base.ctx, event->evt, timeout_ms,
                           "the work before the event", err);
}

pk_status pk_event_elapsed(pk_event *from, pk_event *to, uint64_t *ns,
                           pk_error *err) {
    PK_TRY(check_recorded(from, "from", err));
    PK_TRY(check_recorded(to, "to", err));
    PK_TRY(pk_object_check(to, PK_OBJECT_event, from->base.ctx, "to", err));
    if (!ns)
        return pk_fail(err, PK_BAD_ARG, "ns is NULL");
    return from->base.ctx->plugin->event_elapsed(from->evt, to->evt, ns, err);
}
