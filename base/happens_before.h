/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread knows to have happened: a set of marks "thread u up to its
 * time k" and "all of block b before its epoch e", for checkers of races. Sets
 * are shared and never change, so joining two is mostly finding that they are
 * the same. */
#ifndef PORTKERN_BASE_HAPPENS_BEFORE_H
#define PORTKERN_BASE_HAPPENS_BEFORE_H

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

/* What one thread has learnt, and what it may tell. */
typedef struct pk_learnt {
    pk_known *known;        /* happened before what it does now */
    pk_known *fenced;       /* what a fence of the device's scope let out */
    pk_known *fenced_block; /* and one of the block's */
} pk_learnt;

/* These do to each of the three what pk_known_... does to one. */
void pk_learnt_join(pk_knowns *sets, pk_learnt *into, const pk_learnt *more);
void pk_learnt_replace(const pk_knowns *sets, pk_learnt *old,
                       const pk_learnt *fresh);
void pk_learnt_drop(const pk_knowns *sets, pk_learnt *learnt);

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
/* A thread of `block` reads the word and learns what it tells. */
void pk_flag_learn(pk_knowns *sets, const pk_flag *flag, uint32_t block,
                   pk_learnt *thread);
/* It writes the word and lets out what it has passed a fence with: with a store
 * the word begins anew, an update goes on with what was there. `narrow`: only
 * the block may learn of it. */
void pk_flag_publish(pk_knowns *sets, pk_flag *flag, uint32_t block,
                     const pk_learnt *thread, bool anew, bool narrow);
void pk_flags_finish(pk_flags *flags, const pk_knowns *sets);

#endif
