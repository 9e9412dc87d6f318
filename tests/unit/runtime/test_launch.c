/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: the copy rules of host arrays. */
#include "launch_test.h"

/* The struct of a program that was compiled with newer headers. */
START_TEST(a_configuration_is_judged_by_its_size)
{
    struct {
        pk_launch_config config;
        uint32_t more;
    } newer = {
        .config = {.struct_size = sizeof newer, .grid = {1}, .block = {1}}};
    int32_t out[1] = {0};
    pk_array array = i32s(out, 1);

    start(_i);
    assert_ok(launch("put", &newer.config, ARGS(pk_i32(7), pk_out(&array))));
    assert_ok(finish());
    ck_assert_int_eq(out[0], 7);
    newer.more = 1;
    assert_fails(launch("put", &newer.config, ARGS(pk_i32(7), pk_out(&array))),
                 PK_BAD_ARG, "does not know");
    newer.config.struct_size = 0;
    assert_fails(launch("put", &newer.config, ARGS(pk_i32(7), pk_out(&array))),
                 PK_BAD_ARG, "begin with PK_INIT(pk_launch_config)");
    /* An older one that ends before shared_bytes. */
    newer.config.struct_size = offsetof(pk_launch_config, shared_bytes);
    newer.config.shared_bytes = UINT32_MAX;
    assert_ok(launch("put", &newer.config, ARGS(pk_i32(7), pk_out(&array))));
    stop();
}
END_TEST

START_TEST(host_arrays_go_in_and_come_back)
{
    enum { N = 1000 };
    float x[N], y[N], out[N];
    pk_array ax = f32s(x, N), ay = f32s(y, N), ao = f32s(out, N);

    start(_i);
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 0.5f;
    }
    assert_ok(launch("add",
                     &PK_INIT(pk_launch_config, .grid = {8}, .block = {128}),
                     ARGS(pk_in(&ax), pk_in(&ay), pk_out(&ao))));
    assert_ok(finish());
    for (int i = 0; i < N; i++)
        ck_assert(out[i] == (float)i + 0.5f);
    stop();
}
END_TEST

START_TEST(device_arrays_stay_between_launches)
{
    const int64_t n = 4;
    float x[4] = {1, 2, 3, 4}, out[4];
    pk_buffer *buf;
    pk_array a, b;

    start(_i);
    assert_ok(pk_buffer_create(ctx, 48, 0, &buf, &err));
    assert_ok(pk_buffer_write(buf, 16, x, 16, &err));
    a = pk_array_device(buf, PK_DTYPE_f32, 1, &n);
    b = a;
    a.offset = 16;
    b.offset = 32;
    assert_ok(launch("add",
                     &PK_INIT(pk_launch_config, .grid = {1}, .block = {4}),
                     ARGS(pk_in(&a), pk_in(&a), pk_out(&b))));
    assert_ok(launch("add",
                     &PK_INIT(pk_launch_config, .grid = {1}, .block = {4}),
                     ARGS(pk_inout(&a), pk_inout(&b), pk_inout(&b))));
    assert_ok(pk_buffer_read(buf, 32, out, 16, &err));
    for (int i = 0; i < 4; i++)
        ck_assert(out[i] == 3 * x[i]);
    pk_buffer_release(buf);
    stop();
}
END_TEST

START_TEST(a_buffer_may_go_while_its_launch_is_under_way)
{
    const int64_t n = 1;
    int32_t out = 0;
    pk_buffer *buf;
    pk_array a, o = i32s(&out, 1);

    start(_i);
    assert_ok(pk_buffer_create(ctx, 4, 0, &buf, &err));
    a = pk_array_device(buf, PK_DTYPE_i32, 1, &n);
    assert_ok(launch("put", ONE, ARGS(pk_i32(7), pk_inout(&a))));
    assert_ok(launch("first", ONE, ARGS(pk_in(&a), pk_out(&o))));
    pk_buffer_release(buf);
    assert_ok(finish());
    ck_assert_int_eq(out, 7);
    stop();
}
END_TEST

START_TEST(inout_keeps_what_the_kernel_leaves_alone)
{
    int32_t out[3] = {1, 2, 3};
    pk_array a = i32s(out, 3);

    start(_i);
    assert_ok(launch("put", ONE, ARGS(pk_i32(9), pk_inout(&a))));
    assert_ok(finish());
    ck_assert_int_eq(out[0], 9);
    ck_assert_int_eq(out[1], 2);
    ck_assert_int_eq(out[2], 3);
    stop();
}
END_TEST

/* An array that is only read is not copied back: a value that the host writes
 * behind the launch stays. */
START_TEST(inout_that_is_only_read_is_not_copied_back)
{
    int32_t x[2] = {5, 6}, out = 0;
    pk_array a = i32s(x, 2), o = i32s(&out, 1);

    start(1);
    assert_ok(launch("first", ONE, ARGS(pk_inout(&a), pk_inout(&o))));
    x[1] = 60;
    assert_ok(finish());
    ck_assert_int_eq(out, 5);
    ck_assert_int_eq(x[1], 60);
    stop();
}
END_TEST

START_TEST(host_arrays_that_overlap_share_their_bytes)
{
    int32_t x[9] = {0};
    pk_array a = i32s(x, 8), b = i32s(x + 1, 8);

    start(_i);
    assert_ok(launch("run", ONE, ARGS(pk_inout(&a), pk_inout(&b))));
    assert_ok(finish());
    for (int i = 0; i < 9; i++)
        ck_assert_int_eq(x[i], i);
    stop();
}
END_TEST

START_TEST(three_arrays_that_overlap_in_a_chain_share_too)
{
    int32_t x[12] = {0};
    pk_array low = i32s(x, 5), high = i32s(x + 7, 5), all = i32s(x, 12);

    start(_i);
    x[0] = 1;
    assert_ok(launch("add",
                     &PK_INIT(pk_launch_config, .grid = {1}, .block = {4}),
                     ARGS(pk_in(&low), pk_in(&high), pk_inout(&low))));
    assert_ok(launch("run", ONE, ARGS(pk_in(&low), pk_out(&high))));
    assert_ok(launch("put", ONE, ARGS(pk_i32(3), pk_inout(&all))));
    assert_ok(finish());
    ck_assert_int_eq(x[0], 3);
    ck_assert_int_eq(x[7], 2);
    stop();
}
END_TEST

START_TEST(bytes_between_the_elements_are_not_touched)
{
    int32_t from[6] = {1, 2, 3, 4, 5, 6}, table[3][4];
    pk_array a = pk_array_host(from, PK_DTYPE_i32, 2, (const int64_t[]){3, 2});
    pk_array column = a;

    start(_i);
    memset(table, 0xff, sizeof table);
    column.host = &table[0][1];
    column.strides[0] = sizeof table[0];
    column.strides[1] = 2 * sizeof(int32_t);
    assert_ok(launch("copy2",
                     &PK_INIT(pk_launch_config, .grid = {1}, .block = {4, 4}),
                     ARGS(pk_in(&a), pk_out(&column))));
    table[1][2] = 77;
    assert_ok(finish());
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(table[i][1], from[2 * i]);
        ck_assert_int_eq(table[i][3], from[2 * i + 1]);
        ck_assert_int_eq(table[i][0], -1);
        ck_assert_int_eq(table[i][2], i == 1 ? 77 : -1);
    }
    stop();
}
END_TEST

START_TEST(results_with_gaps_are_inputs_of_the_next_launch)
{
    int32_t x[6] = {1, -1, 2, -1, 3, -1}, out[3];
    pk_array odd = i32s(x, 3), o = i32s(out, 3);

    start(_i);
    odd.strides[0] = 2 * sizeof(int32_t);
    assert_ok(launch("run", ONE, ARGS(pk_inout(&odd), pk_inout(&odd))));
    assert_ok(launch("run", ONE, ARGS(pk_in(&odd), pk_out(&o))));
    assert_ok(finish());
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(x[2 * i], i + 2);
        ck_assert_int_eq(x[2 * i + 1], -1);
        ck_assert_int_eq(out[i], i + 3);
    }
    stop();
}
END_TEST

START_TEST(strides_may_be_negative_or_zero)
{
    int32_t x[4] = {1, 2, 3, 4}, out[4] = {0}, ten = 10;
    pk_array back = i32s(x + 3, 4), same = i32s(&ten, 4), o = i32s(out, 4);

    start(_i);
    back.strides[0] = -(int64_t)sizeof(int32_t);
    same.strides[0] = 0;
    assert_ok(launch("add",
                     &PK_INIT(pk_launch_config, .grid = {1}, .block = {4}),
                     ARGS(pk_in(&back), pk_in(&same), pk_out(&o))));
    assert_ok(launch("add",
                     &PK_INIT(pk_launch_config, .grid = {1}, .block = {4}),
                     ARGS(pk_in(&same), pk_in(&same), pk_out(&back))));
    assert_ok(finish());
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(out[i], 14 - i);
        ck_assert_int_eq(x[i], 20);
    }
    stop();
}
END_TEST

START_TEST(arrays_in_fortran_order_are_read_as_such)
{
    float f[6] = {1, 4, 2, 5, 3, 6}, c[6];
    const int64_t shape[] = {2, 3};
    pk_array a = pk_array_host(f, PK_DTYPE_f32, 2, shape);
    pk_array o = pk_array_host(c, PK_DTYPE_f32, 2, shape);

    start(_i);
    pk_array_set_f_order(&a);
    assert_ok(launch("copy2",
                     &PK_INIT(pk_launch_config, .grid = {1}, .block = {2, 3}),
                     ARGS(pk_in(&a), pk_out(&o))));
    assert_ok(finish());
    for (int i = 0; i < 6; i++)
        ck_assert(c[i] == (float)(i + 1));
    stop();
}
END_TEST

START_TEST(empty_arrays_need_no_memory)
{
    int32_t out = 4;
    pk_array none = i32s(NULL, 0), o = i32s(&out, 1);

    start(_i);
    assert_ok(launch("first", ONE, ARGS(pk_in(&none), pk_inout(&o))));
    assert_ok(finish());
    ck_assert_int_eq(out, 4);
    stop();
}
END_TEST

START_TEST(more_host_arrays_than_memory_wait_for_each_other)
{
    enum { N = 100000 };
    float *x = calloc(N, sizeof *x);
    pk_array a = f32s(x, N);

    start(_i);
    ck_assert(x != NULL);
    for (int i = 0; i < 8; i++) /* 400 KB each, and the device has 1 MiB */
        assert_ok(launch("add",
                         &PK_INIT(pk_launch_config, .grid = {1}, .block = {1}),
                         ARGS(pk_inout(&a), pk_inout(&a), pk_inout(&a))));
    x[0] = 1;
    assert_ok(finish());
    stop();
    free(x);
}
END_TEST

LOOP_TESTS("runtime_launch", 2, host_arrays_go_in_and_come_back,
           a_configuration_is_judged_by_its_size,
           device_arrays_stay_between_launches,
           a_buffer_may_go_while_its_launch_is_under_way,
           inout_keeps_what_the_kernel_leaves_alone,
           inout_that_is_only_read_is_not_copied_back,
           host_arrays_that_overlap_share_their_bytes,
           three_arrays_that_overlap_in_a_chain_share_too,
           bytes_between_the_elements_are_not_touched,
           results_with_gaps_are_inputs_of_the_next_launch,
           strides_may_be_negative_or_zero,
           arrays_in_fortran_order_are_read_as_such,
           empty_arrays_need_no_memory,
           more_host_arrays_than_memory_wait_for_each_other)
