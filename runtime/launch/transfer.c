/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and fills in a queue's order. */
#include "base/try.h"
#include "runtime/context/timeline.h"
#include "runtime/launch/across.h"
#include "runtime/launch/graph.h"
#include "runtime/memory/memory.h"

/* One operation of a queue on a buffer or two. */
typedef struct step {
    pk_buffer *dst, *src;
    pk_ref to, from;
    size_t size;
    const void *pattern;
    size_t pattern_size;
} step;

static pk_status record(pk_queue *queue, const step *s, pk_error *err) {
    pk_graph_node node = {.to = s->to,
                          .from = s->from,
                          .size = s->size,
                          .pattern_size = (uint32_t)s->pattern_size};

    if (s->pattern)
        memcpy(&node.pattern, s->pattern, s->pattern_size);
    if (s->to.host || s->from.host)
        return pk_fail(err, PK_UNSUPPORTED,
                       "copies of host memory cannot be in a graph");
    return pk_graph_add(queue, &node, err);
}

static pk_status enqueue(pk_queue *queue, const step *s, pk_error *err) {
    pk_context *ctx = queue->base.ctx;

    PK_TRY(pk_queue_reserve(queue, 2, err));
    if (s->to.host || s->from.host)
        PK_TRY(pk_queue_settle_bounces(queue, err));
    queue->downloads += s->to.host != NULL;
    if (queue->recording)
        PK_TRY(record(queue, s, err));
    else if (s->pattern)
        PK_TRY(pk_context_fill(ctx, queue->que, s->to, s->size, s->pattern,
                               (uint32_t)s->pattern_size, err));
    else
        PK_TRY(pk_context_copy(ctx, queue->que, s->to, s->from, s->size, err));
    if (s->dst)
        pk_queue_hold(queue, &s->dst->base);
    if (s->src)
        pk_queue_hold(queue, &s->src->base);
    return pk_queue_count(queue, err);
}

static pk_status run(pk_queue *queue, const step *s, pk_error *err) {
    const pk_context *ctx = (s->dst ? s->dst : s->src)->base.ctx;
    pk_error why = {0};
    pk_status status = PK_OK;

    PK_TRY(pk_queue_enter_work(queue, ctx, err));
    if (s->size)
        status = enqueue(queue, s, &why);
    return pk_queue_leave(queue, status, &why, err);
}

pk_status pk_queue_write(pk_queue *queue, pk_buffer *dst, size_t offset,
                         const void *src, size_t size, pk_error *err) {
    step s = {.dst = dst, .size = size};

    PK_TRY(pk_object_use(dst, PK_OBJECT_buffer, "dst", err));
    PK_TRY(pk_buffer_check_range(dst, offset, size, err));
    if (!src && size)
        return pk_fail(err, PK_BAD_ARG, "src is NULL");
    s.to = (pk_ref){.mem = dst->mem, .offset = offset};
    s.from.host = (void *)(uintptr_t)src;
    return run(queue, &s, err);
}

pk_status pk_queue_read(pk_queue *queue, pk_buffer *src, size_t offset,
                        void *dst, size_t size, pk_error *err) {
    step s = {.src = src, .size = size};

    PK_TRY(pk_object_use(src, PK_OBJECT_buffer, "src", err));
    PK_TRY(pk_buffer_check_range(src, offset, size, err));
    if (!dst && size)
        return pk_fail(err, PK_BAD_ARG, "dst is NULL");
    s.from = (pk_ref){.mem = src->mem, .offset = offset};
    s.to.host = dst;
    return run(queue, &s, err);
}

pk_status pk_queue_copy(pk_queue *queue, pk_buffer *dst, size_t dst_offset,
                        pk_buffer *src, size_t src_offset, size_t size,
                        pk_error *err) {
    step s = {.dst = dst, .src = src, .size = size};

    PK_TRY(pk_object_use(dst, PK_OBJECT_buffer, "dst", err));
    PK_TRY(pk_object_use(src, PK_OBJECT_buffer, "src", err));
    PK_TRY(pk_buffer_check_range(dst, dst_offset, size, err));
    PK_TRY(pk_buffer_check_range(src, src_offset, size, err));
    if (pk_is_across(dst, src))
        return pk_copy_across(queue, dst, dst_offset, src, src_offset, size,
                              err);
    if (dst == src && dst_offset < src_offset + size &&
        src_offset < dst_offset + size)
        return pk_fail(err, PK_BAD_ARG,
                       "the ranges of one buffer overlap: %zu bytes from %zu "
                       "and from %zu",
                       size, src_offset, dst_offset);
    s.to = (pk_ref){.mem = dst->mem, .offset = dst_offset};
    s.from = (pk_ref){.mem = src->mem, .offset = src_offset};
    return run(queue, &s, err);
}

pk_status pk_queue_fill(pk_queue *queue, pk_buffer *dst, size_t offset,
                        size_t size, const void *pattern, size_t pattern_size,
                        pk_error *err) {
    step s = {.dst = dst,
              .size = size,
              .pattern = pattern,
              .pattern_size = pattern_size};

    PK_TRY(pk_object_use(dst, PK_OBJECT_buffer, "dst", err));
    PK_TRY(pk_buffer_check_range(dst, offset, size, err));
    PK_TRY(pk_buffer_check_pattern(offset, size, pattern, pattern_size, err));
    s.to = (pk_ref){.mem = dst->mem, .offset = offset};
    return run(queue, &s, err);
}
