/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers, where queues must be waited for: making them, which may need the
 * memory that queues hold, and blocking transfers. */
#include "base/try.h"
#include "runtime/context/timeline.h"
#include "runtime/launch/queue.h"
#include "runtime/memory/memory.h"

pk_status pk_buffer_create(pk_context *ctx, size_t size, uint32_t flags,
                           pk_buffer **out, pk_error *err) {
    pk_buffer *buf;
    pk_status status = PK_OK;
    uint32_t mem_flags = flags & PK_BUFFER_pinned ? PK_MEM_pinned : 0;

    PK_TRY(pk_buffer_begin(ctx, out, &buf, err));
    if (flags & ~(uint32_t)PK_BUFFER_pinned)
        status = pk_fail(err, PK_BAD_ARG, "flags 0x%x of the buffer: unknown",
                         flags);
    else if (size)
        status = pk_memory_take(ctx, size, mem_flags, &buf->mem, err);
    if (status == PK_NO_DEVICE_MEMORY && pk_queues_settle(ctx))
        status = pk_memory_take(ctx, size, mem_flags, &buf->mem, err);
    buf->size = status == PK_OK ? size : 0;
    return pk_buffer_end(buf, status, out);
}

pk_status pk_buffer_import_host(pk_context *ctx, void *host, size_t size,
                                pk_buffer **out, pk_error *err) {
    pk_buffer *buf;
    pk_status status = PK_OK;

    PK_TRY(pk_buffer_begin(ctx, out, &buf, err));
    buf->imported = true;
    if (size && !host)
        status = pk_fail(err, PK_BAD_ARG, "host is NULL, size is %zu", size);
    else if (size > UINTPTR_MAX - (uintptr_t)host)
        status = pk_fail(err, PK_BAD_ARG,
                         "%zu bytes from address %p are more than there are",
                         size, host);
    else if (size)
        status = ctx->plugin->mem_import(ctx->dev, host, size, &buf->mem, err);
    buf->size = size;
    return pk_buffer_end(buf, status, out);
}

pk_status pk_buffer_wrap(pk_context *ctx, const pk_native_ext *native,
                         uint64_t handle, size_t size, pk_buffer **out,
                         pk_error *err) {
    pk_buffer *buf;

    PK_TRY(pk_buffer_begin(ctx, out, &buf, err));
    buf->imported = true;
    buf->size = size;
    return pk_buffer_end(
        buf, native->mem_import(ctx->dev, handle, size, &buf->mem, err), out);
}

/* ---- transfers ---- */

/* One blocking operation on the context's own queue. */
typedef struct transfer {
    pk_ref dst, src;
    const void *pattern;
    size_t pattern_size, size;
} transfer;

pk_status pk_context_transfers(pk_context *ctx, pk_que **out, pk_error *err) {
    if (!ctx->transfers)
        PK_TRY(ctx->plugin->queue_new(ctx->dev, &ctx->transfers, err));
    *out = ctx->transfers;
    return PK_OK;
}

static pk_status run_transfer(pk_context *ctx, const transfer *t,
                              pk_error *err) {
    pk_que *que;

    PK_TRY(pk_context_transfers(ctx, &que, err));
    if (t->pattern)
        PK_TRY(pk_context_fill(ctx, que, t->dst, t->size, t->pattern,
                               (uint32_t)t->pattern_size, err));
    else
        PK_TRY(pk_context_copy(ctx, que, t->dst, t->src, t->size, err));
    return pk_context_sync(ctx, que, err);
}

static pk_status transfer_now(pk_buffer *buf, size_t offset, const transfer *t,
                              pk_error *err) {
    pk_context *ctx = buf->base.ctx;
    pk_status status;

    PK_TRY(pk_buffer_check_range(buf, offset, t->size, err));
    if (!t->size)
        return PK_OK;
    PK_TRY(pk_queues_settle_object(&buf->base, err));
    if (!pk_lock_enter(&ctx->transfer_lock))
        return pk_context_fail_forked(err);
    status = run_transfer(ctx, t, err);
    pk_lock_leave(&ctx->transfer_lock);
    return status;
}

pk_status pk_buffer_write(pk_buffer *buf, size_t offset, const void *src,
                          size_t size, pk_error *err) {
    transfer t = {.size = size};

    PK_TRY(pk_object_use(buf, PK_OBJECT_buffer, "buf", err));
    if (!src && size)
        return pk_fail(err, PK_BAD_ARG, "src is NULL");
    t.dst = (pk_ref){.mem = buf->mem, .offset = offset};
    t.src.host = (void *)(uintptr_t)src;
    return transfer_now(buf, offset, &t, err);
}

pk_status pk_buffer_read(pk_buffer *buf, size_t offset, void *dst, size_t size,
                         pk_error *err) {
    transfer t = {.size = size};

    PK_TRY(pk_object_use(buf, PK_OBJECT_buffer, "buf", err));
    if (!dst && size)
        return pk_fail(err, PK_BAD_ARG, "dst is NULL");
    t.src = (pk_ref){.mem = buf->mem, .offset = offset};
    t.dst.host = dst;
    return transfer_now(buf, offset, &t, err);
}

pk_status pk_buffer_fill(pk_buffer *buf, size_t offset, size_t size,
                         const void *pattern, size_t pattern_size,
                         pk_error *err) {
    transfer t = {
        .size = size, .pattern = pattern, .pattern_size = pattern_size};

    PK_TRY(pk_object_use(buf, PK_OBJECT_buffer, "buf", err));
    PK_TRY(pk_buffer_check_pattern(offset, size, pattern, pattern_size, err));
    t.dst = (pk_ref){.mem = buf->mem, .offset = offset};
    return transfer_now(buf, offset, &t, err);
}
