/* SPDX-License-Identifier: Apache-2.0 */
/* How much memory a device has, and how much of it is free. */
#include "base/os/host_memory.h"
#include "base/try.h"
#include "runtime/context/context.h"
#include "runtime/services/public_struct.h"

/* Asks the plugin, or the machine where the device works in its memory.
 * PK_UNSUPPORTED: neither knows. */
static pk_status measure(pk_context *ctx, pk_device_memory *out,
                         pk_error *err) {
    const bool on_host =
        ctx->caps.features & PK_CAP_host_memory || ctx->device.is_cpu;

    if (PK_PLUGIN_HAS(ctx->plugin, memory_info))
        return ctx->plugin->memory_info(ctx->dev, &out->free_bytes,
                                        &out->total_bytes, err);
    return on_host && pk_host_memory(&out->free_bytes, &out->total_bytes)
               ? PK_OK
               : PK_UNSUPPORTED;
}

/* A device may be given less than the machine has. */
static void limit_to_device(const pk_context *ctx, pk_device_memory *memory) {
    const uint64_t all = ctx->caps.global_bytes;
    const uint64_t left =
        memory->used_bytes < all ? all - memory->used_bytes : 0;

    if (!all || (memory->is_measured && memory->total_bytes <= all))
        return;
    memory->total_bytes = all;
    if (!memory->is_measured || memory->free_bytes > left)
        memory->free_bytes = left;
}

pk_status pk_context_get_memory(pk_context *ctx, pk_device_memory *out,
                                pk_error *err) {
    pk_device_memory memory = PK_INIT(pk_device_memory);
    pk_status status;

    PK_TRY(pk_context_check(ctx, err));
    PK_TRY(pk_context_need_device(ctx, err));
    status = measure(ctx, &memory, err);
    if (status != PK_OK && status != PK_UNSUPPORTED)
        return status;
    memory.is_measured = status == PK_OK;
    memory.used_bytes = atomic_load(&ctx->counters.device_bytes);
    limit_to_device(ctx, &memory);
    return pk_struct_give(&pk_device_memory_layout, &memory, out, err);
}
