/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of the library's own.
 *
 * Work that goes deep (parsing, compiling, loading drivers) does not run on the
 * caller's thread, whose stack, signals and floating-point environment are the
 * application's: it may have 64 KiB of stack, round upwards, or die of SIGXFSZ
 * when a file reaches its limit. A thread of ours has a stack whose size is
 * known, the default environment, and all signals blocked but those that tell
 * of a fault in the thread itself; one that its own write raises ends with it.
 */
#ifndef PORTKERN_BASE_OS_THREAD_H
#define PORTKERN_BASE_OS_THREAD_H

#include "portkern/status.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

/* The compiler's limits of nesting need this much, sanitizers' frames included.
 */
enum { PK_THREAD_STACK = 8 << 20 };

/* Starts such a thread, to be joined, in the environment of its creator.
 * Returns an errno, 0 when it runs. */
int pk_thread_start(pthread_t *out, size_t stack_bytes, void *(*run)(void *arg),
                    void *arg);

/* Runs `work` on such a thread and waits for it; on a thread that runs work
 * already, in place. Returns its status, or PK_NO_MEMORY when no thread can be
 * started. */
pk_status pk_thread_run(pk_status (*work)(void *arg, pk_error *err), void *arg,
                        pk_error *err);

/* Bytes of the calling thread's stack that are free; 0 where it runs on another
 * stack than its own. */
size_t pk_stack_left(void);

/* The thread that called the library: this one, or the one that it works for.
 */
pthread_t pk_thread_caller(void);

/* Around writing to a file or a pipe on the caller's thread: SIGXFSZ and
 * SIGPIPE that the write raises are errors of the write and nothing else. */
typedef struct pk_write_guard {
    sigset_t old, had;
} pk_write_guard;

void pk_write_guard_enter(pk_write_guard *guard);
/* Keeps errno. */
void pk_write_guard_leave(const pk_write_guard *guard);

#endif
