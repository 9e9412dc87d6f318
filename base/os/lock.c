/* SPDX-License-Identifier: Apache-2.0 */
/* Locks that survive fork, and the count of forks. */
#include "base/os/lock.h"

#include "base/error.h"

#include <link.h>
#include <sched.h>

atomic_uint pk_process_counter = 1;

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
    atomic_fetch_add_explicit(&pk_process_counter, 1, memory_order_relaxed);
    if (is_loading())
        atomic_store_explicit(&loader_lost, true, memory_order_relaxed);
}

/* The C library takes the handler away if this code is ever unloaded. */
__attribute__((constructor)) static void watch_forks(void) {
    pthread_atfork(NULL, NULL, in_child);
}

/* While state is made its number has this bit, too. */
enum { RENEWING = 1 << 30 };

bool pk_process_renew(atomic_uint *process, void (*init)(void *state),
                      void *state) {
    unsigned now = pk_process_number(), made = atomic_load(process);

    if (made == now)
        return true;
    /* An ancestor's thread, which may have been at it, is not here. */
    if (made == (now | RENEWING) ||
        !atomic_compare_exchange_strong(process, &made, now | RENEWING))
        return false;
    init(state);
    atomic_store(process, now);
    return true;
}

static unsigned mark_of(unsigned process, unsigned verdict) {
    return process * PK_LOCK_VERDICTS + verdict;
}

void pk_lock_init(pk_lock *lock) {
    pthread_mutex_init(&lock->mutex, NULL);
    atomic_init(&lock->mark, mark_of(pk_process_number(), PK_LOCK_USABLE));
}

void pk_lock_finish(pk_lock *lock) {
    if (atomic_load(&lock->mark) % PK_LOCK_VERDICTS == PK_LOCK_USABLE)
        pthread_mutex_destroy(&lock->mutex);
}

/* Nobody of this process holds the lock, so who has it is gone. */
static unsigned judge(pk_lock *lock) {
    if (pthread_mutex_trylock(&lock->mutex) != 0)
        return PK_LOCK_LOST;
    pthread_mutex_unlock(&lock->mutex);
    return PK_LOCK_USABLE;
}

/* While one thread judges, others wait for it. */
bool pk_lock_is_usable(pk_lock *lock) {
    unsigned process = pk_process_number();
    unsigned mark = atomic_load(&lock->mark);

    while (mark != mark_of(process, PK_LOCK_USABLE)) {
        if (mark % PK_LOCK_VERDICTS == PK_LOCK_LOST)
            return false;
        if (mark == mark_of(process, PK_LOCK_JUDGED_NOW)) {
            sched_yield();
            mark = atomic_load(&lock->mark);
        } else if (atomic_compare_exchange_strong(
                       &lock->mark, &mark,
                       mark_of(process, PK_LOCK_JUDGED_NOW))) {
            mark = mark_of(process, judge(lock));
            atomic_store(&lock->mark, mark);
        }
    }
    return true;
}

pk_status pk_loader_check(pk_error *err) {
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
