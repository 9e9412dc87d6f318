/* SPDX-License-Identifier: Apache-2.0 */
/* Devices that run each launch to its end: whatever would stop one says so, and
 * changes nothing. BACKEND names the device. */
#include "../runtime/launch_test.h"

static const char *backend(void) {
    return getenv("BACKEND");
}

static void open_all(void) {
    ctx = open_context(backend());
    queue = open_queue(ctx);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 0, NULL, 0, &mod, &err));
}

static pk_status put(int32_t value, uint32_t deadline_ms, int32_t *out) {
    pk_launch_config config = PK_INIT(pk_launch_config, .grid = {1},
                                      .block = {1}, .deadline_ms = deadline_ms);
    pk_array a = i32s(out, 1);
    pk_status status = launch("put", &config, ARGS(pk_i32(value), pk_out(&a)));

    return status == PK_OK ? pk_queue_finish(queue, &err) : status;
}

START_TEST(cancelling_is_refused_and_the_queue_goes_on)
{
    int32_t out = 0;

    open_all();
    assert_fails(pk_queue_cancel(queue, &err), PK_UNSUPPORTED,
                 "pk_queue_cancel: a launch on ");
    assert_fails(pk_queue_cancel(queue, &err), PK_UNSUPPORTED,
                 "cannot be stopped; to wait no longer than some time, call "
                 "pk_queue_finish_for");
    assert_ok(put(5, 0, &out));
    ck_assert_int_eq(out, 5);
    stop();
}
END_TEST

START_TEST(a_launch_with_a_deadline_is_refused)
{
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1}, .deadline_ms = 50);
    int32_t out = 3;
    pk_array a = i32s(&out, 1);
    pk_kernel *kernel;

    open_all();
    assert_fails(put(5, 50, &out), PK_UNSUPPORTED, "deadline_ms: a launch on ");
    ck_assert_int_eq(out, 3);
    kernel = get("put");
    assert_fails(pk_kernel_compile(kernel, &config, ARGS(pk_i32(1), pk_out(&a)),
                                   NULL, &err),
                 PK_UNSUPPORTED, "deadline_ms: ");
    pk_kernel_release(kernel);
    assert_ok(put(6, 0, &out));
    ck_assert_int_eq(out, 6);
    stop();
}
END_TEST

START_TEST(a_context_with_a_deadline_is_refused)
{
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = backend(),
                                  .plugin_path = TEST_PLUGINS,
                                  .cache_dir = "off",
                                  .deadline_ms = 50};

    assert_fails(pk_context_create(&options, &ctx, &err), PK_UNSUPPORTED,
                 "deadline_ms: a launch on ");
    options.deadline_ms = 0;
    setenv("PORTKERN_DEADLINE", "50", 1);
    assert_fails(pk_context_create(&options, &ctx, &err), PK_UNSUPPORTED,
                 "PORTKERN_DEADLINE: a launch on ");
    options.flags = PK_CONTEXT_no_device;
    assert_ok(pk_context_create(&options, &ctx, &err));
    pk_context_release(ctx);
    unsetenv("PORTKERN_DEADLINE");
}
END_TEST

TESTS("runtime_stop_refused", cancelling_is_refused_and_the_queue_goes_on,
      a_launch_with_a_deadline_is_refused, a_context_with_a_deadline_is_refused)
