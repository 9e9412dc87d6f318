/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter: the IR's meaning, executed. It is the oracle that every
 * backend is compared with, and a debug device that checks each access.
 *
 * A block runs as a whole, one operation at a time: a register is an array
 * over the block's threads, control flow is a mask. What it always checks:
 *
 *   BOUNDS   an access outside of the array that its pointer came from (not
 *            just outside of some buffer), a write through a readonly
 *            parameter or to constant data, a misaligned pointer;
 *   UNINIT   a read of shared or local memory that nothing has written, and
 *            where asked for of a variable that the thread has not assigned;
 *   RACE     two threads touch the same memory with no barrier of their block
 *            between (or of their warp, by warp_sync), at least one of them
 *            writes, and not both are atomics. Threads of different blocks
 *            are never ordered, nor are iterations of a loop over prange. A
 *            plain write of what is there already counts
 *            beside atomics and writes of other values only. A read whose
 *            value a compare-and-swap compares does not count beside atomics:
 *            it is a warning;
 *   BARRIER  a thread waits at a barrier that another thread of its block,
 *            still running, does not come to; a lane gives a warp operation a
 *            mask that does not name it, or names a lane that does not come
 *            or has another mask. Threads that have returned are not waited
 *            for.
 *
 * A failure has the place in the source and names the array, the element, the
 * thread and the block. */
#ifndef PORTKERN_CORE_INTERP_INTERP_H
#define PORTKERN_CORE_INTERP_INTERP_H

#include "portkern/ir.h"

/* Host memory that the launch may touch: one buffer. */
typedef struct pk_interp_memory {
    void *host;
    uint64_t size;
} pk_interp_memory;

/* How parallel loops are cut: nothing here depends on it, but host functions
 * ask, and set it. */
typedef struct pk_interp_loops {
    uint32_t threads, all; /* that loops may have, and that there are */
    uint64_t chunk;
    bool sets_threads, sets_chunk; /* the function does */
} pk_interp_loops;

typedef struct pk_interp_config {
    uint32_t grid[3], block[3]; /* all at least 1; block up to 1024 in all */
    uint32_t shared_dynamic;    /* bytes */
    const void *params;         /* packed block; pointers are host addresses */
    uint32_t params_size;
    const pk_interp_memory *memory; /* what those pointers point into */
    uint32_t memory_count;
    struct pk_interp_loops *loops; /* of host functions, else NULL */
} pk_interp_config;

/* The order in which iterations of `for.items` run: any must do. */
typedef enum pk_interp_order {
    PK_INTERP_FORWARD,
    PK_INTERP_REVERSE,
    PK_INTERP_SHUFFLED
} pk_interp_order;

typedef struct pk_interp_options {
    pk_interp_order order;
    uint32_t seed;        /* of the shuffle */
    uint64_t fuel;        /* operations times threads; 0: no end */
    uint64_t *operations; /* NULL, or gets how many were run */
    const uint32_t *stop; /* NULL, or the launch ends when it is not 0 */
    void (*warn)(void *arg, const pk_error *what); /* NULL, or gets a warning
                                                      of each launch at most */
    void *warn_arg;
    bool variables;     /* locals are variables: reading one that is not set is
                           UNINIT. For IR that no pass has changed. */
    const char *lapack; /* what PORTKERN_LAPACK says; NULL: nothing */
    struct pk_debugger *debugger; /* NULL, or is told lines and failures of IR
                                     with `debug` operations (debug.h) */
} pk_interp_options;

/* Runs a kernel in its form (threads or block) over the whole grid and
 * returns when it is done, or at the first failure; what was written until
 * then stays written. `fn` has been through pk_verify and pk_func_layout and
 * is only read, so any number of threads may run it. `options` may be NULL.
 *
 * PK_BOUNDS, PK_UNINIT, PK_RACE and PK_BARRIER as above, PK_TIMEOUT when fuel
 * runs out, PK_CANCELLED when it was stopped, PK_BAD_ARG for a configuration
 * that does not fit the kernel, PK_LIMIT for more arrays than there are numbers
 * for, PK_NO_MEMORY. */
pk_status pk_interp_launch(const pk_func *fn, const pk_interp_config *config,
                           const pk_interp_options *options,
                           const pk_allocator *allocator, pk_error *err);

#endif
