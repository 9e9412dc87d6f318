/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs on the device that BACKEND names: what is recorded is not done, and
 * done again it is what the calls would have done. */
#include "runtime_test.h"

#include <pthread.h>

static const char source[] = "from numba import cuda\n"
                             "\n"
                             "@cuda.jit\n"
                             "def add(x, n):\n"
                             "    i = cuda.grid(1)\n"
                             "    if i < x.size:\n"
                             "        x[i] += n\n"
                             "\n"
                             "@cuda.jit\n"
                             "def mix(x, y):\n"
                             "    i = cuda.grid(1)\n"
                             "    if i < x.size:\n"
                             "        x[i] = 3 * x[i] + y[i] % 7\n"
                             "\n"
                             "@cuda.jit\n"
                             "def rests(x):\n"
                             "    if x.size < 3:\n"
                             "        x[0] = 1\n"
                             "\n"
                             "@cuda.jit(debug=True)\n"
                             "def fails(x):\n"
                             "    if x[0] > 0:\n"
                             "        raise ValueError('no')\n"
                             "    x[0] = 1\n"
                             "\n"
                             "@cuda.jit\n"
                             "def endless(x):\n"
                             "    while x[0] == 0:\n"
                             "        x[1] += 1\n";

enum { N = 100, SIZE = 4 * N };

static pk_context *ctx;
static pk_queue *queue;
static pk_module *mod;
static pk_buffer *bufs[2];
static pk_array x, y;

static const pk_launch_config config = {
    .struct_size = sizeof config, .grid = {4}, .block = {32}};

static void start(void) {
    ctx = open_context(getenv("BACKEND"));
    queue = open_queue(ctx);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 0, NULL, 0, &mod, &err));
    for (int i = 0; i < 2; i++) {
        assert_ok(pk_buffer_create(ctx, SIZE, 0, &bufs[i], &err));
        assert_ok(pk_buffer_fill(bufs[i], 0, SIZE, &(int32_t){i}, 4, &err));
    }
    x = pk_array_device(bufs[0], PK_DTYPE_i32, 1, (int64_t[]){N});
    y = pk_array_device(bufs[1], PK_DTYPE_i32, 1, (int64_t[]){N});
}

static void stop(void) {
    pk_context_stats stats = PK_INIT(pk_context_stats);

    for (int i = 0; i < 2; i++)
        pk_buffer_release(bufs[i]);
    pk_queue_release(queue);
    pk_module_release(mod);
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.device_bytes, 0);
    pk_context_release(ctx);
}

static pk_kernel *kernel(const char *name) {
    pk_kernel *found = NULL;

    assert_ok(pk_module_kernel(mod, name, &found, &err));
    return found;
}

static pk_status launch(const char *name, const pk_arg *args, size_t count) {
    pk_kernel *found = kernel(name);
    pk_status status = pk_launch(queue, found, &config, args, count, &err);

    pk_kernel_release(found);
    return status;
}

static pk_status add(int32_t n) {
    return launch("add", (pk_arg[]){pk_inout(&x), pk_i32(n)}, 2);
}

static int32_t first_of(pk_buffer *buf) {
    int32_t numbers[N];

    assert_ok(pk_buffer_read(buf, 0, numbers, SIZE, &err));
    for (int i = 1; i < N; i++)
        ck_assert_int_eq(numbers[i], numbers[0]);
    return numbers[0];
}

/* Some of all that a graph may have. */
static void put_work(void) {
    const int32_t five = 5;

    assert_ok(add(10));
    assert_ok(launch("mix", (pk_arg[]){pk_inout(&x), pk_in(&y)}, 2));
    assert_ok(pk_queue_copy(queue, bufs[1], 0, bufs[0], 0, SIZE, &err));
    assert_ok(pk_queue_fill(queue, bufs[0], 8, SIZE - 8, &five, 4, &err));
    assert_ok(pk_queue_fill(queue, bufs[0], 0, 8, &five, 4, &err));
    for (int i = 0; i < 20; i++)
        assert_ok(add(i));
    assert_ok(launch("mix", (pk_arg[]){pk_inout(&x), pk_in(&y)}, 2));
}

START_TEST(a_profile_shows_a_graph_as_one_span)
{
    char path[] = "/tmp/portkern-profile-XXXXXX", text[1 << 16];
    pk_graph *graph = NULL;
    size_t length;
    FILE *file;

    close(mkstemp(path));
    setenv("PORTKERN_PROFILE", path, 1);
    start();
    assert_ok(pk_graph_begin(queue, &err));
    assert_ok(add(1));
    assert_ok(add(2));
    assert_ok(pk_graph_end(queue, &graph, &err));
    assert_ok(pk_graph_launch(graph, queue, &err));
    assert_ok(pk_queue_finish(queue, &err));
    pk_graph_release(graph);
    stop();
    file = fopen(path, "r");
    length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    ck_assert(strstr(text, "\"cat\":\"kernel\",\"name\":\"graph of 2 "
                           "operations\"") != NULL);
    ck_assert(strstr(text, "\"cat\":\"kernel\",\"name\":\"add\"") == NULL);
    unsetenv("PORTKERN_PROFILE");
    unlink(path);
}
END_TEST

START_TEST(what_is_recorded_is_done_later)
{
    pk_context_stats stats = PK_INIT(pk_context_stats);
    int32_t wanted[3][2];
    pk_graph *graph = NULL;
    uint64_t before;

    start();
    for (int i = 0; i < 3; i++) { /* without a graph */
        put_work();
        assert_ok(pk_queue_finish(queue, &err));
        wanted[i][0] = first_of(bufs[0]);
        wanted[i][1] = first_of(bufs[1]);
    }
    for (int i = 0; i < 2; i++)
        assert_ok(pk_buffer_fill(bufs[i], 0, SIZE, &(int32_t){i}, 4, &err));
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    before = stats.launches;

    assert_ok(pk_graph_begin(queue, &err));
    put_work();
    assert_ok(pk_graph_end(queue, &graph, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_int_eq(first_of(bufs[0]), 0);
    ck_assert_int_eq(first_of(bufs[1]), 1);
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.launches, before);
    for (int i = 0; i < 3; i++) {
        assert_ok(pk_graph_launch(graph, queue, &err));
        ck_assert_int_eq(first_of(bufs[0]), wanted[i][0]); /* which waits */
        ck_assert_int_eq(first_of(bufs[1]), wanted[i][1]);
    }
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.launches, before + 3 * 23);
    pk_graph_release(graph);
    stop();
}
END_TEST

START_TEST(work_around_a_graph_keeps_its_order)
{
    pk_graph *graph = NULL;

    start();
    assert_ok(add(1));
    assert_ok(pk_graph_begin(queue, &err));
    ck_assert_int_eq(first_of(bufs[0]), 1); /* it was waited for */
    assert_ok(launch("mix", (pk_arg[]){pk_inout(&x), pk_in(&y)}, 2));
    assert_ok(pk_graph_end(queue, &graph, &err));
    assert_ok(add(1));                              /* 2 */
    assert_ok(pk_graph_launch(graph, queue, &err)); /* 7 */
    assert_ok(pk_graph_launch(graph, queue, &err)); /* 22 */
    assert_ok(add(1));
    assert_ok(pk_graph_launch(graph, queue, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_int_eq(first_of(bufs[0]), 70);
    pk_graph_release(graph);
    stop();
}
END_TEST

START_TEST(a_graph_holds_what_it_uses)
{
    pk_array out;
    pk_graph *graph = NULL;
    pk_prepared *often;
    pk_queue *other;
    pk_kernel *mix;

    start();
    out = y;
    mix = kernel("mix");
    assert_ok(pk_prepared_create(
        mix, &config, (pk_arg[]){pk_inout(&out), pk_in(&x)}, 2, &often, &err));
    assert_ok(pk_graph_begin(queue, &err));
    assert_ok(add(2));
    assert_ok(pk_prepared_launch(often, queue, &err));
    assert_ok(pk_graph_end(queue, &graph, &err));
    /* The graph has the launch as it was. */
    assert_ok(pk_prepared_set_arg(often, 1, pk_in(&y), &err));
    pk_prepared_release(often);
    pk_kernel_release(mix);
    pk_queue_release(queue);
    pk_module_release(mod);
    mod = NULL;
    pk_buffer_release(bufs[0]);
    bufs[0] = NULL;
    queue = open_queue(ctx);
    other = open_queue(ctx);
    ck_assert_ptr_eq(pk_graph_retain(graph), graph);
    pk_graph_release(graph);
    assert_ok(pk_graph_launch(graph, queue, &err));
    assert_ok(pk_queue_finish(queue, &err));
    assert_ok(pk_graph_launch(graph, other, &err));
    pk_graph_release(graph); /* the queue has it */
    assert_ok(pk_queue_finish(other, &err));
    ck_assert_int_eq(first_of(bufs[1]), 3 * (3 * 1 + 2) + 4);
    pk_queue_release(other);
    stop();
}
END_TEST

START_TEST(what_a_graph_cannot_have_is_refused)
{
    int32_t numbers[N] = {0};
    pk_array host = pk_array_host(numbers, PK_DTYPE_i32, 1, (int64_t[]){N});
    pk_graph *graph = NULL;
    pk_event *event;

    start();
    assert_ok(pk_event_create(ctx, &event, &err));
    assert_ok(pk_queue_record(queue, event, &err));
    assert_ok(pk_graph_begin(queue, &err));
    assert_ok(add(1));
    assert_fails(launch("add", (pk_arg[]){pk_inout(&host), pk_i32(1)}, 2),
                 PK_UNSUPPORTED, "those of a graph are in buffers");
    assert_fails(launch("fails", (pk_arg[]){pk_inout(&x)}, 1), PK_UNSUPPORTED,
                 "fails cannot be in a graph: it raises");
    assert_fails(pk_queue_write(queue, bufs[0], 0, numbers, 4, &err),
                 PK_UNSUPPORTED, "host memory");
    assert_fails(pk_queue_read(queue, bufs[0], 0, numbers, 4, &err),
                 PK_UNSUPPORTED, "host memory");
    assert_fails(pk_queue_copy_array(queue, &x, &y, &err), PK_BAD_ARG,
                 "the queue records a graph");
    assert_fails(pk_queue_record(queue, event, &err), PK_BAD_ARG, "records");
    assert_fails(pk_queue_wait(queue, event, &err), PK_BAD_ARG, "records");
    assert_fails(pk_queue_finish(queue, &err), PK_BAD_ARG, "pk_graph_end");
    assert_fails(pk_queue_flush(queue, &err), PK_BAD_ARG, "pk_graph_end");
    assert_fails(pk_queue_finish_for(queue, 1, &err), PK_BAD_ARG, "records");
    assert_fails(pk_graph_begin(queue, &err), PK_BAD_ARG, "records");
    assert_ok(add(2));
    assert_ok(pk_graph_end(queue, &graph, &err));
    assert_ok(pk_graph_launch(graph, queue, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_int_eq(first_of(bufs[0]), 3); /* the two that it took */
    pk_graph_release(graph);
    pk_event_release(event);
    stop();
}
END_TEST

START_TEST(handles_that_are_none)
{
    pk_context *other_ctx = open_context("interp");
    pk_queue *other = open_queue(other_ctx);
    pk_graph *graph = NULL;

    start();
    assert_fails(pk_graph_begin(NULL, &err), PK_BAD_HANDLE, "queue");
    assert_fails(pk_graph_end(queue, &graph, &err), PK_BAD_ARG,
                 "records nothing");
    assert_fails(pk_graph_end(NULL, &graph, &err), PK_BAD_HANDLE, "queue");
    assert_ok(pk_graph_begin(queue, &err));
    assert_fails(pk_graph_end(queue, NULL, &err), PK_BAD_ARG, "out is NULL");
    assert_ok(pk_graph_end(queue, &graph, &err)); /* of nothing */
    assert_ok(pk_graph_launch(graph, queue, &err));
    assert_ok(pk_queue_finish(queue, &err));
    assert_fails(pk_graph_launch(NULL, queue, &err), PK_BAD_HANDLE, "graph");
    assert_fails(pk_graph_launch(graph, NULL, &err), PK_BAD_HANDLE, "queue");
    assert_fails(pk_graph_launch(graph, other, &err), PK_BAD_HANDLE,
                 "another context");
    assert_fails(pk_graph_launch((pk_graph *)queue, queue, &err), PK_BAD_HANDLE,
                 "graph is a queue");
    ck_assert_ptr_null(pk_graph_retain((pk_graph *)queue));
    pk_graph_release(NULL);
    pk_graph_release(graph);

    assert_ok(pk_graph_begin(queue, &err));
    assert_ok(add(5));
    pk_queue_release(queue); /* what it records goes */
    queue = open_queue(ctx);
    ck_assert_int_eq(first_of(bufs[0]), 0);
    stop();
    pk_queue_release(other);
    pk_context_release(other_ctx);
}
END_TEST

START_TEST(graphs_can_be_stopped)
{
    pk_launch_config late = config;
    pk_graph *graph = NULL;
    pk_kernel *endless;

    start();
    if (pk_queue_cancel(queue, &err) == PK_UNSUPPORTED) {
        stop();
        return;
    }
    assert_ok(pk_queue_clear(queue, &err));
    assert_ok(pk_graph_begin(queue, &err));
    assert_ok(add(1));
    assert_ok(pk_queue_cancel(queue, &err)); /* nothing of it runs */
    assert_ok(pk_graph_end(queue, &graph, &err));
    assert_fails(pk_graph_launch(graph, queue, &err), PK_CANCELLED,
                 "the queue was cancelled");
    assert_ok(pk_queue_clear(queue, &err));
    assert_ok(pk_graph_launch(graph, queue, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_int_eq(first_of(bufs[0]), 1);
    pk_graph_release(graph);

    assert_ok(pk_buffer_fill(bufs[0], 0, SIZE, &(int32_t){0}, 4, &err));
    late.grid[0] = late.block[0] = 1;
    late.deadline_ms = 50;
    endless = kernel("endless");
    assert_ok(pk_graph_begin(queue, &err));
    assert_ok(
        pk_launch(queue, endless, &late, (pk_arg[]){pk_inout(&x)}, 1, &err));
    assert_ok(pk_graph_end(queue, &graph, &err));
    for (int i = 0; i < 2; i++) {
        if (pk_graph_launch(graph, queue, &err) == PK_OK)
            pk_queue_finish(queue, &err);
        ck_assert_int_eq(err.status, PK_TIMEOUT);
        ck_assert_ptr_nonnull(strstr(err.message, "longer than 50 ms"));
        assert_ok(pk_queue_clear(queue, &err));
    }
    pk_graph_release(graph);
    pk_kernel_release(endless);
    stop();
}
END_TEST

/* ---- threads ---- */

static pk_graph *shared;

static void *work(void *arg) {
    pk_queue *own = NULL;
    bool good = pk_queue_create(ctx, &own, NULL) == PK_OK;

    for (int i = 0; i < 25 && good; i++)
        good = pk_graph_launch(shared, own, NULL) == PK_OK &&
               (i % 5 || pk_queue_finish(own, NULL) == PK_OK);
    good = good && pk_queue_finish(own, NULL) == PK_OK;
    pk_queue_release(own);
    return good ? arg : NULL;
}

START_TEST(threads_launch_one_graph)
{
    pk_context_stats stats = PK_INIT(pk_context_stats);
    pthread_t threads[4];
    void *result;

    start();
    assert_ok(pk_graph_begin(queue, &err));
    for (int i = 0; i < 3; i++)
        assert_ok(launch("rests", (pk_arg[]){pk_inout(&x)}, 1));
    assert_ok(pk_graph_end(queue, &shared, &err));
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, work, threads), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &result);
        ck_assert_ptr_nonnull(result);
    }
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.launches, 4 * 25 * 3);
    pk_graph_release(shared);
    stop();
}
END_TEST

TESTS("graphs", a_profile_shows_a_graph_as_one_span,
      what_is_recorded_is_done_later, work_around_a_graph_keeps_its_order,
      a_graph_holds_what_it_uses, what_a_graph_cannot_have_is_refused,
      handles_that_are_none, graphs_can_be_stopped, threads_launch_one_graph)
