/* SPDX-License-Identifier: Apache-2.0 */
/* Memory: what the program allocated and where it came from. The bytes are the
 * engine's; this file keeps one record an allocation, sorted by address. */
#include "sim/driver/driver.h"

#include <stdlib.h>
#include <string.h>

static drv_memory **records; /* by address */
static size_t record_count, record_capacity;

/* The first record at or after `address`. */
static size_t lower_bound(uint64_t address) {
    size_t low = 0, high = record_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (records[middle]->address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool insert(drv_memory *memory) {
    size_t at = lower_bound(memory->address);

    if (record_count == record_capacity) {
        size_t capacity = record_capacity ? record_capacity * 2 : 64;
        drv_memory **more = realloc(records, capacity * sizeof(drv_memory *));

        if (!more)
            return false;
        records = more;
        record_capacity = capacity;
    }
    memmove(&records[at + 1], &records[at],
            (record_count - at) * sizeof *records);
    records[at] = memory;
    record_count++;
    return true;
}

drv_memory *drv_memory_at(uint64_t address) {
    size_t at = lower_bound(address);

    return at < record_count && records[at]->address == address ? records[at]
                                                                : NULL;
}

drv_memory *drv_memory_holding(uint64_t address, sim_allocation *out) {
    sim_allocation found;

    if (!sim_memory_find(drv.device, address, &found))
        return NULL;
    if (out)
        *out = found;
    return drv_memory_at(found.address);
}

/* ---- new and gone ---- */

static CUresult add(const drv_memory *what, void *host, uint64_t *address) {
    drv_memory *memory = malloc(sizeof *memory);
    sim_allocation made;

    if (!memory)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *memory = *what;
    memory->context = drv_self.current;
    if (!sim_memory_new(drv.device, what->kind, what->size, host, &made)) {
        free(memory);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    memory->address = made.address;
    if (!insert(memory)) {
        sim_memory_free(drv.device, made.address);
        free(memory);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *address = made.address;
    return CUDA_SUCCESS;
}

CUresult drv_memory_new(sim_memory_kind kind, size_t size, unsigned flags,
                        drv_pool *pool, uint64_t *address) {
    drv_memory what = {
        .size = size, .kind = kind, .flags = flags, .pool = pool};

    return add(&what, NULL, address);
}

void drv_memory_release(drv_memory *memory) {
    size_t at = lower_bound(memory->address);

    if (memory->pool)
        drv_pool_leave(memory->pool, memory->size);
    sim_memory_free(drv.device, memory->address);
    record_count--;
    memmove(&records[at], &records[at + 1],
            (record_count - at) * sizeof *records);
    free(memory);
}

void drv_memory_clear(drv_context *context) {
    for (size_t i = record_count; i-- > 0;)
        if (records[i]->context == context)
            drv_memory_release(records[i]);
    if (record_count == 0) {
        free(records);
        records = NULL;
        record_capacity = 0;
    }
}

void drv_memory_orphan(const drv_pool *pool) {
    for (size_t i = 0; i < record_count; i++)
        if (records[i]->pool == pool)
            records[i]->pool = NULL;
}

void drv_memory_count(uint64_t counts[4], uint64_t *device_bytes,
                      uint64_t *pinned_bytes) {
    memset(counts, 0, 4 * sizeof *counts);
    *device_bytes = *pinned_bytes = 0;
    for (size_t i = 0; i < record_count; i++) {
        const drv_memory *m = records[i];

        counts[m->registered                   ? 3
               : m->kind == SIM_MEMORY_host    ? 2
               : m->kind == SIM_MEMORY_managed ? 1
                                               : 0]++;
        if (m->kind == SIM_MEMORY_host)
            *pinned_bytes += m->size;
        else
            *device_bytes += m->size;
    }
}

/* ---- device and managed memory ---- */

CUresult drv_mem_get_info(size_t *free_bytes, size_t *total) {
    uint64_t available, all;

    if (!free_bytes || !total)
        return CUDA_ERROR_INVALID_VALUE;
    sim_memory_usage(drv.device, &available, &all);
    *free_bytes = available;
    *total = all;
    return CUDA_SUCCESS;
}

static CUresult allocate(sim_memory_kind kind, size_t size, unsigned flags,
                         CUdeviceptr *address) {
    uint64_t made;
    CUresult result;

    if (!address || size == 0)
        return CUDA_ERROR_INVALID_VALUE;
    result = drv_capture_unsafe();
    if (result == CUDA_SUCCESS)
        result = drv_memory_new(kind, size, flags, NULL, &made);
    if (result == CUDA_SUCCESS)
        *address = made;
    return result;
}

CUresult drv_mem_alloc(CUdeviceptr *address, size_t size) {
    return allocate(SIM_MEMORY_device, size, 0, address);
}

CUresult drv_mem_alloc_pitch(CUdeviceptr *address, size_t *pitch, size_t width,
                             size_t height, unsigned element) {
    enum { PITCH = 512 };
    size_t row, size;
    CUresult result;

    if (!pitch || width == 0 || height == 0 ||
        (element != 4 && element != 8 && element != 16))
        return CUDA_ERROR_INVALID_VALUE;
    row = (width + PITCH - 1) & ~(size_t)(PITCH - 1);
    if (row < width || __builtin_mul_overflow(row, height, &size))
        return CUDA_ERROR_INVALID_VALUE;
    result = drv_mem_alloc(address, size);
    if (result == CUDA_SUCCESS)
        *pitch = row;
    return result;
}

CUresult drv_mem_alloc_managed(CUdeviceptr *address, size_t size,
                               unsigned flags) {
    if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)
        return CUDA_ERROR_INVALID_VALUE;
    return allocate(SIM_MEMORY_managed, size, flags, address);
}

/* Gives it back, unless its context is dead or a capture is under way. */
static CUresult release(drv_memory *memory) {
    CUresult result = memory->context->dead;

    if (result == CUDA_SUCCESS)
        result = drv_capture_unsafe();
    if (result == CUDA_SUCCESS)
        drv_memory_release(memory);
    return result;
}

CUresult drv_mem_free(CUdeviceptr address) {
    drv_memory *memory = drv_memory_at(address);

    if (address == 0)
        return CUDA_SUCCESS;
    if (!memory || memory->kind == SIM_MEMORY_host)
        return drv_unknown(CUDA_ERROR_INVALID_VALUE);
    return release(memory);
}

CUresult drv_mem_get_address_range(CUdeviceptr *base, size_t *size,
                                   CUdeviceptr address) {
    sim_allocation found;

    if (!sim_memory_find(drv.device, address, &found))
        return CUDA_ERROR_NOT_FOUND;
    if (base)
        *base = found.address;
    if (size)
        *size = found.size;
    return CUDA_SUCCESS;
}

/* ---- pinned memory of the host ---- */

CUresult drv_mem_host_alloc(void **host, size_t size, unsigned flags) {
    enum {
        ALL = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP |
              CU_MEMHOSTALLOC_WRITECOMBINED
    };
    CUdeviceptr address;
    CUresult result;

    if (!host || flags & ~(unsigned)ALL)
        return CUDA_ERROR_INVALID_VALUE;
    if (size == 0) {
        *host = NULL;
        return CUDA_SUCCESS;
    }
    result = allocate(SIM_MEMORY_host, size, flags, &address);
    if (result == CUDA_SUCCESS)
        *host = (void *)(uintptr_t)address;
    return result;
}

CUresult drv_mem_alloc_host(void **host, size_t size) {
    return drv_mem_host_alloc(host, size, 0);
}

CUresult drv_mem_free_host(void *host) {
    drv_memory *memory = drv_memory_at((uintptr_t)host);

    if (!host)
        return CUDA_SUCCESS;
    if (!memory || memory->kind != SIM_MEMORY_host || memory->registered)
        return drv_unknown(CUDA_ERROR_INVALID_VALUE);
    return release(memory);
}

/* Whether any allocation touches the `size` bytes from `start` on. */
static bool overlaps(uint64_t start, uint64_t size) {
    size_t at = lower_bound(start);

    if (at < record_count && records[at]->address < start + size)
        return true;
    return at > 0 && records[at - 1]->address + records[at - 1]->size > start;
}

CUresult drv_mem_host_register(void *host, size_t size, unsigned flags) {
    drv_memory what = {.size = size,
                       .kind = SIM_MEMORY_host,
                       .flags = flags,
                       .registered = true};
    uint64_t start = (uintptr_t)host, address;
    CUresult result;

    if (!host || size == 0 || flags & ~(unsigned)CU_MEMHOSTREGISTER_MASK ||
        start + size < start)
        return CUDA_ERROR_INVALID_VALUE;
    if (flags & CU_MEMHOSTREGISTER_IOMEMORY)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (overlaps(start, size))
        return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    result = drv_capture_unsafe();
    return result ? result : add(&what, host, &address);
}

CUresult drv_mem_host_unregister(void *host) {
    drv_memory *memory = drv_memory_at((uintptr_t)host);

    if (!host)
        return CUDA_ERROR_INVALID_VALUE;
    if (!memory || !memory->registered)
        return drv_unknown(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    return release(memory);
}

static drv_memory *pinned_holding(const void *host) {
    drv_memory *memory = drv_memory_holding((uintptr_t)host, NULL);

    return memory && memory->kind != SIM_MEMORY_device ? memory : NULL;
}

CUresult drv_mem_host_get_device(CUdeviceptr *address, void *host,
                                 unsigned flags) {
    if (!address || !host || flags || !pinned_holding(host))
        return CUDA_ERROR_INVALID_VALUE;
    *address = (uintptr_t)host; /* one address for both sides */
    return CUDA_SUCCESS;
}

/* Mapped for the device, whether asked for or not. */
CUresult drv_mem_host_get_flags(unsigned *flags, void *host) {
    drv_memory *memory = host ? pinned_holding(host) : NULL;

    if (!flags || !memory || memory->kind != SIM_MEMORY_host ||
        memory->registered)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = memory->flags | CU_MEMHOSTALLOC_DEVICEMAP;
    return CUDA_SUCCESS;
}

/* ---- advice: checked, and nothing to do ---- */

static CUresult check_managed(CUdeviceptr address, size_t size) {
    sim_allocation found;
    drv_memory *memory = drv_memory_holding(address, &found);

    if (size == 0 || !memory || memory->kind != SIM_MEMORY_managed ||
        size > found.address + found.size - address)
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CUresult drv_check_place(CUmemLocation place) {
    if (place.type == CU_MEM_LOCATION_TYPE_DEVICE)
        return drv_device_check(place.id);
    return place.type >= CU_MEM_LOCATION_TYPE_HOST &&
                   place.type <= CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

static CUmemLocation place_of(CUdevice device) {
    return device == CU_DEVICE_CPU
               ? (CUmemLocation){CU_MEM_LOCATION_TYPE_HOST, 0}
               : (CUmemLocation){CU_MEM_LOCATION_TYPE_DEVICE, device};
}

CUresult drv_mem_advise_v2(CUdeviceptr address, size_t size, int advice,
                           CUmemLocation place) {
    CUresult result;

    if (advice < CU_MEM_ADVISE_FIRST || advice > CU_MEM_ADVISE_LAST)
        return CUDA_ERROR_INVALID_VALUE;
    result = advice > 2 && advice != 4 ? drv_check_place(place) : CUDA_SUCCESS;
    return result ? result : check_managed(address, size);
}

CUresult drv_mem_advise(CUdeviceptr address, size_t size, int advice,
                        CUdevice device) {
    return drv_mem_advise_v2(address, size, advice, place_of(device));
}

CUresult drv_mem_prefetch_v2(CUdeviceptr address, size_t size,
                             CUmemLocation place, unsigned flags,
                             CUstream stream) {
    CUresult result;

    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (!drv_stream_get(stream))
        return CUDA_ERROR_INVALID_HANDLE;
    result = drv_check_place(place);
    return result ? result : check_managed(address, size);
}

CUresult drv_mem_prefetch(CUdeviceptr address, size_t size, CUdevice device,
                          CUstream stream) {
    return drv_mem_prefetch_v2(address, size, place_of(device), 0, stream);
}

CUresult drv_stream_attach_mem(CUstream stream, CUdeviceptr address,
                               size_t size, unsigned flags) {
    if (!drv_stream_get(stream))
        return CUDA_ERROR_INVALID_HANDLE;
    if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST &&
        flags != CU_MEM_ATTACH_SINGLE)
        return CUDA_ERROR_INVALID_VALUE;
    return check_managed(address, size ? size : 1);
}
