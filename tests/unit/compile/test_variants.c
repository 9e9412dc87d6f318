/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: what is compiled for them and when, and prepared ones. */
#include "../runtime/launch_test.h"

#include <pthread.h>

/* ---- specialisations ---- */

static pk_context_stats stats(void) {
    pk_context_stats s = {.struct_size = sizeof s};

    assert_ok(pk_context_get_stats(ctx, &s, &err));
    return s;
}

START_TEST(a_kernel_is_compiled_once_for_each_kind_of_arguments)
{
    int32_t x[4] = {0};
    float y[4] = {0};
    pk_array a = i32s(x, 4), b = i32s(x + 2, 2), c = f32s(y, 4);

    start(_i);
    for (int i = 0; i < 10; i++)
        assert_ok(launch("put", ONE, ARGS(pk_i32(i), pk_inout(&a))));
    ck_assert_uint_eq(stats().specialisations, 1);
    ck_assert_uint_eq(stats().launches, 10);
    assert_ok(launch("put", ONE, ARGS(pk_i64(1), pk_inout(&a))));
    assert_ok(launch("put", ONE, ARGS(pk_i32(1), pk_inout(&c))));
    ck_assert_uint_eq(stats().specialisations, 3);
    assert_ok(launch("run", ONE, ARGS(pk_in(&a), pk_inout(&c))));
    assert_ok(launch("run", ONE, ARGS(pk_inout(&a), pk_inout(&c))));
    assert_ok(launch("run", ONE, ARGS(pk_inout(&b), pk_inout(&a))));
    ck_assert_uint_eq(stats().specialisations, 6);
    ck_assert_uint_eq(stats().compiles, 6);
    assert_ok(finish());
    stop();
}
END_TEST

START_TEST(only_what_shapes_depend_on_makes_kernels_of_its_own)
{
    int32_t out[1];
    pk_array o = i32s(out, 1);

    start(_i);
    for (int k = 0; k < 5; k++) {
        assert_ok(
            launch("sized", ONE, ARGS(pk_i64(k), pk_i64(3), pk_inout(&o))));
        assert_ok(finish());
        ck_assert_int_eq(out[0], 300 + k);
    }
    ck_assert_uint_eq(stats().specialisations, 1);
    assert_ok(launch("sized", ONE, ARGS(pk_i64(9), pk_i64(7), pk_inout(&o))));
    assert_ok(finish());
    ck_assert_int_eq(out[0], 709);
    ck_assert_uint_eq(stats().specialisations, 2);
    ck_assert_int_eq(
        launch("sized", ONE, ARGS(pk_i64(9), pk_i64(-7), pk_inout(&o))),
        PK_TYPE);
    ck_assert_str_eq(
        err.message,
        "an array cannot have the extent -7; write a positive number, as "
        "in cuda.shared.array(128, float32)");
    stop();
}
END_TEST

START_TEST(a_branch_decides_what_a_variable_is_only_where_it_is_used)
{
    int32_t out[1];
    pk_array o = i32s(out, 1);

    start(_i);
    for (int m = 2; m < 5; m++)
        assert_ok(
            launch("branched", ONE, ARGS(pk_i64(3), pk_i64(m), pk_inout(&o))));
    assert_ok(finish());
    ck_assert_int_eq(out[0], 1);
    ck_assert_uint_eq(stats().specialisations, 1);
    ck_assert_uint_eq(stats().frontends, 1);
    ck_assert_int_eq(
        launch("branched", ONE, ARGS(pk_i64(4), pk_i64(3), pk_inout(&o))),
        PK_TYPE);
    stop();
}
END_TEST

START_TEST(the_frontend_runs_once_whatever_it_needs_to_know)
{
    int32_t out[8];
    pk_array o = i32s(out, 8);

    start(_i);
    ck_assert_int_eq(launch("mistaken", ONE, ARGS(pk_i64(3), pk_inout(&o))),
                     PK_TYPE);
    ck_assert_uint_eq(stats().frontends, 1);
    assert_ok(launch("sized", ONE, ARGS(pk_i64(1), pk_i64(3), pk_inout(&o))));
    ck_assert_uint_eq(stats().frontends, 2);
    assert_ok(launch("sized", ONE, ARGS(pk_i64(2), pk_i64(3), pk_inout(&o))));
    ck_assert_uint_eq(stats().frontends, 2);
    stop();
}
END_TEST

START_TEST(dynamic_shared_memory_knows_its_size_where_a_kernel_asks)
{
    int32_t out[1];
    pk_array o = i32s(out, 1);
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});

    start(_i);
    for (uint32_t n = 0; n < 3; n++) {
        config.shared_bytes = 40 * n;
        assert_ok(launch("dynamic", &config, ARGS(pk_inout(&o))));
        assert_ok(finish());
        ck_assert_int_eq(out[0], (int)(10 * n));
    }
    ck_assert_uint_eq(stats().specialisations, 3);
    stop();
}
END_TEST

START_TEST(compiling_ahead_of_a_launch_tells_about_the_kernel)
{
    pk_compile_info info = {.struct_size = sizeof info};
    pk_kernel *kernel;
    int32_t out[64];
    pk_array o = i32s(out, 64);

    start(_i);
    kernel = get("shares");
    assert_ok(pk_kernel_compile(kernel, ONE, ARGS(pk_out(&o)), &info, &err));
    ck_assert_uint_eq(info.shared_bytes, 256);
    ck_assert_uint_gt(info.compile_ns, 0);
    ck_assert_uint_eq(stats().compiles, 1);
    assert_ok(pk_kernel_compile(kernel, ONE, ARGS(pk_out(&o)), NULL, &err));
    ck_assert_uint_eq(stats().compiles, 1);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

enum { THREADS = 4, ROUNDS = 50 };

static void *launch_often(void *arg) {
    pk_queue *mine = open_queue(ctx);
    pk_kernel *kernel = arg;
    int32_t out[1];
    pk_array o = i32s(out, 1);

    for (int i = 0; i < ROUNDS; i++) {
        assert_ok(
            pk_launch(mine, kernel, ONE, ARGS(pk_i32(i), pk_out(&o)), &err));
        assert_ok(pk_queue_finish(mine, &err));
        ck_assert_int_eq(out[0], i);
    }
    pk_queue_release(mine);
    return NULL;
}

START_TEST(threads_that_want_one_kernel_compile_it_once)
{
    pthread_t threads[THREADS];
    pk_kernel *kernel;

    start(_i);
    kernel = get("put");
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(
            pthread_create(&threads[i], NULL, launch_often, kernel), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_uint_eq(stats().compiles, 1);
    ck_assert_uint_eq(stats().launches, THREADS * ROUNDS);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

static void *launch_sized(void *arg) {
    pk_queue *mine = open_queue(ctx);
    pk_kernel *kernel = get("sized");
    int32_t out[1], n = (int32_t)(intptr_t)arg;
    pk_array o = i32s(out, 1);

    for (int i = 0; i < ROUNDS; i++) {
        assert_ok(pk_launch(mine, kernel, ONE,
                            ARGS(pk_i64(i), pk_i64(n), pk_out(&o)), &err));
        assert_ok(pk_queue_finish(mine, &err));
        ck_assert_int_eq(out[0], 100 * n + i);
    }
    pk_kernel_release(kernel);
    pk_queue_release(mine);
    return NULL;
}

START_TEST(threads_that_differ_in_what_a_kernel_needs_get_one_each)
{
    pthread_t threads[THREADS];

    start(_i);
    for (intptr_t i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, launch_sized,
                                        (void *)(i / 2 + 1)),
                         0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_uint_eq(stats().specialisations, THREADS / 2);
    stop();
}
END_TEST

/* ---- prepared launches ---- */

START_TEST(a_prepared_launch_is_made_again_and_again)
{
    int32_t a[1] = {0}, b[1] = {0};
    pk_array first = i32s(a, 1), second = i32s(b, 1);
    pk_prepared *p;
    pk_kernel *kernel;

    start(_i);
    kernel = get("put");
    assert_ok(pk_prepared_create(kernel, ONE, ARGS(pk_i32(1), pk_out(&first)),
                                 &p, &err));
    pk_kernel_release(kernel);
    assert_ok(pk_prepared_launch(p, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(a[0], 1);
    assert_ok(pk_prepared_set_arg(p, 0, pk_i32(2), &err));
    assert_ok(pk_prepared_set_arg(p, 1, pk_out(&second), &err));
    assert_ok(pk_prepared_launch(p, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(a[0], 1);
    ck_assert_int_eq(b[0], 2);
    pk_prepared_release(p);
    stop();
}
END_TEST

START_TEST(a_prepared_launch_keeps_its_types_and_survives_failures)
{
    int32_t a[1] = {0};
    float f[1];
    pk_array ints = i32s(a, 1), floats = f32s(f, 1), gone = ints;
    pk_prepared *p;
    pk_kernel *kernel;

    start(_i);
    kernel = get("put");
    assert_ok(pk_prepared_create(kernel, ONE, ARGS(pk_i32(1), pk_out(&ints)),
                                 &p, &err));
    assert_fails(pk_prepared_set_arg(p, 0, pk_i64(1), &err), PK_TYPE,
                 "argument 0 'v' of put has another type");
    assert_fails(pk_prepared_set_arg(p, 1, pk_out(&floats), &err), PK_TYPE,
                 "argument 1 'out'");
    assert_fails(pk_prepared_set_arg(p, 2, pk_i32(1), &err), PK_BAD_ARG,
                 "argument 2 does not exist");
    gone.host = NULL;
    assert_fails(pk_prepared_set_arg(p, 1, pk_out(&gone), &err), PK_BAD_ARG,
                 "no memory");
    assert_fails(
        pk_prepared_set_config(
            p, &PK_INIT(pk_launch_config, .grid = {1}, .block = {0}), &err),
        PK_BAD_ARG, "block[0] is 0");
    assert_ok(pk_prepared_launch(p, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(a[0], 1);
    assert_fails(pk_prepared_launch(p, NULL, &err), PK_BAD_HANDLE, "NULL");
    assert_fails(pk_prepared_create(kernel, ONE, ARGS(pk_i32(1)), &p, &err),
                 PK_BAD_ARG, "takes 2");
    pk_prepared_release(p);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

START_TEST(a_prepared_launch_holds_its_buffers)
{
    const int64_t n = 1;
    int32_t out = 0;
    pk_buffer *buf, *other;
    pk_array a, b, o = i32s(&out, 1);
    pk_kernel *kernel;
    pk_prepared *p;

    start(_i);
    kernel = get("first");
    assert_ok(pk_buffer_create(ctx, 4, 0, &buf, &err));
    assert_ok(pk_buffer_create(ctx, 4, 0, &other, &err));
    assert_ok(pk_buffer_write(buf, 0, &(int32_t){11}, 4, &err));
    assert_ok(pk_buffer_write(other, 0, &(int32_t){22}, 4, &err));
    a = pk_array_device(buf, PK_DTYPE_i32, 1, &n);
    b = pk_array_device(other, PK_DTYPE_i32, 1, &n);
    assert_ok(
        pk_prepared_create(kernel, ONE, ARGS(pk_in(&a), pk_out(&o)), &p, &err));
    pk_buffer_release(buf);
    assert_ok(pk_prepared_launch(p, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(out, 11);
    assert_ok(pk_prepared_set_arg(p, 0, pk_in(&b), &err));
    pk_buffer_release(other);
    assert_ok(pk_prepared_launch(p, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(out, 22);
    pk_prepared_release(p);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

/* ---- events ---- */

static pk_event *events[2];

/* Records both events in a queue of its own, and looks at their times. */
static void *share_events(void *arg) {
    pk_queue *own = NULL;
    uint64_t ns = 0;
    bool well = pk_queue_create(ctx, &own, NULL) == PK_OK;

    (void)arg;
    for (int i = 0; well && i < 200; i++)
        well = pk_queue_record(own, events[i % 2], NULL) == PK_OK &&
               pk_event_wait(events[0], NULL) == PK_OK &&
               pk_event_elapsed(events[0], events[1], &ns, NULL) == PK_OK &&
               ns < UINT64_C(1000000000000);
    pk_queue_release(own);
    return well ? NULL : "events of several threads";
}

START_TEST(threads_share_events)
{
    pthread_t threads[4];
    void *fault;

    start(_i);
    for (int i = 0; i < 2; i++) {
        assert_ok(pk_event_create(ctx, &events[i], &err));
        assert_ok(pk_queue_record(queue, events[i], &err));
    }
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, share_events, NULL),
                         0);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(pthread_join(threads[i], &fault), 0);
        ck_assert_msg(!fault, "%s", (char *)fault);
    }
    for (int i = 0; i < 2; i++)
        pk_event_release(events[i]);
    stop();
}
END_TEST

LOOP_TESTS("runtime_variants", 2,
           a_kernel_is_compiled_once_for_each_kind_of_arguments,
           only_what_shapes_depend_on_makes_kernels_of_its_own,
           a_branch_decides_what_a_variable_is_only_where_it_is_used,
           the_frontend_runs_once_whatever_it_needs_to_know,
           dynamic_shared_memory_knows_its_size_where_a_kernel_asks,
           compiling_ahead_of_a_launch_tells_about_the_kernel,
           threads_that_want_one_kernel_compile_it_once,
           threads_that_differ_in_what_a_kernel_needs_get_one_each,
           a_prepared_launch_is_made_again_and_again,
           a_prepared_launch_keeps_its_types_and_survives_failures,
           a_prepared_launch_holds_its_buffers, threads_share_events)
