/* SPDX-License-Identifier: Apache-2.0 */
/* Vector clocks, for checkers of races: what a thread knows to have happened,
 * as a set of marks "thread u up to its time k" and "all of block b before its
 * epoch e". Sets are shared and never change, so joining two is mostly finding
 * that they are the same. */
#ifndef PORTKERN_BASE_HAPPENS_BEFORE_H
#define PORTKERN_BASE_HAPPENS_BEFORE_H

#include "portkern/status.h"

#include <stdbool.h>

typedef struct pk_vector_clock {
    uint32_t references;
    uint32_t count;
    struct pk_vector_clock_entry {
        uint64_t key;
        uint32_t time;
    } entries[]; /* by key */
} pk_vector_clock;

/* All of a block; one thread of a block. */
#define PK_KNOWN_BLOCK(block)          ((uint64_t)(block) << 11)
#define PK_KNOWN_THREAD(block, thread) (PK_KNOWN_BLOCK(block) + 1 + (thread))

/* Sets of one kind of allocation failure: `failed` remembers it, and sets stay
 * as they were. NULL is the empty set. */
typedef struct pk_vector_clocks {
    const pk_allocator *allocator;
    bool failed;
} pk_vector_clocks;

static inline pk_vector_clock *pk_vector_clock_share(pk_vector_clock *known) {
    if (known)
        known->references++;
    return known;
}
void pk_vector_clock_drop(const pk_vector_clocks *sets, pk_vector_clock *known);
/* *into becomes the union with `more`. */
void pk_vector_clock_join(pk_vector_clocks *sets, pk_vector_clock **into,
                          pk_vector_clock *more);
/* The same with single entries, ordered by key. */
void pk_vector_clock_add(pk_vector_clocks *sets, pk_vector_clock **into,
                         const struct pk_vector_clock_entry *entries,
                         uint32_t count);
/* *old becomes `fresh`, one more reference to it. */
void pk_vector_clock_replace(const pk_vector_clocks *sets,
                             pk_vector_clock **old, pk_vector_clock *fresh);
/* The time of a key, 0 when it is not there. */
uint32_t pk_vector_clock_time(const pk_vector_clock *known, uint64_t key);

/* The clocks of one thread: what it knows, and what it may pass on. */
typedef struct pk_thread_clock {
    pk_vector_clock *known;  /* happened before what it does now */
    pk_vector_clock *fenced; /* what a fence of the device's scope let out */
    pk_vector_clock *fenced_block; /* and one of the block's */
} pk_thread_clock;

/* These do to each of the three what pk_vector_clock_... does to one. */
void pk_thread_clock_join(pk_vector_clocks *sets, pk_thread_clock *into,
                          const pk_thread_clock *more);
void pk_thread_clock_replace(const pk_vector_clocks *sets, pk_thread_clock *old,
                             const pk_thread_clock *fresh);
void pk_thread_clock_drop(const pk_vector_clocks *sets, pk_thread_clock *clock);

/* A word through which threads let others know: what those of all blocks may
 * learn from it, and what those of the block `owner` may. */
typedef struct pk_flag {
    uint64_t address; /* 0: free */
    uint32_t owner;
    pk_vector_clock *device, *block;
} pk_flag;

/* Flags by address. All zero is the empty table. */
typedef struct pk_flags {
    pk_flag *slots;
    uint32_t count, capacity;
} pk_flags;

/* NULL when there is none and none is to be made, or no memory. It stays where
 * it is until the next one is made. */
pk_flag *pk_flags_at(pk_flags *flags, pk_vector_clocks *sets, uint64_t address,
                     bool make);
/* A thread of `block` reads the word and learns what it tells. */
void pk_flag_learn(pk_vector_clocks *sets, const pk_flag *flag, uint32_t block,
                   pk_thread_clock *thread);
/* It writes the word and lets out what it has passed a fence with: with a store
 * the word begins anew, an update goes on with what was there. `narrow`: only
 * the block may learn of it. */
void pk_flag_publish(pk_vector_clocks *sets, pk_flag *flag, uint32_t block,
                     const pk_thread_clock *thread, bool anew, bool narrow);
void pk_flags_finish(pk_flags *flags, const pk_vector_clocks *sets);

#endif
