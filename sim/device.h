/* SPDX-License-Identifier: Apache-2.0 */
/* The simulated device's state. */
#ifndef PORTKERN_SIM_DEVICE_H
#define PORTKERN_SIM_DEVICE_H

#include "sim/memory.h"

#include <pthread.h>

/* The instructions that one kernel ran, for the fidelity report, by how exactly
 * they are simulated. */
typedef struct sim_tally {
    struct sim_tally *next;
    char *kernel; /* its name */
    size_t kernel_size;
    uint64_t launches, exact, bounded, refused;
} sim_tally;

struct sim_device {
    sim_profile profile;
    sim_options options;
    pthread_mutex_t lock;    /* over memory and tallies */
    pthread_mutex_t running; /* held while a grid runs; taken before lock */
    sim_memory memory;
    sim_tally *tallies;
    uint64_t grids; /* launches so far: %gridid */
};

static inline void *sim_alloc(const sim_device *device, size_t size) {
    const pk_allocator *allocator = device->options.allocator;

    return allocator->alloc(allocator->self, size ? size : 1);
}

static inline void sim_release(const sim_device *device, void *block,
                               size_t size) {
    const pk_allocator *allocator = device->options.allocator;

    if (block)
        allocator->release(allocator->self, block, size ? size : 1);
}

#endif
