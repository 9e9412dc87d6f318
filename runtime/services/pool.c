/* SPDX-License-Identifier: Apache-2.0 */
/* The thread pool of pool.h.
 *
 * A call takes one of a few job slots, publishes its range there and claims
 * runs from it like everybody else. A slot's ticket is one word: a sequence
 * number, which changes with each job, over the number of the next run. A
 * thread reads the ticket, then the job, and claims with a compare-exchange
 * that fails if the slot has changed hands meanwhile, so what it read belongs
 * to what it claimed. Calls that find no slot free do all the work
 * themselves; so a slot is never waited for and nesting cannot deadlock. */
#include "runtime/services/pool.h"

#include "base/error.h"
#include "base/os/fpenv.h"
#include "base/os/lock.h"
#include "base/os/thread.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

enum {
    SLOTS = 16,
    RUN_BITS = 24,         /* of the ticket: number of the next run */
    SPIN_IDLE = 2000,      /* looks for work before a thread sleeps */
    SPIN_WAIT = 2000,      /* looks at the count of finished runs */
    STACK_BYTES = 8u << 20 /* of a thread; blocks keep arrays elsewhere */
};

#define RUN_MASK ((UINT64_C(1) << RUN_BITS) - 1)

/* All fields are atomic because a thread may read a job that is being
 * replaced; the ticket tells it so afterwards. */
typedef struct slot {
    _Alignas(64) _Atomic uint64_t ticket;
    _Atomic uint64_t runs, count, grain;
    _Atomic(pk_pool_body) body;
    _Atomic(void *) arg;
    _Atomic uint64_t done; /* runs finished */
    atomic_bool waiting;   /* the caller sleeps until done == runs */
    atomic_bool taken;
} slot;

typedef struct worker {
    pk_pool *pool;
    uint32_t number;
    pthread_t thread;
} worker;

struct pk_pool {
    slot slots[SLOTS];
    const pk_allocator *allocator;
    void *block; /* what the allocator gave: this struct starts in it */
    size_t block_size;
    uint32_t threads;  /* the caller included */
    uint32_t started;  /* workers[1 .. started] run; guarded by mutex */
    atomic_bool ready; /* starting was tried */
    atomic_bool stop;
    atomic_uint process;  /* pk_process_number of the threads */
    _Atomic int sleepers; /* threads at or on their way to `wake` */
    pthread_mutex_t mutex;
    pthread_cond_t wake; /* work has come */
    pthread_cond_t all;  /* a job that somebody waits for is done */
    worker workers[];
};

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static uint32_t default_threads(void) {
    cpu_set_t set;

    /* Fails where there are more CPUs than a cpu_set_t holds. */
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return CPU_SETSIZE;
    return (uint32_t)CPU_COUNT(&set);
}

/* ---- working ---- */

/* The last run's end is what the caller may be asleep for. */
static void finish_one(pk_pool *pool, slot *s, uint64_t runs) {
    if (atomic_fetch_add(&s->done, 1) + 1 == runs && atomic_load(&s->waiting)) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_broadcast(&pool->all);
        pthread_mutex_unlock(&pool->mutex);
    }
}

/* Claims and does one run of the slot's job; false when none is left. */
static bool work(pk_pool *pool, slot *s, uint32_t number) {
    uint64_t ticket = atomic_load(&s->ticket);

    for (;;) {
        uint64_t runs = atomic_load_explicit(&s->runs, memory_order_relaxed);
        uint64_t count = atomic_load_explicit(&s->count, memory_order_relaxed);
        uint64_t grain = atomic_load_explicit(&s->grain, memory_order_relaxed);
        pk_pool_body body =
            atomic_load_explicit(&s->body, memory_order_relaxed);
        void *arg = atomic_load_explicit(&s->arg, memory_order_relaxed);
        uint64_t begin;

        if ((ticket & RUN_MASK) >= runs)
            return false;
        if (!atomic_compare_exchange_weak(&s->ticket, &ticket, ticket + 1))
            continue;
        begin = (ticket & RUN_MASK) * grain;
        body(arg, begin, count - begin < grain ? count : begin + grain, number);
        finish_one(pool, s, runs);
        return true;
    }
}

static bool work_anywhere(pk_pool *pool, uint32_t number) {
    bool any = false;

    for (uint32_t i = 0; i < SLOTS; i++)
        while (work(pool, &pool->slots[(i + number) % SLOTS], number))
            any = true;
    return any;
}

static bool has_work(pk_pool *pool) {
    for (uint32_t i = 0; i < SLOTS; i++) {
        slot *s = &pool->slots[i];
        if ((atomic_load(&s->ticket) & RUN_MASK) < atomic_load(&s->runs))
            return true;
    }
    return false;
}

/* Sleeps until there may be work. `sleepers` is raised before the last look
 * and read by callers after they publish, so one of the two sees the other. */
static void sleep_until_work(pk_pool *pool) {
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    while (!atomic_load(&pool->stop) && !has_work(pool))
        pthread_cond_wait(&pool->wake, &pool->mutex);
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->mutex);
}

static void *worker_main(void *arg) {
    worker *self = arg;
    pk_pool *pool = self->pool;

    (void)pk_fpenv_enter(); /* the environment was inherited */
    while (!atomic_load(&pool->stop)) {
        int idle = 0;
        while (idle < SPIN_IDLE && !atomic_load(&pool->stop)) {
            if (work_anywhere(pool, self->number))
                idle = 0;
            idle++;
            relax();
        }
        sleep_until_work(pool);
    }
    return NULL;
}

/* ---- starting and stopping ---- */

static void start_threads(pk_pool *pool) {
    pthread_mutex_lock(&pool->mutex);
    if (atomic_load(&pool->ready)) {
        pthread_mutex_unlock(&pool->mutex);
        return;
    }
    for (uint32_t i = 1; i < pool->threads; i++) {
        pool->workers[i] = (worker){.pool = pool, .number = i};
        if (pk_thread_start(&pool->workers[i].thread, STACK_BYTES, worker_main,
                            &pool->workers[i]) != 0)
            break;
        pool->started = i;
    }
    atomic_store(&pool->ready, true);
    pthread_mutex_unlock(&pool->mutex);
}

static void init_state(void *state) {
    pk_pool *pool = state;

    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->all, NULL);
    pool->started = 0;
    atomic_store(&pool->ready, false);
    atomic_store(&pool->stop, false);
    atomic_store(&pool->sleepers, 0);
    for (int i = 0; i < SLOTS; i++) {
        slot *s = &pool->slots[i];
        atomic_store(&s->runs, 0);
        atomic_store(&s->waiting, false);
        atomic_store(&s->taken, false);
    }
}

/* A thread of a child that comes while another one makes the pool anew does
 * without it. */
static bool is_usable(pk_pool *pool) {
    return pk_process_renew(&pool->process, init_state, pool);
}

pk_status pk_pool_create(const pk_allocator *allocator, uint32_t threads,
                         pk_pool **out, pk_error *err) {
    size_t size;
    void *block;
    pk_pool *pool;

    if (threads == 0)
        threads = default_threads();
    if (threads > PK_THREADS_MAX)
        threads = PK_THREADS_MAX;
    size = sizeof *pool + threads * sizeof(worker) + 64;
    block = allocator->alloc(allocator->self, size);
    if (!block)
        return pk_fail_no_memory(err);
    pool = (pk_pool *)(((uintptr_t)block + 63) & ~(uintptr_t)63);
    pool->allocator = allocator;
    pool->block = block;
    pool->block_size = size;
    pool->threads = threads;
    for (int i = 0; i < SLOTS; i++)
        atomic_init(&pool->slots[i].ticket, 0);
    init_state(pool);
    atomic_init(&pool->process, pk_process_number());
    *out = pool;
    return PK_OK;
}

void pk_pool_destroy(pk_pool *pool) {
    const pk_allocator *a;

    if (!pool)
        return;
    a = pool->allocator;
    if (atomic_load(&pool->process) == pk_process_number()) {
        pthread_mutex_lock(&pool->mutex);
        atomic_store(&pool->stop, true);
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->mutex);
        for (uint32_t i = 1; i <= pool->started; i++)
            pthread_join(pool->workers[i].thread, NULL);
        pthread_mutex_destroy(&pool->mutex);
        pthread_cond_destroy(&pool->wake);
        pthread_cond_destroy(&pool->all);
    }
    a->release(a->self, pool->block, pool->block_size);
}

uint32_t pk_pool_worker_count(const pk_pool *pool) {
    return pool->threads;
}

/* ---- calling ---- */

static slot *take_slot(pk_pool *pool) {
    for (int i = 0; i < SLOTS; i++) {
        slot *s = &pool->slots[i];
        if (!atomic_load_explicit(&s->taken, memory_order_relaxed) &&
            !atomic_exchange(&s->taken, true))
            return s;
    }
    return NULL;
}

/* The ticket's run number stands past every run while the job is replaced, so
 * that nobody claims; the new sequence number opens it. */
static void publish(slot *s, uint64_t runs, uint64_t count, uint64_t grain,
                    pk_pool_body body, void *arg) {
    uint64_t ticket = atomic_load_explicit(&s->ticket, memory_order_relaxed);

    atomic_store(&s->ticket, ticket | RUN_MASK);
    atomic_store(&s->done, 0);
    atomic_store_explicit(&s->count, count, memory_order_relaxed);
    atomic_store_explicit(&s->grain, grain, memory_order_relaxed);
    atomic_store_explicit(&s->body, body, memory_order_relaxed);
    atomic_store_explicit(&s->arg, arg, memory_order_relaxed);
    atomic_store(&s->runs, runs);
    atomic_store(&s->ticket, (ticket | RUN_MASK) + 1);
}

static void wake_threads(pk_pool *pool, uint64_t runs) {
    int sleepers = atomic_load(&pool->sleepers);

    if (sleepers == 0)
        return;
    pthread_mutex_lock(&pool->mutex);
    for (uint64_t i = 1; i < runs && sleepers > 0; i++, sleepers--)
        pthread_cond_signal(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
}

static void wait_for(pk_pool *pool, slot *s, uint64_t runs) {
    for (int i = 0; i < SPIN_WAIT; i++) {
        if (atomic_load(&s->done) == runs)
            return;
        relax();
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&s->waiting, true);
    while (atomic_load(&s->done) != runs)
        pthread_cond_wait(&pool->all, &pool->mutex);
    atomic_store(&s->waiting, false);
    pthread_mutex_unlock(&pool->mutex);
}

void pk_pool_parallel(pk_pool *pool, uint64_t count, uint64_t grain,
                      pk_pool_body body, void *arg) {
    uint64_t runs;
    slot *s;

    if (count == 0)
        return;
    if (grain == 0)
        grain = 1;
    if (count / grain >= RUN_MASK)
        grain = count / (RUN_MASK / 2) + 1;
    runs = count / grain + (count % grain != 0);
    s = runs > 1 && pool->threads > 1 && is_usable(pool) ? take_slot(pool)
                                                         : NULL;
    if (!s) {
        body(arg, 0, count, 0);
        return;
    }
    if (!atomic_load(&pool->ready))
        start_threads(pool);
    publish(s, runs, count, grain, body, arg);
    wake_threads(pool, runs);
    while (work(pool, s, 0)) {
    }
    wait_for(pool, s, runs);
    atomic_store(&s->taken, false);
}
