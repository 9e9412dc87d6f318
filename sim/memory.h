/* SPDX-License-Identifier: Apache-2.0 */
/* The device's memory as the engine sees it.
 *
 * A range is one allocation. Device memory gets addresses that no host
 * pointer can have, one after another with wide gaps, and an address is not
 * used again until the whole window has been: a stray pointer falls into a
 * gap or a freed range, and the report names what lies next to it. Ranges are
 * one array sorted by address; the last freed ones are remembered.
 *
 * Pointers of the windows shared and local are generic addresses of the
 * block's and the thread's own memory. */
#ifndef PORTKERN_SIM_MEMORY_H
#define PORTKERN_SIM_MEMORY_H

#include "sim/engine.h"

/* Bit 47 and up: beyond what mmap gives a process on x86-64 and, but for
 * exotic settings, on aarch64. */
#define SIM_WINDOW_DEVICE UINT64_C(0x0000800000000000)
#define SIM_WINDOW_CONST  UINT64_C(0x0000c00000000000)
#define SIM_WINDOW_SHARED UINT64_C(0x0001000000000000)
#define SIM_WINDOW_LOCAL  UINT64_C(0x0001000100000000)
#define SIM_WINDOW_PARAM  UINT64_C(0x0001000200000000)
#define SIM_WINDOW_SIZE   UINT64_C(0x0000000100000000)
/* Constants have addresses of 32 bits, which are places in their window. */
#define SIM_WINDOW_END    (SIM_WINDOW_CONST + SIM_WINDOW_SIZE)

typedef struct sim_range {
    uint64_t address, size;
    uint64_t room; /* size with its padding: what may be accessed */
    uint64_t id;
    char *host;
    void *block;       /* what the allocator gave, NULL: the caller's */
    size_t block_size; /* of it */
    sim_memory_kind kind;
    bool constant, module, heap;
    char name[48];
    /* Memory of the checkers; NULL where they are off. */
    uint8_t *init; /* a bit a byte: written since the allocation */
    void *cells;   /* of the race checker, which owns them; of one launch */
} sim_range;

enum { SIM_FREED_MAX = 256 };

/* A range that is gone: enough for a report. */
typedef struct sim_freed {
    uint64_t address, size, room;
    char name[48];
} sim_freed;

typedef struct sim_memory {
    sim_range **ranges; /* by address */
    size_t count, capacity;
    uint64_t next_device, next_const;
    uint64_t next_id;
    uint64_t used; /* bytes of the device taken */
    sim_freed freed[SIM_FREED_MAX];
    size_t freed_count; /* counts up; a ring */
    uint64_t epoch;     /* changes whenever a range goes */
} sim_memory;

/* Memory of a module: a variable or a bank of them, zeroed. Constants live in
 * a window of their own. NULL when there is no memory. */
sim_range *sim_memory_module(sim_device *device, uint64_t size, uint64_t align,
                             bool constant, const char *name);
void sim_memory_drop(sim_device *device, sim_range *range);

/* malloc in a kernel: 0 when there is no memory; free: false when `address`
 * is none of malloc's. */
uint64_t sim_memory_malloc(sim_device *device, uint64_t size);
bool sim_memory_free_heap(sim_device *device, uint64_t address);

/* The live range whose room holds `address`, NULL when none does. The range
 * stays until it is freed, which waits for a running grid. */
sim_range *sim_memory_range(sim_device *device, uint64_t address);

/* How `size` bytes at `address` miss: "4 bytes past the end of cuMemAlloc #2
 * (1024 bytes at 0x...)", "inside cuMemAlloc #1, which was freed", "at a null
 * pointer", ... */
void sim_memory_explain(sim_device *device, uint64_t address, uint64_t size,
                        pk_text *out);

/* The address of a constant from its place in the window, which is all that
 * 32 bits hold of it; one that is whole stays. */
static inline uint64_t sim_const_address(uint64_t address) {
    return address < SIM_WINDOW_SIZE ? address + SIM_WINDOW_CONST : address;
}

/* Marks `size` bytes from `offset` as written. */
void sim_range_written(sim_range *range, uint64_t offset, uint64_t size);
/* Whether all of them are; `range->init` is not NULL. */
bool sim_range_is_written(const sim_range *range, uint64_t offset,
                          uint64_t size);

void sim_memory_init(sim_device *device);
void sim_memory_finish(sim_device *device);

#endif
