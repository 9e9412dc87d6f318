/* SPDX-License-Identifier: Apache-2.0 */
/* Two devices: copies between them, and events of one that the other waits for.
 * They are two of the interpreter, or one whose memory is not the host's. */
#include "../runtime_test.h"

enum { FEW = 1 << 16, COUNT = 5 << 20 }; /* more than one piece */

static const char *const pairs[][2] = {
    {"interp", "far"}, {"far", "interp"}, {"far", "far"}, {"interp", "interp"}};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static pk_context *a, *b;
static pk_queue *of_a, *of_b;

static void start(int pair) {
    a = open_context(pairs[pair][0]);
    b = open_context(pairs[pair][1]);
    of_a = open_queue(a);
    of_b = open_queue(b);
}

static void stop(void) {
    pk_queue_release(of_a);
    pk_queue_release(of_b);
    pk_context_release(a);
    pk_context_release(b);
}

static pk_buffer *buffer_of(pk_context *ctx, size_t size) {
    pk_buffer *buf = NULL;

    assert_ok(pk_buffer_create(ctx, size, 0, &buf, &err));
    return buf;
}

START_TEST(buffers_are_copied_in_the_order_of_either_queue)
{
    uint32_t *numbers = malloc(COUNT * sizeof *numbers);
    uint32_t *back = calloc(COUNT, sizeof *back);

    for (uint32_t i = 0; i < COUNT; i++)
        numbers[i] = 2654435761u * i;
    for (int pair = 0; pair < PAIRS; pair++)
        for (int second = 0; second < 2; second++) {
            const size_t count = pair == PAIRS - 1 ? COUNT : FEW;
            const size_t size = count * sizeof *numbers;
            start(pair);
            pk_buffer *src = buffer_of(a, size), *dst = buffer_of(b, size);
            pk_queue *queue = second ? of_b : of_a;
            uint32_t word = 7;

            assert_ok(pk_queue_write(of_a, src, 0, numbers, size, &err));
            if (second)
                assert_ok(pk_queue_finish(of_a, &err));
            assert_ok(
                pk_queue_fill(of_b, dst, 0, size, &word, sizeof word, &err));
            assert_ok(pk_queue_copy(queue, dst, 8, src, 4, size - 12, &err));
            assert_ok(pk_buffer_read(dst, 0, back, size, &err));
            ck_assert(!memcmp(back + 2, numbers + 1, size - 12));
            ck_assert(back[0] == 7 && back[1] == 7 && back[count - 1] == 7);
            assert_ok(pk_queue_copy(queue, dst, 0, src, 0, 0, &err));
            assert_fails(pk_queue_copy(queue, dst, 8, src, 0, size, &err),
                         PK_BAD_ARG, "");
            pk_buffer_release(src);
            pk_buffer_release(dst);
            stop();
        }
    free(numbers);
    free(back);
}
END_TEST

START_TEST(a_queue_of_neither_is_refused)
{
    start(0);
    pk_context *third = open_context("interp");
    pk_queue *queue = open_queue(third);
    pk_buffer *src = buffer_of(a, 8), *dst = buffer_of(b, 8);
    pk_array x = pk_array_device(src, PK_DTYPE_f64, 1, (int64_t[]){1});
    pk_array y = pk_array_device(dst, PK_DTYPE_f64, 1, (int64_t[]){1});

    assert_fails(pk_queue_copy(queue, dst, 0, src, 0, 8, &err), PK_BAD_HANDLE,
                 "queue belongs to another context");
    assert_fails(pk_queue_copy_array(queue, &y, &x, &err), PK_BAD_HANDLE,
                 "another context");
    assert_fails(pk_queue_copy(NULL, dst, 0, src, 0, 8, &err), PK_BAD_HANDLE,
                 "queue is NULL");
    pk_buffer_release(src);
    pk_buffer_release(dst);
    pk_queue_release(queue);
    pk_context_release(third);
    stop();
}
END_TEST

/* A transposed array to every second column, at once and by both queues. */
START_TEST(arrays_of_any_strides_are_copied)
{
    enum { ROWS = 30, COLUMNS = 7 };
    double numbers[ROWS * COLUMNS], back[2 * ROWS * COLUMNS];

    for (int i = 0; i < ROWS * COLUMNS; i++)
        numbers[i] = i;
    for (int pair = 0; pair < PAIRS; pair++)
        for (int how = 0; how < 3; how++) {
            start(pair);
            pk_buffer *src = buffer_of(a, sizeof numbers);
            pk_buffer *dst = buffer_of(b, sizeof back);
            pk_array x = pk_array_device(src, PK_DTYPE_f64, 2,
                                         (int64_t[]){COLUMNS, ROWS});
            pk_array y = pk_array_device(dst, PK_DTYPE_f64, 2,
                                         (int64_t[]){COLUMNS, ROWS});
            pk_array_set_f_order(&x);
            y.strides[0] *= 2;
            y.strides[1] *= 2;
            assert_ok(pk_buffer_write(src, 0, numbers, sizeof numbers, &err));
            memset(back, 0, sizeof back);
            assert_ok(pk_buffer_write(dst, 0, back, sizeof back, &err));
            if (how)
                assert_ok(
                    pk_queue_copy_array(how == 1 ? of_a : of_b, &y, &x, &err));
            else
                assert_ok(pk_array_copy(&y, &x, &err));
            assert_ok(pk_buffer_read(dst, 0, back, sizeof back, &err));
            for (int r = 0; r < COLUMNS; r++)
                for (int c = 0; c < ROWS; c++) {
                    ck_assert(back[2 * (r * ROWS + c)] ==
                              numbers[r + c * COLUMNS]);
                    ck_assert(back[2 * (r * ROWS + c) + 1] == 0);
                }
            y.shape[1]--;
            assert_fails(pk_array_copy(&y, &x, &err), PK_BAD_ARG,
                         "dst has shape (7, 29), src (7, 30)");
            y.shape[0] = 0;
            x.shape[0] = 0;
            x.shape[1]--;
            assert_ok(pk_array_copy(&y, &x, &err));
            pk_buffer_release(src);
            pk_buffer_release(dst);
            stop();
        }
}
END_TEST

START_TEST(records_are_those_of_either_context)
{
    static const char pair_of[] = "[('f', '<f8'), ('i', '<i4')]";
    char numbers[36], back[36];

    for (int i = 0; i < 36; i++)
        numbers[i] = (char)(i * 7);
    start(0);
    pk_buffer *src = buffer_of(a, 36), *dst = buffer_of(b, 36);
    const pk_structure *mine, *theirs, *other;
    assert_ok(pk_structure_get(a, pair_of, 0, &mine, &err));
    assert_ok(pk_structure_get(b, pair_of, 0, &theirs, &err));
    assert_ok(pk_structure_get(b, "[('f', '<f8')]", 0, &other, &err));
    pk_array x = pk_array_device_records(src, mine, 1, (int64_t[]){3});
    pk_array y = pk_array_device_records(dst, theirs, 1, (int64_t[]){3});
    assert_ok(pk_buffer_write(src, 0, numbers, 36, &err));
    assert_ok(pk_array_copy(&y, &x, &err));
    assert_ok(pk_buffer_read(dst, 0, back, 36, &err));
    ck_assert(!memcmp(numbers, back, 36));
    y = pk_array_device_records(dst, other, 1, (int64_t[]){3});
    assert_fails(pk_array_copy(&y, &x, &err), PK_BAD_ARG, "two structures");
    pk_buffer_release(src);
    pk_buffer_release(dst);
    stop();
}
END_TEST

START_TEST(a_queue_waits_for_an_event_of_another_device)
{
    for (int pair = 0; pair < PAIRS; pair++) {
        start(pair);
        pk_event *event;
        bool happened = false;
        assert_ok(pk_event_create(a, &event, &err));
        assert_fails(pk_queue_wait(of_b, event, &err), PK_BAD_ARG, "record");
        assert_ok(pk_queue_record(of_a, event, &err));
        assert_ok(pk_queue_wait(of_b, event, &err));
        if (!strcmp(pairs[pair][0], "interp")) { /* which can tell */
            assert_ok(pk_event_query(event, &happened, &err));
            ck_assert(happened);
        }
        assert_fails(pk_queue_wait(NULL, event, &err), PK_BAD_HANDLE, "queue");
        pk_event_release(event);
        stop();
    }
}
END_TEST

TESTS("across", buffers_are_copied_in_the_order_of_either_queue,
      a_queue_of_neither_is_refused, arrays_of_any_strides_are_copied,
      records_are_those_of_either_context,
      a_queue_waits_for_an_event_of_another_device)
