/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread knows to have happened: a set of marks "thread u up to its
 * time k" and "all of block b before its epoch e", for checkers of races. Sets
 * are shared and never change, so joining two is mostly finding that they are
 * the same. */
#ifndef PORTKERN_CORE_KNOWN_H
#define PORTKERN_CORE_KNOWN_H

#include "portkern/status.h"

#include <stdbool.h>

typedef struct pk_known {
    uint32_t references;
    uint32_t count;
    struct pk_known_entry {
        uint64_t key;
        uint32_t time;
    } entries[]; /* by key */
} pk_known;

/* All of a block; one thread of a block. */
#define PK_KNOWN_BLOCK(block)          ((uint64_t)(block) << 11)
#define PK_KNOWN_THREAD(block, thread) (PK_KNOWN_BLOCK(block) + 1 + (thread))

/* Sets of one kind of allocation failure: `failed` remembers it, and sets stay
 * as they were. NULL is the empty set. */
typedef struct pk_knowns {
    const pk_allocator *allocator;
    bool failed;
} pk_knowns;

static inline pk_known *pk_known_share(pk_known *known) {
    if (known)
        known->references++;
    return known;
}
void pk_known_drop(const pk_knowns *sets, pk_known *known);
/* *into becomes the union with `more`. */
void pk_known_join(pk_knowns *sets, pk_known **into, pk_known *more);
/* The same with single entries, ordered by key. */
void pk_known_add(pk_knowns *sets, pk_known **into,
                  const struct pk_known_entry *entries, uint32_t count);
/* *old becomes `fresh`, one more reference to it. */
void pk_known_replace(const pk_knowns *sets, pk_known **old, pk_known *fresh);
/* The time of a key, 0 when it is not there. */
uint32_t pk_known_time(const pk_known *known, uint64_t key);

/* A word through which threads let others know: what those of all blocks may
 * learn from it, and what those of the block `owner` may. */
typedef struct pk_flag {
    uint64_t address; /* 0: free */
    uint32_t owner;
    pk_known *device, *block;
} pk_flag;

/* Flags by address. All zero is the empty table. */
typedef struct pk_flags {
    pk_flag *slots;
    uint32_t count, capacity;
} pk_flags;

/* NULL when there is none and none is to be made, or no memory. It stays where
 * it is until the next one is made. */
pk_flag *pk_flags_at(pk_flags *flags, pk_knowns *sets, uint64_t address,
                     bool make);
void pk_flags_finish(pk_flags *flags, const pk_knowns *sets);

#endif
