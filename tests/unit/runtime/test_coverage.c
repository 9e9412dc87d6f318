/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage by the C API. tests/python/tools/test_coverage.py compares the lines
 * and steps with CPython's. */
#include "../starving.h"
#include "runtime_test.h"

#include <portkern/host.h>

static const char source[] = "from numba import cuda\n"
                             "@cuda.jit(device=True)\n"
                             "def half(v):\n"
                             "    if v > 2:\n"
                             "        return v // 2\n"
                             "    return v\n"
                             "\n"
                             "@cuda.jit\n"
                             "def kernel(x, k):\n"
                             "    i = cuda.grid(1)\n"
                             "    if k > 100:\n"
                             "        x[i] = 0\n"
                             "        return\n"
                             "    x[i] = half(k)\n"
                             "    if k == 7 and i == 3:\n"
                             "        raise ValueError('seven')\n"
                             "    x[i] += 1\n";

static counter memory;
static pk_allocator allocator;
static pk_context *context;
static pk_queue *queue;
static pk_module *module;

static void open_all(const char *backend, uint32_t flags) {
    pk_context_options options = PK_INIT(
        pk_context_options, .backend = backend, .plugin_path = TEST_PLUGINS,
        .allocator = &allocator, .flags = flags, .cache_dir = "off");

    memory.fail_at = -1;
    allocator = starving_allocator(&memory);
    assert_ok(pk_context_create(&options, &context, &err));
    assert_ok(pk_queue_create(context, &queue, &err));
    assert_ok(pk_module_from_source(context, source, "k.py", 1, NULL, 0,
                                    &module, &err));
}

static void close_all(void) {
    pk_module_release(module);
    pk_queue_release(queue);
    pk_context_release(context);
    ck_assert_int_eq(atomic_load(&memory.bytes), 0);
}

/* Puts a launch into the queue, which is not waited for. */
static pk_status launch(int64_t k, int64_t x[4]) {
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {4});
    pk_array array = pk_array_host(x, PK_DTYPE_i64, 1, (int64_t[]){4});
    pk_kernel *kernel;
    pk_status status;

    memset(&err, 0, sizeof err);
    status = pk_module_kernel(module, "kernel", &kernel, &err);
    if (status != PK_OK)
        return status;
    status = pk_launch(queue, kernel, &config,
                       (pk_arg[]){pk_inout(&array), pk_i64(k)}, 2, &err);
    pk_kernel_release(kernel);
    return status;
}

/* ---- lines and branches that are reported ---- */

enum { LINES = 20 };

typedef struct seen {
    bool steps[2 * LINES][2 * LINES]; /* from, to, counted from -LINES */
    int count;
} seen;

static void covered(void *self, const pk_covered *what) {
    seen *s = self;

    ck_assert_str_eq(what->file, "k.py");
    ck_assert_uint_eq(what->struct_size, sizeof *what);
    s->steps[what->from + LINES][what->to + LINES] = true;
    s->count++;
}

static bool has(const seen *s, int from, int to) {
    return s->steps[from + LINES][to + LINES];
}

static seen take(void) {
    seen s = {.count = 0};

    assert_ok(pk_context_take_coverage(context, &s, covered, &err));
    return s;
}

START_TEST(lines_that_ran_are_told_once)
{
    int64_t x[4] = {0};
    seen s;

    open_all("interp", PK_CONTEXT_lines);
    ck_assert_int_eq(take().count, 0);
    assert_ok(launch(5, x));
    s = take();
    ck_assert_int_eq(x[0], 3);
    ck_assert(has(&s, 10, 10) && has(&s, 11, 11) && has(&s, 14, 14));
    ck_assert(has(&s, 4, 4) && has(&s, 5, 5) && has(&s, 17, 17));
    ck_assert_int_eq(s.count, 7); /* and 15 */
    ck_assert_int_eq(take().count, 0);
    assert_ok(launch(200, x));
    s = take();
    ck_assert(has(&s, 12, 12) && has(&s, 13, 13) && !has(&s, 14, 14));
    close_all();
}
END_TEST

START_TEST(steps_begin_and_end_at_the_first_line_of_the_function)
{
    int64_t x[4] = {0};
    seen s;

    open_all("interp", PK_CONTEXT_branches);
    assert_ok(launch(5, x));
    s = take();
    ck_assert(has(&s, -8, 10) && has(&s, 17, -8)); /* of the decorator */
    ck_assert(has(&s, -2, 4) && has(&s, 4, 5) && has(&s, 5, -2));
    ck_assert(has(&s, 11, 14) && !has(&s, 11, 12) && !has(&s, 4, 6));
    close_all();
}
END_TEST

START_TEST(both_flags_are_branches)
{
    int64_t x[4] = {0};
    seen s;

    open_all("interp", PK_CONTEXT_lines | PK_CONTEXT_branches);
    assert_ok(launch(5, x));
    s = take();
    ck_assert(has(&s, 10, 11) && !has(&s, 10, 10));
    close_all();
}
END_TEST

START_TEST(a_launch_that_fails_counts_and_the_failure_stays)
{
    int64_t x[4] = {0};
    seen s;

    open_all("interp", PK_CONTEXT_lines);
    (void)launch(7, x);
    s = take();
    ck_assert(has(&s, 16, 16));
    assert_fails(pk_queue_finish(queue, &err), PK_KERNEL, "seven");
    pk_queue_clear(queue, NULL);
    close_all();
}
END_TEST

/* "far" has memory that the host does not reach. */
START_TEST(memory_of_a_device_is_read_and_cleared)
{
    int64_t x[4] = {0};
    seen s;

    open_all("far", PK_CONTEXT_lines);
    assert_ok(launch(5, x));
    s = take();
    ck_assert_int_eq(s.count, 7);
    ck_assert_int_eq(take().count, 0);
    assert_ok(launch(5, x));
    ck_assert_int_eq(take().count, 7);
    close_all();
}
END_TEST

START_TEST(what_ran_of_a_module_that_is_gone_is_still_told)
{
    int64_t x[4] = {0};

    open_all("far", PK_CONTEXT_lines);
    assert_ok(launch(5, x));
    assert_ok(pk_queue_finish(queue, &err));
    pk_module_release(module);
    ck_assert_int_eq(take().count, 7);
    ck_assert_int_eq(take().count, 0);
    module = NULL;
    close_all();
}
END_TEST

static const char host_source[] = "from numba import njit\n"
                                  "@njit\n"
                                  "def total(x):\n"
                                  "    s = 0\n"
                                  "    for v in x:\n"
                                  "        if v > 100:\n"
                                  "            return -1\n"
                                  "        s += v\n"
                                  "    return s\n";

START_TEST(host_functions_count)
{
    int64_t x[4] = {1, 2, 3, 4};
    pk_array array = pk_array_host(x, PK_DTYPE_i64, 1, (int64_t[]){4});
    pk_host_function *total;
    pk_result result;
    pk_module *mod;
    seen s;

    open_all("interp", PK_CONTEXT_branches);
    assert_ok(pk_module_from_source(context, host_source, "k.py", 1, NULL, 0,
                                    &mod, &err));
    assert_ok(pk_module_host_function(mod, "total", &total, &err));
    assert_ok(pk_call(total, (pk_arg[]){pk_in(&array)}, 1, &result, &err));
    ck_assert_int_eq(result.i64, 10);
    s = take();
    ck_assert(has(&s, -2, 4) && has(&s, 5, 6) && has(&s, 8, 5) &&
              has(&s, 5, 9) && has(&s, 9, -2));
    ck_assert(!has(&s, 6, 7));
    pk_host_function_release(total);
    pk_module_release(mod);
    close_all();
}
END_TEST

START_TEST(nothing_is_told_without_a_flag)
{
    seen s = {.count = 0};

    open_all("interp", 0);
    assert_fails(pk_context_take_coverage(context, &s, covered, &err),
                 PK_UNSUPPORTED, "PK_CONTEXT_lines");
    close_all();
    open_all("interp", PK_CONTEXT_lines);
    assert_fails(pk_context_take_coverage(context, &s, NULL, &err), PK_BAD_ARG,
                 "covered");
    assert_fails(pk_context_take_coverage(NULL, &s, covered, &err),
                 PK_BAD_HANDLE, "");
    close_all();
}
END_TEST

START_TEST(without_memory_calls_fail_and_the_next_ones_work)
{
    int64_t x[4] = {0};
    bool failed = true;

    for (long n = 0; failed; n++) {
        seen s = {.count = 0};
        pk_status status;
        open_all("far", PK_CONTEXT_branches);
        atomic_store(&memory.taken, 0);
        atomic_store(&memory.failed, false);
        memory.fail_at = n;
        status = launch(5, x);
        if (status == PK_OK)
            status = pk_context_take_coverage(context, &s, covered, &err);
        memory.fail_at = -1;
        failed = atomic_load(&memory.failed);
        if (status != PK_OK) /* the device's memory is the allocator's */
            ck_assert(status == PK_NO_MEMORY || status == PK_NO_DEVICE_MEMORY);
        pk_queue_clear(queue, NULL);
        assert_ok(launch(5, x));
        ck_assert_int_gt(take().count, 0);
        close_all();
    }
}
END_TEST

TESTS("runtime_coverage", lines_that_ran_are_told_once,
      steps_begin_and_end_at_the_first_line_of_the_function,
      both_flags_are_branches, a_launch_that_fails_counts_and_the_failure_stays,
      memory_of_a_device_is_read_and_cleared,
      what_ran_of_a_module_that_is_gone_is_still_told, host_functions_count,
      nothing_is_told_without_a_flag,
      without_memory_calls_fail_and_the_next_ones_work)
