/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers: device memory as users see it. */
#include "runtime/memory/memory.h"
#include "base/try.h"
#include "runtime/context/timeline.h"

#include <inttypes.h>
#include <stdio.h>

/* "3.2 GiB": exact below 10 KiB, in any locale. */
static const char *bytes_words(uint64_t bytes, char out[32]) {
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB",
                                        "TiB",   "PiB", "EiB"};
    unsigned unit = 0;
    uint64_t tenths = 0;

    if (bytes < 10240) {
        snprintf(out, 32, "%" PRIu64 " bytes", bytes);
        return out;
    }
    for (; bytes >= 1024; bytes /= 1024, unit++)
        tenths = bytes % 1024 * 10 / 1024;
    snprintf(out, 32, "%" PRIu64 ".%" PRIu64 " %s", bytes, tenths, units[unit]);
    return out;
}

static pk_status fail_full(const pk_context *ctx, uint64_t size, uint64_t used,
                           const char *more, pk_error *err) {
    char asked[32], taken[32], all[32], most[32];

    return pk_fail(
        err, PK_NO_DEVICE_MEMORY,
        "asked %s for %s: %s of %s are taken, one buffer may have %s%s%s",
        ctx->device.name, bytes_words(size, asked), bytes_words(used, taken),
        ctx->caps.global_bytes ? bytes_words(ctx->caps.global_bytes, all)
                               : "unknown",
        ctx->caps.max_alloc ? bytes_words(ctx->caps.max_alloc, most) : "all",
        *more ? "; " : "", more);
}

pk_status pk_memory_take(pk_context *ctx, uint64_t size, uint32_t flags,
                         pk_mem **out, pk_error *err) {
    const pk_caps *caps = &ctx->caps;
    uint64_t used = atomic_fetch_add(&ctx->counters.device_bytes, size);
    pk_error why = {0};
    pk_status status = PK_NO_DEVICE_MEMORY;

    if (!(caps->max_alloc && size > caps->max_alloc) &&
        !(caps->global_bytes &&
          (size > caps->global_bytes || used > caps->global_bytes - size)))
        status = ctx->plugin->mem_new(ctx->dev, size, flags, out, &why);
    if (status == PK_OK) {
        atomic_fetch_add(&ctx->counters.buffers, 1);
        pk_timeline_count_memory(ctx);
        return PK_OK;
    }
    atomic_fetch_sub(&ctx->counters.device_bytes, size);
    if (status == PK_NO_DEVICE_MEMORY)
        return fail_full(ctx, size, used, why.message, err);
    if (err)
        *err = why;
    return status;
}

void pk_memory_give(pk_context *ctx, pk_mem *mem, uint64_t size) {
    if (!pk_context_lost(ctx))
        ctx->plugin->mem_free(mem);
    atomic_fetch_sub(&ctx->counters.device_bytes, size);
    atomic_fetch_sub(&ctx->counters.buffers, 1);
    pk_timeline_count_memory(ctx);
}

/* ---- life ---- */

static void destroy_buffer(pk_object *object) {
    pk_buffer *buf = (pk_buffer *)object;

    if (!buf->mem)
        return;
    if (!buf->imported)
        pk_memory_give(object->ctx, buf->mem, buf->size);
    else if (!pk_context_lost(object->ctx))
        object->ctx->plugin->mem_free(buf->mem);
}

pk_status pk_buffer_begin(pk_context *ctx, pk_buffer **out, pk_buffer **buf,
                          pk_error *err) {
    PK_TRY(pk_context_check(ctx, err));
    PK_TRY(pk_context_need_device(ctx, err));
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    *buf =
        pk_object_create(ctx, PK_OBJECT_buffer, sizeof **buf, destroy_buffer);
    return *buf ? PK_OK : pk_fail_no_memory(err);
}

pk_status pk_buffer_end(pk_buffer *buf, pk_status status, pk_buffer **out) {
    void *host = NULL;

    if (status != PK_OK) {
        pk_object_release(&buf->base);
        return status;
    }
    if (buf->mem)
        buf->base.ctx->plugin->mem_address(buf->mem, &buf->device, &host);
    buf->host = host;
    *out = buf;
    return PK_OK;
}

pk_buffer *pk_buffer_retain(pk_buffer *buf) {
    if (!pk_object_is(buf, PK_OBJECT_buffer))
        return NULL;
    pk_object_retain(&buf->base);
    return buf;
}

void pk_buffer_release(pk_buffer *buf) {
    if (pk_object_is(buf, PK_OBJECT_buffer))
        pk_object_release(&buf->base);
}

size_t pk_buffer_size(const pk_buffer *buf) {
    return pk_object_is(buf, PK_OBJECT_buffer) ? buf->size : 0;
}

pk_status pk_buffer_address(pk_buffer *buf, uint64_t *device, void **host,
                            pk_error *err) {
    PK_TRY(pk_object_use(buf, PK_OBJECT_buffer, "buf", err));
    if (device)
        *device = buf->device;
    if (host)
        *host = buf->host;
    return PK_OK;
}

/* ---- transfers ---- */

static pk_status place_in_buffer(const pk_context *ctx, const pk_array *a,
                                 const pk_extent *extent, pk_location *out,
                                 pk_error *err) {
    const pk_buffer *buf = a->buffer;
    const uint64_t low = (uint64_t)-extent->low;
    const uint64_t high = (uint64_t)extent->high;

    PK_TRY(pk_object_check(buf, PK_OBJECT_buffer, ctx, "its buffer", err));
    if (a->offset < low || a->offset > buf->size ||
        high > buf->size - a->offset)
        return pk_fail(err, PK_BAD_ARG,
                       "its elements lie at bytes %" PRId64 " to %" PRIu64
                       " of a buffer of %zu bytes",
                       (int64_t)(a->offset - low), a->offset + high, buf->size);
    out->space = buf->host ? NULL : buf;
    out->begin = (uint64_t)(uintptr_t)buf->host + a->offset - low;
    out->end = (uint64_t)(uintptr_t)buf->host + a->offset + high;
    out->ref = (pk_ref){.mem = buf->mem, .offset = a->offset};
    out->address = buf->device ? buf->device + a->offset : 0;
    return PK_OK;
}

static pk_status place_in_host(const pk_array *a, const pk_extent *extent,
                               pk_location *out, pk_error *err) {
    const uint64_t at = (uint64_t)(uintptr_t)a->host;

    if (__builtin_sub_overflow(at, (uint64_t)-extent->low, &out->begin) ||
        __builtin_add_overflow(at, (uint64_t)extent->high, &out->end))
        return pk_fail(err, PK_BAD_ARG,
                       "its elements reach past the end of the address space");
    return PK_OK;
}

pk_status pk_array_place(const pk_context *ctx, const pk_array *array,
                         const pk_extent *extent, pk_location *out,
                         pk_error *err) {
    *out = (pk_location){0};
    if (array->buffer && array->host)
        return pk_fail(err, PK_BAD_ARG,
                       "it has both a buffer and host memory: set one of "
                       "them");
    if (!extent->count)
        return PK_OK;
    if (!array->buffer && !array->host)
        return pk_fail(err, PK_BAD_ARG,
                       "it has %" PRId64 " elements but no memory",
                       extent->count);
    return array->buffer ? place_in_buffer(ctx, array, extent, out, err)
                         : place_in_host(array, extent, out, err);
}

pk_status pk_buffer_check_range(const pk_buffer *buf, size_t offset,
                                size_t size, pk_error *err) {
    if (offset <= buf->size && size <= buf->size - offset)
        return PK_OK;
    return pk_fail(err, PK_BAD_ARG,
                   "%zu bytes from byte %zu pass the end of a buffer of %zu "
                   "bytes",
                   size, offset, buf->size);
}

pk_status pk_buffer_check_pattern(size_t offset, size_t size,
                                  const void *pattern, size_t pattern_size,
                                  pk_error *err) {
    if (!pattern)
        return pk_fail(err, PK_BAD_ARG, "pattern is NULL");
    if (pattern_size != 1 && pattern_size != 2 && pattern_size != 4 &&
        pattern_size != 8)
        return pk_fail(err, PK_BAD_ARG,
                       "a pattern has 1, 2, 4 or 8 bytes, this one %zu",
                       pattern_size);
    if (offset % pattern_size || size % pattern_size)
        return pk_fail(err, PK_BAD_ARG,
                       "offset %zu and size %zu are not multiples of the "
                       "pattern's %zu bytes",
                       offset, size, pattern_size);
    return PK_OK;
}
