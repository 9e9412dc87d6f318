/* SPDX-License-Identifier: Apache-2.0 */
/* The order of a context's streams, by events (core.h says which). Devices
 * whose memory is the host's do work when it is asked for, so there it costs
 * nothing.
 *
 * A stream's lock is never taken while another one is held: an event is
 * recorded with the one, then waited for with the other. */
#include "core.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Atomic uint32_t fork_count;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void count_fork(void) {
    atomic_fetch_add(&fork_count, 1);
}

static void watch_forks(void) {
    pthread_atfork(NULL, NULL, count_fork);
}

void core_order_init(core_order *order) {
    pthread_once(&once, watch_forks);
    pthread_mutex_init(&order->lock, NULL);
}

void core_order_finish(core_order *order) {
    pthread_mutex_destroy(&order->lock);
}

core_stream *core_stream_create(core_context *context, pk_queue *handle) {
    core_order *order = &context->order;
    core_stream *stream = calloc(1, sizeof *stream);

    if (!stream) {
        pk_queue_release(handle);
        return NULL;
    }
    stream->handle = handle;
    stream->references = 1;
    stream->forks = atomic_load(&fork_count);
    pthread_mutex_init(&stream->lock, NULL);
    pthread_mutex_lock(&order->lock);
    stream->next = order->streams;
    order->streams = stream;
    pthread_mutex_unlock(&order->lock);
    return stream;
}

static void set_idle(core_order *order, core_stream *stream) {
    if (atomic_exchange(&stream->is_busy, 0))
        atomic_fetch_sub(&order->busy, 1);
}

void core_stream_release(core_context *context, core_stream *stream) {
    core_order *order = &context->order;
    core_stream **at = &order->streams;
    uint32_t left;

    pthread_mutex_lock(&order->lock);
    left = --stream->references;
    if (!left) {
        while (*at != stream)
            at = &(*at)->next;
        *at = stream->next;
        if (order->main == stream)
            order->main = NULL;
    }
    pthread_mutex_unlock(&order->lock);
    if (left)
        return;
    set_idle(order, stream);
    pk_queue_release(stream->handle);
    pk_event_release(stream->event);
    pthread_mutex_destroy(&stream->lock);
    free(stream);
}

/* In a child of fork() the thread that held the lock may not exist. */
static void lock_stream(core_stream *stream) {
    uint32_t forks = atomic_load_explicit(&fork_count, memory_order_relaxed);

    if (atomic_load_explicit(&stream->forks, memory_order_relaxed) != forks &&
        atomic_exchange(&stream->forks, forks) != forks)
        pthread_mutex_init(&stream->lock, NULL);
    pthread_mutex_lock(&stream->lock);
}

/* All streams of which each has a reference more; NULL without memory. */
static core_stream **all_streams(core_context *context, size_t *count) {
    core_order *order = &context->order;
    core_stream **list, *s;

    *count = 0;
    pthread_mutex_lock(&order->lock);
    for (s = order->streams; s; s = s->next)
        ++*count;
    list = malloc((*count + 1) * sizeof(*list));
    *count = 0;
    for (s = order->streams; list && s; s = s->next) {
        s->references++;
        list[(*count)++] = s;
    }
    pthread_mutex_unlock(&order->lock);
    return list;
}

static void release_streams(core_context *context, core_stream **list,
                            size_t count) {
    for (size_t i = 0; i < count; i++)
        core_stream_release(context, list[i]);
    free(list);
}

/* Work of `later` that comes now waits for what `earlier` has. A stream that
 * has failed is skipped: its failure is told to who waits for it. */
static void put_after(core_context *context, core_stream *later,
                      core_stream *earlier) {
    pk_error err;

    lock_stream(earlier);
    if (!earlier->event &&
        pk_event_create(context->handle, &earlier->event, &err) != PK_OK)
        pk_queue_finish(earlier->handle, &err);
    if (earlier->event &&
        pk_queue_record(earlier->handle, earlier->event, &err) == PK_OK)
        pk_queue_flush(earlier->handle, &err);
    pthread_mutex_unlock(&earlier->lock);
    if (!earlier->event)
        return;
    lock_stream(later);
    pk_queue_wait(later->handle, earlier->event, &err);
    pthread_mutex_unlock(&later->lock);
}

/* The default stream waits for those that got work. */
static void wait_for_others(core_context *context, core_stream *stream) {
    size_t count;
    core_stream **list = all_streams(context, &count);

    for (size_t i = 0; list && i < count; i++)
        if (list[i] != stream && atomic_load(&list[i]->is_busy)) {
            set_idle(&context->order, list[i]);
            put_after(context, stream, list[i]);
        }
    release_streams(context, list, list ? count : 0);
}

/* Another stream waits for the default one. */
static void wait_for_main(core_context *context, core_stream *stream) {
    core_order *order = &context->order;
    uint64_t given = atomic_load(&order->given);
    core_stream *first;

    if (given == atomic_load(&order->done) || given == stream->seen)
        return;
    pthread_mutex_lock(&order->lock);
    first = order->main;
    if (first)
        first->references++;
    pthread_mutex_unlock(&order->lock);
    if (!first)
        return;
    put_after(context, stream, first);
    stream->seen = given;
    core_stream_release(context, first);
}

void core_stream_enter(core_context *context, core_stream *stream) {
    core_order *order = &context->order;

    if (context->host_memory) {
        lock_stream(stream);
    } else if (stream == order->main) {
        if (atomic_load(&order->busy))
            wait_for_others(context, stream);
        lock_stream(stream);
        atomic_fetch_add(&order->given, 1);
    } else {
        wait_for_main(context, stream);
        lock_stream(stream);
        if (!atomic_exchange(&stream->is_busy, 1))
            atomic_fetch_add(&order->busy, 1);
    }
}

void core_stream_leave(core_stream *stream) {
    pthread_mutex_unlock(&stream->lock);
}

void core_stream_is_done(core_context *context, core_stream *stream) {
    core_order *order = &context->order;

    if (stream == order->main)
        atomic_store(&order->done, atomic_load(&order->given));
    else
        set_idle(order, stream);
}

pk_status core_stream_finish(core_context *context, core_stream *stream,
                             pk_error *err) {
    pk_status status = pk_queue_finish(stream->handle, err);

    /* A failure stays with the queue until it is cleared, and every later call
     * would raise the same. */
    if (status != PK_OK)
        pk_queue_clear(stream->handle, NULL);
    core_stream_is_done(context, stream);
    return status;
}

pk_status core_order_wait(core_context *context, pk_error *err) {
    size_t count;
    core_stream **list = all_streams(context, &count);
    pk_status first = PK_OK, status;
    pk_error other;

    if (!list) {
        *err = (pk_error){.status = PK_NO_MEMORY};
        return PK_NO_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        lock_stream(list[i]);
        status =
            core_stream_finish(context, list[i], first == PK_OK ? err : &other);
        pthread_mutex_unlock(&list[i]->lock);
        if (first == PK_OK)
            first = status;
    }
    release_streams(context, list, count);
    return first;
}
