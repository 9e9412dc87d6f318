/* SPDX-License-Identifier: Apache-2.0 */
/* Locks that survive fork, and the count of forks. */
#include "base/os/lock.h"

#include "base/error.h"

#include <link.h>
#include <sched.h>

/* A mark is the process's number and how the lock was judged there. While one
 * thread judges, others wait for it. */
enum { USABLE, JUDGED_NOW, LOST, VERDICTS = 4 };

static atomic_uint number = 1;
static pthread_once_t watch_once = PTHREAD_ONCE_INIT;

static atomic_bool loader_lost;

/* The loader tells debuggers when its list of libraries is whole. */
static bool is_loading(void) {
#ifdef __GLIBC__
    return _r_debug.r_state != RT_CONSISTENT;
#else
    return false;
#endif
}

static void in_child(void) {
    atomic_fetch_add_explicit(&number, 1, memory_order_relaxed);
    if (is_loading())
        atomic_store_explicit(&loader_lost, true, memory_order_relaxed);
}

/* The C library takes the handler away if this code is ever unloaded. */
static void watch_forks(void) {
    pthread_atfork(NULL, NULL, in_child);
}

unsigned pk_process_number(void) {
    pthread_once(&watch_once, watch_forks);
    return atomic_load_explicit(&number, memory_order_relaxed);
}

bool pk_process_renew(atomic_uint *process, void (*init)(void *state),
                      void *state) {
    enum { RENEWING = 0 }; /* the number of no process */
    unsigned now = pk_process_number(), made = atomic_load(process);

    if (made == now)
        return true;
    if (made == RENEWING ||
        !atomic_compare_exchange_strong(process, &made, RENEWING))
        return false;
    init(state);
    atomic_store(process, now);
    return true;
}

static unsigned mark_of(unsigned process, unsigned verdict) {
    return process * VERDICTS + verdict;
}

void pk_lock_init(pk_lock *lock) {
    pthread_mutex_init(&lock->mutex, NULL);
    atomic_init(&lock->mark, mark_of(pk_process_number(), USABLE));
}

void pk_lock_finish(pk_lock *lock) {
    if (atomic_load(&lock->mark) % VERDICTS == USABLE)
        pthread_mutex_destroy(&lock->mutex);
}

/* Nobody of this process holds the lock, so who has it is gone. */
static unsigned judge(pk_lock *lock) {
    if (pthread_mutex_trylock(&lock->mutex) != 0)
        return LOST;
    pthread_mutex_unlock(&lock->mutex);
    return USABLE;
}

/* The lock was not judged in this process yet, or is being judged. */
static bool is_usable(pk_lock *lock) {
    unsigned process = pk_process_number();
    unsigned mark = atomic_load(&lock->mark);

    while (mark != mark_of(process, USABLE)) {
        if (mark % VERDICTS == LOST)
            return false;
        if (mark == mark_of(process, JUDGED_NOW)) {
            sched_yield();
            mark = atomic_load(&lock->mark);
        } else if (atomic_compare_exchange_strong(
                       &lock->mark, &mark, mark_of(process, JUDGED_NOW))) {
            mark = mark_of(process, judge(lock));
            atomic_store(&lock->mark, mark);
        }
    }
    return true;
}

bool pk_lock_enter(pk_lock *lock) {
    unsigned process = atomic_load_explicit(&number, memory_order_relaxed);

    if (atomic_load_explicit(&lock->mark, memory_order_acquire) !=
            mark_of(process, USABLE) &&
        !is_usable(lock))
        return false;
    pthread_mutex_lock(&lock->mutex);
    return true;
}

void pk_lock_leave(pk_lock *lock) {
    pthread_mutex_unlock(&lock->mutex);
}

pk_status pk_loader_check(pk_error *err) {
    pk_process_number(); /* from here on a fork is noticed */
    return atomic_load_explicit(&loader_lost, memory_order_relaxed)
               ? pk_fail_forked(err, "dlopen()",
                                "create a context before fork(), or fork "
                                "before other threads load libraries")
               : PK_OK;
}

pk_status pk_fail_forked(pk_error *err, const char *what, const char *remedy) {
    return pk_fail(err, PK_FORKED,
                   "another thread was using %s when this process was forked: "
                   "%s",
                   what, remedy);
}
