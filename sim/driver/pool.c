/* SPDX-License-Identifier: Apache-2.0 */
/* Memory in the order of streams, and the pools it comes from. Streams do
 * their work at once, so an allocation is there when the call returns; a pool
 * keeps the books that programs ask for. */
#include "sim/driver/driver.h"

#include <stdlib.h>
#include <string.h>

static uint64_t reserve_for(uint64_t bytes) {
    enum { STEP = 32 << 20 };

    return (bytes + STEP - 1) / STEP * STEP;
}

void drv_pool_leave(drv_pool *pool, uint64_t size) {
    uint64_t kept =
        pool->reserved < pool->threshold ? pool->reserved : pool->threshold;
    uint64_t needed;

    pool->used -= size;
    needed = reserve_for(pool->used);
    pool->reserved = needed > kept ? needed : kept;
}

static drv_pool *pool_new(void) {
    drv_pool *pool = calloc(1, sizeof *pool);

    if (!pool)
        return NULL;
    pool->handle = drv_handle_new(DRV_pool, pool);
    if (!pool->handle) {
        free(pool);
        return NULL;
    }
    pool->maximum = UINT64_MAX;
    pool->reuse[0] = pool->reuse[1] = pool->reuse[2] = 1;
    return pool;
}

CUresult drv_pool_start(void) {
    drv.default_pool = drv.pool = pool_new();
    if (!drv.default_pool)
        return CUDA_ERROR_OUT_OF_MEMORY;
    drv.default_pool->is_default = true;
    return CUDA_SUCCESS;
}

drv_pool *drv_pool_get(CUmemoryPool handle) {
    return drv_handle_get(DRV_pool, handle);
}

CUresult drv_device_get_default_pool(CUmemoryPool *pool, CUdevice device) {
    if (!pool)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *pool = drv.default_pool->handle;
    return CUDA_SUCCESS;
}

CUresult drv_device_get_pool(CUmemoryPool *pool, CUdevice device) {
    if (!pool)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *pool = drv.pool->handle;
    return CUDA_SUCCESS;
}

CUresult drv_device_set_pool(CUdevice device, CUmemoryPool pool) {
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (!drv_pool_get(pool))
        return CUDA_ERROR_INVALID_VALUE;
    drv.pool = drv_pool_get(pool);
    return CUDA_SUCCESS;
}

CUresult drv_pool_create(CUmemoryPool *out, const CUmemPoolProps *props) {
    drv_pool *pool;

    if (!out || !props || props->allocType != CU_MEM_ALLOCATION_TYPE_PINNED ||
        props->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(props->location.id))
        return CUDA_ERROR_INVALID_VALUE;
    if (props->handleTypes)
        return CUDA_ERROR_NOT_SUPPORTED; /* nothing to share it with */
    pool = pool_new();
    if (!pool)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (props->maxSize)
        pool->maximum = props->maxSize;
    *out = pool->handle;
    return CUDA_SUCCESS;
}

CUresult drv_pool_destroy(CUmemoryPool handle) {
    drv_pool *pool = drv_pool_get(handle);

    if (!pool || pool->is_default)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv.pool == pool)
        drv.pool = drv.default_pool;
    drv_memory_orphan(pool);
    drv_handle_drop(DRV_pool, handle);
    free(pool);
    return CUDA_SUCCESS;
}

CUresult drv_pool_trim(CUmemoryPool handle, size_t keep) {
    drv_pool *pool = drv_pool_get(handle);
    uint64_t needed;

    if (!pool)
        return CUDA_ERROR_INVALID_VALUE;
    needed = reserve_for(pool->used);
    if (pool->reserved > keep)
        pool->reserved = needed > keep ? needed : keep;
    return CUDA_SUCCESS;
}

/* The 64-bit attributes; NULL for others. */
static uint64_t *pool_field(drv_pool *pool, int attribute) {
    switch (attribute) {
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: return &pool->threshold;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT: return &pool->reserved;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH: return &pool->reserved_high;
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT: return &pool->used;
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH: return &pool->used_high;
    default: return NULL;
    }
}

CUresult drv_pool_set_attribute(CUmemoryPool handle, int attribute,
                                void *value) {
    drv_pool *pool = drv_pool_get(handle);

    if (!pool || !value)
        return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        memcpy(&pool->reuse[attribute - 1], value, sizeof(int));
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        memcpy(&pool->threshold, value, sizeof pool->threshold);
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH: /* only to 0: start again */
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        if (memcmp(value, &(uint64_t){0}, sizeof(uint64_t)) != 0)
            return CUDA_ERROR_INVALID_VALUE;
        *pool_field(pool, attribute) = *pool_field(pool, attribute - 1);
        return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult drv_pool_get_attribute(CUmemoryPool handle, int attribute,
                                void *value) {
    drv_pool *pool = drv_pool_get(handle);
    uint64_t *field = pool ? pool_field(pool, attribute) : NULL;

    if (!pool || !value)
        return CUDA_ERROR_INVALID_VALUE;
    if (field)
        memcpy(value, field, sizeof *field);
    else if (attribute >= 1 && attribute <= 3)
        memcpy(value, &pool->reuse[attribute - 1], sizeof(int));
    else
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CUresult drv_pool_set_access(CUmemoryPool handle, const CUmemAccessDesc *map,
                             size_t count) {
    if (!drv_pool_get(handle) || (count && !map))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++)
        if (map[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE ||
            drv_device_check(map[i].location.id))
            return CUDA_ERROR_INVALID_DEVICE;
    return CUDA_SUCCESS;
}

CUresult drv_pool_get_access(int *flags, CUmemoryPool handle,
                             CUmemLocation *place) {
    if (!flags || !place || !drv_pool_get(handle))
        return CUDA_ERROR_INVALID_VALUE;
    *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return drv_check_place(*place);
}

static CUresult pool_allocate(CUdeviceptr *address, size_t size, drv_pool *pool,
                              CUstream handle) {
    drv_stream *stream = drv_stream_get(handle);
    uint64_t made;
    CUresult result;

    if (!address || size == 0 || !pool)
        return CUDA_ERROR_INVALID_VALUE;
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (size > pool->maximum || pool->used > pool->maximum - size)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = drv_memory_new(SIM_MEMORY_device, size, 0, pool, &made);
    if (result != CUDA_SUCCESS)
        return result;
    *address = made;
    pool->used += size;
    if (pool->reserved < reserve_for(pool->used))
        pool->reserved = reserve_for(pool->used);
    if (pool->used_high < pool->used)
        pool->used_high = pool->used;
    if (pool->reserved_high < pool->reserved)
        pool->reserved_high = pool->reserved;
    return CUDA_SUCCESS;
}

CUresult drv_mem_alloc_async(CUdeviceptr *address, size_t size,
                             CUstream stream) {
    return pool_allocate(address, size, drv.pool, stream);
}

CUresult drv_mem_alloc_from_pool(CUdeviceptr *address, size_t size,
                                 CUmemoryPool pool, CUstream stream) {
    return pool_allocate(address, size, drv_pool_get(pool), stream);
}

CUresult drv_mem_free_async(CUdeviceptr address, CUstream handle) {
    drv_memory *memory = drv_memory_at(address);
    drv_stream *stream;

    if (!drv_self.current || drv_self.current->dead)
        return drv_unknown(CUDA_ERROR_INVALID_CONTEXT);
    stream = drv_stream_get(handle);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (address == 0)
        return CUDA_SUCCESS;
    if (!memory || !memory->pool)
        return CUDA_ERROR_INVALID_VALUE;
    drv_memory_release(memory);
    return CUDA_SUCCESS;
}
