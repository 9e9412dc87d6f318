/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of host memory by way of pinned memory.
 *
 * The driver copies pageable memory only while the caller waits. So copies
 * that fit go through pinned memory of the queue: an upload is copied there at
 * once, a download stays there until the queue is waited for. That memory is
 * handed out from its start on, and empty again when the stream is at its end.
 * What does not fit is left to the driver. */
#include "plugins/cuda/cuda.h"

#include <string.h>

enum { STAGING = 4 << 20, PIECE = 1 << 20, ALIGN = 256 };

void pk_cuda_deliver(pk_que *que) {
    for (uint32_t i = 0; i < que->delivery_count; i++) {
        const cuda_delivery *d = &que->deliveries[i];
        memcpy(d->to, que->staging + d->from, d->size);
    }
    que->delivery_count = 0;
    que->staged = 0;
}

static bool fits(const pk_que *que, uint64_t size) {
    return size <= STAGING - que->staged &&
           que->delivery_count < CUDA_DELIVERIES;
}

/* Pinned memory for a copy, NULL when there is none now. */
static char *take(pk_que *que, uint64_t size) {
    const cuda_driver *d = &que->dev->driver;
    char *memory;

    if (size > PIECE || que->no_staging)
        return NULL;
    if (!que->staging) {
        void *pinned = NULL;

        que->no_staging =
            d->cuMemHostAlloc(&pinned, STAGING, CU_MEMHOSTALLOC_PORTABLE) !=
            CUDA_SUCCESS;
        que->staging = que->no_staging ? NULL : pinned;
        if (!que->staging)
            return NULL;
    }
    if (!fits(que, size) && d->cuStreamQuery(que->stream) == CUDA_SUCCESS)
        pk_cuda_deliver(que);
    if (!fits(que, size))
        return NULL;
    memory = que->staging + que->staged;
    que->staged += (size + ALIGN - 1) / ALIGN * ALIGN;
    return memory;
}

/* Copies see in host memory what the queue put there before: downloads that
 * have not been delivered are, when the ranges meet. */
static pk_status settle_range(pk_que *que, const char *begin, uint64_t size,
                              pk_error *err) {
    for (uint32_t i = 0; i < que->delivery_count; i++) {
        const cuda_delivery *d = &que->deliveries[i];
        uintptr_t to = (uintptr_t)d->to, from = (uintptr_t)begin;
        pk_status status;

        if (to >= from + size || from >= to + d->size)
            continue;
        status = CUDA_CALL(que->dev, err, cuStreamSynchronize, que->stream);
        if (status == PK_OK)
            pk_cuda_deliver(que);
        return status;
    }
    return PK_OK;
}

pk_status pk_cuda_upload(pk_que *que, CUdeviceptr device, const void *from,
                         uint64_t size, pk_error *err) {
    pk_status status = settle_range(que, from, size, err);
    char *pinned;

    if (status != PK_OK)
        return status;
    pinned = take(que, size);
    if (pinned)
        memcpy(pinned, from, size);
    return CUDA_CALL(que->dev, err, cuMemcpyHtoDAsync, device,
                     pinned ? pinned : from, size, que->stream);
}

pk_status pk_cuda_download(pk_que *que, void *to, CUdeviceptr device,
                           uint64_t size, pk_error *err) {
    pk_status status = settle_range(que, to, size, err);
    char *pinned;

    if (status != PK_OK)
        return status;
    pinned = take(que, size);
    status = CUDA_CALL(que->dev, err, cuMemcpyDtoHAsync, pinned ? pinned : to,
                       device, size, que->stream);
    if (status == PK_OK && pinned)
        que->deliveries[que->delivery_count++] =
            (cuda_delivery){(size_t)(pinned - que->staging), size, to};
    return status;
}

void pk_cuda_staging_free(pk_que *que) {
    if (que->staging)
        que->dev->driver.cuMemFreeHost(que->staging);
    que->staging = NULL;
}
