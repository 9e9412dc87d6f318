/* SPDX-License-Identifier: Apache-2.0 */
/* The thread that keeps deadlines, under a clock that is slow to read: whatever
 * happens between two readings, each launch that runs too long is stopped. */
#include "runtime/services/watchdog.h"

#include "base/arena.h"
#include "base/os/clock.h"

#include <time.h>

#include "../../check_main.h"

enum { ROUNDS = 40, WATCHES = 8, DEADLINE_MS = 2, PATIENCE_MS = 5000 };

static void sleep_us(long us) {
    nanosleep(&(struct timespec){.tv_nsec = us * 1000}, NULL);
}

static uint64_t now(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* The library's clock. */
uint64_t pk_now(void) {
    sleep_us(300);
    return now();
}

static uint32_t seen(const uint32_t *stop) {
    return __atomic_load_n(stop, __ATOMIC_RELAXED);
}

static bool all_stopped(uint32_t *stops) {
    uint64_t end = now() + PATIENCE_MS * UINT64_C(1000000);
    int left;

    do {
        left = 0;
        for (int i = 0; i < WATCHES; i++)
            left += seen(&stops[i]) != PK_STOP_deadline;
        sleep_us(100);
    } while (left && now() < end);
    return !left;
}

START_TEST(a_slow_clock_passes_nothing_over)
{
    pk_watchdog *dog;
    pk_error err;

    ck_assert_int_eq(pk_watchdog_create(&pk_heap, &dog, &err), PK_OK);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t stops[WATCHES] = {0};
        pk_watch watches[WATCHES];

        for (int i = 0; i < WATCHES; i++)
            ck_assert_int_eq(pk_watchdog_begin(dog, &watches[i], DEADLINE_MS,
                                               &stops[i], &err),
                             PK_OK);
        ck_assert(all_stopped(stops));
        for (int i = 0; i < WATCHES; i++)
            pk_watchdog_end(dog, &watches[i]);
    }
    pk_watchdog_destroy(dog);
}
END_TEST

START_TEST(what_was_cancelled_stays_cancelled)
{
    pk_watchdog *dog;
    pk_watch watch;
    pk_error err;
    uint32_t stop = PK_STOP_cancel;

    ck_assert_int_eq(pk_watchdog_create(&pk_heap, &dog, &err), PK_OK);
    ck_assert_int_eq(pk_watchdog_begin(dog, &watch, 1, &stop, &err), PK_OK);
    sleep_us(5000);
    ck_assert_uint_eq(seen(&stop), PK_STOP_cancel);
    pk_watchdog_end(dog, &watch);
    pk_watchdog_destroy(dog);
}
END_TEST

/* The long ones begin first, and one ends while others are watched. */
START_TEST(each_launch_has_a_deadline_of_its_own)
{
    uint32_t stops[4] = {0};
    pk_watch watches[4];
    pk_watchdog *dog;
    pk_error err;

    ck_assert_int_eq(pk_watchdog_create(&pk_heap, &dog, &err), PK_OK);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pk_watchdog_begin(dog, &watches[i],
                                           i % 2 ? DEADLINE_MS : UINT32_MAX,
                                           &stops[i], &err),
                         PK_OK);
    pk_watchdog_end(dog, &watches[3]);
    for (int i = 0; i < PATIENCE_MS && !seen(&stops[1]); i++)
        sleep_us(1000);
    ck_assert_uint_eq(seen(&stops[1]), PK_STOP_deadline);
    ck_assert_uint_eq(seen(&stops[0]), PK_STOP_none);
    ck_assert_uint_eq(seen(&stops[2]), PK_STOP_none);
    for (int i = 0; i < 3; i++)
        pk_watchdog_end(dog, &watches[i]);
    pk_watchdog_destroy(dog);
}
END_TEST

TESTS("watchdog", a_slow_clock_passes_nothing_over,
      what_was_cancelled_stays_cancelled, each_launch_has_a_deadline_of_its_own)
