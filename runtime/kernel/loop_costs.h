/* SPDX-License-Identifier: Apache-2.0 */
/* Times of a function's parallel loops, on the host's threads and on the device
 * that its context offloads to, for a context that chooses between them by that
 * (PK_CONTEXT_measured_offload). They are kept in the disk cache, so that a
 * later process knows them.
 *
 * Kernels that the disk cache has are taken. Others are compiled when it pays:
 * when the host has spent as much time in loops that could have gone as the
 * compile is thought to take, the rule for renting skis (R. Karp, "On-line
 * algorithms versus off-line algorithms", 1992). It costs at most twice what
 * knowing the future would. */
#ifndef PORTKERN_RUNTIME_KERNEL_LOOP_COSTS_H
#define PORTKERN_RUNTIME_KERNEL_LOOP_COSTS_H

#include "base/digest.h"
#include "base/text.h"
#include "runtime/context/context.h"

#include <pthread.h>

struct pk_loop_kernels;

enum { PK_LOOP_SIZES = 40, PK_LOOP_NAME = 120 };

/* Times of runs by the number of iterations: row n is of runs with 2^n or more,
 * and fewer than twice as many. */
typedef struct pk_loop_times {
    float ns[PK_LOOP_SIZES];     /* nanoseconds of a run ... */
    float count[PK_LOOP_SIZES];  /* ... with so many iterations */
    uint8_t runs[PK_LOOP_SIZES]; /* that were measured; 0: none */
} pk_loop_times;

typedef struct pk_loop_cost {
    struct pk_loop_cost *next;
    pk_loop_times host, device;
    uint32_t unmeasured; /* runs on the device in a row */
    uint32_t away, stay; /* runs there since the host ran it last, and how many
                            there are to be until it does again */
    bool warm;           /* this process has run it on the device */
    char name[PK_LOOP_NAME]; /* of the host's function; its end, when long */
} pk_loop_cost;

typedef struct pk_loop_costs {
    pk_context *ctx; /* the host's */
    uint32_t device; /* number, of those that it offloads to */
    pthread_mutex_t lock;
    pk_loop_cost *first;
    _Atomic(struct pk_loop_kernels *) kernels; /* NULL: none yet */
    atomic_bool wanted;                        /* they would pay */
    atomic_bool tried;                         /* to compile them */
    double lost_ns;   /* that the device might have saved */
    pk_digest digest; /* of the entry in the disk cache */
    pk_text key;      /* empty: nothing is kept */
} pk_loop_costs;

/* With what the disk cache has under the key, which may be NULL. NULL without
 * memory. */
pk_loop_costs *pk_loop_costs_new(pk_context *ctx, uint32_t device,
                                 const pk_text *key);
/* NULL is nothing. */
void pk_loop_costs_destroy(pk_loop_costs *costs);
/* The loop of that name, which is entered when it is new; NULL without memory.
 * The lock is held. */
pk_loop_cost *pk_loop_costs_find(pk_loop_costs *costs, const char *name);
/* Enters a run of one of them; the lock is held. */
void pk_loop_costs_add(pk_loop_costs *costs, pk_loop_cost *cost, bool device,
                       uint64_t count, uint64_t ns);
/* How long a run takes, between the sizes around it that were measured; beyond
 * them by the nearest, where `least` is what a run takes that has nothing to
 * do. Negative: nothing was measured. */
double pk_loop_times_estimate(const pk_loop_times *times, uint64_t count,
                              double least);
/* The least time that a run may take: that of one with fewer iterations, which
 * may have been all launch and no loop. Infinite where none was measured, or
 * where the size itself was. */
double pk_loop_times_floor(const pk_loop_times *times, uint64_t count);
/* Whether the runs of the nearest size were enough to go by: the first of a
 * process may be slow. */
bool pk_loop_times_known(const pk_loop_times *times, uint64_t count);
/* Whether those of any size were. */
bool pk_loop_times_known_somewhere(const pk_loop_times *times);
/* Whether more runs of that size should be measured. */
bool pk_loop_times_want(const pk_loop_times *times, uint64_t count);
/* Whether all loops that ran on the device were slower there: then their
 * kernels are not worth looking for. */
bool pk_loop_costs_oppose(const pk_loop_costs *costs);

#endif
