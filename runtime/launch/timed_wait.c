/* SPDX-License-Identifier: Apache-2.0 */
/* Waits with a timeout. Drivers have none, so an event is asked again and
 * again, less and less often. */
#include "runtime/launch/timed_wait.h"

#include "base/os/clock.h"
#include "base/try.h"
#include "runtime/context/timeline.h"
#include "runtime/launch/queue.h"

#include <time.h>

/* Asked without a pause at first: most waits are short. */
enum { SPIN_NS = 20000, PAUSE_MAX_NS = 1000000 };

pk_status pk_evt_query(const pk_context *ctx, pk_evt *evt, bool *happened,
                       pk_error *err) {
    if (!PK_PLUGIN_HAS(ctx->plugin, event_query))
        return pk_fail(err, PK_UNSUPPORTED,
                       "the plugin %s cannot say whether an event has "
                       "happened: wait without a timeout",
                       ctx->plugin->name);
    return ctx->plugin->event_query(evt, happened, err);
}

/* Sleeps for an eighth of the time waited so far, and no longer than is left.
 */
static void pause_for(uint64_t waited, uint64_t left) {
    uint64_t ns = waited / 8 < PAUSE_MAX_NS ? waited / 8 : PAUSE_MAX_NS;
    struct timespec time = {0};

    if (waited < SPIN_NS)
        return;
    time.tv_nsec = (long)(ns < left ? ns : left);
    nanosleep(&time, NULL);
}

static pk_status wait_for(const pk_context *ctx, pk_evt *evt,
                          uint32_t timeout_ms, const char *what,
                          pk_error *err) {
    const uint64_t begin = pk_now(), most = timeout_ms * UINT64_C(1000000);
    bool happened = false;

    for (;;) {
        uint64_t waited = pk_now() - begin;
        PK_TRY(pk_evt_query(ctx, evt, &happened, err));
        if (happened)
            return PK_OK;
        if (waited >= most)
            return pk_fail(err, PK_TIMEOUT, "%s takes longer than %u ms", what,
                           timeout_ms);
        pause_for(waited, most - waited);
    }
}

pk_status pk_evt_wait_for(pk_context *ctx, pk_evt *evt, uint32_t timeout_ms,
                          const char *what, pk_error *err) {
    const uint64_t begin = ctx->profile ? pk_now() : 0;
    const pk_status status = wait_for(ctx, evt, timeout_ms, what, err);

    if (ctx->profile)
        pk_timeline_waited(ctx, "wait with a timeout", 0, begin, pk_now());
    return status;
}

/* ---- queues ---- */

/* Marks the end of the work that is in the queue, once: a new mark would be
 * behind the work that the last wait waited for. */
static pk_status mark(pk_queue *queue, pk_error *err) {
    const pk_context *ctx = queue->base.ctx;

    if (queue->marked == queue->begun)
        return PK_OK;
    if (!queue->mark)
        PK_TRY(ctx->plugin->event_new(ctx->dev, &queue->mark, err));
    PK_TRY(ctx->plugin->event_record(queue->que, queue->mark, err));
    queue->marked = queue->begun;
    return ctx->plugin->flush(queue->que, err);
}

/* True when its time was over: that is no failure of the queue's. */
static bool is_late(pk_queue *queue, uint32_t timeout_ms, pk_status *status,
                    pk_error *why) {
    *status = mark(queue, why);
    if (*status == PK_OK && queue->marked)
        *status = pk_evt_wait_for(queue->base.ctx, queue->mark, timeout_ms,
                                  "the work in the queue", why);
    return *status == PK_TIMEOUT;
}

pk_status pk_queue_finish_for(pk_queue *queue, uint32_t timeout_ms,
                              pk_error *err) {
    pk_error why = {0};
    pk_status status;

    PK_TRY(pk_queue_enter(queue, NULL, err));
    if (is_late(queue, timeout_ms, &status, &why)) {
        pk_queue_leave(queue, PK_OK, &why, NULL);
        if (err)
            *err = why;
        return status;
    }
    if (status == PK_OK)
        status = pk_queue_settle(queue, &why);
    return pk_queue_leave(queue, status, &why, err);
}
