/* SPDX-License-Identifier: Apache-2.0 */
/* Launches that run on the caller and may not run longer than a deadline: a
 * thread sets the word of one that does. */
#ifndef PORTKERN_RUNTIME_SERVICES_WATCHDOG_H
#define PORTKERN_RUNTIME_SERVICES_WATCHDOG_H

#include "portkern/status.h"

/* The values of a queue's stop word (pk_launch_desc.stop). */
enum { PK_STOP_none, PK_STOP_cancel, PK_STOP_deadline };

typedef struct pk_watchdog pk_watchdog;

/* A launch under way, in the memory of whoever waits for it. */
typedef struct pk_watch {
    struct pk_watch *next, **link;
    uint64_t due; /* CLOCK_MONOTONIC, nanoseconds */
    uint32_t *stop;
} pk_watch;

/* Starts no thread yet. `allocator` must outlive it. PK_NO_MEMORY. */
pk_status pk_watchdog_create(const pk_allocator *allocator, pk_watchdog **out,
                             pk_error *err);

/* Ends and joins the thread. Nothing may be watched. NULL is fine. */
void pk_watchdog_destroy(pk_watchdog *dog);

/* A launch begins and has ended. *stop becomes PK_STOP_deadline unless it ends
 * within `milliseconds` or is PK_STOP_cancel already. PK_NO_MEMORY when no
 * thread can be started: then nothing is watched. Any thread may call, also in
 * a child after fork. */
pk_status pk_watchdog_begin(pk_watchdog *dog, pk_watch *watch,
                            uint32_t milliseconds, uint32_t *stop,
                            pk_error *err);
void pk_watchdog_end(pk_watchdog *dog, pk_watch *watch);

#endif
