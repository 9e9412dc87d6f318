/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's own handles, out and in. */
#include "base/try.h"
#include "runtime/launch/queue.h"
#include "runtime/memory/memory.h"
#include "runtime/services/public_struct.h"

#include <stdio.h>

/* The plugin's table of handles. */
static pk_status find(pk_context *ctx, const pk_native_ext **out,
                      pk_error *err) {
    PK_TRY(pk_context_check(ctx, err));
    PK_TRY(pk_context_need_device(ctx, err));
    *out = ctx->plugin->extension
               ? ctx->plugin->extension(ctx->dev, "native", 1)
               : NULL;
    if (!*out)
        return pk_fail(err, PK_UNSUPPORTED,
                       "the %s backend has no handles of its driver",
                       ctx->device.backend);
    return PK_OK;
}

pk_status pk_context_native(pk_context *ctx, pk_native *out, pk_error *err) {
    pk_native native = {.struct_size = sizeof native};
    const pk_native_ext *table;

    PK_TRY(find(ctx, &table, err));
    snprintf(native.api, sizeof native.api, "%s", table->api);
    table->device(ctx->dev, &native.device, &native.context);
    return pk_struct_give(&pk_native_layout, &native, out, err);
}

pk_status pk_queue_native(pk_queue *queue, uint64_t *out, pk_error *err) {
    const pk_native_ext *table;

    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    PK_TRY(find(queue->base.ctx, &table, err));
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    *out = table->queue(queue->que);
    return PK_OK;
}

pk_status pk_buffer_native(pk_buffer *buf, uint64_t *out, pk_error *err) {
    const pk_native_ext *table;

    PK_TRY(pk_object_use(buf, PK_OBJECT_buffer, "buf", err));
    PK_TRY(find(buf->base.ctx, &table, err));
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    *out = buf->mem ? table->mem(buf->mem) : 0;
    return PK_OK;
}

pk_status pk_queue_import_native(pk_context *ctx, uint64_t handle,
                                 pk_queue **out, pk_error *err) {
    const pk_native_ext *table;

    PK_TRY(find(ctx, &table, err));
    return pk_queue_make(ctx, table, handle, out, err);
}

pk_status pk_buffer_import_native(pk_context *ctx, uint64_t handle, size_t size,
                                  pk_buffer **out, pk_error *err) {
    const pk_native_ext *table;

    PK_TRY(find(ctx, &table, err));
    if (!handle || !size)
        return pk_fail(err, PK_BAD_ARG, "a buffer has a handle and a size");
    return pk_buffer_wrap(ctx, table, handle, size, out, err);
}
