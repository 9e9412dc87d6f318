/* SPDX-License-Identifier: Apache-2.0 */
/* One thread sleeps until the first of the launches under way is due. The list
 * is in the order of their deadlines, so the thread looks at its front. */
#include "runtime/services/watchdog.h"

#include "base/error.h"
#include "base/os/clock.h"
#include "base/os/lock.h"
#include "base/os/thread.h"

#include <sched.h>
#include <time.h>

enum { STACK_BYTES = 64 << 10 };

struct pk_watchdog {
    const pk_allocator *allocator;
    atomic_uint process; /* pk_process_number of the thread */
    pthread_mutex_t mutex;
    pthread_cond_t wake; /* the list has a first entry, or it is time to go */
    pthread_t thread;
    bool started, leaving;
    pk_watch *first;
};

static void init_state(void *state) {
    pk_watchdog *dog = state;
    pthread_condattr_t attr;

    dog->started = dog->leaving = false;
    dog->first = NULL;
    pthread_mutex_init(&dog->mutex, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&dog->wake, &attr);
    pthread_condattr_destroy(&attr);
}

pk_status pk_watchdog_create(const pk_allocator *allocator, pk_watchdog **out,
                             pk_error *err) {
    pk_watchdog *dog = pk_heap_new(allocator, sizeof *dog);

    if (!dog)
        return pk_fail_no_memory(err);
    dog->allocator = allocator;
    atomic_init(&dog->process, pk_process_number());
    init_state(dog);
    *out = dog;
    return PK_OK;
}

/* ---- the thread ---- */

/* Under the lock. A cancel that came first stays what it is. */
static void bite(pk_watchdog *dog, uint64_t now) {
    pk_watch *watch;

    for (watch = dog->first; watch && watch->due <= now; watch = watch->next) {
        uint32_t none = PK_STOP_none;
        __atomic_compare_exchange_n(watch->stop, &none, PK_STOP_deadline, false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
}

/* The first launch that is not due yet, NULL when there is none. */
static const pk_watch *next_due(const pk_watchdog *dog, uint64_t now) {
    const pk_watch *watch = dog->first;

    while (watch && watch->due <= now)
        watch = watch->next;
    return watch;
}

static void *watch_main(void *arg) {
    pk_watchdog *dog = arg;

    pthread_mutex_lock(&dog->mutex);
    while (!dog->leaving) {
        /* One time for both: what is due between two would be passed over. */
        uint64_t now = pk_now();
        const pk_watch *next = next_due(dog, now);

        bite(dog, now);
        if (next) {
            struct timespec until = {.tv_sec = (time_t)(next->due / 1000000000),
                                     .tv_nsec = (long)(next->due % 1000000000)};
            pthread_cond_timedwait(&dog->wake, &dog->mutex, &until);
        } else {
            pthread_cond_wait(&dog->wake, &dog->mutex);
        }
    }
    pthread_mutex_unlock(&dog->mutex);
    return NULL;
}

/* Under the lock. */
static bool start(pk_watchdog *dog) {
    if (!dog->started)
        dog->started =
            pk_thread_start(&dog->thread, STACK_BYTES, watch_main, dog) == 0;
    return dog->started;
}

/* In a child the thread is gone, and whoever held the lock with it. */
static bool is_gone(const pk_watchdog *dog) {
    return atomic_load(&dog->process) != pk_process_number();
}

void pk_watchdog_destroy(pk_watchdog *dog) {
    if (!dog)
        return;
    if (dog->started && !is_gone(dog)) {
        pthread_mutex_lock(&dog->mutex);
        dog->leaving = true;
        pthread_cond_signal(&dog->wake);
        pthread_mutex_unlock(&dog->mutex);
        pthread_join(dog->thread, NULL);
    }
    if (!is_gone(dog)) {
        pthread_cond_destroy(&dog->wake);
        pthread_mutex_destroy(&dog->mutex);
    }
    pk_heap_free(dog->allocator, dog, sizeof *dog);
}

/* ---- launches ---- */

/* Under the lock. Launches under way are few: as many as threads launch. */
static void insert(pk_watchdog *dog, pk_watch *watch) {
    pk_watch **link = &dog->first;

    while (*link && (*link)->due <= watch->due)
        link = &(*link)->next;
    watch->link = link;
    watch->next = *link;
    if (watch->next)
        watch->next->link = &watch->next;
    *link = watch;
}

pk_status pk_watchdog_begin(pk_watchdog *dog, pk_watch *watch,
                            uint32_t milliseconds, uint32_t *stop,
                            pk_error *err) {
    bool started;

    while (!pk_process_renew(&dog->process, init_state, dog))
        sched_yield();
    pthread_mutex_lock(&dog->mutex);
    started = start(dog);
    if (started) {
        *watch = (pk_watch){.due = pk_now() + milliseconds * UINT64_C(1000000),
                            .stop = stop};
        insert(dog, watch);
        pthread_cond_signal(&dog->wake);
    }
    pthread_mutex_unlock(&dog->mutex);
    return started ? PK_OK
                   : pk_fail(err, PK_NO_MEMORY,
                             "no thread could be started to keep the deadline "
                             "of launches");
}

void pk_watchdog_end(pk_watchdog *dog, pk_watch *watch) {
    pthread_mutex_lock(&dog->mutex);
    *watch->link = watch->next;
    if (watch->next)
        watch->next->link = watch->link;
    pthread_mutex_unlock(&dog->mutex);
}
