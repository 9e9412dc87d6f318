/* SPDX-License-Identifier: Apache-2.0 */
/* Describes an address for reports, and knows which bytes have been written. */
#include "sim/device.h"

#include <inttypes.h>
#include <string.h>

void sim_range_written(sim_range *range, uint64_t offset, uint64_t size) {
    uint64_t end = offset + size;

    while (offset < end && offset % 8) {
        range->init[offset / 8] |= (uint8_t)(1u << offset % 8);
        offset++;
    }
    if (end - offset >= 8) {
        memset(range->init + offset / 8, 0xff, (size_t)((end - offset) / 8));
        offset += (end - offset) / 8 * 8;
    }
    for (; offset < end; offset++)
        range->init[offset / 8] |= (uint8_t)(1u << offset % 8);
}

bool sim_range_is_written(const sim_range *range, uint64_t offset,
                          uint64_t size) {
    for (uint64_t i = offset; i < offset + size; i++)
        if (!(range->init[i / 8] >> i % 8 & 1))
            return false;
    return true;
}

typedef struct neighbour {
    uint64_t distance;
    uint64_t address, size;
    const char *name;
    bool before, freed, found; /* before: the access lies before it */
} neighbour;

static void consider(neighbour *best, uint64_t address, uint64_t start,
                     uint64_t size, const char *name, bool freed) {
    neighbour now = {.address = start,
                     .size = size,
                     .name = name,
                     .freed = freed,
                     .found = true};

    if (address < start) {
        now.before = true;
        now.distance = start - address;
    } else if (address >= start + size) {
        now.distance = address - (start + size);
    }
    if (freed && (now.before || address >= start + size))
        return;
    if (!best->found || freed || now.distance < best->distance)
        *best = now;
}

static neighbour nearest(const sim_memory *memory, uint64_t address) {
    neighbour best = {0};
    size_t freed = memory->freed_count < SIM_FREED_MAX ? memory->freed_count
                                                       : SIM_FREED_MAX;

    for (size_t i = 0; i < memory->count; i++)
        consider(&best, address, memory->ranges[i]->address,
                 memory->ranges[i]->size, memory->ranges[i]->name, false);
    /* A freed range says more, but only where no live one holds the place. */
    if (!best.found || best.before || best.distance ||
        address >= best.address + best.size)
        for (size_t i = 0; i < freed; i++)
            consider(&best, address, memory->freed[i].address,
                     memory->freed[i].size, memory->freed[i].name, true);
    return best;
}

/* Farther away than this, a neighbour explains nothing. */
static const uint64_t far_away = UINT64_C(1) << 30;

static void explain(const sim_memory *memory, uint64_t address, uint64_t size,
                    pk_text *out) {
    neighbour near = nearest(memory, address);

    if (address < 4096) {
        pk_text_put(out, "at a null pointer");
    } else if (!near.found || near.distance > far_away) {
        pk_text_put(out, "that no allocation is near");
        return;
    } else if (near.freed) {
        pk_text_printf(out, "%" PRIu64 " bytes into %s, which was freed",
                       address - near.address, near.name);
    } else if (near.before) {
        pk_text_printf(out, "%" PRIu64 " bytes before the start of %s",
                       near.distance, near.name);
    } else if (address < near.address + near.size) {
        pk_text_printf(
            out, "over the end of %s (%" PRIu64 " of %" PRIu64 " bytes within)",
            near.name, near.address + near.size - address, size);
    } else if (near.distance == 0) {
        pk_text_printf(out, "right past the end of %s", near.name);
    } else {
        pk_text_printf(out, "%" PRIu64 " bytes past the end of %s",
                       near.distance, near.name);
    }
    if (address >= 4096)
        pk_text_printf(out, " (%" PRIu64 " bytes at 0x%" PRIx64 ")", near.size,
                       near.address);
}

void sim_memory_explain(sim_device *device, uint64_t address, uint64_t size,
                        pk_text *out) {
    pthread_mutex_lock(&device->lock);
    explain(&device->memory, address, size, out);
    pthread_mutex_unlock(&device->lock);
}
