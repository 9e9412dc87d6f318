/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the device, and filling and copying it. */
#include "base/error.h"
#include "base/try.h"
#include "plugins/cuda/cuda.h"

#include <string.h>

/* ---- the pool ---- */

static CUresult make_pool(pk_dev *dev) {
    const cuda_driver *d = &dev->driver;
    cuda_pool_props props = {
        .alloc_type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .location = {CU_MEM_LOCATION_TYPE_DEVICE, dev->device}};
    uint64_t keep = UINT64_MAX; /* until the device runs short */
    CUresult result =
        d->cuStreamCreate(&dev->pool_stream, CU_STREAM_NON_BLOCKING);

    if (result == CUDA_SUCCESS)
        result = d->cuMemPoolCreate(&dev->pool, &props);
    if (result == CUDA_SUCCESS)
        result = d->cuMemPoolSetAttribute(
            dev->pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep);
    return result;
}

void pk_cuda_pool_open(pk_dev *dev) {
    const cuda_driver *d = &dev->driver;

    if (!d->cuMemPoolCreate || !d->cuMemPoolDestroy ||
        !d->cuMemPoolSetAttribute || !d->cuMemPoolTrimTo ||
        !d->cuMemAllocFromPoolAsync || !d->cuMemFreeAsync ||
        !pk_cuda_attribute(dev, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) ||
        !pk_cuda_enter_to_free(dev))
        return;
    if (make_pool(dev) != CUDA_SUCCESS)
        pk_cuda_pool_close(dev);
    pk_cuda_leave(dev);
}

/* A pool is the device's, not the context's. */
void pk_cuda_pool_close(pk_dev *dev) {
    if (dev->pool)
        dev->driver.cuMemPoolDestroy(dev->pool);
    if (dev->pool_stream && pk_cuda_enter_to_free(dev)) {
        dev->driver.cuStreamDestroy(dev->pool_stream);
        pk_cuda_leave(dev);
    }
    dev->pool = NULL;
    dev->pool_stream = NULL;
}

/* Waiting for the pool's own stream makes the memory good for all others. */
static pk_status get_pooled(pk_mem *mem, uint64_t size, pk_error *err) {
    pk_dev *dev = mem->dev;
    pk_status status =
        CUDA_CALL(dev, err, cuMemAllocFromPoolAsync, &mem->address, size,
                  dev->pool, dev->pool_stream);

    if (status != PK_OK)
        return status;
    mem->pooled = true;
    status = CUDA_CALL(dev, err, cuStreamSynchronize, dev->pool_stream);
    if (status != PK_OK)
        dev->driver.cuMemFreeAsync(mem->address, dev->pool_stream);
    return status;
}

/* ---- buffers ---- */

static pk_status get_device(pk_mem *mem, uint64_t size, pk_error *err) {
    pk_dev *dev = mem->dev;
    pk_status status;

    if (!dev->pool)
        return CUDA_CALL(dev, err, cuMemAlloc, &mem->address, size);
    status = get_pooled(mem, size, err);
    if (status != PK_NO_DEVICE_MEMORY)
        return status;
    dev->driver.cuMemPoolTrimTo(dev->pool, 0);
    return get_pooled(mem, size, err);
}

static pk_status get_pinned(pk_mem *mem, uint64_t size, pk_error *err) {
    pk_dev *dev = mem->dev;
    pk_status status;

    PK_TRY(CUDA_CALL(dev, err, cuMemHostAlloc, &mem->host, size,
                     CU_MEMHOSTALLOC_PORTABLE));
    status = CUDA_CALL(dev, err, cuMemHostGetDevicePointer, &mem->address,
                       mem->host, 0);
    if (status != PK_OK)
        dev->driver.cuMemFreeHost(mem->host);
    return status;
}

pk_status pk_cuda_mem_new(pk_dev *dev, uint64_t size, uint32_t flags,
                          pk_mem **out, pk_error *err) {
    pk_mem *mem;
    pk_status status;

    PK_TRY(pk_cuda_enter(dev, err));
    mem = pk_cuda_new(dev->host, sizeof *mem, err);
    status = mem ? PK_OK : PK_NO_MEMORY;
    if (mem) {
        mem->dev = dev;
        status = flags & PK_MEM_pinned ? get_pinned(mem, size, err)
                                       : get_device(mem, size, err);
    }
    if (mem && status != PK_OK)
        pk_cuda_delete(dev->host, mem, sizeof *mem);
    pk_cuda_leave(dev);
    if (status == PK_OK)
        *out = mem;
    return status;
}

pk_status pk_cuda_mem_import(pk_dev *dev, void *host, uint64_t size,
                             pk_mem **out, pk_error *err) {
    (void)dev, (void)host, (void)size, (void)out;
    return pk_fail(err, PK_UNSUPPORTED,
                   "a GPU has memory of its own and cannot use host memory in "
                   "place: create a buffer, and copy to it");
}

static void free_memory(const pk_mem *mem) {
    const cuda_driver *d = &mem->dev->driver;

    if (mem->host)
        d->cuMemFreeHost(mem->host);
    else if (mem->pooled)
        d->cuMemFreeAsync(mem->address, mem->dev->pool_stream);
    else
        d->cuMemFree(mem->address);
}

void pk_cuda_mem_free(pk_mem *mem) {
    pk_dev *dev = mem->dev;

    if (!mem->foreign && pk_cuda_enter_to_free(dev)) {
        free_memory(mem);
        pk_cuda_leave(dev);
    }
    pk_cuda_delete(dev->host, mem, sizeof *mem);
}

void pk_cuda_mem_address(pk_mem *mem, uint64_t *device, void **host) {
    *device = mem->address;
    *host = mem->host;
}

/* ---- copying, filling ---- */

static CUdeviceptr address_of(pk_ref ref) {
    return ref.mem ? ref.mem->address + ref.offset : 0;
}

static void *host_of(pk_ref ref) {
    return (char *)ref.host + ref.offset;
}

static pk_status put_copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                          pk_error *err) {
    if (!dst.mem)
        return pk_cuda_download(que, host_of(dst), address_of(src), size, err);
    if (!src.mem)
        return pk_cuda_upload(que, address_of(dst), host_of(src), size, err);
    return CUDA_CALL(que->dev, err, cuMemcpyDtoDAsync, address_of(dst),
                     address_of(src), size, que->stream);
}

pk_status pk_cuda_copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                       pk_error *err) {
    pk_status status;

    PK_TRY(pk_cuda_enter(que->dev, err));
    status = put_copy(que, dst, src, size, err);
    pk_cuda_leave(que->dev);
    return status;
}

static cuda_copy_side side_of(pk_ref ref, uint64_t pitch) {
    return ref.mem ? (cuda_copy_side){.type = CU_MEMORYTYPE_DEVICE,
                                      .device = address_of(ref),
                                      .pitch = pitch}
                   : (cuda_copy_side){.type = CU_MEMORYTYPE_HOST,
                                      .host = host_of(ref),
                                      .pitch = pitch};
}

/* Drivers take pitches below 2^31: rows that are further apart go alone. */
static pk_status put_rows(pk_que *que, cuda_copy_2d copy, pk_error *err) {
    const bool far = copy.dst.pitch > INT32_MAX || copy.src.pitch > INT32_MAX;
    const uint64_t rows = far ? copy.rows : 1;

    if (far)
        copy.rows = 1;
    for (uint64_t i = 0; i < rows; i++) {
        cuda_copy_2d row = copy;
        cuda_copy_side *sides[] = {&row.dst, &row.src};
        for (int k = 0; far && k < 2; k++) {
            sides[k]->device += i * sides[k]->pitch;
            sides[k]->host = (const char *)sides[k]->host + i * sides[k]->pitch;
            sides[k]->pitch = copy.width;
        }
        PK_TRY(CUDA_CALL(que->dev, err, cuMemcpy2DAsync, &row, que->stream));
    }
    return PK_OK;
}

pk_status pk_cuda_copy_rows(pk_que *que, pk_ref dst, uint64_t dst_pitch,
                            pk_ref src, uint64_t src_pitch, uint64_t width,
                            uint64_t rows, pk_error *err) {
    pk_status status;

    PK_TRY(pk_cuda_enter(que->dev, err));
    status = put_rows(que,
                      (cuda_copy_2d){.dst = side_of(dst, dst_pitch),
                                     .src = side_of(src, src_pitch),
                                     .width = width,
                                     .rows = rows},
                      err);
    pk_cuda_leave(que->dev);
    return status;
}

pk_status pk_cuda_memory_info(pk_dev *dev, uint64_t *free_bytes,
                              uint64_t *total_bytes, pk_error *err) {
    size_t available = 0, all = 0;
    pk_status status;

    PK_TRY(pk_cuda_enter(dev, err));
    status = CUDA_CALL(dev, err, cuMemGetInfo, &available, &all);
    pk_cuda_leave(dev);
    *free_bytes = available;
    *total_bytes = all;
    return status;
}

/* 8 bytes are two columns of 4 in rows of 8. */
static pk_status fill_pairs(pk_que *que, CUdeviceptr to, uint64_t count,
                            const uint32_t pattern[2], pk_error *err) {
    pk_dev *dev = que->dev;

    if (pattern[0] == pattern[1])
        return CUDA_CALL(dev, err, cuMemsetD32Async, to, pattern[0], 2 * count,
                         que->stream);
    PK_TRY(CUDA_CALL(dev, err, cuMemsetD2D32Async, to, 8, pattern[0], 1, count,
                     que->stream));
    return CUDA_CALL(dev, err, cuMemsetD2D32Async, to + 4, 8, pattern[1], 1,
                     count, que->stream);
}

static pk_status put_fill(pk_que *que, CUdeviceptr to, uint64_t size,
                          const void *pattern, uint32_t pattern_size,
                          pk_error *err) {
    pk_dev *dev = que->dev;
    uint64_t count = size / pattern_size;
    uint32_t words[2] = {0};
    uint16_t half;

    memcpy(words, pattern, pattern_size);
    memcpy(&half, pattern, pattern_size > 1 ? 2 : 1);
    switch (pattern_size) {
    case 1:
        return CUDA_CALL(dev, err, cuMemsetD8Async, to,
                         *(const uint8_t *)pattern, count, que->stream);
    case 2:
        return CUDA_CALL(dev, err, cuMemsetD16Async, to, half, count,
                         que->stream);
    case 4:
        return CUDA_CALL(dev, err, cuMemsetD32Async, to, words[0], count,
                         que->stream);
    default: return fill_pairs(que, to, count, words, err);
    }
}

pk_status pk_cuda_fill(pk_que *que, pk_ref dst, uint64_t size,
                       const void *pattern, uint32_t pattern_size,
                       pk_error *err) {
    pk_status status;

    PK_TRY(pk_cuda_enter(que->dev, err));
    status = put_fill(que, address_of(dst), size, pattern, pattern_size, err);
    pk_cuda_leave(que->dev);
    return status;
}
