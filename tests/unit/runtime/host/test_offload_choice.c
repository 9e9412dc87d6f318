/* SPDX-License-Identifier: Apache-2.0 */
/* Which loops go to the device and how iterations are divided among devices, by
 * times that are given: those that are recorded, or those of a machine whose
 * clock is the test's. */
#include "runtime/kernel/loop_costs.h"
#include "runtime/offload/offload.h"

#include "base/os/clock.h"
#include "runtime/cache/cache.h"
#include "runtime/kernel/stored.h"
#include "runtime/launch/queue.h"
#include "runtime/memory/memory.h"

#include "../../check_main.h"

/* ---- the machine ---- */

static uint64_t clock_ns = 1;

uint64_t pk_now(void) {
    return clock_ns;
}

pk_status pk_offload_wait(pk_offload *o, uint32_t device, pk_error *err) {
    (void)o;
    (void)device;
    (void)err;
    return PK_OK;
}

pk_status pk_offload_note(pk_offload *o, pk_status status,
                          const pk_error *why) {
    (void)o;
    (void)why;
    return status;
}

/* Copies take 1000 ns, and one for each byte there, four for each back. */
static pk_status copy(uint64_t size, int factor) {
    clock_ns += 1000 + size * (uint64_t)factor;
    return PK_OK;
}

pk_status pk_queue_write(pk_queue *queue, pk_buffer *dst, uint64_t offset,
                         const void *src, uint64_t size, pk_error *err) {
    (void)queue;
    (void)dst;
    (void)offset;
    (void)src;
    (void)err;
    return copy(size, 1);
}

pk_status pk_queue_read(pk_queue *queue, pk_buffer *src, uint64_t offset,
                        void *dst, uint64_t size, pk_error *err) {
    (void)queue;
    (void)src;
    (void)offset;
    (void)dst;
    (void)err;
    return copy(size, 4);
}

pk_status pk_queue_finish(pk_queue *queue, pk_error *err) {
    (void)queue;
    (void)err;
    return PK_OK;
}

pk_status pk_buffer_create(pk_context *ctx, size_t size, uint32_t flags,
                           pk_buffer **out, pk_error *err) {
    (void)ctx;
    (void)size;
    (void)flags;
    (void)err;
    *out = NULL;
    return PK_OK;
}

void pk_buffer_release(pk_buffer *buffer) {
    (void)buffer;
}

void pk_loop_kernels_destroy(pk_loop_kernels *set) {
    (void)set;
}

/* Nothing is kept. */
bool pk_cache_load(pk_cache *cache, const pk_digest *digest, const pk_text *key,
                   pk_artifact *out, bool *corrupt) {
    (void)cache;
    (void)digest;
    (void)key;
    (void)out;
    (void)corrupt;
    return false;
}

bool pk_cache_store(pk_cache *cache, const pk_digest *digest,
                    const pk_text *key, const pk_cache_label *label,
                    const pk_artifact *artifact) {
    (void)cache;
    (void)digest;
    (void)key;
    (void)label;
    (void)artifact;
    return false;
}

void pk_entry_artifact_free(const pk_allocator *allocator,
                            pk_artifact *artifact) {
    (void)allocator;
    (void)artifact;
}

/* ---- calls ---- */

static pk_context host, device;
static pk_offload_room room;
static pk_offload call;
static pk_error err;

/* Another call of a function of which nothing is known. */
static void begin_call(void) {
    call = (pk_offload){.ctx = &host, .costs = call.costs};
    call.devices[0].room = &room;
}

static void start(void) {
    static const pk_plugin plugin = {.name = "a device"};

    host = (pk_context){.allocator = pk_heap, .offload_count = 1};
    device = (pk_context){.allocator = pk_heap, .plugin = &plugin};
    host.offload[0] = &device;
    call.costs = pk_loop_costs_new(&host, 0, NULL);
    ck_assert_ptr_nonnull(call.costs);
    begin_call();
}

static void stop(void) {
    pk_copy_costs *copies = atomic_load(&host.copy_costs);

    pk_loop_costs_destroy(call.costs);
    pk_heap_free(&pk_heap, copies, sizeof *copies);
}

/* A loop takes so long here and there, and copies so many bytes an iteration
 * before it, and after it. */
typedef struct loop {
    const char *name;
    double here, here_each, there, there_each; /* nanoseconds */
    uint64_t in, out;
} loop;

static double ns_of(const loop *l, bool on_device, uint64_t n) {
    return on_device ? l->there + l->there_each * (double)n
                     : l->here + l->here_each * (double)n;
}

static void record(const loop *l, bool on_device, uint64_t n, int runs) {
    pk_loop_cost *cost = pk_loop_costs_find(call.costs, l->name);

    ck_assert_ptr_nonnull(cost);
    for (int i = 0; i < runs; i++)
        pk_loop_costs_add(call.costs, cost, on_device, n,
                          (uint64_t)ns_of(l, on_device, n));
}

static void record_both(const loop *l, uint64_t n) {
    record(l, false, n, 3);
    record(l, true, n, 3);
}

static pk_offload_use use_of(const loop *l, uint64_t n) {
    return (pk_offload_use){.function = l->name,
                            .iterations = n,
                            .in_count = l->in != 0,
                            .out_count = l->out != 0,
                            .in_bytes = l->in * n,
                            .out_bytes = l->out * n};
}

static bool goes(const loop *l, uint64_t n) {
    const pk_offload_use use = use_of(l, n);

    return pk_offload_chooses(&call, &use);
}

/* Runs it where it is sent, and learns how long that took. */
static bool run(const loop *l, uint64_t n) {
    const pk_offload_use use = use_of(l, n);
    const bool away = pk_offload_chooses(&call, &use);
    const uint64_t ns = (uint64_t)ns_of(l, away, n);

    if (away)
        pk_offload_measure(&call, &use, &err);
    clock_ns += ns;
    if (away)
        pk_offload_measured(&call, &use, &err);
    else
        pk_offload_ran_here(&call, l->name, n, ns);
    return away;
}

/* How many of so many runs, each in a call of its own, are away. */
static int runs_away(const loop *l, uint64_t n, int runs) {
    int away = 0;

    for (int i = 0; i < runs; i++) {
        begin_call();
        away += run(l, n);
    }
    return away;
}

/* ---- break-even ---- */

/* The number of iterations from which on a loop goes whose times are known for
 * all powers of two. */
static uint64_t break_even(const loop *l) {
    uint64_t first = 0;

    for (uint64_t n = 16; n <= UINT64_C(1) << 20; n += n / 16) {
        bool away;
        start();
        for (int size = 4; size <= 20; size++)
            record_both(l, UINT64_C(1) << size);
        away = goes(l, n);
        if (away && !first)
            first = n;
        ck_assert_msg(away || !first, "%s: %llu iterations stay, %llu go",
                      l->name, (unsigned long long)n,
                      (unsigned long long)first);
        stop();
    }
    return first;
}

static const loop plain = {"plain", 100, 10, 9000, 1, 0, 0},
                  copied = {"copied", 100, 10, 9000, 1, 4, 0},
                  both_ways = {"both ways", 100, 30, 9000, 1, 4, 4},
                  slow_there = {"slow there", 100, 1, 9000, 2, 0, 0},
                  dear = {"dear to copy", 100, 10, 9000, 1, 8, 8};

START_TEST(a_loop_goes_from_where_the_device_is_faster)
{
    const struct {
        const loop *loop;
        double even; /* iterations; 0: never */
    } rows[] = {
        {&plain, 8900 / 9.0},
        {&copied, (8900 + 1000) / (9.0 - 4)},
        {&both_ways, (8900 + 2000) / (29.0 - 20)},
        {&slow_there, 0},
        {&dear, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint64_t found = break_even(rows[i].loop);
        if (rows[i].even == 0)
            ck_assert_uint_eq(found, 0);
        else
            ck_assert_msg((double)found > rows[i].even * 0.93 &&
                              (double)found < rows[i].even * 1.07,
                          "%s goes from %llu on", rows[i].loop->name,
                          (unsigned long long)found);
    }
}
END_TEST

/* Each size is tried, and then goes where it is faster; others are between
 * those that were. */
START_TEST(what_runs_taught_is_right_for_other_sizes)
{
    static const uint64_t sizes[] = {100, 700, 1500, 10000, 300000};

    start();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        runs_away(&plain, sizes[i], 100);
    begin_call();
    for (uint64_t n = 100; n < 300000; n += n / 3) {
        const bool away = ns_of(&plain, true, n) < ns_of(&plain, false, n);
        pk_loop_cost *cost = pk_loop_costs_find(call.costs, plain.name);
        const double here = pk_loop_times_estimate(&cost->host, n, 0);
        const double there = pk_loop_times_estimate(&cost->device, n, 0);
        ck_assert_msg((there < here) == away, "%llu: %f here, %f there",
                      (unsigned long long)n, here, there);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        runs_away(&plain, sizes[i], 5); /* it may be tried still */
        ck_assert_int_eq(runs_away(&plain, sizes[i], 2), i < 2 ? 0 : 2);
    }
    stop();
}
END_TEST

/* ---- copies ---- */

START_TEST(loops_that_use_arrays_again_pay_for_copies_together)
{
    const uint64_t n = 10000; /* 91 us are saved by each, and 101 are copied */
    const loop l = {"l", 100, 10, 9000, 0.01, 10, 0};

    start();
    record_both(&l, n);
    ck_assert(!goes(&l, n));
    ck_assert(goes(&l, n));
    begin_call(); /* another call begins anew */
    ck_assert(!goes(&l, n));
    stop();
}
END_TEST

/* The host would need what is away. */
START_TEST(a_loop_goes_where_its_arrays_are)
{
    const uint64_t n = 500; /* 5.1 us here, 9.5 there */
    pk_offload_memory memory = {.begin = 4096, .end = 4096 + 8 * n};

    start();
    record_both(&plain, n);
    ck_assert(!goes(&plain, n));
    memory.copies[0].away = true;
    call.memory = &memory;
    call.count = 1;
    ck_assert(goes(&plain, n));
    call.count = 0;
    stop();
}
END_TEST

/* ---- measuring ---- */

START_TEST(the_host_runs_a_loop_three_times_before_it_goes)
{
    start();
    ck_assert_int_eq(runs_away(&plain, 100000, 3), 0);
    ck_assert_int_eq(runs_away(&plain, 100000, 1), 1);
    stop();
}
END_TEST

START_TEST(a_device_that_cannot_win_is_not_tried)
{
    const loop l = {"l", 100, 0.001, 9000, 1, 0, 0}; /* a copy takes longer */

    start();
    ck_assert_int_eq(runs_away(&l, 1000, 100), 0);
    stop();
}
END_TEST

/* Two runs: the first of a process does not count. */
START_TEST(a_hopeless_device_is_not_tried_again)
{
    const loop l = {"l", 100, 10, 9000, 1000, 0, 0};

    start();
    ck_assert_int_eq(runs_away(&l, 1000, 100), 2);
    ck_assert(pk_loop_costs_oppose(call.costs));
    stop();
}
END_TEST

/* A short loop is mostly launch: it says nothing of long ones. */
START_TEST(a_device_that_is_hopeless_for_few_iterations_is_tried_with_more)
{
    const loop l = {"l", 100, 10, 90000, 1, 0, 0};

    start();
    ck_assert_int_eq(runs_away(&l, 200, 100), 2);
    ck_assert_int_ge(runs_away(&l, 1000000, 100), 90);
    ck_assert_int_eq(runs_away(&l, 200, 10), 0);
    stop();
}
END_TEST

/* One that is a little slower is measured three times. */
START_TEST(a_device_that_is_slower_is_given_up)
{
    const loop l = {"l", 100, 10, 9000, 11, 0, 0};

    start();
    ck_assert_int_eq(runs_away(&l, 1000, 100), 4);
    stop();
}
END_TEST

/* After 4 runs there the host runs it, after 8 more, after 16 more. */
START_TEST(the_host_has_its_turn_now_and_then)
{
    const loop l = {"l", 100, 10, 9000, 1, 0, 0};
    int here[5] = {0}, count = 0;

    start();
    record_both(&l, 10000);
    for (int i = 0; i < 60; i++)
        if (!runs_away(&l, 10000, 1) && count < 5)
            here[count++] = i;
    ck_assert_int_eq(count, 3);
    ck_assert(here[0] == 4 && here[1] == 13 && here[2] == 30);
    stop();
}
END_TEST

/* The first runs write new memory. */
START_TEST(slow_first_runs_of_the_host_are_forgotten)
{
    const loop first = {"l", 100, 40, 9000, 10, 0, 0};
    const loop then = {"l", 100, 1, 9000, 10, 0, 0};

    start();
    record_both(&first, 10000);
    ck_assert_int_eq(runs_away(&then, 10000, 5), 4);
    ck_assert_int_eq(runs_away(&then, 10000, 100), 0);
    stop();
}
END_TEST

/* A device that became slower is measured, which waits, one time in 17. */
START_TEST(a_device_that_becomes_slower_is_noticed)
{
    const loop first = {"l", 100, 1000, 9000, 10, 0, 0};
    const loop then = {"l", 100, 1000, 9000, 100000, 0, 0};

    start();
    record_both(&first, 10000);
    ck_assert_int_ge(runs_away(&first, 10000, 10), 8);
    ck_assert_int_lt(runs_away(&then, 10000, 400), 60);
    ck_assert_int_eq(runs_away(&then, 10000, 100), 0);
    stop();
}
END_TEST

/* ---- kernels ---- */

/* So long could have been saved when kernels take a quarter of a second. */
START_TEST(kernels_are_wanted_when_they_would_have_paid)
{
    const loop l = {"l", 100, 100, 0, 0, 0, 0};
    int runs = 0;

    start();
    while (!atomic_load(&call.costs->wanted)) {
        pk_offload_ran_here(&call, l.name, 100000, 10 * 1000 * 1000);
        runs++;
    }
    ck_assert_int_eq(runs, 26);
    stop();
}
END_TEST

/* ---- shares ---- */

enum { DEVICES = 3 };

static pk_loop_costs *speeds[DEVICES];

static void start_split(void) {
    start();
    host.offload_count = DEVICES;
    for (uint32_t i = 0; i < DEVICES; i++) {
        host.offload[i] = &device;
        speeds[i] = pk_loop_costs_new(&host, i, NULL);
        ck_assert_ptr_nonnull(speeds[i]);
    }
}

static void stop_split(void) {
    for (int i = 0; i < DEVICES; i++)
        pk_loop_costs_destroy(speeds[i]);
    stop();
}

static void get_shares(uint64_t n, double *shares) {
    pk_offload_split s = {.function = "l",
                          .iterations = n,
                          .count = DEVICES,
                          .least = 100.0 / (double)n};

    memcpy(s.speeds, speeds, sizeof speeds);
    pk_offload_share(&s, shares);
}

/* Has parts run that are cut by what is known; the first of a process is not
 * counted. `seen` gets how long each took. */
static void run_parts(const loop *l, uint64_t n, int runs, double *seen) {
    for (int r = 0; r < runs; r++) {
        double shares[DEVICES], all = 0;
        get_shares(n, shares);
        for (int i = 0; i < DEVICES; i++) {
            pk_offload_use use = use_of(&l[i], (uint64_t)(shares[i] * n));
            seen[i] = ns_of(&l[i], true, use.iterations);
            all += shares[i];
            if (use.iterations && pk_offload_wants_time(speeds[i], &use))
                pk_offload_add_time(speeds[i], &use, (uint64_t)seen[i]);
        }
        ck_assert(all > 0.999999 && all < 1.000001);
    }
}

START_TEST(parts_are_equal_until_all_speeds_are_known)
{
    double shares[DEVICES];

    start_split();
    for (int known = 0; known < 3 * DEVICES; known++) {
        pk_loop_costs *costs = speeds[known / 3];
        get_shares(1000, shares);
        for (int i = 0; i < DEVICES; i++)
            ck_assert(shares[i] == 1.0 / DEVICES);
        pk_loop_costs_add(costs, pk_loop_costs_find(costs, "l"), true, 100,
                          500 + (uint64_t)known / 3 * 10);
    }
    get_shares(1000, shares);
    ck_assert(shares[0] > shares[1] && shares[1] > shares[2]);
    pk_loop_costs_destroy(speeds[2]);
    speeds[2] = NULL; /* no memory */
    get_shares(1000, shares);
    for (int i = 0; i < DEVICES; i++)
        ck_assert(shares[i] == 1.0 / DEVICES);
    stop_split();
}
END_TEST

/* One device is four times as fast as the others; launches of one take long. */
START_TEST(parts_take_the_same_time)
{
    static const loop kinds[][DEVICES] = {
        {{"l", 0, 0, 0, 1, 0, 0},
         {"l", 0, 0, 0, 4, 0, 0},
         {"l", 0, 0, 0, 4, 0, 0}},
        {{"l", 0, 0, 1000, 1, 0, 0},
         {"l", 0, 0, 1000, 4, 0, 0},
         {"l", 0, 0, 50000, 1, 0, 0}},
    };

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (uint64_t n = 1000000; n <= 100000000; n *= 10) {
            double ns[DEVICES];
            start_split();
            run_parts(kinds[k], n, 30, ns);
            for (int i = 1; i < DEVICES; i++)
                ck_assert_msg(ns[i] > 0.97 * ns[0] && ns[i] < 1.03 * ns[0],
                              "%llu: %f and %f ns", (unsigned long long)n,
                              ns[0], ns[i]);
            stop_split();
        }
}
END_TEST

/* Speeds are those of this loop, and change. */
START_TEST(a_device_that_becomes_slower_gets_less)
{
    loop l[DEVICES] = {{"l", 0, 0, 0, 1, 0, 0},
                       {"l", 0, 0, 0, 1, 0, 0},
                       {"l", 0, 0, 0, 1, 0, 0}};
    double ns[DEVICES];

    start_split();
    run_parts(l, 3000000, 10, ns);
    ck_assert(ns[0] == 1e6);
    l[1].there_each = 10;
    run_parts(l, 3000000, 17 * 20, ns);
    ck_assert(ns[1] < 1.2 * ns[0]);
    stop_split();
}
END_TEST

/* A part has at least 100 iterations here. */
START_TEST(a_device_that_gets_nothing_is_tried_again)
{
    loop l[DEVICES] = {{"l", 0, 0, 0, 1, 0, 0},
                       {"l", 0, 0, 0, 1, 0, 0},
                       {"l", 0, 0, 0, 1000, 0, 0}};
    double ns[DEVICES];

    start_split();
    run_parts(l, 10000, 10, ns);
    ck_assert(ns[0] == 5000 && ns[1] == 5000 && ns[2] == 0);
    l[2].there_each = 1;
    run_parts(l, 10000, 40, ns);
    ck_assert(ns[2] > 0.9 * ns[0] && ns[2] < 1.1 * ns[0]);
    stop_split();
}
END_TEST

TESTS("offload_choice", a_loop_goes_from_where_the_device_is_faster,
      what_runs_taught_is_right_for_other_sizes,
      loops_that_use_arrays_again_pay_for_copies_together,
      a_loop_goes_where_its_arrays_are,
      the_host_runs_a_loop_three_times_before_it_goes,
      a_device_that_cannot_win_is_not_tried,
      a_hopeless_device_is_not_tried_again,
      a_device_that_is_hopeless_for_few_iterations_is_tried_with_more,
      a_device_that_is_slower_is_given_up, the_host_has_its_turn_now_and_then,
      slow_first_runs_of_the_host_are_forgotten,
      a_device_that_becomes_slower_is_noticed,
      kernels_are_wanted_when_they_would_have_paid,
      parts_are_equal_until_all_speeds_are_known, parts_take_the_same_time,
      a_device_that_becomes_slower_gets_less,
      a_device_that_gets_nothing_is_tried_again)
