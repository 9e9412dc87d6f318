/* SPDX-License-Identifier: Apache-2.0 */
/* Times of the device. A queue has a base: an event whose time on the host is
 * known, since it was waited for at once. Bases are made anew, for drivers tell
 * long times with few digits. */
#include "runtime/context/timeline.h"

#include "base/os/clock.h"

enum { BASE_NS = 500000000 /* how long one is good */ };

typedef struct base {
    struct base *next;
    pk_que *que;
    pk_evt *evt;
    uint64_t ns;   /* of the host, when it happened */
    uint64_t last; /* where what is known of the queue ends */
} base;

/* Work whose times are not read yet. */
typedef struct pending {
    pk_que *que;
    pk_evt *begin, *end;
    size_t number; /* of its event */
} pending;

struct pk_timeline {
    pk_lock lock;
    base *bases;
    pending *list;
    size_t count, capacity;
};

pk_timeline *pk_timeline_create(const pk_allocator *allocator) {
    pk_timeline *t = pk_heap_new(allocator, sizeof *t);

    if (t)
        pk_lock_init(&t->lock);
    return t;
}

void pk_timeline_destroy(const pk_allocator *allocator, pk_timeline *t) {
    if (!t)
        return;
    pk_lock_finish(&t->lock);
    pk_heap_free(allocator, t->list, t->capacity * sizeof *t->list);
    pk_heap_free(allocator, t, sizeof *t);
}

/* ---- events of the device ---- */

static void drop(const pk_context *ctx, pk_evt *evt) {
    if (evt)
        ctx->plugin->event_free(evt);
}

static pk_evt *record(const pk_context *ctx, pk_que *que) {
    pk_evt *evt;

    if (ctx->plugin->event_new(ctx->dev, &evt, NULL) != PK_OK)
        return NULL;
    if (ctx->plugin->event_record(que, evt, NULL) == PK_OK)
        return evt;
    drop(ctx, evt);
    return NULL;
}

static pk_evt *record_and_wait(const pk_context *ctx, pk_que *que) {
    pk_evt *evt = record(ctx, que);

    if (evt && ctx->plugin->event_sync(evt, NULL) == PK_OK)
        return evt;
    drop(ctx, evt);
    return NULL;
}

/* Work of others may be in the queue: the first wait is for it, and the second
 * takes as long as an event does. */
static void make_base(const pk_context *ctx, pk_que *que) {
    base *b = pk_heap_new(&ctx->allocator, sizeof *b);
    uint64_t begin;

    if (!b)
        return;
    drop(ctx, record_and_wait(ctx, que));
    begin = pk_now();
    *b = (base){.next = ctx->timeline->bases,
                .que = que,
                .evt = record_and_wait(ctx, que)};
    b->ns = begin + (pk_now() - begin) / 2;
    ctx->timeline->bases = b;
}

/* Where the queue's base is linked; a link to NULL where it has none. */
static base **find_base(const pk_context *ctx, const pk_que *que) {
    base **link = &ctx->timeline->bases;

    while (*link && (*link)->que != que)
        link = &(*link)->next;
    return link;
}

static void drop_base(const pk_context *ctx, base **link) {
    base *b = *link;

    *link = b->next;
    drop(ctx, b->evt);
    pk_heap_free(&ctx->allocator, b, sizeof *b);
}

/* Events of a queue end in their order, whatever rounding makes of them. */
static void read_times(const pk_context *ctx, base *b, const pending *p) {
    const pk_plugin *plugin = ctx->plugin;
    uint64_t before, during, begin;

    if (!b || !b->evt || !p->begin || !p->end ||
        plugin->event_elapsed(b->evt, p->begin, &before, NULL) != PK_OK ||
        plugin->event_elapsed(p->begin, p->end, &during, NULL) != PK_OK)
        return;
    begin = b->ns + before < b->last ? b->last : b->ns + before;
    b->last = begin + during;
    pk_profile_time(ctx->profile, p->number, begin, b->last);
}

/* The queue has been waited for. Returns the number of its last event. */
static size_t settle(const pk_context *ctx, const pk_que *que, bool forgets) {
    pk_timeline *t = ctx->timeline;
    base **link = find_base(ctx, que);
    size_t left = 0, last = 0;

    for (size_t i = 0; i < t->count; i++) {
        const pending p = t->list[i];
        if (p.que != que) {
            t->list[left++] = p;
            continue;
        }
        last = p.number;
        read_times(ctx, *link, &p);
        drop(ctx, p.begin);
        drop(ctx, p.end);
    }
    t->count = left;
    if (*link && (forgets || pk_now() - (*link)->ns > BASE_NS))
        drop_base(ctx, link);
    return last;
}

static size_t settle_queue(pk_context *ctx, const pk_que *que, bool forgets) {
    size_t last = 0;

    if (!ctx->profile || !pk_lock_enter(&ctx->timeline->lock))
        return 0;
    last = settle(ctx, que, forgets);
    pk_lock_leave(&ctx->timeline->lock);
    return last;
}

void pk_timeline_forget(pk_context *ctx, pk_que *que) {
    settle_queue(ctx, que, true);
}

/* ---- work ---- */

static pk_profile_track track_of(const pk_context *ctx, const pk_que *que) {
    return (pk_profile_track){.owner = ctx, .device = &ctx->device, .key = que};
}

pk_timed pk_timeline_begin(pk_context *ctx, pk_que *que) {
    pk_timed t = {0};

    if (!pk_lock_enter(&ctx->timeline->lock))
        return t;
    if (!*find_base(ctx, que))
        make_base(ctx, que);
    t.begin = record(ctx, que);
    t.ns = pk_now();
    pk_lock_leave(&ctx->timeline->lock);
    return t;
}

/* Events that nobody will read are dropped; false without memory. */
static bool add_pending(pk_context *ctx, const pending *p) {
    pk_timeline *t = ctx->timeline;
    void *list;
    bool kept;

    if (!pk_lock_enter(&t->lock))
        return false;
    list = t->list;
    kept = p->number && p->end &&
           pk_heap_grow(&ctx->allocator, &list, &t->capacity, t->count + 1,
                        sizeof *t->list);
    t->list = list;
    if (kept)
        t->list[t->count++] = *p;
    pk_lock_leave(&t->lock);
    return kept;
}

size_t pk_timeline_end(pk_context *ctx, pk_que *que, pk_timed t,
                       const pk_profile_event *event) {
    const pk_profile_track track = track_of(ctx, que);
    pending p = {.que = que, .begin = t.begin};
    pk_profile_event own;

    if (!t.ns)
        return 0;
    if (event) {
        own = *event;
        own.begin = t.ns;
        own.end = pk_now();
        p.number = pk_profile_add(ctx->profile, &track, &own);
        p.end = t.begin ? record(ctx, que) : NULL;
    }
    if (!add_pending(ctx, &p)) {
        drop(ctx, p.begin);
        drop(ctx, p.end);
    }
    return p.number;
}

void pk_timeline_end_copy(pk_context *ctx, pk_que *que, pk_timed t,
                          pk_status status, pk_ref dst, pk_ref src,
                          uint64_t bytes) {
    const pk_profile_event event = {.kind = PK_PROFILE_copy,
                                    .name = src.host   ? "copy to device"
                                            : dst.host ? "copy from device"
                                            : src.mem  ? "copy on device"
                                                       : "fill",
                                    .bytes = bytes};

    pk_timeline_end(ctx, que, t, status == PK_OK ? &event : NULL);
}

pk_status pk_context_copy(pk_context *ctx, pk_que *que, pk_ref dst, pk_ref src,
                          uint64_t size, pk_error *err) {
    const pk_timed t = pk_timed_begin(ctx, que);
    const pk_status status = ctx->plugin->copy(que, dst, src, size, err);

    pk_timeline_end_copy(ctx, que, t, status, dst, src, size);
    if (status == PK_OK)
        pk_context_count_copy(ctx, dst, src, size);
    return status;
}

pk_status pk_context_fill(pk_context *ctx, pk_que *que, pk_ref dst,
                          uint64_t size, const void *pattern,
                          uint32_t pattern_size, pk_error *err) {
    const pk_timed t = pk_timed_begin(ctx, que);
    const pk_status status =
        ctx->plugin->fill(que, dst, size, pattern, pattern_size, err);

    pk_timeline_end_copy(ctx, que, t, status, dst, (pk_ref){0}, size);
    return status;
}

/* ---- the host ---- */

void pk_timeline_waited(pk_context *ctx, const char *name, size_t from,
                        uint64_t begin_ns, uint64_t end_ns) {
    pk_profile_add_here(ctx->profile,
                        &(pk_profile_event){.kind = PK_PROFILE_wait,
                                            .name = name,
                                            .begin = begin_ns,
                                            .end = end_ns,
                                            .from = from});
}

pk_status pk_context_sync(pk_context *ctx, pk_que *que, pk_error *err) {
    const uint64_t begin = ctx->profile ? pk_now() : 0;
    const pk_status status = ctx->plugin->sync(que, err);

    if (begin) {
        const uint64_t end = pk_now();
        const size_t last = settle_queue(ctx, que, false);
        pk_timeline_waited(ctx, "wait for a queue", last, begin, end);
    }
    return status;
}

void pk_timeline_count_memory(pk_context *ctx) {
    const pk_profile_track track = {
        .owner = ctx, .device = &ctx->device, .name = "memory"};
    const uint64_t now = ctx->profile ? pk_now() : 0;

    if (ctx->profile)
        pk_profile_add(ctx->profile, &track,
                       &(pk_profile_event){
                           .kind = PK_PROFILE_memory,
                           .name = "device memory",
                           .begin = now,
                           .end = now,
                           .bytes = atomic_load(&ctx->counters.device_bytes)});
}
