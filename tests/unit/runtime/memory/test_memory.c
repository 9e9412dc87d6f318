/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers, arrays, copies in queues, events. */
#include "../runtime_test.h"

static const char *const backends[] = {"interp", "far"};

/* ---- types and arrays ---- */

START_TEST(dtypes_have_sizes_and_both_names)
{
    pk_dtype dtype;

    ck_assert_uint_eq(pk_dtype_size(PK_DTYPE_bool), 1);
    ck_assert_uint_eq(pk_dtype_size(PK_DTYPE_f16), 2);
    ck_assert_uint_eq(pk_dtype_size(PK_DTYPE_c128), 16);
    ck_assert_uint_eq(pk_dtype_size(PK_DTYPE_COUNT), 0);
    ck_assert_str_eq(pk_dtype_name(PK_DTYPE_u64), "u64");
    ck_assert_str_eq(pk_dtype_numpy_name(PK_DTYPE_c64), "complex64");
    for (int i = PK_DTYPE_bool; i < PK_DTYPE_COUNT; i++) {
        ck_assert(pk_dtype_parse(pk_dtype_name((pk_dtype)i), &dtype));
        ck_assert_int_eq(dtype, i);
        ck_assert(pk_dtype_parse(pk_dtype_numpy_name((pk_dtype)i), &dtype));
        ck_assert_int_eq(dtype, i);
    }
    ck_assert(!pk_dtype_parse("void", &dtype));
    ck_assert(!pk_dtype_parse("float", &dtype));
    ck_assert(!pk_dtype_parse(NULL, &dtype));
}
END_TEST

START_TEST(arrays_are_made_in_either_order)
{
    pk_array a =
        pk_array_host(NULL, PK_DTYPE_f64, 3, (const int64_t[]){2, 3, 5});

    ck_assert_int_eq(a.strides[0], 120);
    ck_assert_int_eq(a.strides[1], 40);
    ck_assert_int_eq(a.strides[2], 8);
    pk_array_set_f_order(&a);
    ck_assert_int_eq(a.strides[0], 8);
    ck_assert_int_eq(a.strides[1], 16);
    ck_assert_int_eq(a.strides[2], 48);
    ck_assert_int_eq(pk_array_count(&a), 30);
}
END_TEST

START_TEST(a_count_that_is_none_is_minus_one)
{
    pk_array a =
        pk_array_host(NULL, PK_DTYPE_f32, 2, (const int64_t[]){INT64_MAX, 3});

    ck_assert_int_eq(pk_array_count(&a), -1);
    a.shape[1] = 0;
    ck_assert_int_eq(pk_array_count(&a), -1);
    a.shape[0] = (INT64_C(1) << 56) - 1;
    ck_assert_int_eq(pk_array_count(&a), 0);
    a.shape[0] = -1;
    ck_assert_int_eq(pk_array_count(&a), -1);
    a.ndim = 0;
    ck_assert_int_eq(pk_array_count(&a), 1);
    a.ndim = PK_MAX_NDIM + 1;
    ck_assert_int_eq(pk_array_count(&a), -1);
    a = (pk_array){.dtype = (pk_dtype)99};
    ck_assert_int_eq(pk_array_count(&a), -1);
    ck_assert_int_eq(pk_array_count(NULL), -1);
}
END_TEST

/* ---- buffers ---- */

START_TEST(what_is_written_is_read)
{
    pk_context *ctx = open_context(backends[_i]);
    pk_buffer *buf;
    char bytes[8];
    const uint16_t pattern = 0x4241;

    assert_ok(pk_buffer_create(ctx, 8, 0, &buf, &err));
    ck_assert_uint_eq(pk_buffer_size(buf), 8);
    assert_ok(pk_buffer_write(buf, 0, "portkern", 8, &err));
    assert_ok(pk_buffer_write(buf, 1, "OR", 2, &err));
    assert_ok(pk_buffer_fill(buf, 4, 4, &pattern, 2, &err));
    assert_ok(pk_buffer_read(buf, 0, bytes, 8, &err));
    ck_assert_mem_eq(bytes, "pORtABAB", 8);
    assert_ok(pk_buffer_read(buf, 6, bytes, 2, &err));
    ck_assert_mem_eq(bytes, "AB", 2);
    pk_buffer_release(buf);
    pk_context_release(ctx);
}
END_TEST

START_TEST(ranges_past_the_end_are_refused)
{
    pk_context *ctx = open_context(backends[_i]);
    pk_buffer *buf;
    char bytes[16] = {0};

    assert_ok(pk_buffer_create(ctx, 8, 0, &buf, &err));
    assert_fails(pk_buffer_read(buf, 4, bytes, 5, &err), PK_BAD_ARG,
                 "5 bytes from byte 4 pass the end of a buffer of 8 bytes");
    assert_fails(pk_buffer_write(buf, 9, bytes, 0, &err), PK_BAD_ARG, "end");
    assert_fails(pk_buffer_write(buf, SIZE_MAX, bytes, 2, &err), PK_BAD_ARG,
                 "end");
    assert_fails(pk_buffer_read(buf, 0, NULL, 1, &err), PK_BAD_ARG, "NULL");
    assert_ok(pk_buffer_read(buf, 8, NULL, 0, &err));
    assert_fails(pk_buffer_fill(buf, 0, 8, bytes, 3, &err), PK_BAD_ARG,
                 "1, 2, 4 or 8");
    assert_fails(pk_buffer_fill(buf, 2, 4, bytes, 4, &err), PK_BAD_ARG,
                 "multiples");
    assert_fails(pk_buffer_fill(buf, 0, 4, NULL, 4, &err), PK_BAD_ARG, "NULL");
    pk_buffer_release(buf);
    pk_context_release(ctx);
}
END_TEST

START_TEST(an_empty_buffer_is_a_buffer)
{
    pk_context *ctx = open_context(backends[_i]);
    uint64_t device = 7;
    pk_buffer *buf;

    assert_ok(pk_buffer_create(ctx, 0, 0, &buf, &err));
    ck_assert_uint_eq(pk_buffer_size(buf), 0);
    assert_ok(pk_buffer_address(buf, &device, NULL, &err));
    ck_assert_uint_eq(device, 0);
    assert_ok(pk_buffer_read(buf, 0, NULL, 0, &err));
    pk_buffer_release(buf);
    pk_context_release(ctx);
}
END_TEST

START_TEST(memory_that_the_device_has_not_is_refused)
{
    pk_context *ctx = open_context("far"); /* 1 MiB, 512 KiB in one */
    pk_context_stats stats = {.struct_size = sizeof stats};
    pk_buffer *a, *b, *c;

    assert_fails(pk_buffer_create(ctx, 600 << 10, 0, &c, &err),
                 PK_NO_DEVICE_MEMORY, "asked Far Device for 600.0 KiB");
    assert_fails(pk_buffer_create(ctx, SIZE_MAX, 0, &c, &err),
                 PK_NO_DEVICE_MEMORY, "");
    assert_ok(pk_buffer_create(ctx, 512 << 10, 0, &a, &err));
    assert_ok(pk_buffer_create(ctx, 512 << 10, 0, &b, &err));
    assert_fails(pk_buffer_create(ctx, 1, 0, &c, &err), PK_NO_DEVICE_MEMORY,
                 "1.0 MiB of 1.0 MiB are taken");
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.device_bytes, 1 << 20);
    ck_assert_uint_eq(stats.buffers, 2);
    pk_buffer_release(a);
    assert_ok(pk_buffer_create(ctx, 1, 0, &c, &err));
    pk_buffer_release(b);
    pk_buffer_release(c);
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.device_bytes, 0);
    pk_context_release(ctx);
}
END_TEST

START_TEST(host_memory_is_wrapped_where_the_device_can)
{
    pk_context *here = open_context("interp"), *far = open_context("far");
    int32_t values[4] = {1, 2, 3, 4}, nine = 9;
    pk_buffer *buf;
    void *host;

    assert_ok(pk_buffer_import_host(here, values, sizeof values, &buf, &err));
    assert_ok(pk_buffer_fill(buf, 4, 8, &nine, 4, &err));
    ck_assert_int_eq(values[0], 1);
    ck_assert_int_eq(values[2], 9);
    assert_ok(pk_buffer_address(buf, NULL, &host, &err));
    ck_assert_ptr_eq(host, values);
    pk_buffer_release(buf);
    assert_fails(pk_buffer_import_host(far, values, 4, &buf, &err),
                 PK_UNSUPPORTED, "not host memory");
    assert_fails(pk_buffer_import_host(here, NULL, 4, &buf, &err), PK_BAD_ARG,
                 "NULL");
    pk_context_release(here);
    pk_context_release(far);
}
END_TEST

/* ---- queues and events ---- */

START_TEST(copies_keep_the_order_of_their_queue)
{
    pk_context *ctx = open_context(backends[_i]);
    pk_queue *queue = open_queue(ctx);
    const uint32_t zero = 0;
    pk_buffer *a, *b;
    char bytes[12] = {0};

    assert_ok(pk_buffer_create(ctx, 12, 0, &a, &err));
    assert_ok(pk_buffer_create(ctx, 12, 0, &b, &err));
    assert_ok(pk_queue_write(queue, a, 0, "abcdefghijkl", 12, &err));
    assert_ok(pk_queue_copy(queue, b, 4, a, 0, 8, &err));
    assert_ok(pk_queue_copy(queue, b, 0, b, 8, 4, &err));
    assert_ok(pk_queue_fill(queue, a, 0, 12, &zero, 4, &err));
    assert_ok(pk_queue_read(queue, b, 0, bytes, 12, &err));
    pk_buffer_release(a);
    assert_ok(pk_queue_flush(queue, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_mem_eq(bytes, "efghabcdefgh", 12);
    assert_fails(pk_queue_copy(queue, b, 0, b, 3, 4, &err), PK_BAD_ARG,
                 "overlap");
    pk_buffer_release(b);
    pk_queue_release(queue);
    pk_context_release(ctx);
}
END_TEST

START_TEST(events_order_queues_and_tell_the_time)
{
    pk_context *ctx = open_context(backends[_i]);
    pk_queue *first = open_queue(ctx), *second = open_queue(ctx);
    pk_event *from, *to;
    uint64_t ns = 1;

    assert_ok(pk_event_create(ctx, &from, &err));
    assert_ok(pk_event_create(ctx, &to, &err));
    assert_fails(pk_event_wait(from, &err), PK_BAD_ARG, "never recorded");
    assert_fails(pk_queue_wait(second, from, &err), PK_BAD_ARG,
                 "never recorded");
    assert_ok(pk_queue_record(first, from, &err));
    assert_ok(pk_queue_wait(second, from, &err));
    usleep(2000);
    assert_ok(pk_queue_record(second, to, &err));
    assert_ok(pk_event_wait(to, &err));
    assert_ok(pk_event_elapsed(from, to, &ns, &err));
    ck_assert_uint_ge(ns, 1000000);
    ck_assert_uint_lt(ns, 60000000000);
    assert_fails(pk_event_elapsed(from, to, NULL, &err), PK_BAD_ARG, "NULL");
    pk_event_release(from);
    pk_event_release(to);
    pk_queue_release(first);
    pk_queue_release(second);
    pk_context_release(ctx);
}
END_TEST

/* Each on both devices. */
LOOP_TESTS("runtime_memory", 2, dtypes_have_sizes_and_both_names,
           arrays_are_made_in_either_order, a_count_that_is_none_is_minus_one,
           memory_that_the_device_has_not_is_refused,
           host_memory_is_wrapped_where_the_device_can, what_is_written_is_read,
           ranges_past_the_end_are_refused, an_empty_buffer_is_a_buffer,
           copies_keep_the_order_of_their_queue,
           events_order_queues_and_tell_the_time)
