/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of arrays of any strides.
 *
 * A device copies runs of bytes, and rows of runs where its plugin can. So
 * where one side is host memory its elements go through a bounce that lies as
 * the device's array does, mostly a single run. What the device reads of an
 * array with small gaps it reads with them. Between arrays of one buffer that
 * overlap the elements go through device memory. */
#include "base/try.h"
#include "runtime/context/timeline.h"
#include "runtime/launch/across.h"
#include "runtime/launch/queue.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/runs.h"

#include <inttypes.h>
#include <stdio.h>

/* One of the two arrays. */
typedef struct side {
    const pk_array *array;
    pk_extent extent;
    pk_location place;
} side;

typedef struct array_copy {
    pk_context *ctx;
    pk_que *que;
    side dst, src;
    pk_staged staged; /* memory of the copy, until the queue is past it */
} array_copy;

/* ---- checks ---- */

static pk_status check_side(const pk_context *ctx, const pk_array *array,
                            const char *name, side *out, pk_error *err) {
    pk_status status;
    pk_error why;

    if (!array)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL", name);
    out->array = array;
    status = pk_array_measure(array, &out->extent, &why);
    if (status == PK_OK)
        status = pk_array_place(ctx, array, &out->extent, &out->place, &why);
    return status == PK_OK ? PK_OK
                           : pk_fail(err, status, "%s: %s", name, why.message);
}

/* "float32", or the size of records. */
static const char *element_words(const pk_array *array, char out[40]) {
    if (array->structure)
        snprintf(out, 40, "that are records");
    else
        snprintf(out, 40, "%s", pk_dtype_numpy_name(array->dtype));
    return out;
}

/* "(3, 4)" */
static const char *shape_words(const pk_array *array, char out[200]) {
    size_t at = (size_t)snprintf(out, 200, "(");

    for (uint32_t i = 0; i < array->ndim; i++)
        at += (size_t)snprintf(out + at, 200 - at, "%s%" PRId64, i ? ", " : "",
                               array->shape[i]);
    snprintf(out + at, 200 - at, array->ndim == 1 ? ",)" : ")");
    return out;
}

static pk_status check_alike(const pk_array *dst, const pk_array *src,
                             pk_error *err) {
    bool same = dst->ndim == src->ndim;
    char a[200], b[200];

    if (dst->structure != src->structure && dst->structure && src->structure)
        return pk_fail(err, PK_BAD_ARG,
                       "dst and src have records of two structures: a copy "
                       "does not convert");
    if (dst->dtype != src->dtype || dst->structure != src->structure)
        return pk_fail(err, PK_BAD_ARG,
                       "dst has elements %s, src %s: a copy does not convert",
                       element_words(dst, a), element_words(src, b));
    for (uint32_t i = 0; same && i < dst->ndim; i++)
        same = dst->shape[i] == src->shape[i];
    if (!same)
        return pk_fail(err, PK_BAD_ARG,
                       "dst has shape %s, src %s: they must be the same",
                       shape_words(dst, a), shape_words(src, b));
    if (pk_array_count(dst) > 0 && pk_array_overlaps_itself(dst))
        return pk_fail(err, PK_BAD_ARG,
                       "elements of dst share bytes: its strides must keep "
                       "them apart");
    return PK_OK;
}

static pk_status check_copy(const pk_context *ctx, const pk_array *dst,
                            const pk_array *src, array_copy *out,
                            pk_error *err) {
    PK_TRY(check_side(ctx, dst, "dst", &out->dst, err));
    PK_TRY(check_side(ctx, src, "src", &out->src, err));
    PK_TRY(check_alike(dst, src, err));
    if (out->dst.extent.count && dst->host && src->host)
        return pk_fail(err, PK_BAD_ARG,
                       "dst and src are both in host memory: one of them must "
                       "be in a buffer");
    return PK_OK;
}

/* ---- what the device does ---- */

static pk_ref shifted(pk_ref ref, int64_t by) {
    if (ref.mem)
        ref.offset += (uint64_t)by;
    else
        ref.host = (char *)ref.host + by;
    return ref;
}

/* The longest axis that the plugin can take in one call, UINT32_MAX: none. */
static uint32_t row_axis(const pk_plugin *plugin, const pk_runs *runs) {
    uint32_t best = UINT32_MAX;

    for (uint32_t i = 0; i < runs->axis_count; i++) {
        const pk_run_axis *axis = &runs->axes[i];
        if (PK_PLUGIN_HAS(plugin, copy_rows) &&
            axis->dst >= (int64_t)runs->width &&
            axis->src >= (int64_t)runs->width &&
            (best == UINT32_MAX || axis->count > runs->axes[best].count))
            best = i;
    }
    return best;
}

/* How many calls of the plugin the runs take. */
static int64_t count_calls(const pk_plugin *plugin, const pk_runs *runs) {
    const uint32_t rows = row_axis(plugin, runs);
    int64_t calls = 1;

    for (uint32_t i = 0; i < runs->axis_count; i++)
        if (i != rows)
            calls *= runs->axes[i].count;
    return calls;
}

/* Adds the bytes to `total`. */
static pk_status copy_each(const array_copy *c, const pk_runs *runs, pk_ref dst,
                           pk_ref src, uint64_t *total, pk_error *err) {
    const pk_plugin *plugin = c->ctx->plugin;
    const uint32_t rows = row_axis(plugin, runs);
    const pk_run_axis *axis =
        rows < runs->axis_count ? &runs->axes[rows] : NULL;
    int64_t index[PK_MAX_NDIM] = {0}, to = runs->dst, from = runs->src;

    do {
        const pk_ref at = shifted(dst, to), of = shifted(src, from);
        const uint64_t size = runs->width * (axis ? (uint64_t)axis->count : 1);
        if (axis)
            PK_TRY(plugin->copy_rows(c->que, at, (uint64_t)axis->dst, of,
                                     (uint64_t)axis->src, runs->width,
                                     (uint64_t)axis->count, err));
        else
            PK_TRY(plugin->copy(c->que, at, of, runs->width, err));
        pk_context_count_copy(c->ctx, at, of, size);
        *total += size;
    } while (pk_runs_next(runs, rows, index, &to, &from));
    return PK_OK;
}

/* `dst` and `src` are the places of the first elements. */
static pk_status copy_runs(const array_copy *c, const pk_runs *runs, pk_ref dst,
                           pk_ref src, pk_error *err) {
    const pk_timed t = pk_timed_begin(c->ctx, c->que);
    uint64_t total = 0;
    const pk_status status = copy_each(c, runs, dst, src, &total, err);

    pk_timeline_end_copy(c->ctx, c->que, t, status, dst, src, total);
    return status;
}

static pk_ref ref_of(const side *s) {
    return s->array->buffer ? s->place.ref : (pk_ref){.host = s->array->host};
}

/* ---- between host and device ---- */

/* A bounce for elements that lie with these strides. */
static pk_status take_bounce(array_copy *c, const int64_t *strides,
                             pk_array *out, pk_error *err) {
    const pk_allocator *allocator = &c->ctx->allocator;
    pk_extent extent;

    *out = *c->dst.array;
    memcpy(out->strides, strides, sizeof out->strides);
    PK_TRY(pk_array_measure(out, &extent, err));
    c->staged.bounce_size = (size_t)(extent.high - extent.low);
    c->staged.bounce = allocator->alloc(allocator->self, c->staged.bounce_size);
    if (!c->staged.bounce)
        return pk_fail_no_memory(err);
    out->buffer = NULL;
    out->host = c->staged.bounce - extent.low;
    return PK_OK;
}

static pk_status upload(array_copy *c, pk_error *err) {
    int64_t strides[PK_MAX_NDIM];
    pk_array bounce;
    pk_runs runs;

    pk_array_compact(c->dst.array, strides);
    PK_TRY(take_bounce(c, strides, &bounce, err));
    pk_array_copy_host(&bounce, c->src.array);
    pk_runs_make(c->dst.array, &bounce, &runs);
    return copy_runs(c, &runs, c->dst.place.ref, (pk_ref){.host = bounce.host},
                     err);
}

/* Whether it costs less to read the gaps, too. */
static bool reads_gaps(const array_copy *c, const pk_runs *runs) {
    const uint64_t span = c->src.place.end - c->src.place.begin;
    const uint64_t all =
        (uint64_t)c->src.extent.count * pk_array_item_size(c->src.array);

    return count_calls(c->ctx->plugin, runs) > 1 && span / 8 <= all;
}

static pk_status download(array_copy *c, pk_error *err) {
    const pk_array *src = c->src.array;
    int64_t strides[PK_MAX_NDIM];
    pk_array bounce = *src;
    pk_runs runs;

    pk_array_compact(src, strides);
    memcpy(bounce.strides, strides, sizeof bounce.strides);
    pk_runs_make(&bounce, src, &runs);
    if (reads_gaps(c, &runs)) {
        memcpy(strides, src->strides, sizeof strides);
        runs = (pk_runs){.width = c->src.place.end - c->src.place.begin,
                         .dst = c->src.extent.low,
                         .src = c->src.extent.low};
    }
    PK_TRY(take_bounce(c, strides, &bounce, err));
    c->staged.array = *c->dst.array;
    c->staged.from = bounce;
    return copy_runs(c, &runs, (pk_ref){.host = bounce.host}, c->src.place.ref,
                     err);
}

/* ---- on the device ---- */

static bool overlap(const array_copy *c) {
    const pk_location *a = &c->dst.place, *b = &c->src.place;

    return a->space == b->space && a->begin < b->end && b->begin < a->end;
}

static pk_status copy_through(array_copy *c, pk_error *err) {
    pk_array between = *c->dst.array;
    pk_extent extent;
    pk_runs in, out;
    pk_ref ref;

    pk_array_compact(c->dst.array, between.strides);
    PK_TRY(pk_array_measure(&between, &extent, err));
    c->staged.bytes = (uint64_t)(extent.high - extent.low);
    PK_TRY(pk_memory_take(c->ctx, c->staged.bytes, 0, &c->staged.mem, err));
    ref = (pk_ref){.mem = c->staged.mem, .offset = (uint64_t)-extent.low};
    pk_runs_make(&between, c->src.array, &in);
    pk_runs_make(c->dst.array, &between, &out);
    PK_TRY(copy_runs(c, &in, ref, c->src.place.ref, err));
    return copy_runs(c, &out, c->dst.place.ref, ref, err);
}

static pk_status enqueue(array_copy *c, pk_error *err) {
    pk_runs runs;

    if (c->dst.array->buffer && c->src.array->buffer && overlap(c))
        return copy_through(c, err);
    pk_runs_make(c->dst.array, c->src.array, &runs);
    if (runs.axis_count && c->src.array->host)
        return upload(c, err);
    if (runs.axis_count && c->dst.array->host)
        return download(c, err);
    return copy_runs(c, &runs, ref_of(&c->dst), ref_of(&c->src), err);
}

/* ---- in a queue ---- */

/* Host memory is read here and now, so what the queue is to write there must
 * be there. */
static pk_status settle_host(pk_queue *queue, const array_copy *c,
                             pk_error *err) {
    if (c->src.array->host && queue->downloads)
        return pk_queue_settle(queue, err);
    if (c->dst.array->host)
        return pk_queue_settle_bounces(queue, err);
    return PK_OK;
}

/* Work that the device has accepted needs its memory also when the rest failed.
 */
static pk_status enqueue_in(pk_queue *queue, array_copy *c, pk_error *err) {
    const pk_array *arrays[] = {c->dst.array, c->src.array};
    pk_status status;

    PK_TRY(settle_host(queue, c, err));
    PK_TRY(pk_queue_reserve(queue, 2, err));
    status = enqueue(c, err);
    queue->downloads += c->dst.array->host != NULL;
    if (c->staged.bounce || c->staged.mem)
        pk_queue_stage(queue, &c->staged);
    for (int i = 0; i < 2; i++)
        if (arrays[i]->buffer)
            pk_queue_hold(queue, &arrays[i]->buffer->base);
    return status == PK_OK ? pk_queue_count(queue, err) : status;
}

pk_status pk_queue_copy_array(pk_queue *queue, const pk_array *dst,
                              const pk_array *src, pk_error *err) {
    array_copy c = {0};
    pk_error why = {0};
    pk_status status = PK_OK;

    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    if (dst && src && pk_is_across(dst->buffer, src->buffer) &&
        (dst->buffer->base.ctx == queue->base.ctx ||
         src->buffer->base.ctx == queue->base.ctx))
        return pk_copy_array_across(queue, dst, src, err);
    c.ctx = queue->base.ctx;
    c.que = queue->que;
    PK_TRY(check_copy(c.ctx, dst, src, &c, err));
    PK_TRY(pk_queue_enter(queue, c.ctx, err));
    if (c.dst.extent.count)
        status = enqueue_in(queue, &c, &why);
    return pk_queue_leave(queue, status, &why, err);
}

/* ---- at once ---- */

/* Copies in the context's queue for transfers, and waits for it. Waits even if
 * the copy could not be begun: a part of it may be under way. */
static pk_status run_now(array_copy *c, pk_error *err) {
    pk_status status, synced;
    pk_error why;

    PK_TRY(pk_context_transfers(c->ctx, &c->que, err));
    status = enqueue(c, err);
    synced = pk_context_sync(c->ctx, c->que, &why);
    pk_staged_finish(c->ctx, &c->staged, status == PK_OK && synced == PK_OK);
    if (status == PK_OK && synced != PK_OK && err)
        *err = why;
    return status != PK_OK ? status : synced;
}

pk_status pk_array_copy(const pk_array *dst, const pk_array *src,
                        pk_error *err) {
    pk_buffer *const bufs[] = {dst ? dst->buffer : NULL,
                               src ? src->buffer : NULL};
    pk_buffer *buf = bufs[0] ? bufs[0] : bufs[1];
    array_copy c = {0};
    pk_status status;

    if (!dst || !src || !buf)
        return pk_fail(err, PK_BAD_ARG,
                       !dst   ? "dst is NULL"
                       : !src ? "src is NULL"
                              : "neither dst nor src is in a buffer");
    if (pk_is_across(bufs[0], bufs[1]))
        return pk_copy_array_across(NULL, dst, src, err);
    PK_TRY(pk_object_use(buf, PK_OBJECT_buffer,
                         bufs[0] ? "dst's buffer" : "src's buffer", err));
    c.ctx = buf->base.ctx;
    PK_TRY(check_copy(c.ctx, dst, src, &c, err));
    if (!c.dst.extent.count)
        return PK_OK;
    for (int i = 0; i < 2; i++)
        if (bufs[i])
            PK_TRY(pk_queues_settle_object(&bufs[i]->base, err));
    if (!pk_lock_enter(&c.ctx->transfer_lock))
        return pk_context_fail_forked(err);
    status = run_now(&c, err);
    pk_lock_leave(&c.ctx->transfer_lock);
    return status;
}
