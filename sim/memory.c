/* SPDX-License-Identifier: Apache-2.0 */
/* Allocations: places in the address windows, one sorted array, and the
 * driver's view of them. */
#include "sim/device.h"

#include <stdio.h>
#include <string.h>

enum {
    ALIGN = 256,          /* of every allocation, as cuMemAlloc promises */
    GAP = 4 * 1024 * 1024 /* between two of them */
};

static uint64_t round_up(uint64_t value, uint64_t to) {
    return (value + to - 1) & ~(to - 1);
}

void sim_memory_init(sim_device *device) {
    device->memory.next_device = SIM_WINDOW_DEVICE + GAP;
    device->memory.next_const = SIM_WINDOW_CONST + GAP;
}

/* The first range that ends after `address`, or the count. */
static size_t range_after(const sim_memory *memory, uint64_t address) {
    size_t low = 0, high = memory->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const sim_range *range = memory->ranges[middle];

        if (range->address + range->room <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static sim_range *range_at(const sim_memory *memory, uint64_t address) {
    size_t i = range_after(memory, address);

    if (i < memory->count && memory->ranges[i]->address <= address)
        return memory->ranges[i];
    return NULL;
}

static bool insert(sim_device *device, sim_range *range) {
    const pk_allocator *allocator = device->options.allocator;
    sim_memory *memory = &device->memory;
    size_t at;

    if (memory->count == memory->capacity) {
        size_t capacity = memory->capacity ? 2 * memory->capacity : 64;
        size_t old = memory->capacity * sizeof *memory->ranges;
        size_t size = capacity * sizeof *memory->ranges;
        sim_range **more =
            old ? allocator->resize(allocator->self, memory->ranges, old, size)
                : allocator->alloc(allocator->self, size);

        if (!more)
            return false;
        memory->ranges = more;
        memory->capacity = capacity;
    }
    at = range_after(memory, range->address);
    memmove(memory->ranges + at + 1, memory->ranges + at,
            (memory->count - at) * sizeof *memory->ranges);
    memory->ranges[at] = range;
    memory->count++;
    return true;
}

/* A free place for `size` bytes at or after *next within a window, gaps on
 * both sides; goes once round the window. 0 when there is none. */
static uint64_t place(const sim_memory *memory, uint64_t *next, uint64_t begin,
                      uint64_t end, uint64_t size, uint64_t align) {
    uint64_t address = round_up(*next, align);

    if (size > end - begin - 2 * GAP)
        return 0;
    for (int round = 0; round < 2; round++) {
        size_t i = range_after(memory, address);

        while (address <= end - GAP - size) {
            if (i == memory->count ||
                memory->ranges[i]->address >= address + size + GAP) {
                *next = address + size + GAP;
                return address;
            }
            address = round_up(memory->ranges[i]->address +
                                   memory->ranges[i]->room + GAP,
                               align);
            i++;
        }
        address = round_up(begin + GAP, align);
    }
    return 0;
}

static void release_range(sim_device *device, sim_range *range) {
    sim_release(device, range->block, range->block_size);
    sim_release(device, range->init, (range->room + 7) / 8);
    sim_release(device, range, sizeof *range);
}

/* Takes `range` out of the array and remembers where it was. */
static void remove_range(sim_device *device, sim_range *range) {
    sim_memory *memory = &device->memory;
    sim_freed *freed = &memory->freed[memory->freed_count++ % SIM_FREED_MAX];
    size_t at = range_after(memory, range->address);

    memory->count--;
    memmove(memory->ranges + at, memory->ranges + at + 1,
            (memory->count - at) * sizeof *memory->ranges);
    memory->epoch++;
    if (range->kind != SIM_MEMORY_host)
        memory->used -= range->room;
    freed->address = range->address;
    freed->size = range->size;
    freed->room = range->room;
    memcpy(freed->name, range->name, sizeof freed->name);
    release_range(device, range);
}

/* Bytes for a range: of the host's memory, aligned to `align`. */
static bool bytes_for(sim_device *device, sim_range *range, uint64_t align) {
    uint64_t room = range->room;

    if (room > SIZE_MAX - align)
        return false;
    range->block_size = (size_t)(room + align);
    range->block = sim_alloc(device, range->block_size);
    if (!range->block)
        return false;
    range->host =
        (char *)range->block +
        (round_up((uintptr_t)range->block, align) - (uintptr_t)range->block);
    return true;
}

static bool track_writes(sim_device *device, sim_range *range) {
    size_t bytes = (size_t)((range->room + 7) / 8);

    range->init = sim_alloc(device, bytes);
    if (range->init)
        memset(range->init, 0, bytes);
    return range->init != NULL;
}

/* Fills in where the range lies and makes it known. Called with the lock. */
static bool settle(sim_device *device, sim_range *range, uint64_t align) {
    sim_memory *memory = &device->memory;
    bool device_side = range->kind == SIM_MEMORY_device;

    if (range->kind != SIM_MEMORY_host &&
        range->room > device->profile.global_bytes - memory->used)
        return false;
    if (!range->host && !bytes_for(device, range, align))
        return false;
    if (!device_side)
        range->address = (uintptr_t)range->host;
    else if (range->constant)
        range->address = place(memory, &memory->next_const, SIM_WINDOW_CONST,
                               SIM_WINDOW_END, range->room, align);
    else
        range->address = place(memory, &memory->next_device, SIM_WINDOW_DEVICE,
                               SIM_WINDOW_CONST, range->room, align);
    if (!range->address || !insert(device, range))
        return false;
    if (range->kind != SIM_MEMORY_host)
        memory->used += range->room;
    return true;
}

static sim_range *add_range(sim_device *device, const sim_range *wanted,
                            uint64_t align, const char *what) {
    sim_range *range = sim_alloc(device, sizeof *range);
    bool ok;

    if (!range)
        return NULL;
    *range = *wanted;
    pthread_mutex_lock(&device->lock);
    range->id = ++device->memory.next_id;
    if (range->module)
        snprintf(range->name, sizeof range->name, "%.47s", what);
    else
        snprintf(range->name, sizeof range->name, "%s #%llu", what,
                 (unsigned long long)range->id);
    ok = settle(device, range, align);
    if (ok && range->kind == SIM_MEMORY_device && !range->module &&
        device->options.checks & SIM_CHECK_uninit)
        ok = track_writes(device, range) ||
             (remove_range(device, range), range = NULL, false);
    pthread_mutex_unlock(&device->lock);
    if (!ok && range)
        release_range(device, range);
    return ok ? range : NULL;
}

static uint64_t padded(const sim_device *device, uint64_t size) {
    uint64_t room = round_up(size, ALIGN);

    return device->options.checks & SIM_CHECK_bounds ? size : room;
}

static void describe(const sim_range *range, sim_allocation *out) {
    *out = (sim_allocation){.address = range->address,
                            .size = range->size,
                            .host = range->host,
                            .kind = range->kind,
                            .id = range->id};
}

bool sim_memory_new(sim_device *device, sim_memory_kind kind, uint64_t size,
                    void *host, sim_allocation *out) {
    static const char *const what[] = {
        [SIM_MEMORY_device] = "cuMemAlloc",
        [SIM_MEMORY_managed] = "cuMemAllocManaged",
        [SIM_MEMORY_host] = "cuMemAllocHost",
    };
    sim_range wanted = {.size = size, .kind = kind, .host = host};
    sim_range *range;

    if (size == 0 || size > SIM_WINDOW_CONST - SIM_WINDOW_DEVICE)
        return false;
    wanted.room = host ? size : padded(device, size);
    range = add_range(device, &wanted, ALIGN,
                      host ? "cuMemHostRegister" : what[kind]);
    if (!range)
        return false;
    describe(range, out);
    return true;
}

bool sim_memory_free(sim_device *device, uint64_t address) {
    sim_range *range;
    bool found;

    pthread_mutex_lock(&device->running);
    pthread_mutex_lock(&device->lock);
    range = range_at(&device->memory, address);
    found =
        range && range->address == address && !range->module && !range->heap;
    if (found)
        remove_range(device, range);
    pthread_mutex_unlock(&device->lock);
    pthread_mutex_unlock(&device->running);
    return found;
}

bool sim_memory_find(sim_device *device, uint64_t address,
                     sim_allocation *out) {
    sim_range *range;

    pthread_mutex_lock(&device->lock);
    range = range_at(&device->memory, address);
    if (range && address - range->address >= range->size)
        range = NULL;
    if (range)
        describe(range, out);
    pthread_mutex_unlock(&device->lock);
    return range != NULL;
}

void *sim_memory_bytes(sim_device *device, uint64_t address, uint64_t size,
                       bool write) {
    sim_range *range;
    void *bytes = NULL;

    pthread_mutex_lock(&device->lock);
    range = range_at(&device->memory, address);
    if (range) {
        uint64_t offset = address - range->address;

        if (offset <= range->size && size <= range->size - offset) {
            bytes = range->host + offset;
            if (write && range->init)
                sim_range_written(range, offset, size);
        }
    }
    pthread_mutex_unlock(&device->lock);
    return bytes;
}

void sim_memory_usage(sim_device *device, uint64_t *free_bytes,
                      uint64_t *total_bytes) {
    pthread_mutex_lock(&device->lock);
    *total_bytes = device->profile.global_bytes;
    *free_bytes = device->profile.global_bytes - device->memory.used;
    pthread_mutex_unlock(&device->lock);
}

sim_range *sim_memory_module(sim_device *device, uint64_t size, uint64_t align,
                             bool constant, const char *name) {
    sim_range wanted = {.size = size,
                        .room = size ? size : 1,
                        .kind = SIM_MEMORY_device,
                        .constant = constant,
                        .module = true};
    sim_range *range;

    if (size > SIM_WINDOW_CONST - SIM_WINDOW_DEVICE)
        return NULL;
    range = add_range(device, &wanted, align < ALIGN ? ALIGN : align, name);
    if (range)
        memset(range->host, 0, (size_t)range->room);
    return range;
}

void sim_memory_drop(sim_device *device, sim_range *range) {
    pthread_mutex_lock(&device->running);
    pthread_mutex_lock(&device->lock);
    remove_range(device, range);
    pthread_mutex_unlock(&device->lock);
    pthread_mutex_unlock(&device->running);
}

uint64_t sim_memory_malloc(sim_device *device, uint64_t size) {
    sim_range wanted = {.size = size ? size : 1,
                        .room = padded(device, size ? size : 1),
                        .kind = SIM_MEMORY_device,
                        .heap = true};
    sim_range *range;

    if (size > device->profile.global_bytes)
        return 0;
    range = add_range(device, &wanted, ALIGN, "malloc");
    return range ? range->address : 0;
}

bool sim_memory_free_heap(sim_device *device, uint64_t address) {
    sim_range *range;
    bool found;

    pthread_mutex_lock(&device->lock);
    range = range_at(&device->memory, address);
    found = range && range->heap && range->address == address;
    if (found)
        remove_range(device, range);
    pthread_mutex_unlock(&device->lock);
    return found;
}

sim_range *sim_memory_range(sim_device *device, uint64_t address) {
    sim_range *range;

    pthread_mutex_lock(&device->lock);
    range = range_at(&device->memory, address);
    pthread_mutex_unlock(&device->lock);
    return range;
}

void sim_memory_finish(sim_device *device) {
    sim_memory *memory = &device->memory;

    for (size_t i = 0; i < memory->count; i++)
        release_range(device, memory->ranges[i]);
    sim_release(device, memory->ranges,
                memory->capacity * sizeof *memory->ranges);
}
