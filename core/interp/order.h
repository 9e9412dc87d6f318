/* SPDX-License-Identifier: Apache-2.0 */
/* The happens-before order, for the finder of races.
 *
 * A stamp is a moment of the launch; a new one is taken at each barrier, fence
 * and warp_sync, so that what a thread did before one has a lower stamp. A
 * thread knows what happened before now:
 *
 *   - in its block, before the last barrier of all its threads; in its warp,
 *     before the last warp_sync; anywhere, before the last barrier of the grid;
 *   - what it learnt at words that threads update: an atomic passes on what
 *     its thread had done and known at its last fence, to whoever does an
 *     atomic at that word later. A fence of the block's scope is passed on
 *     within the block only. The reader's own fence is not asked for.
 *
 * The last needs sets (base/happens_before.h), made when a thread first has
 * something to pass on: programs without fences do not pay. */
#ifndef PORTKERN_CORE_INTERP_ORDER_H
#define PORTKERN_CORE_INTERP_ORDER_H

#include "base/happens_before.h"

typedef struct pk_machine pk_machine;

/* Somebody did something, somewhere in the source. Stamp 0: nothing yet. */
typedef struct pk_mark {
    uint32_t stamp, block;
    uint32_t line : 30;
    uint32_t kept : 1;     /* a write of what was there already */
    uint32_t compared : 1; /* a read for a compare-and-swap to compare */
    uint16_t thread, file;
} pk_mark;

/* One for all blocks of a launch. */
typedef struct pk_order {
    uint32_t stamp;      /* now */
    uint32_t grid_stamp; /* when all blocks last met */
    bool warned;         /* of a read beside atomics */
    pk_vector_clocks sets;
    pk_flags flags;
} pk_order;

/* A block's. */
typedef struct pk_block_order {
    uint32_t barrier_stamp;
    uint32_t warp_stamps[32];
    pk_thread_clock *threads; /* NULL: no thread has passed a fence */
} pk_block_order;

void pk_order_init(pk_order *order, const pk_allocator *allocator);
void pk_order_finish(pk_order *order);

/* A block begins; it has ended, or is given up. */
void pk_order_begin(pk_machine *m);
void pk_order_end(pk_machine *m);

/* Whether that happened before what thread t does now. */
bool pk_order_happened(const pk_machine *m, const pk_mark *mark, uint32_t t);

void pk_order_barrier(pk_machine *m);
/* These lanes of the warp meet. */
void pk_order_warp_sync(pk_machine *m, uint32_t warp, uint32_t lanes);
/* The running threads pass a fence, of the block's scope or more. */
void pk_order_fence(pk_machine *m, bool of_block);
/* Thread t updates the word at that address. */
void pk_order_update(pk_machine *m, uint64_t address, uint32_t t);

#endif
