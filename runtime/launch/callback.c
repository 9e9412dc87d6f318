/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the application in the order of a queue's work. A device whose
 * driver calls functions gets one of ours, which notes what theirs returned
 * until the queue is waited for. For the others the queue is waited for. */
#include "runtime/launch/callback.h"

#include "base/try.h"

struct pk_callback {
    pk_callback *next;
    pk_queue_function *function;
    void *self;
    atomic_bool called; /* then status and why are there */
    pk_status status;
    pk_error why;
};

static pk_status call(pk_queue_function *function, void *self, pk_status before,
                      pk_error *why) {
    pk_status status;

    *why = (pk_error){0};
    status = function(self, before, why);
    if (status != PK_OK && !*why->message)
        pk_fail(why, status, "a callback in the queue failed: %s",
                pk_status_text(status));
    why->status = status;
    return status;
}

/* The driver calls this in a thread of its own. */
static void call_noted(void *arg) {
    pk_callback *c = arg;

    c->status = call(c->function, c->self, PK_OK, &c->why);
    atomic_store_explicit(&c->called, true, memory_order_release);
}

pk_status pk_callbacks_finish(pk_queue *queue, pk_status synced,
                              pk_status status, pk_error *why) {
    for (pk_callback *c = queue->callbacks; c; c = c->next) {
        if (!atomic_load_explicit(&c->called, memory_order_acquire))
            c->status = call(c->function, c->self, synced, &c->why);
        if (status == PK_OK && c->status != PK_OK) {
            status = c->status;
            *why = c->why;
        }
    }
    pk_callbacks_forget(queue);
    return status;
}

void pk_callbacks_forget(pk_queue *queue) {
    for (pk_callback *c = queue->callbacks, *next; c; c = next) {
        next = c->next;
        pk_heap_free(&queue->base.ctx->allocator, c, sizeof *c);
    }
    queue->callbacks = NULL;
    queue->callbacks_end = &queue->callbacks;
}

/* PK_UNSUPPORTED where the driver is too old. */
static pk_status give(pk_queue *queue, pk_queue_function *function, void *self,
                      pk_error *err) {
    const pk_context *ctx = queue->base.ctx;
    pk_callback *c = pk_heap_new(&ctx->allocator, sizeof *c);
    pk_status status;

    if (!c)
        return pk_fail_no_memory(err);
    c->function = function;
    c->self = self;
    status = ctx->plugin->call(queue->que, call_noted, c, err);
    if (status != PK_OK) {
        pk_heap_free(&ctx->allocator, c, sizeof *c);
        return status;
    }
    *queue->callbacks_end = c;
    queue->callbacks_end = &c->next;
    queue->begun++;
    return PK_OK;
}

/* The call is counted before: a failure that waiting finds comes first then. */
static pk_status enqueue(pk_queue *queue, pk_queue_function *function,
                         void *self, pk_error *err) {
    pk_status status = PK_UNSUPPORTED;
    pk_error why = {0};

    PK_TRY(pk_queue_check_stop(queue, err));
    PK_TRY(pk_queue_count(queue, err));
    if (PK_PLUGIN_HAS(queue->base.ctx->plugin, call))
        status = give(queue, function, self, err);
    if (status != PK_UNSUPPORTED)
        return status;
    status = pk_queue_sync(queue, &why);
    if (status != PK_OK)
        pk_queue_keep_failure(queue, status, &why);
    status = call(function, self, status, &why);
    if (status != PK_OK)
        pk_queue_keep_failure(queue, status, &why);
    return PK_OK;
}

pk_status pk_queue_callback(pk_queue *queue, pk_queue_function *function,
                            void *self, pk_error *err) {
    pk_error why = {0};
    pk_status status;

    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    if (!function)
        return pk_fail(err, PK_BAD_ARG, "function is NULL");
    PK_TRY(pk_queue_enter(queue, NULL, err));
    status = enqueue(queue, function, self, &why);
    return pk_queue_leave(queue, status, &why, err);
}
