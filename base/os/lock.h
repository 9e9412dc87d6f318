/* SPDX-License-Identifier: Apache-2.0 */
/* Locks that survive fork.
 *
 * The child of a fork has one thread, and a copy of every lock. A lock that no
 * thread held is free there, and what it protects is whole: the child uses it.
 * A lock that another thread held stays held for ever, because that thread does
 * not exist in the child, and what it protects may be half changed: such a lock
 * is lost, and entering it returns false instead of hanging. The caller answers
 * PK_FORKED, or does without.
 *
 * Which of the two it is, the first thread of the child that wants the lock
 * finds out: nobody in the child can hold it before. */
#ifndef PORTKERN_BASE_OS_LOCK_H
#define PORTKERN_BASE_OS_LOCK_H

#include "portkern/status.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern atomic_uint pk_process_counter; /* of lock.c */

/* The number of this process among its ancestors since this code was loaded:
 * grows in the child of each fork, and is never 0. Threads' work that is marked
 * with another number was begun by a thread that does not exist here. */
static inline unsigned pk_process_number(void) {
    return atomic_load_explicit(&pk_process_counter, memory_order_relaxed);
}

/* Has `init` make state anew in the child of a fork, where the threads that
 * worked on it, and may have held its locks, do not exist. `*process` is the
 * pk_process_number for which it was made, 0 before it was ever made. One of
 * the process's threads runs `init`. Returns false while another one does: ask
 * again, or do without. */
bool pk_process_renew(atomic_uint *process, void (*init)(void *state),
                      void *state);

typedef struct pk_lock {
    pthread_mutex_t mutex;
    atomic_uint mark; /* of lock.c: for which process it has been judged */
} pk_lock;

/* For locks that are static. */
#define PK_LOCK_INIT {.mutex = PTHREAD_MUTEX_INITIALIZER}

void pk_lock_init(pk_lock *lock);
/* A lost lock may be finished, too. */
void pk_lock_finish(pk_lock *lock);

/* A mark is the process's number and how the lock was judged there. */
enum { PK_LOCK_USABLE, PK_LOCK_JUDGED_NOW, PK_LOCK_LOST, PK_LOCK_VERDICTS = 4 };

/* Judges a lock that this process has not used yet. */
bool pk_lock_is_usable(pk_lock *lock);

/* False when the lock is lost: then it is not held. */
__attribute__((warn_unused_result)) static inline bool
pk_lock_enter(pk_lock *lock) {
    if (atomic_load_explicit(&lock->mark, memory_order_acquire) !=
            pk_process_number() * PK_LOCK_VERDICTS + PK_LOCK_USABLE &&
        !pk_lock_is_usable(lock))
        return false;
    pthread_mutex_lock(&lock->mutex);
    return true;
}

static inline void pk_lock_leave(pk_lock *lock) {
    pthread_mutex_unlock(&lock->mutex);
}

/* Before dlopen: PK_FORKED when a thread was in it as this process was forked,
 * for whatever library. Then the loader's lists are half changed, and its next
 * call would end the process. */
pk_status pk_loader_check(pk_error *err);

/* PK_FORKED: `what` was in use when this process was forked. `remedy` says what
 * to do, from "create" on. */
pk_status pk_fail_forked(pk_error *err, const char *what, const char *remedy);

#endif
