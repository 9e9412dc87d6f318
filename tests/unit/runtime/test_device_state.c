/* SPDX-License-Identifier: Apache-2.0 */
/* Questions to a device that works: how much memory is free, whether
 * work is done. BACKEND names the device. */
#include "runtime_test.h"

#include <time.h>

static pk_context *ctx;
static pk_queue *queue;

static void start(void) {
    ctx = open_context(getenv("BACKEND"));
    queue = open_queue(ctx);
}

static void stop(void) {
    pk_queue_release(queue);
    pk_context_release(ctx);
}

/* A plugin of ABI 1.0. */
static bool is_old(void) {
    return strcmp(getenv("BACKEND"), "far") == 0;
}

/* ---- memory ---- */

static pk_device_memory get_memory(void) {
    pk_device_memory memory = PK_INIT(pk_device_memory);

    assert_ok(pk_context_get_memory(ctx, &memory, &err));
    return memory;
}

START_TEST(a_device_has_memory_and_says_what_is_free)
{
    enum { SIZE = 1 << 18 };
    pk_device_limits limits = PK_INIT(pk_device_limits);
    pk_device_memory before, after;
    pk_buffer *buf;

    start();
    assert_ok(pk_context_get_limits(ctx, &limits, &err));
    before = get_memory();
    ck_assert_uint_gt(before.total_bytes, 0);
    ck_assert_uint_gt(before.free_bytes, 0);
    ck_assert_uint_le(before.free_bytes, before.total_bytes);
    if (limits.global_bytes)
        ck_assert_uint_le(before.total_bytes, limits.global_bytes);
    assert_ok(pk_buffer_create(ctx, SIZE, 0, &buf, &err));
    after = get_memory();
    ck_assert_uint_eq(after.used_bytes, before.used_bytes + SIZE);
    if (!after.is_measured)
        ck_assert_uint_eq(after.free_bytes, before.free_bytes - SIZE);
    if (is_old()) {
        ck_assert_uint_eq(after.is_measured, 0);
        ck_assert_uint_eq(after.total_bytes, limits.global_bytes);
    }
    pk_buffer_release(buf);
    stop();
}
END_TEST

/* A GPU's driver counts; an allocation large enough shows. */
START_TEST(what_a_driver_measures_becomes_less)
{
    enum { SIZE = 64 << 20 };
    pk_device_memory before, after;
    pk_buffer *buf;

    start();
    if (strcmp(getenv("BACKEND"), "cuda") == 0) {
        before = get_memory();
        ck_assert_uint_eq(before.is_measured, 1);
        assert_ok(pk_buffer_create(ctx, SIZE, 0, &buf, &err));
        after = get_memory();
        ck_assert_uint_le(after.free_bytes, before.free_bytes - SIZE);
        pk_buffer_release(buf);
    }
    stop();
}
END_TEST

START_TEST(memory_is_asked_of_a_device)
{
    pk_context_options options = PK_INIT(
        pk_context_options, .flags = PK_CONTEXT_no_device, .cache_dir = "off");
    pk_device_memory memory = PK_INIT(pk_device_memory);

    start();
    assert_fails(pk_context_get_memory(NULL, &memory, &err), PK_BAD_HANDLE, "");
    assert_fails(pk_context_get_memory(ctx, NULL, &err), PK_BAD_ARG,
                 "pk_device_memory to fill in is NULL");
    memory.struct_size = 0;
    assert_fails(pk_context_get_memory(ctx, &memory, &err), PK_BAD_ARG,
                 "PK_INIT(pk_device_memory)");
    stop();
    assert_ok(pk_context_create(&options, &ctx, &err));
    memory.struct_size = sizeof memory;
    assert_fails(pk_context_get_memory(ctx, &memory, &err), PK_NO_DEVICE, "");
    pk_context_release(ctx);
}
END_TEST

/* ---- waiting ---- */

/* Runs for a good part of a second on a compiled device. */
static const char source[] =
    "from numba import cuda\n"
    "@cuda.jit\n"
    "def works(out, n):\n"
    "    x = out[0]\n"
    "    for i in range(n):\n"
    "        x = x * 6364136223846793005 + 1442695040888963407 + (x >> 40)\n"
    "    out[0] = x\n";

static double seconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void launch(pk_buffer *buf, int64_t rounds) {
    pk_array out = pk_array_device(buf, PK_DTYPE_i64, 1, &(int64_t){1});
    pk_kernel *kernel;
    pk_module *mod;

    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 0, NULL, 0, &mod, &err));
    assert_ok(pk_module_kernel(mod, "works", &kernel, &err));
    assert_ok(pk_launch(queue, kernel,
                        &PK_INIT(pk_launch_config, .grid = {1}, .block = {1}),
                        (pk_arg[]){pk_inout(&out), pk_i64(rounds)}, 2, &err));
    pk_kernel_release(kernel);
    pk_module_release(mod);
}

/* How long the kernel has to run: what interprets it takes less of it. */
static int64_t rounds(void) {
    const char *backend = getenv("BACKEND");
    bool compiled = !strcmp(backend, "cpu") || !strcmp(backend, "opencl");

    return compiled ? 60000000 : 200000;
}

static int64_t expected(int64_t n) {
    int64_t x = 1;

    while (n-- > 0)
        x = (int64_t)((uint64_t)x * 6364136223846793005u +
                      1442695040888963407u + (uint64_t)(x >> 40));
    return x;
}

START_TEST(an_event_can_be_asked_and_waited_for_a_while)
{
    int64_t value = 1;
    bool happened = false;
    pk_event *event;
    pk_buffer *buf;
    pk_status status;

    start();
    assert_ok(pk_event_create(ctx, &event, &err));
    assert_fails(pk_event_query(event, &happened, &err), PK_BAD_ARG,
                 "never recorded");
    assert_fails(pk_event_wait_for(event, 1, &err), PK_BAD_ARG,
                 "never recorded");
    assert_ok(pk_buffer_create(ctx, 8, 0, &buf, &err));
    assert_ok(pk_buffer_write(buf, 0, &value, 8, &err));
    launch(buf, rounds());
    assert_ok(pk_queue_record(queue, event, &err));
    if (is_old()) {
        assert_fails(pk_event_query(event, &happened, &err), PK_UNSUPPORTED,
                     "the plugin far cannot say");
        assert_fails(pk_event_wait_for(event, 1, &err), PK_UNSUPPORTED, "");
        assert_ok(pk_event_wait(event, &err));
    } else {
        assert_ok(pk_event_query(event, &happened, &err));
        status = pk_event_wait_for(event, 1, &err);
        ck_assert(status == PK_OK || (!happened && status == PK_TIMEOUT));
        if (status == PK_TIMEOUT)
            ck_assert_str_eq(err.message,
                             "the work before the event takes longer than 1 "
                             "ms");
        assert_ok(pk_event_wait_for(event, UINT32_MAX, &err));
        assert_ok(pk_event_query(event, &happened, &err));
        ck_assert(happened);
        assert_fails(pk_event_query(event, NULL, &err), PK_BAD_ARG, "happened");
    }
    assert_ok(pk_buffer_read(buf, 0, &value, 8, &err));
    ck_assert_int_eq(value, expected(rounds()));
    pk_event_release(event);
    pk_buffer_release(buf);
    stop();
}
END_TEST

START_TEST(a_queue_can_be_waited_for_a_while)
{
    int64_t value = 1;
    pk_buffer *buf;
    pk_status status;
    double begin;

    start();
    assert_ok(pk_buffer_create(ctx, 8, 0, &buf, &err));
    assert_ok(pk_buffer_write(buf, 0, &value, 8, &err));
    launch(buf, rounds());
    assert_ok(pk_queue_read(queue, buf, 0, &value, 8, &err));
    begin = seconds();
    status = pk_queue_finish_for(queue, 1, &err);
    if (is_old()) {
        ck_assert_int_eq(status, PK_UNSUPPORTED);
        assert_ok(pk_queue_finish(queue, &err));
    } else if (status == PK_TIMEOUT) {
        ck_assert_str_eq(err.message,
                         "the work in the queue takes longer than 1 ms");
        ck_assert_double_lt(seconds() - begin, 0.5);
        assert_ok(pk_queue_get_error(queue, &err));
        assert_ok(pk_queue_finish_for(queue, UINT32_MAX, &err));
    } else {
        ck_assert_int_eq(status, PK_OK);
    }
    ck_assert_int_eq(value, expected(rounds()));
    if (!is_old())
        assert_ok(pk_queue_finish_for(queue, 0, &err));
    pk_buffer_release(buf);
    stop();
}
END_TEST

/* A driver that works by itself is what the waits are for. */
START_TEST(work_of_an_asynchronous_device_outlasts_a_short_wait)
{
    int64_t value = 1;
    pk_buffer *buf;

    start();
    if (strcmp(getenv("BACKEND"), "opencl") == 0) {
        assert_ok(pk_buffer_create(ctx, 8, 0, &buf, &err));
        assert_ok(pk_buffer_write(buf, 0, &value, 8, &err));
        launch(buf, rounds());
        assert_fails(pk_queue_finish_for(queue, 0, &err), PK_TIMEOUT,
                     "takes longer than 0 ms");
        pk_buffer_release(buf);
    }
    stop();
}
END_TEST

TESTS("device_state", a_device_has_memory_and_says_what_is_free,
      what_a_driver_measures_becomes_less, memory_is_asked_of_a_device,
      an_event_can_be_asked_and_waited_for_a_while,
      a_queue_can_be_waited_for_a_while,
      work_of_an_asynchronous_device_outlasts_a_short_wait)
