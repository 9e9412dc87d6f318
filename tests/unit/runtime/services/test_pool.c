/* SPDX-License-Identifier: Apache-2.0 */
/* The thread pool: every number once, one body per worker number, and none of
 * it lost to nesting, many callers, fork or signals. */
#include "runtime/services/pool.h"

#include "base/arena.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../check_main.h"

/* ThreadSanitizer gives up on threads made after fork unless told so. */
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) {
    return "die_after_fork=0";
}

enum { THREADS = 4, COUNT = 10007, CALLERS = 24 };

typedef struct tally {
    pk_pool *pool;
    atomic_uchar hits[COUNT];
    atomic_int busy[THREADS]; /* bodies running under a worker number */
    atomic_int broken;
} tally;

static pk_pool *make_pool(uint32_t threads) {
    pk_pool *pool = NULL;
    pk_error err;

    ck_assert_int_eq(pk_pool_create(&pk_heap, threads, &pool, &err), PK_OK);
    return pool;
}

static void count_hits(void *arg, uint64_t begin, uint64_t end,
                       uint32_t worker) {
    tally *t = arg;

    if (worker >= THREADS || atomic_fetch_add(&t->busy[worker], 1) != 0)
        atomic_fetch_add(&t->broken, 1);
    for (uint64_t i = begin; i < end; i++)
        atomic_fetch_add(&t->hits[i], 1);
    atomic_fetch_sub(&t->busy[worker], 1);
}

/* True when exactly the numbers below `count` were done, once each. */
static bool tally_is(tally *t, uint64_t count) {
    for (uint64_t i = 0; i < COUNT; i++)
        if (atomic_load(&t->hits[i]) != (i < count))
            return false;
    return atomic_load(&t->broken) == 0;
}

START_TEST(every_number_is_done_once_whatever_the_grain)
{
    static const uint64_t grains[] = {0, 1, 2, 3, 64, 5000, COUNT, 1u << 30};
    static const uint64_t counts[] = {0, 1, 2, 63, 64, 65, COUNT - 1, COUNT};
    pk_pool *pool = make_pool(THREADS);

    for (size_t g = 0; g < sizeof grains / sizeof *grains; g++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            tally t = {.pool = pool};
            pk_pool_parallel(pool, counts[c], grains[g], count_hits, &t);
            ck_assert(tally_is(&t, counts[c]));
        }
    pk_pool_destroy(pool);
}
END_TEST

static void add_length(void *arg, uint64_t begin, uint64_t end,
                       uint32_t worker) {
    (void)worker;
    atomic_fetch_add((_Atomic uint64_t *)arg, end - begin);
}

START_TEST(a_range_of_all_numbers_is_cut_into_few_runs)
{
    pk_pool *pool = make_pool(THREADS);
    _Atomic uint64_t sum = 0;

    pk_pool_parallel(pool, UINT64_MAX, 1, add_length, &sum);
    ck_assert_uint_eq(atomic_load(&sum), UINT64_MAX);
    pk_pool_destroy(pool);
}
END_TEST

static void note_thread(void *arg, uint64_t begin, uint64_t end,
                        uint32_t worker) {
    pthread_t *who = arg;

    ck_assert_uint_eq(begin, 0);
    ck_assert_uint_eq(end, 100);
    ck_assert_uint_eq(worker, 0);
    *who = pthread_self();
}

START_TEST(work_of_one_grain_stays_on_the_caller)
{
    pk_pool *pool = make_pool(THREADS);
    pthread_t who;

    pk_pool_parallel(pool, 100, 100, note_thread, &who);
    ck_assert(pthread_equal(who, pthread_self()));
    pk_pool_destroy(pool);
}
END_TEST

static void nest(void *arg, uint64_t begin, uint64_t end, uint32_t worker) {
    tally *all = arg;

    (void)worker;
    for (uint64_t i = begin; i < end; i++) {
        tally inner = {.pool = all->pool};
        pk_pool_parallel(all->pool, 500, 7, count_hits, &inner);
        if (tally_is(&inner, 500))
            atomic_fetch_add(&all->hits[i], 1);
    }
}

START_TEST(a_body_may_call_the_pool)
{
    tally t = {.pool = make_pool(THREADS)};

    pk_pool_parallel(t.pool, 100, 1, nest, &t);
    ck_assert(tally_is(&t, 100));
    pk_pool_destroy(t.pool);
}
END_TEST

static void *call_often(void *arg) {
    pk_pool *pool = arg;
    uintptr_t good = 1;

    for (int i = 0; i < 20; i++) {
        tally t = {.pool = pool};
        pk_pool_parallel(pool, 900, 10, count_hits, &t);
        good &= tally_is(&t, 900);
    }
    return (void *)good;
}

START_TEST(many_threads_call_at_once)
{
    pk_pool *pool = make_pool(THREADS);
    pthread_t callers[CALLERS];

    for (int i = 0; i < CALLERS; i++)
        ck_assert_int_eq(pthread_create(&callers[i], NULL, call_often, pool),
                         0);
    for (int i = 0; i < CALLERS; i++) {
        void *good;
        pthread_join(callers[i], &good);
        ck_assert_ptr_nonnull(good);
    }
    pk_pool_destroy(pool);
}
END_TEST

/* Sleeps in each run, so that other threads come to take part. */
static void look_at_signals(void *arg, uint64_t begin, uint64_t end,
                            uint32_t worker) {
    atomic_int *seen = arg;
    sigset_t set;

    (void)begin;
    (void)end;
    usleep(1000);
    pthread_sigmask(SIG_SETMASK, NULL, &set);
    if (worker > 0)
        atomic_fetch_add(&seen[sigismember(&set, SIGINT) == 1], 1);
}

START_TEST(threads_of_the_pool_take_part_and_block_signals)
{
    pk_pool *pool = make_pool(THREADS);
    atomic_int seen[2] = {0, 0};
    sigset_t set;

    pk_pool_parallel(pool, 200, 1, look_at_signals, seen);
    ck_assert_int_eq(atomic_load(&seen[0]), 0);
    ck_assert_int_gt(atomic_load(&seen[1]), 0);
    pthread_sigmask(SIG_SETMASK, NULL, &set);
    ck_assert_int_eq(sigismember(&set, SIGINT), 0);
    pk_pool_destroy(pool);
}
END_TEST

/* The child of a fork starts threads of its own, and its children too. */
static int use_in_child(pk_pool *pool, int depth) {
    atomic_int seen[2] = {0, 0};
    tally t = {.pool = pool};
    int status = 0;
    pid_t child;

    pk_pool_parallel(pool, 1000, 10, count_hits, &t);
    pk_pool_parallel(pool, 100, 1, look_at_signals, seen);
    if (!tally_is(&t, 1000) || atomic_load(&seen[1]) == 0)
        return 1;
    if (depth == 0)
        return 0;
    child = fork();
    if (child == 0)
        _exit(use_in_child(pool, depth - 1));
    waitpid(child, &status, 0);
    return status != 0;
}

START_TEST(the_pool_starts_anew_after_fork)
{
    pk_pool *pool = make_pool(THREADS);

    ck_assert_int_eq(use_in_child(pool, 3), 0);
    ck_assert_int_eq(use_in_child(pool, 0), 0);
    pk_pool_destroy(pool);
}
END_TEST

START_TEST(a_child_that_does_not_use_the_pool_can_destroy_it)
{
    pk_pool *pool = make_pool(THREADS);
    int status = 0;
    pid_t child;

    ck_assert_int_eq(use_in_child(pool, 0), 0);
    child = fork();
    if (child == 0) {
        pk_pool_destroy(pool);
        _exit(0);
    }
    waitpid(child, &status, 0);
    ck_assert_int_eq(status, 0);
    pk_pool_destroy(pool);
    pk_pool_destroy(NULL);
}
END_TEST

START_TEST(a_pool_has_the_threads_asked_for_or_one_for_each_cpu)
{
    cpu_set_t set;
    pk_pool *pool = make_pool(0);

    ck_assert_int_eq(sched_getaffinity(0, sizeof set, &set), 0);
    ck_assert_int_eq(pk_pool_worker_count(pool), CPU_COUNT(&set));
    pk_pool_destroy(pool);
    pool = make_pool(7);
    ck_assert_uint_eq(pk_pool_worker_count(pool), 7);
    pk_pool_destroy(pool);
}
END_TEST

START_TEST(threads_that_come_and_go_leave_nothing)
{
    for (int i = 0; i < 200; i++) {
        pk_pool *pool = make_pool(2);
        tally t = {.pool = pool};
        pk_pool_parallel(pool, 100, 10, count_hits, &t);
        ck_assert(tally_is(&t, 100));
        pk_pool_destroy(pool);
    }
}
END_TEST

TESTS("pool", every_number_is_done_once_whatever_the_grain,
      a_range_of_all_numbers_is_cut_into_few_runs,
      work_of_one_grain_stays_on_the_caller, a_body_may_call_the_pool,
      many_threads_call_at_once,
      threads_of_the_pool_take_part_and_block_signals,
      the_pool_starts_anew_after_fork,
      a_child_that_does_not_use_the_pool_can_destroy_it,
      a_pool_has_the_threads_asked_for_or_one_for_each_cpu,
      threads_that_come_and_go_leave_nothing)
