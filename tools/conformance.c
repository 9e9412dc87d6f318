/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance suite: its runner, and the tests of devices, memory, queues
 * and events. */
#include "tools/conformance.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEST_MS = 300000 }; /* that a test may take */

/* ---- checks ---- */

bool conformance_check(conformance *c, bool right, const char *format, ...) {
    va_list args;

    if (right || c->failed)
        return right;
    c->failed = true;
    va_start(args, format);
    vsnprintf(c->reason, sizeof c->reason, format, args);
    va_end(args);
    return false;
}

bool conformance_ok(conformance *c, pk_status status, const char *what) {
    return conformance_check(c, status == PK_OK, "%s: %s: %s", what,
                             pk_status_name(status), c->err.message);
}

bool conformance_is(conformance *c, pk_status status, pk_status want,
                    const char *what) {
    return conformance_check(c, status == want, "%s gave %s, not %s", what,
                             pk_status_name(status), pk_status_name(want));
}

void conformance_skip(conformance *c, const char *reason) {
    c->skipped = true;
    snprintf(c->reason, sizeof c->reason, "%s", reason);
}

pk_status conformance_try(conformance *c, const char *source,
                          const char *kernel, const pk_launch_config *config,
                          const pk_arg *args, size_t arg_count) {
    pk_module *mod = NULL;
    pk_kernel *k = NULL;
    pk_status status = pk_module_from_source(c->ctx, source, "conformance.py",
                                             0, NULL, 0, &mod, &c->err);

    if (status == PK_OK)
        status = pk_module_kernel(mod, kernel, &k, &c->err);
    if (status == PK_OK)
        status = pk_launch(c->queue, k, config, args, arg_count, &c->err);
    if (status == PK_OK)
        status = pk_queue_finish(c->queue, &c->err);
    pk_kernel_release(k);
    pk_module_release(mod);
    return status;
}

bool conformance_launch(conformance *c, const char *source, const char *kernel,
                        const pk_launch_config *config, const pk_arg *args,
                        size_t arg_count) {
    return conformance_ok(
        c, conformance_try(c, source, kernel, config, args, arg_count), kernel);
}

/* ---- devices ---- */

static void device_says_what_it_is(conformance *c) {
    pk_device_info info = PK_INIT(pk_device_info);
    const pk_device_limits *l = &c->limits;

    if (!conformance_ok(c, pk_context_get_device(c->ctx, &info, &c->err),
                        "pk_context_get_device"))
        return;
    conformance_check(c, *info.name, "the device has no name");
    conformance_check(c, !(info.is_gpu && info.is_cpu),
                      "the device is both a GPU and a CPU");
    conformance_check(c, l->max_block <= 1024,
                      "max_block is %u; blocks have at most 1024 threads",
                      l->max_block);
    conformance_check(c, l->warp_size == 32, "warp_size is %u, not 32",
                      l->warp_size);
    for (int i = 0; i < 3; i++)
        conformance_check(c, l->max_block_dim[i] && l->max_grid_dim[i],
                          "a limit of 0 along axis %d", i);
    conformance_check(
        c,
        !strcmp(l->form, "threads") || !strcmp(l->form, "block") ||
            !strcmp(l->form, "lanes") || !strcmp(l->form, "subgroups"),
        "'%s' is no form", l->form);
    conformance_check(
        c, !l->max_alloc || !l->global_bytes || l->max_alloc <= l->global_bytes,
        "the largest buffer is larger than all memory");
}

/* ---- memory ---- */

static void fill_bytes(unsigned char *bytes, size_t size, unsigned seed) {
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1103515245 + 12345;
        bytes[i] = (unsigned char)(seed >> 16);
    }
}

/* Bytes that were written must come back, for one size, in pieces at odd
 * offsets. */
static void round_trip(conformance *c, size_t size) {
    unsigned char *in = malloc(size + 1), *back = calloc(1, size + 1);
    size_t third = size / 3;
    pk_buffer *buf = NULL;

    fill_bytes(in, size, (unsigned)size);
    if (conformance_ok(c, pk_buffer_create(c->ctx, size, 0, &buf, &c->err),
                       "pk_buffer_create")) {
        conformance_check(c, pk_buffer_size(buf) == size, "wrong size");
        conformance_ok(c, pk_buffer_write(buf, 0, in, third, &c->err),
                       "pk_buffer_write");
        conformance_ok(
            c, pk_buffer_write(buf, third, in + third, size - third, &c->err),
            "pk_buffer_write with an offset");
        conformance_ok(
            c, pk_buffer_read(buf, third, back + third, size - third, &c->err),
            "pk_buffer_read with an offset");
        conformance_ok(c, pk_buffer_read(buf, 0, back, third, &c->err),
                       "pk_buffer_read");
        conformance_check(c, memcmp(in, back, size) == 0,
                          "%zu bytes did not come back as written", size);
    }
    pk_buffer_release(buf);
    free(in);
    free(back);
}

static void buffers_keep_what_is_written(conformance *c) {
    static const size_t sizes[] = {1, 3, 8, 255, 4097, 65536, 1 << 20};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        round_trip(c, sizes[i]);
}

static void buffers_refuse_what_is_outside(conformance *c) {
    pk_buffer *buf = NULL, *empty = NULL, *huge = NULL;
    char byte[16] = {0};

    conformance_ok(c, pk_buffer_create(c->ctx, 16, 0, &buf, &c->err), "create");
    conformance_is(c, pk_buffer_write(buf, 1, byte, 16, &c->err), PK_BAD_ARG,
                   "a write past the end");
    conformance_is(c, pk_buffer_read(buf, SIZE_MAX, byte, 2, &c->err),
                   PK_BAD_ARG, "a read at an offset that overflows");
    conformance_ok(c, pk_buffer_write(buf, 16, byte, 0, &c->err),
                   "a write of nothing at the end");
    conformance_ok(c, pk_buffer_create(c->ctx, 0, 0, &empty, &c->err),
                   "a buffer of 0 bytes");
    conformance_check(
        c,
        pk_buffer_create(c->ctx, SIZE_MAX / 2, 0, &huge, &c->err) != PK_OK &&
            !huge,
        "a buffer of half the address space was given");
    pk_buffer_release(buf);
    pk_buffer_release(empty);
}

static void fill_one(conformance *c, pk_buffer *buf, unsigned char *want,
                     size_t offset, size_t count, size_t width) {
    static const unsigned char pattern[] = {0x11, 0x22, 0x33, 0x44,
                                            0x55, 0x66, 0x77, 0x88};

    for (size_t i = 0; i < count * width; i++)
        want[offset + i] = pattern[i % width];
    conformance_ok(
        c, pk_buffer_fill(buf, offset, count * width, pattern, width, &c->err),
        "pk_buffer_fill");
}

static void fills_repeat_their_pattern(conformance *c) {
    unsigned char want[512], got[512];
    pk_buffer *buf = NULL;

    fill_bytes(want, sizeof want, 7);
    if (conformance_ok(c,
                       pk_buffer_create(c->ctx, sizeof want, 0, &buf, &c->err),
                       "pk_buffer_create")) {
        conformance_ok(c, pk_buffer_write(buf, 0, want, sizeof want, &c->err),
                       "pk_buffer_write");
        for (size_t width = 1; width <= 8; width *= 2) {
            fill_one(c, buf, want, 40 * width, 3, width);
            fill_one(c, buf, want, 40 * width + 8 * width, 1, width);
        }
        conformance_ok(c, pk_buffer_read(buf, 0, got, sizeof got, &c->err),
                       "pk_buffer_read");
        conformance_check(c, memcmp(want, got, sizeof got) == 0,
                          "filled bytes differ");
    }
    pk_buffer_release(buf);
}

static void host_memory_is_imported_or_refused(conformance *c) {
    static int32_t memory[256];
    int32_t got[256];
    pk_buffer *buf = NULL;
    pk_status status;

    for (int i = 0; i < 256; i++)
        memory[i] = i * i;
    status =
        pk_buffer_import_host(c->ctx, memory, sizeof memory, &buf, &c->err);
    if (status == PK_UNSUPPORTED) {
        conformance_skip(c, "the device does not import host memory");
        return;
    }
    conformance_ok(c, status, "pk_buffer_import_host");
    conformance_ok(c, pk_buffer_read(buf, 0, got, sizeof got, &c->err),
                   "pk_buffer_read");
    conformance_check(c, memcmp(got, memory, sizeof got) == 0,
                      "imported memory reads differently");
    got[5] = -1;
    conformance_ok(c, pk_buffer_write(buf, 20, &got[5], 4, &c->err),
                   "pk_buffer_write");
    conformance_check(c, memory[5] == -1,
                      "a write does not reach the imported memory");
    pk_buffer_release(buf);
}

/* ---- queues and events ---- */

static void queues_keep_their_order(conformance *c) {
    unsigned char a[600], b[600], want[600], got[600];
    const uint32_t word = 0xa1b2c3d4;
    pk_buffer *x = NULL, *y = NULL;
    pk_queue *q = c->queue;

    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    memcpy(want, a, sizeof want);
    memcpy(want + 100, b + 7, 50);
    for (size_t i = 0; i < 40; i++)
        want[200 + i] = ((const unsigned char *)&word)[i % 4];
    memcpy(want + 400, want + 190, 60);
    conformance_ok(c, pk_buffer_create(c->ctx, 600, 0, &x, &c->err), "create");
    conformance_ok(c, pk_buffer_create(c->ctx, 600, 0, &y, &c->err), "create");
    for (int round = 0; round < 10 && !c->failed; round++) {
        memset(got, 0, sizeof got);
        conformance_ok(c, pk_queue_write(q, x, 0, b, 600, &c->err), "write");
        conformance_ok(c, pk_queue_write(q, x, 0, a, 600, &c->err), "write");
        conformance_ok(c, pk_queue_write(q, y, 0, b, 600, &c->err), "write");
        conformance_ok(c, pk_queue_copy(q, x, 100, y, 7, 50, &c->err), "copy");
        conformance_ok(c, pk_queue_fill(q, x, 200, 40, &word, 4, &c->err),
                       "fill");
        conformance_ok(c, pk_queue_copy(q, x, 400, x, 190, 60, &c->err),
                       "a copy within a buffer");
        conformance_ok(c, pk_queue_read(q, x, 0, got, 600, &c->err), "read");
        conformance_ok(c, pk_queue_finish(q, &c->err), "pk_queue_finish");
        conformance_check(c, memcmp(got, want, sizeof got) == 0,
                          "work in a queue was not done in order");
    }
    pk_buffer_release(x);
    pk_buffer_release(y);
}

/* Every second column of the device's array, from and to dense ones. */
static void arrays_may_have_gaps(conformance *c) {
    enum { ROWS = 5, COLUMNS = 6 };
    const int64_t shape[] = {ROWS, COLUMNS / 2};
    int32_t all[ROWS][COLUMNS], want[ROWS][COLUMNS], got[ROWS][COLUMNS] = {{0}};
    int32_t some[ROWS][COLUMNS / 2], back[COLUMNS / 2][ROWS];
    pk_buffer *buf = NULL;
    pk_array device, host;

    fill_bytes((unsigned char *)all, sizeof all, 3);
    fill_bytes((unsigned char *)some, sizeof some, 4);
    memcpy(want, all, sizeof want);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS / 2; j++)
            want[i][2 * j + 1] = some[i][j];
    conformance_ok(c, pk_buffer_create(c->ctx, sizeof all, 0, &buf, &c->err),
                   "create");
    conformance_ok(c, pk_buffer_write(buf, 0, all, sizeof all, &c->err),
                   "write");
    device = pk_array_device(buf, PK_DTYPE_i32, 2, shape);
    device.strides[0] = sizeof *all, device.strides[1] = 2 * sizeof **all;
    device.offset = sizeof **all;
    host = pk_array_host(some, PK_DTYPE_i32, 2, shape);
    conformance_ok(c, pk_array_copy(&device, &host, &c->err), "pk_array_copy");
    host = pk_array_host(back, PK_DTYPE_i32, 2, shape);
    pk_array_set_f_order(&host);
    conformance_ok(c, pk_queue_copy_array(c->queue, &host, &device, &c->err),
                   "pk_queue_copy_array");
    conformance_ok(c, pk_queue_finish(c->queue, &c->err), "pk_queue_finish");
    conformance_ok(c, pk_buffer_read(buf, 0, got, sizeof got, &c->err), "read");
    conformance_check(c, memcmp(got, want, sizeof got) == 0,
                      "a copy to every second column went wrong");
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS / 2; j++)
            conformance_check(c, back[j][i] == some[i][j],
                              "a copy of every second column went wrong");
    pk_buffer_release(buf);
}

/* Plugins of ABI 1.0 cannot be asked. */
static void events_can_be_asked(conformance *c) {
    pk_event *event = NULL;
    bool happened = false;
    pk_status status;

    conformance_ok(c, pk_event_create(c->ctx, &event, &c->err), "event");
    conformance_ok(c, pk_queue_record(c->queue, event, &c->err), "record");
    status = pk_event_wait_for(event, 60000, &c->err);
    if (status != PK_UNSUPPORTED) {
        conformance_ok(c, status, "pk_event_wait_for");
        conformance_ok(c, pk_event_query(event, &happened, &c->err),
                       "pk_event_query");
        conformance_check(c, happened,
                          "an event that was waited for has not happened");
        conformance_ok(c, pk_queue_finish_for(c->queue, 60000, &c->err),
                       "pk_queue_finish_for");
    }
    pk_event_release(event);
}

typedef struct called {
    int times;
    const unsigned char *byte; /* that the device wrote; NULL: it is not seen */
    unsigned char seen;
} called;

static pk_status note_call(void *self, pk_status status, pk_error *err) {
    called *at = self;

    (void)err;
    at->times++;
    at->seen = at->byte ? *at->byte : 0;
    return status;
}

/* The plugin calls them where it has `call`, else the runtime does. */
static void functions_are_called_in_order(conformance *c) {
    called first = {0}, second = {0};
    pk_buffer *buf = NULL;
    uint64_t device;
    void *host = NULL;

    conformance_ok(
        c, pk_buffer_create(c->ctx, 64, PK_BUFFER_pinned, &buf, &c->err),
        "pk_buffer_create");
    conformance_ok(c, pk_buffer_address(buf, &device, &host, &c->err),
                   "pk_buffer_address");
    first.byte = second.byte = host;
    for (unsigned char i = 1; i < 3; i++) {
        conformance_ok(c, pk_queue_fill(c->queue, buf, 0, 64, &i, 1, &c->err),
                       "pk_queue_fill");
        conformance_ok(c,
                       pk_queue_callback(c->queue, note_call,
                                         i == 1 ? &first : &second, &c->err),
                       "pk_queue_callback");
    }
    conformance_ok(c, pk_queue_finish(c->queue, &c->err), "pk_queue_finish");
    conformance_check(c, first.times == 1 && second.times == 1,
                      "a function in a queue was called %d times, another %d "
                      "times",
                      first.times, second.times);
    conformance_check(c, !host || (first.seen == 1 && second.seen == 2),
                      "functions in a queue are not called in its order");
    pk_buffer_release(buf);
}

/* The plugin has graphs, or the runtime makes the calls again. */
static void graphs_are_done_again(conformance *c) {
    unsigned char got[64] = {0};
    pk_buffer *from = NULL, *to = NULL;
    pk_graph *graph = NULL;

    conformance_ok(c, pk_buffer_create(c->ctx, 64, 0, &from, &c->err),
                   "pk_buffer_create");
    conformance_ok(c, pk_buffer_create(c->ctx, 64, 0, &to, &c->err),
                   "pk_buffer_create");
    conformance_ok(c, pk_buffer_fill(to, 0, 64, "\1", 1, &c->err),
                   "pk_buffer_fill");
    conformance_ok(c, pk_graph_begin(c->queue, &c->err), "pk_graph_begin");
    conformance_ok(c, pk_queue_fill(c->queue, from, 0, 64, "\2", 1, &c->err),
                   "pk_queue_fill");
    conformance_ok(c, pk_queue_copy(c->queue, to, 8, from, 0, 48, &c->err),
                   "pk_queue_copy");
    conformance_ok(c, pk_graph_end(c->queue, &graph, &c->err), "pk_graph_end");
    conformance_ok(c, pk_buffer_read(to, 0, got, 64, &c->err), "read");
    conformance_check(c, got[8] == 1, "work was done while it was recorded");
    for (int i = 0; i < 2; i++) {
        conformance_ok(c, pk_buffer_fill(to, 0, 64, "\1", 1, &c->err),
                       "pk_buffer_fill");
        conformance_ok(c, pk_graph_launch(graph, c->queue, &c->err),
                       "pk_graph_launch");
        conformance_ok(c, pk_buffer_read(to, 0, got, 64, &c->err), "read");
        conformance_check(
            c, got[7] == 1 && got[8] == 2 && got[55] == 2 && got[56] == 1,
            "what a graph did is not what was recorded");
    }
    pk_graph_release(graph);
    pk_buffer_release(from);
    pk_buffer_release(to);
}

static void memory_is_counted(conformance *c) {
    pk_device_memory memory = PK_INIT(pk_device_memory);

    conformance_ok(c, pk_context_get_memory(c->ctx, &memory, &c->err),
                   "pk_context_get_memory");
    conformance_check(
        c, !memory.total_bytes || memory.free_bytes <= memory.total_bytes,
        "more memory is free than there is");
}

static void events_order_two_queues(conformance *c) {
    enum { SIZE = 1 << 20 };
    unsigned char *a = malloc(SIZE), *got = calloc(1, SIZE);
    pk_queue *other = NULL;
    pk_event *ready = NULL;
    pk_buffer *x = NULL;

    conformance_ok(c, pk_queue_create(c->ctx, &other, &c->err), "queue");
    conformance_ok(c, pk_event_create(c->ctx, &ready, &c->err), "event");
    conformance_ok(c, pk_buffer_create(c->ctx, SIZE, 0, &x, &c->err), "buffer");
    for (unsigned round = 0; round < 4 && !c->failed; round++) {
        fill_bytes(a, SIZE, round);
        conformance_ok(c, pk_queue_write(c->queue, x, 0, a, SIZE, &c->err),
                       "write");
        conformance_ok(c, pk_queue_record(c->queue, ready, &c->err), "record");
        conformance_ok(c, pk_queue_wait(other, ready, &c->err), "wait");
        conformance_ok(c, pk_queue_read(other, x, 0, got, SIZE, &c->err),
                       "read");
        conformance_ok(c, pk_queue_finish(other, &c->err), "finish");
        conformance_check(c, memcmp(got, a, SIZE) == 0,
                          "a queue did not wait for another's event");
        conformance_ok(c, pk_queue_finish(c->queue, &c->err), "finish");
    }
    pk_event_release(ready);
    pk_queue_release(other);
    pk_buffer_release(x);
    free(a);
    free(got);
}

static void events_tell_the_time(conformance *c) {
    enum { SIZE = 1 << 20 };
    unsigned char *a = calloc(1, SIZE);
    pk_event *begin = NULL, *end = NULL;
    pk_buffer *x = NULL;
    uint64_t ns = 0;

    conformance_ok(c, pk_event_create(c->ctx, &begin, &c->err), "event");
    conformance_ok(c, pk_event_create(c->ctx, &end, &c->err), "event");
    conformance_ok(c, pk_buffer_create(c->ctx, SIZE, 0, &x, &c->err), "buffer");
    conformance_is(c, pk_queue_wait(c->queue, end, &c->err), PK_BAD_ARG,
                   "waiting for an event that was never recorded");
    conformance_ok(c, pk_queue_record(c->queue, begin, &c->err), "record");
    conformance_ok(c, pk_queue_write(c->queue, x, 0, a, SIZE, &c->err),
                   "write");
    conformance_ok(c, pk_queue_record(c->queue, end, &c->err), "record");
    conformance_ok(c, pk_event_wait(end, &c->err), "pk_event_wait");
    conformance_ok(c, pk_event_elapsed(begin, end, &ns, &c->err),
                   "pk_event_elapsed");
    conformance_check(c, ns > 0, "copying a megabyte took no time");
    conformance_check(c, ns < UINT64_C(60000000000),
                      "copying a megabyte took a minute");
    conformance_ok(c, pk_queue_finish(c->queue, &c->err), "finish");
    pk_event_release(begin);
    pk_event_release(end);
    pk_buffer_release(x);
    free(a);
}

static const conformance_test memory_tests[] = {
    {"the device says what it is", false, device_says_what_it_is},
    {"buffers keep what is written", false, buffers_keep_what_is_written},
    {"buffers refuse what is outside", false, buffers_refuse_what_is_outside},
    {"fills repeat their pattern", false, fills_repeat_their_pattern},
    {"host memory is imported or refused", false,
     host_memory_is_imported_or_refused},
    {"queues keep their order", false, queues_keep_their_order},
    {"events order two queues", false, events_order_two_queues},
    {"events tell the time", false, events_tell_the_time},
    {"events can be asked", false, events_can_be_asked},
    {"functions are called in order", false, functions_are_called_in_order},
    {"graphs are done again", false, graphs_are_done_again},
    {"arrays may have gaps", false, arrays_may_have_gaps},
    {"memory is counted", false, memory_is_counted},
    {0},
};

/* ---- the runner ---- */

static const conformance_test *const tables[] = {
    memory_tests, conformance_launch_tests, conformance_value_tests,
    conformance_feature_tests};

enum { TABLES = sizeof tables / sizeof *tables };

static int count_tests(void) {
    int count = 0;

    for (int t = 0; t < TABLES; t++)
        for (const conformance_test *test = tables[t]; test->name; test++)
            count++;
    return count;
}

/* One line, whatever is in the reason. */
static void print_reason(FILE *out, const char *before, const char *reason) {
    fputs(before, out);
    for (; *reason; reason++)
        fputc(*reason == '\n' ? ' ' : *reason, out);
    fputc('\n', out);
}

/* How a test went, as its process tells. */
typedef struct verdict {
    bool opened, failed, skipped;
    char reason[512];
} verdict;

static bool open_device(conformance *c) {
    pk_context_options options =
        PK_INIT(pk_context_options, .backend = c->backend,
                .plugin_file = c->plugin_file, .cache_dir = "off");

    c->limits.struct_size = sizeof c->limits;
    return pk_context_create(&options, &c->ctx, &c->err) == PK_OK &&
           pk_context_get_limits(c->ctx, &c->limits, &c->err) == PK_OK &&
           pk_queue_create(c->ctx, &c->queue, &c->err) == PK_OK;
}

static verdict run_test(conformance *c, const conformance_test *test) {
    verdict v = {.opened = open_device(c)};

    if (!v.opened)
        conformance_check(c, false, "%s", c->err.message);
    else if (test->launches && !c->limits.max_block)
        conformance_skip(c, "the device runs no kernels: its max_block is 0");
    else
        test->run(c);
    v.failed = c->failed;
    v.skipped = c->skipped;
    memcpy(v.reason, c->reason, sizeof v.reason);
    pk_queue_release(c->queue);
    pk_context_release(c->ctx);
    return v;
}

/* Whether a process has told its verdict, ended without one, or been late. */
typedef enum answer { TOLD, SILENT, LATE } answer;

static answer hear(int from, verdict *v) {
    struct pollfd wait = {.fd = from, .events = POLLIN};
    size_t got = 0;

    while (got < sizeof *v) {
        const int ready = poll(&wait, 1, TEST_MS);
        ssize_t more;

        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return LATE;
        more = read(from, (char *)v + got, sizeof *v - got);
        if (more <= 0)
            return SILENT;
        got += (size_t)more;
    }
    return TOLD;
}

/* Ends a process; one that did not end well has failed its test. */
static void end(pid_t child, answer got, verdict *v) {
    int status = 0;

    if (got == LATE)
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (got == TOLD && (v->failed || status == 0))
        return;
    v->failed = true;
    if (got == LATE)
        snprintf(v->reason, sizeof v->reason, "it took longer than %d s",
                 TEST_MS / 1000);
    else if (WIFSIGNALED(status))
        snprintf(v->reason, sizeof v->reason,
                 "the plugin ended the process: %s",
                 strsignal(WTERMSIG(status)));
    else
        snprintf(v->reason, sizeof v->reason,
                 "the plugin ended the process with status %d",
                 WEXITSTATUS(status));
}

/* Each test has a process of its own, and opens the device there: what one test
 * does to the plugin, its driver or the device's queue no other one sees. */
static verdict run_apart(conformance *c, const conformance_test *test) {
    verdict v = {.opened = true};
    int ends[2] = {-1, -1};
    const pid_t child = pipe(ends) == 0 ? fork() : -1;

    if (child == 0) {
        close(ends[0]);
        v = run_test(c, test);
        exit(write(ends[1], &v, sizeof v) != (ssize_t)sizeof v);
    }
    close(ends[1]);
    if (child > 0) {
        end(child, hear(ends[0], &v), &v);
    } else {
        v.failed = true;
        snprintf(v.reason, sizeof v.reason, "no process for the test: %s",
                 strerror(errno));
    }
    close(ends[0]);
    return v;
}

static void print_verdict(const verdict *v, int number, const char *name,
                          FILE *out) {
    fprintf(out, "%sok %d - %s", v->failed ? "not " : "", number, name);
    if (v->failed)
        print_reason(out, "\n# ", v->reason);
    else if (v->skipped)
        print_reason(out, " # SKIP ", v->reason);
    else
        fputc('\n', out);
    fflush(out);
}

int conformance_run(const char *plugin_file, const char *backend, FILE *out) {
    const conformance fresh = {.plugin_file = plugin_file, .backend = backend};
    int number = 0, failures = 0;

    fprintf(out, "1..%d\n", count_tests());
    fflush(out);
    for (int t = 0; t < TABLES; t++)
        for (const conformance_test *test = tables[t]; test->name; test++) {
            conformance c = fresh;
            verdict v = run_apart(&c, test);

            if (!v.opened && !number) {
                print_reason(out, "Bail out! ", v.reason);
                return 1;
            }
            print_verdict(&v, ++number, test->name, out);
            failures += v.failed;
        }
    return failures;
}
