/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread knows to have happened: a set of marks "thread u up to its
 * time k" and "all of block b before its epoch e". Sets are shared and never
 * change, so joining two is mostly finding that they are the same. */
#ifndef PORTKERN_SIM_CLOCK_H
#define PORTKERN_SIM_CLOCK_H

#include "sim/device.h"

typedef struct sim_known {
    uint32_t references;
    uint32_t count;
    struct sim_known_entry {
        uint64_t key;
        uint32_t time;
    } entries[]; /* by key */
} sim_known;

/* All of a block; one thread of a block. */
#define SIM_KEY_BLOCK(block)          ((uint64_t)(block) << 11)
#define SIM_KEY_THREAD(block, thread) (SIM_KEY_BLOCK(block) + 1 + (thread))

/* Sets of one kind of allocation failure: `failed` remembers it, and sets stay
 * as they were. NULL is the empty set. */
typedef struct sim_clocks {
    const sim_device *device;
    bool failed;
} sim_clocks;

static inline sim_known *sim_known_share(sim_known *known) {
    if (known)
        known->references++;
    return known;
}
void sim_known_drop(const sim_clocks *clocks, sim_known *known);
/* *into becomes the union with `more`. */
void sim_known_join(sim_clocks *clocks, sim_known **into, sim_known *more);
/* The same with single entries, ordered by key. */
void sim_known_add(sim_clocks *clocks, sim_known **into,
                   const struct sim_known_entry *entries, uint32_t count);
/* The time of a key, 0 when it is not there. */
uint32_t sim_known_time(const sim_known *known, uint64_t key);

#endif
