/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel loops of host functions on the device of another context, which is a
 * CPU, too: the same results, exceptions and arrays, however they lie, and no
 * memory that is lost where an allocation fails. */
#include "../../starving.h"
#include "../runtime_test.h"

#include <portkern/host.h>

static const char text[] = "import numpy as np\n"
                           "from numba import njit, prange\n"
                           "@njit(parallel=True)\n"
                           "def total(x):\n"
                           "    s = 0.0\n"
                           "    for i in prange(x.size):\n"
                           "        s += x[i] / 3\n"
                           "    return s\n"
                           "@njit(parallel=True)\n"
                           "def fails(x, limit):\n"
                           "    for i in prange(x.size):\n"
                           "        if i >= limit and i % 7 == 0:\n"
                           "            raise ValueError('at', i)\n"
                           "        x[i] = i\n"
                           "@njit(parallel=True)\n"
                           "def moved(x, y):\n"
                           "    made = np.empty_like(x)\n"
                           "    for i in prange(x.size):\n"
                           "        made[i] = x[i] + 1\n"
                           "    for i in prange(x.size):\n"
                           "        y[i] = 2 * made[x.size - 1 - i]\n"
                           "@njit(parallel=True, offload=False)\n"
                           "def stays(x):\n"
                           "    for i in prange(x.size):\n"
                           "        x[i] = i\n"
                           "@njit\n"
                           "def calls(x):\n"
                           "    try:\n"
                           "        fails(x, 100)\n"
                           "    except Exception:\n"
                           "        return 1\n"
                           "    return 0\n"
                           "@njit(parallel=True)\n"
                           "def lists(n):\n"
                           "    out = np.zeros(n, np.int64)\n"
                           "    for i in prange(n):\n"
                           "        items = [i]\n"
                           "        items.append(1)\n"
                           "        out[i] = len(items)\n"
                           "    return out.sum()\n"
                           "@njit(parallel=True)\n"
                           "def heavy(x, turns):\n"
                           "    for i in prange(x.size):\n"
                           "        s = 1.0 * i\n"
                           "        for k in range(turns):\n"
                           "            s = s * 0.5 + k\n"
                           "        x[i] = s\n";

enum { COUNT = 3000 };

static pk_context *device, *host;
static pk_module *mod;

static pk_context *offloading(pk_context *to, const pk_allocator *allocator) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = allocator,
                                  .backend = "cpu",
                                  .cache_dir = "off",
                                  .offload = to};
    pk_context *ctx = NULL;

    assert_ok(pk_context_create(&options, &ctx, &err));
    return ctx;
}

static void start(void) {
    device = open_context("cpu");
    host = offloading(device, NULL);
    assert_ok(
        pk_module_from_source(host, text, "k.py", 0, NULL, 0, &mod, &err));
}

static void stop(void) {
    pk_module_release(mod);
    pk_context_release(host);
    pk_context_release(device);
}

static uint64_t launches(void) {
    pk_context_stats stats = {.struct_size = sizeof stats};

    assert_ok(pk_context_get_stats(device, &stats, &err));
    return stats.launches;
}

static pk_status call(const char *name, const pk_arg *args, size_t count,
                      pk_result *out) {
    pk_host_function *fn = NULL;
    pk_status status;

    assert_ok(pk_module_host_function(mod, name, &fn, &err));
    status = pk_call(fn, args, count, out, &err);
    pk_host_function_release(fn);
    return status;
}

static pk_array array_of(double *x, int64_t count, int64_t stride) {
    pk_array a = pk_array_host(x, PK_DTYPE_f64, 1, (int64_t[]){count});

    a.strides[0] = stride * 8;
    return a;
}

START_TEST(a_sum_is_a_launch_with_the_same_bits)
{
    static double x[COUNT];
    pk_array a = array_of(x, COUNT, 1);
    double first;
    pk_result r;

    start();
    for (int i = 0; i < COUNT; i++)
        x[i] = 1.0 / (i + 1);
    assert_ok(call("total", (pk_arg[]){pk_in(&a)}, 1, &r));
    first = r.f64;
    ck_assert_uint_eq(launches(),
                      2); /* the parts of chunks, and joining them */
    stop();
    host = open_context("cpu");
    device = pk_context_retain(host);
    assert_ok(
        pk_module_from_source(host, text, "k.py", 0, NULL, 0, &mod, &err));
    assert_ok(call("total", (pk_arg[]){pk_in(&a)}, 1, &r));
    ck_assert(r.f64 == first);
    ck_assert_uint_eq(launches(), 0);
    stop();
}
END_TEST

START_TEST(the_lowest_iteration_raises)
{
    static double x[COUNT];
    pk_array a = array_of(x, COUNT, 1);
    pk_result r;

    start();
    for (int limit = 1; limit < COUNT; limit += 611) {
        char wanted[40];
        snprintf(wanted, sizeof wanted, "ValueError: ('at', %d)",
                 (limit + 6) / 7 * 7);
        assert_fails(
            call("fails", (pk_arg[]){pk_inout(&a), pk_i64(limit)}, 2, NULL),
            PK_KERNEL, wanted);
        ck_assert_int_eq(err.line, 13);
    }
    ck_assert_uint_eq(launches(), 5);
    assert_ok(call("calls", (pk_arg[]){pk_inout(&a)}, 1, &r));
    ck_assert_int_eq(r.i64, 1);
    ck_assert_uint_eq(launches(), 6);
    stop();
}
END_TEST

/* One array, two that overlap, and every third element of one, whose neighbours
 * are not touched. */
START_TEST(arrays_lie_as_they_like)
{
    static double x[COUNT];
    pk_array whole = array_of(x, COUNT, 1),
             rest = array_of(x + 1, COUNT - 1, 1);
    pk_array front = array_of(x, COUNT - 1, 1), gaps = array_of(x, 100, 3);
    pk_array few = array_of(x, 100, 1);

    start();
    assert_ok(
        call("moved", (pk_arg[]){pk_in(&whole), pk_inout(&whole)}, 2, NULL));
    for (int i = 0; i < COUNT; i++)
        ck_assert(x[i] == 2);
    x[COUNT - 1] = 7;
    assert_ok(
        call("moved", (pk_arg[]){pk_in(&rest), pk_inout(&front)}, 2, NULL));
    ck_assert(x[0] == 16 && x[1] == 6 && x[COUNT - 2] == 6 &&
              x[COUNT - 1] == 7);
    ck_assert_uint_eq(launches(), 4);
    for (int i = 0; i < COUNT; i++)
        x[i] = i;
    assert_ok(call("moved", (pk_arg[]){pk_in(&few), pk_inout(&gaps)}, 2, NULL));
    ck_assert(x[0] == 200 && x[1] == 1 && x[2] == 2 && x[297] == 2);
    stop();
}
END_TEST

START_TEST(some_loops_stay)
{
    static double x[COUNT];
    pk_array a = array_of(x, COUNT, 1);
    pk_result r;

    start();
    assert_ok(call("stays", (pk_arg[]){pk_inout(&a)}, 1, NULL));
    ck_assert(x[COUNT - 1] == COUNT - 1);
    assert_ok(call("lists", (pk_arg[]){pk_i64(50)}, 1, &r));
    ck_assert_int_eq(r.i64, 100);
    stop();
}
END_TEST

START_TEST(options_are_checked)
{
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "interp", .cache_dir = "off"};
    pk_context *ctx = NULL;
    int none = 0;

    device = open_context("cpu");
    options.offload = device;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_UNSUPPORTED,
                 "backend cpu");
    options.backend = "cpu";
    options.offload = (pk_context *)(void *)&none;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_HANDLE,
                 "offload");
    pk_context_release(device);
}
END_TEST

/* ---- on several devices ---- */

enum { DEVICES = 3 };

static pk_context *devices[DEVICES];

static void start_split(const pk_allocator *allocator) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = allocator,
                                  .backend = "cpu",
                                  .cache_dir = "off"};

    for (int i = 0; i < DEVICES; i++)
        devices[i] = open_context("cpu");
    device = devices[0];
    options.offload = device;
    options.offload_more = devices + 1;
    options.offload_more_count = DEVICES - 1;
    assert_ok(pk_context_create(&options, &host, &err));
    assert_ok(
        pk_module_from_source(host, text, "k.py", 0, NULL, 0, &mod, &err));
}

static void stop_split(void) {
    for (int i = 1; i < DEVICES; i++)
        pk_context_release(devices[i]);
    stop();
}

static uint64_t launches_of(int i) {
    pk_context_stats stats = {.struct_size = sizeof stats};

    assert_ok(pk_context_get_stats(devices[i], &stats, &err));
    return stats.launches;
}

START_TEST(iterations_are_split_with_the_same_results)
{
    static double x[3 * COUNT], y[3 * COUNT];
    pk_array a = array_of(x, 3 * COUNT, 1), b = array_of(y, 3 * COUNT, 1);
    pk_result r;
    double all;

    for (int i = 0; i < 3 * COUNT; i++)
        x[i] = 1.0 / (i + 1);
    device = open_context("cpu");
    host = offloading(device, NULL);
    assert_ok(
        pk_module_from_source(host, text, "k.py", 0, NULL, 0, &mod, &err));
    assert_ok(call("total", (pk_arg[]){pk_in(&a)}, 1, &r));
    all = r.f64;
    stop();
    start_split(NULL);
    assert_ok(call("total", (pk_arg[]){pk_in(&a)}, 1, &r));
    ck_assert(r.f64 == all);
    assert_ok(call("moved", (pk_arg[]){pk_in(&a), pk_inout(&b)}, 2, NULL));
    for (int i = 0; i < 3 * COUNT; i++)
        ck_assert(y[i] == 2 * (x[3 * COUNT - 1 - i] + 1));
    for (int i = 0; i < DEVICES; i++)
        ck_assert_uint_ge(launches_of(i), 2);
    stop_split();
}
END_TEST

START_TEST(the_lowest_iteration_of_all_devices_raises)
{
    static double x[COUNT];
    pk_array a = array_of(x, COUNT, 1);

    start_split(NULL);
    for (int limit = 1; limit < COUNT; limit += 611) {
        char wanted[40];
        snprintf(wanted, sizeof wanted, "ValueError: ('at', %d)",
                 (limit + 6) / 7 * 7);
        memset(x, 0, sizeof x);
        assert_fails(
            call("fails", (pk_arg[]){pk_inout(&a), pk_i64(limit)}, 2, NULL),
            PK_KERNEL, wanted);
        for (int i = 0; i < limit; i++)
            ck_assert(x[i] == i);
    }
    ck_assert_uint_eq(launches_of(DEVICES - 1), 5);
    stop_split();
}
END_TEST

/* A loop that one device runs alone, and the same array split before it and
 * after. */
START_TEST(small_loops_run_on_the_first_device)
{
    static double x[COUNT];
    pk_array whole = array_of(x, COUNT, 1), few = array_of(x, 100, 1);

    start_split(NULL);
    for (int n = 0; n < 2; n++) {
        for (int i = 0; i < COUNT; i++)
            x[i] = i;
        assert_ok(
            call("moved", (pk_arg[]){pk_in(&few), pk_inout(&few)}, 2, NULL));
        for (int i = 0; i < COUNT; i++)
            ck_assert(x[i] == (i < 100 ? 2 * (100 - i) : i));
        assert_ok(call("moved", (pk_arg[]){pk_in(&whole), pk_inout(&whole)}, 2,
                       NULL));
    }
    ck_assert_uint_eq(launches_of(0), 8);
    ck_assert_uint_eq(launches_of(1), 4);
    stop_split();
}
END_TEST

START_TEST(no_allocation_of_a_split_is_lost)
{
    static double x[COUNT];
    pk_array a = array_of(x, COUNT, 1);
    bool ended = false;

    for (long n = 0; !ended; n++) {
        counter c = {.fail_at = -1};
        pk_allocator allocator = starving_allocator(&c);
        pk_host_function *fn = NULL;
        pk_status status;

        start_split(&allocator);
        assert_ok(pk_module_host_function(mod, "moved", &fn, &err));
        assert_ok(pk_host_function_compile(
            fn, (pk_arg[]){pk_in(&a), pk_inout(&a)}, 2, NULL, &err));
        c.fail_at = atomic_load(&c.taken) + n;
        status =
            pk_call(fn, (pk_arg[]){pk_in(&a), pk_inout(&a)}, 2, NULL, &err);
        ended = !atomic_load(&c.failed);
        ck_assert_msg(status == PK_OK || status == PK_NO_MEMORY ||
                          !strncmp(err.message, "MemoryError", 11),
                      "allocation %ld: %s", n, err.message);
        pk_host_function_release(fn);
        stop_split();
        ck_assert_int_eq(atomic_load(&c.bytes), 0);
    }
}
END_TEST

START_TEST(devices_to_split_among_are_checked)
{
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "cpu", .cache_dir = "off"};
    pk_context *ctx = NULL, *twice[8];
    int none = 0;

    device = open_context("cpu");
    for (int i = 0; i < 8; i++)
        twice[i] = device;
    options.offload_more = twice;
    options.offload_more_count = 1;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_ARG,
                 "needs `offload`");
    options.offload = device;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_ARG, "twice");
    options.offload_more_count = 8;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_ARG,
                 "at most 7");
    options.offload_more_count = 1;
    options.flags = PK_CONTEXT_measured_offload;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_ARG,
                 "excludes PK_CONTEXT_measured_offload");
    options.flags = 0;
    twice[0] = (pk_context *)(void *)&none;
    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_HANDLE,
                 "offload");
    pk_context_release(device);
}
END_TEST

/* ---- by measurement ---- */

static pk_context *opened(const pk_context_options *options) {
    pk_context *ctx = NULL;

    assert_ok(pk_context_create(options, &ctx, &err));
    return ctx;
}

static void start_measured(const char *dir) {
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "cpu", .cache_dir = dir};

    device = opened(&options);
    options.flags = PK_CONTEXT_measured_offload;
    options.offload = device;
    host = opened(&options);
    assert_ok(
        pk_module_from_source(host, text, "k.py", 0, NULL, 0, &mod, &err));
}

/* How many loops of so many calls went to the device. By how much each does a
 * test has the one or the other look faster, since costs are by the number of
 * iterations. */
static uint64_t gone(int calls, int turns) {
    const uint64_t before = launches();
    static double x[COUNT];
    pk_array a = array_of(x, COUNT, 1);

    for (int n = 0; n < calls; n++) {
        memset(x, 0, sizeof x);
        assert_ok(
            call("heavy", (pk_arg[]){pk_inout(&a), pk_i64(turns)}, 2, NULL));
        for (int i = n % 5; i < COUNT; i += 5) {
            double s = i;
            for (int k = 0; k < turns; k++)
                s = s * 0.5 + k;
            ck_assert(x[i] == s);
        }
    }
    return launches() - before;
}

/* A disk cache of the test's own. */
static char folder[40];

static void make_folder(void) {
    strcpy(folder, "/tmp/portkern-offload-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void) {
    char command[64];

    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void call_until_one_goes(void) {
    int tries = 0;

    ck_assert_uint_eq(gone(1, 2000), 0); /* nothing is known, or compiled */
    while (!gone(1, 2000) && tries < 10000)
        tries++;
    ck_assert_int_lt(tries, 10000);
}

/* Costs are times, which other work on the machine may have changed once. */
static void call_until_all_stay(void) {
    int tries = 0;

    while (gone(50, 2000) && tries < 100)
        tries++;
    ck_assert_int_lt(tries, 100);
}

START_TEST(loops_stay_where_they_are_faster)
{
    make_folder();
    start_measured(folder);
    call_until_one_goes();
    ck_assert_uint_eq(gone(1, 200000), 1); /* it is measured, and is slow */
    call_until_all_stay();
    stop();
    start_measured(folder); /* as a later process does */
    call_until_all_stay();
    stop();
    remove_folder();
}
END_TEST

START_TEST(loops_go_where_they_are_faster)
{
    make_folder();
    start_measured(folder);
    call_until_one_goes();
    ck_assert_uint_eq(gone(50, 6), 50);
    stop();
    start_measured(folder); /* from the first call on */
    ck_assert_uint_eq(gone(50, 6), 50);
    stop();
    remove_folder();
}
END_TEST

START_TEST(what_is_measured_needs_a_device)
{
    pk_context_options options = {.struct_size = sizeof options,
                                  .flags = PK_CONTEXT_measured_offload,
                                  .backend = "cpu"};
    pk_context *ctx = NULL;

    assert_fails(pk_context_create(&options, &ctx, &err), PK_BAD_ARG,
                 "offload");
}
END_TEST

/* The call says so, or gave the right result by the host's threads. */
START_TEST(no_allocation_is_lost)
{
    static double x[COUNT];
    pk_array a = array_of(x, COUNT, 1);
    pk_host_function *fn = NULL;
    bool ended = false;

    for (long n = 0; !ended; n++) {
        counter c = {.fail_at = -1};
        pk_allocator allocator = starving_allocator(&c);
        pk_result r;
        pk_status status;

        device = open_context("cpu");
        host = offloading(device, &allocator);
        assert_ok(
            pk_module_from_source(host, text, "k.py", 0, NULL, 0, &mod, &err));
        assert_ok(pk_module_host_function(mod, "total", &fn, &err));
        assert_ok(
            pk_host_function_compile(fn, (pk_arg[]){pk_in(&a)}, 1, NULL, &err));
        c.fail_at = atomic_load(&c.taken) + n;
        status = pk_call(fn, (pk_arg[]){pk_in(&a)}, 1, &r, &err);
        ended = !atomic_load(&c.failed);
        ck_assert_msg(status == PK_OK || status == PK_NO_MEMORY ||
                          !strcmp(err.message, "MemoryError"),
                      "allocation %ld: %s", n, err.message);
        pk_host_function_release(fn);
        stop();
        ck_assert_int_eq(atomic_load(&c.bytes), 0);
    }
}
END_TEST

/* A call whose device had no memory leaves nothing to the next one. */
START_TEST(a_device_without_memory_is_asked_again)
{
    static double x[COUNT];
    pk_array a = array_of(x, COUNT, 1);
    counter c = {.fail_at = -1};
    pk_allocator allocator = starving_allocator(&c);
    pk_host_function *fn;

    for (long n = 0; n < 12; n++) {
        pk_status status;
        device = offloading(NULL, &allocator);
        host = offloading(device, NULL);
        assert_ok(
            pk_module_from_source(host, text, "k.py", 0, NULL, 0, &mod, &err));
        assert_ok(pk_module_host_function(mod, "moved", &fn, &err));
        assert_ok(pk_host_function_compile(
            fn, (pk_arg[]){pk_in(&a), pk_inout(&a)}, 2, NULL, &err));
        pk_host_function_release(fn);
        starve_after(&c, n);
        status = call("moved", (pk_arg[]){pk_in(&a), pk_inout(&a)}, 2, NULL);
        ck_assert(status == PK_OK || status == PK_NO_MEMORY ||
                  status == PK_NO_DEVICE_MEMORY);
        starve_after(&c, -1);
        assert_ok(call("moved", (pk_arg[]){pk_in(&a), pk_inout(&a)}, 2, NULL));
        stop();
        ck_assert_int_eq(atomic_load(&c.bytes), 0);
    }
}
END_TEST

TESTS("offload", a_sum_is_a_launch_with_the_same_bits,
      the_lowest_iteration_raises, arrays_lie_as_they_like, some_loops_stay,
      options_are_checked, no_allocation_is_lost,
      a_device_without_memory_is_asked_again, loops_stay_where_they_are_faster,
      loops_go_where_they_are_faster, what_is_measured_needs_a_device,
      iterations_are_split_with_the_same_results,
      the_lowest_iteration_of_all_devices_raises,
      small_loops_run_on_the_first_device, no_allocation_of_a_split_is_lost,
      devices_to_split_among_are_checked)
