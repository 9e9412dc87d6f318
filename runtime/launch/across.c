/* SPDX-License-Identifier: Apache-2.0 */
/* Copies between two devices. */
#include "runtime/launch/across.h"
#include "base/heap.h"
#include "base/try.h"
#include "runtime/launch/queue.h"
#include "runtime/memory/array.h"
#include "runtime/memory/memory.h"

enum { PIECE = 16 << 20 /* bytes that are in host memory at once */ };

bool pk_is_across(const pk_buffer *a, const pk_buffer *b) {
    return pk_object_is(a, PK_OBJECT_buffer) &&
           pk_object_is(b, PK_OBJECT_buffer) && a->base.ctx != b->base.ctx;
}

/* In the order of the queue, if the buffer is of its context. */
static pk_status read_piece(pk_queue *queue, pk_buffer *src, size_t offset,
                            void *piece, size_t size, pk_error *err) {
    if (src->base.ctx != queue->base.ctx)
        return pk_buffer_read(src, offset, piece, size, err);
    PK_TRY(pk_queue_read(queue, src, offset, piece, size, err));
    return pk_queue_finish(queue, err);
}

static pk_status write_piece(pk_queue *queue, pk_buffer *dst, size_t offset,
                             const void *piece, size_t size, pk_error *err) {
    if (dst->base.ctx != queue->base.ctx)
        return pk_buffer_write(dst, offset, piece, size, err);
    PK_TRY(pk_queue_write(queue, dst, offset, piece, size, err));
    return pk_queue_finish(queue, err);
}

pk_status pk_copy_across(pk_queue *queue, pk_buffer *dst, size_t dst_offset,
                         pk_buffer *src, size_t src_offset, size_t size,
                         pk_error *err) {
    const pk_allocator *a = &dst->base.ctx->allocator;
    const size_t most = size < PIECE ? size : PIECE;
    pk_status status = PK_OK;
    void *piece;

    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    if (queue->base.ctx != dst->base.ctx && queue->base.ctx != src->base.ctx)
        return pk_fail(err, PK_BAD_HANDLE,
                       "queue belongs to another context than dst and src");
    piece = most ? pk_heap_new(a, most) : NULL;
    if (most && !piece)
        return pk_fail_no_memory(err);
    for (size_t at = 0; status == PK_OK && at < size; at += most) {
        const size_t now = size - at < most ? size - at : most;
        status = read_piece(queue, src, src_offset + at, piece, now, err);
        if (status == PK_OK)
            status = write_piece(queue, dst, dst_offset + at, piece, now, err);
    }
    pk_heap_free(a, piece, most);
    return status;
}

/* ---- arrays ---- */

static pk_status copy_in_order(pk_queue *queue, const pk_array *dst,
                               const pk_array *src, pk_error *err) {
    const pk_buffer *of = dst->buffer ? dst->buffer : src->buffer;

    if (!queue || of->base.ctx != queue->base.ctx)
        return pk_array_copy(dst, src, err);
    PK_TRY(pk_queue_copy_array(queue, dst, src, err));
    return pk_queue_finish(queue, err);
}

/* A structure is of a context: records of another one are alike in size. */
static const pk_structure *structure_for(const pk_array *dst,
                                         const pk_array *src) {
    return src->structure && dst->structure &&
                   pk_structure_size(src->structure) ==
                       pk_structure_size(dst->structure)
               ? dst->structure
               : src->structure;
}

pk_status pk_copy_array_across(pk_queue *queue, const pk_array *dst,
                               const pk_array *src, pk_error *err) {
    const pk_allocator *a = &src->buffer->base.ctx->allocator;
    const int64_t count = pk_array_count(src);
    pk_array bounce = *src;
    pk_status status;
    size_t size;

    if (count < 0)
        return pk_fail(err, PK_BAD_ARG, "src: it has no valid shape");
    size = (size_t)count * pk_array_item_size(src) + 1;
    pk_array_set_c_order(&bounce);
    bounce.buffer = NULL;
    bounce.offset = 0;
    bounce.host = pk_heap_new(a, size);
    if (!bounce.host)
        return pk_fail_no_memory(err);
    status = copy_in_order(queue, &bounce, src, err);
    bounce.structure = structure_for(dst, src);
    if (status == PK_OK)
        status = copy_in_order(queue, dst, &bounce, err);
    pk_heap_free(a, bounce.host, size);
    return status;
}
