/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of arrays of any strides, on the device that BACKEND names. What is
 * right a loop over the elements says; bytes between elements must stay. */
#include "../runtime_test.h"

enum { BYTES = 1 << 15, ROUNDS = 400 };

static pk_context *ctx;
static pk_queue *queue;

static void start(void) {
    ctx = open_context(getenv("BACKEND"));
    queue = open_queue(ctx);
}

static void stop(void) {
    pk_context_stats stats = PK_INIT(pk_context_stats);

    pk_queue_release(queue);
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.device_bytes, 0);
    pk_context_release(ctx);
}

static uint32_t state;

static uint32_t below(uint32_t n) {
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % n;
}

/* ---- memory with an image of what it should hold ---- */

typedef struct memory {
    unsigned char bytes[BYTES], wanted[BYTES];
    pk_buffer *buf; /* NULL: it is `bytes` */
} memory;

static void memory_open(memory *m, bool on_device) {
    for (int i = 0; i < BYTES; i++)
        m->bytes[i] = m->wanted[i] = (unsigned char)below(256);
    m->buf = NULL;
    if (!on_device)
        return;
    assert_ok(pk_buffer_create(ctx, BYTES, 0, &m->buf, &err));
    assert_ok(pk_buffer_write(m->buf, 0, m->bytes, BYTES, &err));
}

static void memory_close(memory *m, const char *what, int round) {
    if (m->buf)
        assert_ok(pk_buffer_read(m->buf, 0, m->bytes, BYTES, &err));
    for (int i = 0; i < BYTES; i++)
        ck_assert_msg(m->bytes[i] == m->wanted[i],
                      "%s, round %d: byte %d: %d, expected %d", what, round, i,
                      m->bytes[i], m->wanted[i]);
    pk_buffer_release(m->buf);
}

/* Places an array that begins `at` bytes behind the memory's start. */
static void place(pk_array *a, memory *m, size_t at) {
    a->buffer = m->buf;
    a->offset = m->buf ? at : 0;
    a->host = m->buf ? NULL : m->bytes + at;
}

static size_t start_of(const pk_array *a, const memory *m) {
    return a->buffer ? a->offset
                     : (size_t)((unsigned char *)a->host - m->bytes);
}

/* ---- arrays ---- */

/* Strides that keep elements apart: axes in any order, with gaps, up or down.
 * Returns where the first element lies. */
static size_t any_strides(pk_array *a) {
    int64_t step = (int64_t)pk_dtype_size(a->dtype);
    uint32_t left[PK_MAX_NDIM], count = a->ndim;
    size_t first = 0;

    for (uint32_t i = 0; i < count; i++)
        left[i] = i;
    while (count) {
        uint32_t which = below(count), axis = left[which];
        left[which] = left[--count];
        if (below(3) == 0)
            step += (int64_t)(pk_dtype_size(a->dtype) * (1 + below(2)));
        a->strides[axis] = below(4) ? step : -step;
        if (a->strides[axis] < 0 && a->shape[axis])
            first += (size_t)(step * (a->shape[axis] - 1));
        step *= a->shape[axis];
    }
    return first;
}

static size_t make(pk_array *a, pk_dtype dtype, uint32_t ndim,
                   const int64_t *shape) {
    *a = pk_array_host(NULL, dtype, ndim, shape);
    return below(3) ? any_strides(a) : 0;
}

/* The elements one by one, by way of memory of their own. */
static void want(memory *to, const pk_array *dst, const memory *from,
                 const pk_array *src) {
    static unsigned char values[BYTES];
    const size_t size = pk_dtype_size(dst->dtype);
    const int64_t count = pk_array_count(dst);

    for (int pass = 0; pass < 2; pass++)
        for (int64_t i = 0; i < count; i++) {
            int64_t rest = i, a = (int64_t)start_of(dst, to);
            int64_t b = (int64_t)start_of(src, from);
            for (uint32_t axis = dst->ndim; axis-- > 0;) {
                a += rest % dst->shape[axis] * dst->strides[axis];
                b += rest % dst->shape[axis] * src->strides[axis];
                rest /= dst->shape[axis];
            }
            if (pass)
                memcpy(to->wanted + a, values + (size_t)i * size, size);
            else
                memcpy(values + (size_t)i * size, from->wanted + b, size);
        }
}

static void any_shape(int64_t shape[4], uint32_t *ndim) {
    static const uint32_t most[] = {1, 200, 16, 7, 5};

    *ndim = below(5);
    for (uint32_t i = 0; i < *ndim; i++)
        shape[i] = below(20) ? 1 + below(most[*ndim]) : 0;
}

/* ---- tests ---- */

static void copy_once(memory *to, memory *from, int round) {
    static const pk_dtype dtypes[] = {PK_DTYPE_u8,  PK_DTYPE_i16,
                                      PK_DTYPE_f32, PK_DTYPE_f64,
                                      PK_DTYPE_c64, PK_DTYPE_c128};
    pk_dtype dtype = dtypes[below(6)];
    int64_t shape[4];
    pk_array dst, src;
    uint32_t ndim;
    size_t at;

    any_shape(shape, &ndim);
    at = make(&dst, dtype, ndim, shape);
    place(&dst, to, at + below(64));
    at = make(&src, dtype, ndim, shape);
    if (ndim && below(8) == 0)
        src.strides[0] = 0;
    place(&src, from, at + below(64));
    want(to, &dst, from, &src);
    if (round % 2)
        assert_ok(pk_array_copy(&dst, &src, &err));
    else
        assert_ok(pk_queue_copy_array(queue, &dst, &src, &err));
}

/* Both sides of a copy, and whether they are the same memory. */
static void copy_many(bool dst_on_device, bool src_on_device, bool same) {
    static memory to, other;
    memory *from = same ? &to : &other;

    for (int round = 0; round < ROUNDS; round++) {
        state = (uint32_t)round * 77 + 1;
        memory_open(&to, dst_on_device);
        if (!same)
            memory_open(&other, src_on_device);
        for (uint32_t n = 1 + below(3); n; n--)
            copy_once(&to, from, round + (int)n);
        assert_ok(pk_queue_finish(queue, &err));
        memory_close(&to, "dst", round);
        if (!same)
            memory_close(&other, "src", round);
    }
}

START_TEST(arrays_go_to_the_device)
{
    start();
    copy_many(true, false, false);
    stop();
}
END_TEST

START_TEST(arrays_come_from_the_device)
{
    start();
    copy_many(false, true, false);
    stop();
}
END_TEST

START_TEST(arrays_are_copied_on_the_device)
{
    start();
    copy_many(true, true, false);
    stop();
}
END_TEST

START_TEST(arrays_of_one_buffer_may_overlap)
{
    start();
    copy_many(true, true, true);
    stop();
}
END_TEST

/* Each copy sees what the one before it wrote to host memory. */
START_TEST(copies_are_in_the_queues_order)
{
    static memory host, device;
    const int64_t shape[] = {9, 7};
    pk_array dense, even, odd;

    start();
    memory_open(&host, false);
    memory_open(&device, true);
    for (int round = 0; round < 20; round++) {
        dense = pk_array_host(NULL, PK_DTYPE_i32, 2, shape);
        place(&dense, &device, 16);
        even = dense;
        even.strides[0] = 4, even.strides[1] = 72;
        odd = even;
        place(&even, &host, 0);
        place(&odd, &host, (size_t)round);
        want(&host, &even, &device, &dense);
        assert_ok(pk_queue_copy_array(queue, &even, &dense, &err));
        want(&device, &dense, &host, &odd);
        assert_ok(pk_queue_copy_array(queue, &dense, &odd, &err));
        memcpy(host.wanted + 100, device.wanted + 40, 60);
        assert_ok(
            pk_queue_read(queue, device.buf, 40, host.bytes + 100, 60, &err));
        memcpy(device.wanted + 50, host.wanted + 90, 60);
        assert_ok(
            pk_queue_write(queue, device.buf, 50, host.bytes + 90, 60, &err));
    }
    assert_ok(pk_queue_finish(queue, &err));
    memory_close(&host, "host", 0);
    memory_close(&device, "device", 0);
    stop();
}
END_TEST

/* ---- boxes ---- */

/* The memory of a volume whose rows and planes have pitches of their own. */
static pk_array volume(memory *m, size_t at, const int64_t shape[3],
                       int64_t row, int64_t plane) {
    pk_array a = pk_array_host(NULL, PK_DTYPE_i16, 3, shape);

    a.strides[1] = row;
    a.strides[0] = plane;
    place(&a, m, at);
    return a;
}

static pk_array box(pk_array a, const int64_t from[3], const int64_t shape[3]) {
    int64_t skip = 0;

    for (int i = 0; i < 3; i++) {
        skip += from[i] * a.strides[i];
        a.shape[i] = shape[i];
    }
    if (a.buffer)
        a.offset += (size_t)skip;
    else
        a.host = (char *)a.host + skip;
    return a;
}

/* Boxes of two and three dimensions go from the host, between buffers, and
 * back. */
START_TEST(boxes_of_volumes_with_pitches)
{
    static memory host, first, second;
    static const int64_t all[] = {5, 9, 20}, small[] = {3, 4, 11};
    static const int64_t flat[] = {1, 6, 13};
    static const int64_t here[] = {1, 2, 3}, there[] = {2, 5, 9};
    static const int64_t corner[] = {0, 0, 0};

    start();
    memory_open(&host, false);
    memory_open(&first, true);
    memory_open(&second, true);
    for (int two = 0; two < 2; two++) {
        const int64_t *shape = two ? flat : small;
        pk_array of_host = volume(&host, 32, all, 46, 46 * 11);
        pk_array of_first = volume(&first, 64, all, 64, 64 * 9);
        pk_array of_second = volume(&second, 0, all, 40, 40 * 10);
        pk_array steps[][2] = {
            {box(of_first, here, shape), box(of_host, there, shape)},
            {box(of_second, corner, shape), box(of_first, here, shape)},
            {box(of_second, there, shape), box(of_second, corner, shape)},
            {box(of_host, here, shape), box(of_second, there, shape)},
        };
        memory *to[] = {&first, &second, &second, &host};
        memory *from[] = {&host, &first, &second, &second};
        for (int i = 0; i < 4; i++) {
            steps[i][0].shape[1] = steps[i][1].shape[1] = 4;
            want(to[i], &steps[i][0], from[i], &steps[i][1]);
            assert_ok(
                pk_queue_copy_array(queue, &steps[i][0], &steps[i][1], &err));
        }
        assert_ok(pk_queue_finish(queue, &err));
    }
    memory_close(&host, "host", 0);
    memory_close(&first, "first", 0);
    memory_close(&second, "second", 0);
    stop();
}
END_TEST

/* With one pitch for both, apart and interlocked. */
START_TEST(boxes_of_one_volume)
{
    static memory m;
    static const int64_t all[] = {5, 9, 20};
    int64_t shape[3], from[3], to[3];

    start();
    state = 3;
    memory_open(&m, true);
    for (int round = 0; round < 300; round++) {
        pk_array whole = volume(&m, below(100) * (size_t)2, all,
                                40 + 2 * below(20), 64 * 2 * 9),
                 dst, src;
        for (int i = 0; i < 3; i++) {
            shape[i] = 1 + below((uint32_t)all[i]);
            from[i] = below((uint32_t)(all[i] - shape[i] + 1));
            to[i] = below((uint32_t)(all[i] - shape[i] + 1));
        }
        dst = box(whole, to, shape);
        src = box(whole, from, shape);
        want(&m, &dst, &m, &src);
        assert_ok(pk_queue_copy_array(queue, &dst, &src, &err));
    }
    assert_ok(pk_queue_finish(queue, &err));
    memory_close(&m, "volume", 0);
    stop();
}
END_TEST

/* ---- bytes ---- */

START_TEST(bytes_are_copied_between_buffers)
{
    static memory to, from;
    const uint32_t word = 0xa1b2c3d4;

    start();
    memory_open(&to, true);
    memory_open(&from, true);
    state = 5;
    for (int round = 0; round < 200; round++) {
        const bool same = below(4) == 0;
        memory *source = same ? &to : &from;
        const size_t size = below(3) ? below(200) : below(BYTES / 2);
        const size_t a = below((uint32_t)(BYTES - size + 1));
        const size_t b = below((uint32_t)(BYTES - size + 1));
        if (below(4) == 0) { /* copies see what came before them */
            const size_t at = below(BYTES / 4 - 8) * (size_t)4;
            for (int i = 0; i < 8; i++)
                memcpy(from.wanted + at + 4 * i, &word, 4);
            assert_ok(pk_queue_fill(queue, from.buf, at, 32, &word, 4, &err));
        }
        if (same && a < b + size && b < a + size) {
            assert_fails(pk_queue_copy(queue, to.buf, a, to.buf, b, size, &err),
                         PK_BAD_ARG, "the ranges of one buffer overlap");
            continue;
        }
        memcpy(to.wanted + a, source->wanted + b, size);
        assert_ok(pk_queue_copy(queue, to.buf, a, source->buf, b, size, &err));
    }
    assert_ok(pk_queue_finish(queue, &err));
    memory_close(&to, "to", 0);
    memory_close(&from, "from", 0);
    stop();
}
END_TEST

/* The message names the one that is wrong. */
START_TEST(bytes_that_cannot_be_copied)
{
    pk_buffer *buf, *other, *bad;
    unsigned char bytes[16] = {0};

    start();
    assert_ok(pk_buffer_create(ctx, 16, 0, &buf, &err));
    assert_ok(pk_buffer_create(ctx, 16, 0, &other, &err));
    assert_ok(pk_buffer_write(other, 0, bytes, 16, &err));
    bad = (pk_buffer *)queue;
    assert_fails(pk_queue_copy(queue, bad, 0, buf, 0, 4, &err), PK_BAD_HANDLE,
                 "dst is a queue, expected a buffer");
    assert_fails(pk_queue_copy(queue, buf, 0, bad, 0, 4, &err), PK_BAD_HANDLE,
                 "src is a queue, expected a buffer");
    assert_fails(pk_queue_copy(queue, NULL, 0, buf, 0, 4, &err), PK_BAD_HANDLE,
                 "dst is NULL");
    assert_fails(pk_queue_copy(queue, buf, 0, NULL, 0, 4, &err), PK_BAD_HANDLE,
                 "src is NULL");
    assert_fails(pk_queue_copy((pk_queue *)buf, buf, 0, other, 0, 4, &err),
                 PK_BAD_HANDLE, "queue is a buffer, expected a queue");
    assert_fails(pk_queue_copy(queue, buf, 13, other, 0, 4, &err), PK_BAD_ARG,
                 "4 bytes from byte 13 pass the end of a buffer of 16 bytes");
    assert_fails(pk_queue_copy(queue, buf, 0, other, 17, 0, &err), PK_BAD_ARG,
                 "0 bytes from byte 17 pass the end");
    assert_ok(pk_queue_copy(queue, buf, 16, other, 16, 0, &err));
    assert_ok(pk_queue_copy(queue, buf, 0, other, 0, 16, &err));
    pk_buffer_release(other); /* the queue has it */
    assert_ok(pk_queue_finish(queue, &err));
    memset(bytes, 1, sizeof bytes);
    assert_ok(pk_buffer_read(buf, 0, bytes, 16, &err));
    for (int i = 0; i < 16; i++)
        ck_assert_uint_eq(bytes[i], 0);
    pk_buffer_release(buf);
    stop();
}
END_TEST

START_TEST(records_are_copied_whole)
{
    const pk_structure *structure, *other;
    unsigned char from[4][12], to[4][12] = {{0}};
    const int64_t n = 4;
    pk_array src, dst;
    pk_buffer *buf;

    start();
    memset(from, 7, sizeof from);
    assert_ok(pk_structure_get(ctx, "[('x', 'f8'), ('n', 'i4')]", 0, &structure,
                               &err));
    assert_ok(
        pk_structure_get(ctx, "[('x', 'f4'), ('n', 'i8')]", 0, &other, &err));
    assert_ok(pk_buffer_create(ctx, sizeof from, 0, &buf, &err));
    src = pk_array_host_records(from, structure, 1, &n);
    dst = pk_array_device_records(buf, structure, 1, &n);
    dst.strides[0] = -12, dst.offset = 36;
    assert_ok(pk_array_copy(&dst, &src, &err));
    assert_ok(pk_buffer_read(buf, 0, to, sizeof to, &err));
    ck_assert_mem_eq(to, from, sizeof to);
    src.structure = other;
    assert_fails(pk_array_copy(&dst, &src, &err), PK_BAD_ARG,
                 "dst and src have records of two structures");
    pk_buffer_release(buf);
    stop();
}
END_TEST

START_TEST(what_cannot_be_copied_is_told)
{
    const int64_t shape[] = {3, 4}, turned[] = {4, 3}, none[] = {0, 5};
    float host[12] = {0};
    pk_array dst, src, bad;
    pk_buffer *buf;

    start();
    assert_ok(pk_buffer_create(ctx, 48, 0, &buf, &err));
    dst = pk_array_device(buf, PK_DTYPE_f32, 2, shape);
    src = pk_array_host(host, PK_DTYPE_f32, 2, shape);
#define REFUSED(dst, src, status, words)                                       \
    do {                                                                       \
        assert_fails(pk_array_copy(dst, src, &err), status, words);            \
        assert_fails(pk_queue_copy_array(queue, dst, src, &err), status, "");  \
    } while (0)
    REFUSED(NULL, &src, PK_BAD_ARG, "dst is NULL");
    REFUSED(&dst, NULL, PK_BAD_ARG, "src is NULL");
    bad = pk_array_host(host, PK_DTYPE_f32, 2, turned);
    REFUSED(&dst, &bad, PK_BAD_ARG,
            "dst has shape (3, 4), src (4, 3): they must be the same");
    bad = pk_array_host(host, PK_DTYPE_i32, 2, shape);
    REFUSED(&dst, &bad, PK_BAD_ARG,
            "dst has elements float32, src int32: a copy does not convert");
    bad = dst;
    bad.offset = 4;
    REFUSED(&bad, &src, PK_BAD_ARG,
            "dst: its elements lie at bytes 4 to 52 of a buffer of 48 bytes");
    bad = dst;
    bad.strides[1] = 2;
    REFUSED(&bad, &src, PK_BAD_ARG, "elements of dst share bytes");
    bad = src;
    bad.host = NULL;
    REFUSED(&dst, &bad, PK_BAD_ARG, "src: it has 12 elements but no memory");
    bad = src;
    bad.ndim = 9;
    REFUSED(&dst, &bad, PK_LIMIT, "src: 9 dimensions");
    bad = dst;
    bad.buffer = (pk_buffer *)(void *)queue;
    REFUSED(&bad, &src, PK_BAD_HANDLE, "buffer is a queue");
    assert_fails(pk_array_copy(&src, &src, &err), PK_BAD_ARG,
                 "neither dst nor src is in a buffer");
    assert_fails(pk_queue_copy_array(queue, &src, &src, &err), PK_BAD_ARG,
                 "both in host memory");
    dst = pk_array_device(buf, PK_DTYPE_f32, 2, none);
    src = pk_array_host(NULL, PK_DTYPE_f32, 2, none);
    assert_ok(pk_array_copy(&dst, &src, &err));
    assert_ok(pk_queue_copy_array(queue, &dst, &src, &err));
    pk_buffer_release(buf);
    stop();
}
END_TEST

START_TEST(bytes_that_are_copied_are_counted)
{
    pk_context_stats stats = PK_INIT(pk_context_stats);
    unsigned char bytes[64] = {0};
    pk_buffer *buf = NULL, *other = NULL;
    pk_array dst, src;

    start();
    assert_ok(pk_buffer_create(ctx, 64, 0, &buf, &err));
    assert_ok(pk_buffer_create(ctx, 64, 0, &other, &err));
    assert_ok(pk_buffer_write(buf, 0, bytes, 64, &err));
    assert_ok(pk_buffer_read(buf, 4, bytes, 10, &err));
    assert_ok(pk_queue_write(queue, buf, 0, bytes, 3, &err));
    assert_ok(pk_queue_finish(queue, &err));
    dst = pk_array_device(buf, PK_DTYPE_f32, 1, &(int64_t){4});
    src = pk_array_device(other, PK_DTYPE_f32, 1, &(int64_t){4});
    assert_ok(pk_array_copy(&dst, &src, &err)); /* within the device */
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.copied_in, 67);
    ck_assert_uint_eq(stats.copied_out, 10);
    src = pk_array_host(bytes, PK_DTYPE_f32, 1, &(int64_t){4});
    assert_ok(pk_array_copy(&dst, &src, &err));
    assert_ok(pk_array_copy(&src, &dst, &err));
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.copied_in, 83);
    ck_assert_uint_eq(stats.copied_out, 26);
    pk_buffer_release(buf);
    pk_buffer_release(other);
    stop();
}
END_TEST

TESTS("array_copy", arrays_go_to_the_device, arrays_come_from_the_device,
      arrays_are_copied_on_the_device, arrays_of_one_buffer_may_overlap,
      copies_are_in_the_queues_order, boxes_of_volumes_with_pitches,
      boxes_of_one_volume, bytes_are_copied_between_buffers,
      bytes_that_cannot_be_copied, records_are_copied_whole,
      what_cannot_be_copied_is_told, bytes_that_are_copied_are_counted)
