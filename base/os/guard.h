/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of one piece of work, which ends at once when there is no more.
 *
 * The compiler builds lists and trees, and code that walks what a failed
 * allocation left half built would have to look out everywhere. Instead the
 * runtime gives it an allocator that never returns NULL: running out of memory
 * leaves the work where it stands, by longjmp, and everything that it took is
 * given back. So such work may hold nothing else (files, locks, memory of other
 * allocators) while it allocates. */
#ifndef PORTKERN_BASE_OS_GUARD_H
#define PORTKERN_BASE_OS_GUARD_H

#include "portkern/status.h"

#include <setjmp.h>

typedef struct pk_guard {
    pk_allocator allocator; /* for the work */
    const pk_allocator *base;
    struct pk_guard_block *blocks; /* all that is taken and not given back */
    jmp_buf *escape;               /* while work runs */
} pk_guard;

/* An empty guard over `base`; both must outlive what is taken. It may not move
 * in memory. */
void pk_guard_init(pk_guard *guard, const pk_allocator *base);

/* Gives back all that is left. */
void pk_guard_finish(pk_guard *guard);

/* Runs `work` on a thread of the library's own (base/os/thread.h) and returns
 * its status, or PK_NO_MEMORY after giving back everything that was taken since
 * pk_guard_init. Outside of it the allocator
 * returns NULL like any other. */
pk_status pk_guard_run(pk_guard *guard,
                       pk_status (*work)(void *arg, pk_error *err), void *arg,
                       pk_error *err);

#endif
