/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the device, and filling and copying it. */
#include "core/error.h"
#include "plugins/cuda/cuda.h"

#include <string.h>

static CUresult get_memory(pk_mem *mem, uint64_t size, uint32_t flags) {
    const cuda_driver *d = &mem->dev->driver;
    CUresult result;

    if (!(flags & PK_MEM_pinned))
        return d->cuMemAlloc(&mem->address, size);
    result = d->cuMemHostAlloc(&mem->host, size, CU_MEMHOSTALLOC_PORTABLE);
    if (result != CUDA_SUCCESS)
        return result;
    result = d->cuMemHostGetDevicePointer(&mem->address, mem->host, 0);
    if (result != CUDA_SUCCESS)
        d->cuMemFreeHost(mem->host);
    return result;
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
        status = pk_cuda_check(&dev->driver, get_memory(mem, size, flags),
                               "allocating memory", err);
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
                   "a GPU has memory of its own: host memory is copied");
}

void pk_cuda_mem_free(pk_mem *mem) {
    pk_dev *dev = mem->dev;

    if (pk_cuda_enter(dev, NULL) == PK_OK) {
        if (mem->host)
            dev->driver.cuMemFreeHost(mem->host);
        else
            dev->driver.cuMemFree(mem->address);
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

static CUresult put_copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size) {
    const cuda_driver *d = &que->dev->driver;

    if (!dst.mem)
        return d->cuMemcpyDtoHAsync(host_of(dst), address_of(src), size,
                                    que->stream);
    if (!src.mem)
        return d->cuMemcpyHtoDAsync(address_of(dst), host_of(src), size,
                                    que->stream);
    return d->cuMemcpyDtoDAsync(address_of(dst), address_of(src), size,
                                que->stream);
}

pk_status pk_cuda_copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                       pk_error *err) {
    pk_status status;

    PK_TRY(pk_cuda_enter(que->dev, err));
    status = pk_cuda_check(&que->dev->driver, put_copy(que, dst, src, size),
                           "copying", err);
    pk_cuda_leave(que->dev);
    return status;
}

/* 8 bytes are two columns of 4 in rows of 8. */
static CUresult fill_pairs(pk_que *que, CUdeviceptr to, uint64_t count,
                           const uint32_t pattern[2]) {
    const cuda_driver *d = &que->dev->driver;
    CUresult result;

    if (pattern[0] == pattern[1])
        return d->cuMemsetD32Async(to, pattern[0], 2 * count, que->stream);
    result = d->cuMemsetD2D32Async(to, 8, pattern[0], 1, count, que->stream);
    if (result != CUDA_SUCCESS)
        return result;
    return d->cuMemsetD2D32Async(to + 4, 8, pattern[1], 1, count, que->stream);
}

static CUresult put_fill(pk_que *que, CUdeviceptr to, uint64_t size,
                         const void *pattern, uint32_t pattern_size) {
    const cuda_driver *d = &que->dev->driver;
    uint64_t count = size / pattern_size;
    uint32_t words[2] = {0};
    uint16_t half;

    memcpy(words, pattern, pattern_size);
    memcpy(&half, pattern, pattern_size > 1 ? 2 : 1);
    switch (pattern_size) {
    case 1:
        return d->cuMemsetD8Async(to, *(const uint8_t *)pattern, count,
                                  que->stream);
    case 2: return d->cuMemsetD16Async(to, half, count, que->stream);
    case 4: return d->cuMemsetD32Async(to, words[0], count, que->stream);
    default: return fill_pairs(que, to, count, words);
    }
}

pk_status pk_cuda_fill(pk_que *que, pk_ref dst, uint64_t size,
                       const void *pattern, uint32_t pattern_size,
                       pk_error *err) {
    pk_status status;

    PK_TRY(pk_cuda_enter(que->dev, err));
    status = pk_cuda_check(
        &que->dev->driver,
        put_fill(que, address_of(dst), size, pattern, pattern_size), "filling",
        err);
    pk_cuda_leave(que->dev);
    return status;
}
