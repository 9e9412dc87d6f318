/* SPDX-License-Identifier: Apache-2.0 */
/* The library's threads: one pool per context, shared by every plugin.
 *
 * Work is a range of numbers cut into runs. The caller takes part, and runs
 * are claimed one at a time from a ticket, so a call never waits for a thread
 * that has yet to wake up: what sleeping threads do not claim, the caller does
 * itself. Threads start at the first call that has work for them. */
#ifndef PORTKERN_RUNTIME_SERVICES_POOL_H
#define PORTKERN_RUNTIME_SERVICES_POOL_H

#include "portkern/status.h"

typedef struct pk_pool pk_pool;

enum { PK_THREADS_MAX = 1024 };

/* Does the numbers begin .. end - 1. */
typedef void (*pk_pool_body)(void *arg, uint64_t begin, uint64_t end,
                             uint32_t worker);

/* A pool for `threads` threads, the caller of pk_pool_parallel included. 0
 * means the CPUs that this process may run on; PK_THREADS_MAX is the most.
 * Starts no thread yet. `allocator` must outlive the pool. PK_NO_MEMORY. */
pk_status pk_pool_create(const pk_allocator *allocator, uint32_t threads,
                         pk_pool **out, pk_error *err);

/* Ends and joins the threads. No call may be in progress. NULL is fine. */
void pk_pool_destroy(pk_pool *pool);

/* How many bodies of one call may run at once: the pool's threads. */
uint32_t pk_pool_worker_count(const pk_pool *pool);

/* Runs `body` over 0 .. count - 1, each number once, in runs of about `grain`
 * (0 counts as 1), and returns when all are done; what bodies wrote is then
 * visible. `worker` is below pk_pool_worker_count, and no two bodies of one
 * call run at the same time under the same number; the caller's is 0.
 *
 * A grain should be worth handing over, which means tens of microseconds of
 * work when threads sleep: a count up to one grain runs on the caller alone.
 * Any thread may call, also from inside a body, also in a child process after
 * fork, where the pool starts anew. Threads that cannot be started are done
 * without. */
void pk_pool_parallel(pk_pool *pool, uint64_t count, uint64_t grain,
                      pk_pool_body body, void *arg);

#endif
