/* SPDX-License-Identifier: Apache-2.0 */
/* Abstract execution: follows a launch without running it. Of each thread of a
 * few blocks the known values are computed: its ids, the extents of arrays,
 * numbers of the launch and what is computed from them. Values that depend on
 * the content of arrays are unknown.
 *
 * Where a condition is unknown both ways are followed, and the thread is in
 * doubt until they come together: nothing is said of what it does there. */
#ifndef PORTKERN_CHECK_THREADS_ABSTRACT_EXEC_H
#define PORTKERN_CHECK_THREADS_ABSTRACT_EXEC_H

#include "check/advise.h"

typedef struct pk_number {
    /* The bits of a number, or a pointer's offset in bytes. An unknown value
     * has a tag: where tags differ, so do the values, in general; 0 where even
     * that is unknown. */
    uint64_t bits;
    uint32_t object; /* of a pointer: which array, 0: unknown */
    bool known;
} pk_number;

typedef enum pk_touch {
    PK_TOUCH_read,
    PK_TOUCH_write,
    PK_TOUCH_atomic
} pk_touch;

/* A thread uses an element. */
typedef struct pk_access {
    const pk_inst *inst;
    uint32_t thread, block, warp; /* by number, of those looked at */
    pk_touch kind;
    uint32_t object;
    uint64_t offset;
    pk_number value; /* that is written */
    /* Barriers that the block, the warp and the grid have been through. */
    uint32_t phase, warp_phase, grid_phase;
    uint32_t time;
    bool acquired; /* the thread has had an answer of an atomic before */
    bool sure;     /* else it depends on an unknown condition */
} pk_access;

/* Two of them that no order holds apart, at least not by barriers. */
typedef struct pk_conflict {
    pk_access first, second;
} pk_conflict;

/* A shared array: so many elements of so many bytes. */
typedef struct pk_shared_extent {
    uint64_t count;
    uint32_t bytes;
} pk_shared_extent;

enum {
    PK_BLOCKS = 3,
    PK_CONFLICTS = 256,
    PK_WILD = 64,
    PK_MEETINGS = 64,
    PK_SHARED_OBJECTS = 256 /* objects before it are arguments */
};

typedef struct pk_races {
    pk_arena *arena;
    uint32_t in_block; /* threads */
    struct pk_cell **cells;
    pk_conflict found[PK_CONFLICTS];
    uint32_t count;
    /* Since the last barrier, accesses to unknown elements of shared arrays. */
    struct pk_wild {
        pk_access access, before; /* of the latest threads */
        bool differ;              /* the values that all of them write */
        pk_shared_extent extent;
        uint32_t threads;
    } wild[PK_WILD];
    uint32_t wild_count;
    /* When each block was at a fence last, of the device or of the block. */
    uint32_t fence[PK_BLOCKS], block_fence[PK_BLOCKS];
} pk_races;

/* How the threads of a block come to a barrier. */
typedef enum pk_meet { PK_MEET_unknown, PK_MEET_all, PK_MEET_some } pk_meet;

typedef struct pk_meeting {
    pk_loc loc;
    bool split;    /* some came for sure and others, for sure, did not */
    bool doubtful; /* some threads are unknown */
} pk_meeting;

/* The results of following one launch. */
typedef struct pk_abstract_run {
    const pk_launch_site *site;
    bool assumed;   /* no launch is known: only races count */
    pk_arena arena; /* of what follows */
    pk_races races;
    pk_meeting meetings[PK_MEETINGS];
    uint32_t meeting_count;
    bool complete; /* it has been gone through, */
    bool over;     /* it took too long: not all has been seen */
    bool blurred;  /* some shared elements are used, or may be: unknown which */
} pk_abstract_run;

/* Goes through the first launch of a kernel whose block can be seen, else
 * through a block of one warp; false where that says nothing. */
bool pk_abstract_exec(const pk_adviser *a, pk_func *fn, pk_abstract_run *out);
static inline void pk_abstract_run_finish(pk_abstract_run *r) {
    if (r->site)
        pk_arena_finish(&r->arena);
}
/* The notes on the barrier at a place, made where there are none; NULL where
 * there are too many. */
pk_meeting *pk_meeting_at(pk_abstract_run *r, pk_loc loc);
/* How threads come to the barrier that a call is. */
pk_meet pk_abstract_run_meet(const pk_abstract_run *r, const pk_ast *call);

/* A launch to follow where the script shows none (assumed.c); NULL: it shows
 * one of a single thread. */
const pk_launch_site *pk_assumed_launch(const pk_adviser *a);
/* Bytes between elements along an axis of an array of numbers in C order, whose
 * extents are that launch's; 0: it is none. */
uint64_t pk_assumed_stride(const pk_arg_type *array, uint32_t axis);

void pk_races_init(pk_races *races, pk_arena *arena, uint32_t in_block);
void pk_races_add(pk_races *races, const pk_access *access);
/* An access to some element of an array. */
void pk_races_add_wild(pk_races *races, const pk_access *access,
                       pk_shared_extent extent);
/* Before a barrier and at the end. */
void pk_races_close(pk_races *races);

#endif
