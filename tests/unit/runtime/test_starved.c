/* SPDX-License-Identifier: Apache-2.0 */
/* No memory on the devices that users have (STARVED names the backend): each
 * allocation of ours, the library's and the plugin's, fails in turn, alone or
 * with all that follow, while a device is opened, kernels are loaded, copied
 * to, launched, waited for. Each time a call says so or did without; what was
 * done before it stays done, what was refused has changed nothing; and when
 * memory is back the same context does the whole work, and gives back all that
 * it took. The frontend's own allocations are test_runtime_memory_fails.c's. */
#include "../starving.h"
#include "runtime_test.h"

/* `wide` has more parameters than OpenCL passes one by one, and waits for its
 * grid where it can. */
static const char source[] = "from numba import cuda, int32\n"
                             "@cuda.jit\n"
                             "def k(x, y, out):\n"
                             "    s = cuda.shared.array(4, int32)\n"
                             "    i = cuda.grid(1)\n"
                             "    assert i < 4\n"
                             "    print(i)\n"
                             "    s[cuda.threadIdx.x] = x[i]\n"
                             "    cuda.syncthreads()\n"
                             "    out[i] = s[3 - i] * m.Mode.TWO + y + AT.y\n"
                             "@cuda.jit\n"
                             "def wide(t, out):\n"
                             "    i = cuda.grid(1)\n"
                             "    out[i] = t[0]\n"
                             "    %s\n"
                             "    out[i] += t[131] - t[0]\n";
enum { WIDE = 132 };

/* One of so many allocations fails (in a build with sanitizers fewer: SPARING),
 * where kernels come from the cache and from the compiler: the first of a loop
 * of tests and the second begin with others. */
static const struct device {
    const char *name;
    int cached, compiled;
} devices[] = {
    {"interp", 1, 1}, {"cpu", 1, 12}, {"cuda", 1, 8}, {"opencl", 8, 80}};
static const struct device *starved;
static int sparing = 1;
static char cache[64];

/* The results of a life are in `device` and `host`, call by call. */
typedef struct life {
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *kernel, *wide;
    pk_queue *queue, *other;
    pk_buffer *buf, *copy;
    pk_event *begin, *end;
    pk_prepared *prepared;
    int32_t x[4], out[4], back[4], widest;
    int32_t device[4]; /* what `buf` must hold */
    bool filled;       /* it holds that */
    bool launched;     /* `out` has been asked for */
    pk_arg items[WIDE];
    int calls; /* of a function in the queue */
} life;

static void ignore(void *self, const char *text, size_t length) {
    (void)self, (void)text, (void)length;
}

#define TRY(call)                                                              \
    do {                                                                       \
        pk_status status_ = (call);                                            \
        if (status_ != PK_OK)                                                  \
            return status_;                                                    \
    } while (0)

static pk_status open_device(life *l, const pk_allocator *allocator) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = allocator,
                                  .print = ignore,
                                  .backend = starved->name,
                                  .num_threads = 1,
                                  .cache_dir = cache};

    return pk_context_create(&options, &l->ctx, &err);
}

/* With classes and a record, and a name with dots, as globals. */
static pk_status make_bound(life *l, const char *text) {
    static const char *const modes[] = {"ONE", "TWO"}, *const xy[] = {"x", "y"};
    const pk_arg numbers[] = {pk_i64(1), pk_i64(2)};
    const pk_class mode = PK_INIT(pk_class, .kind = PK_CLASS_int_enum,
                                  .name = "Mode", .names = modes, .count = 2,
                                  .values = numbers, .value_count = 2);
    const pk_class point = PK_INIT(pk_class, .kind = PK_CLASS_named_tuple,
                                   .name = "Point", .names = xy, .count = 2);
    const pk_structure *pair;
    int32_t values[] = {3, 4};
    pk_array record;
    pk_arg items[] = {{.kind = PK_ARG_none}, pk_i64(0)};

    TRY(pk_structure_get(l->ctx, "[('a', 'i4'), ('b', 'i4')]", 0, &pair, &err));
    record = pk_array_host_records(values, pair, 0, NULL);
    items[0] = pk_in(&record);
    return pk_module_from_source(
        l->ctx, text, "k.py", 0,
        (pk_global[]){{"m.Mode", pk_class_value(&mode)},
                      {"AT", pk_class_tuple(&point, items)}},
        2, &l->mod, &err);
}

static pk_status load(life *l) {
    bool waits = strcmp(starved->name, "opencl") != 0;
    char text[sizeof source + 32];

    snprintf(text, sizeof text, source,
             waits ? "cuda.cg.this_grid().sync()" : "pass");
    TRY(make_bound(l, text));
    TRY(pk_module_kernel(l->mod, "k", &l->kernel, &err));
    return pk_module_kernel(l->mod, "wide", &l->wide, &err);
}

static const int32_t before[4] = {9, 9, 9, 9}, after[4] = {8, 6, 4, 2};
static const pk_launch_config config = {
    .struct_size = sizeof config, .grid = {1}, .block = {4}};

static pk_status make_objects(life *l) {
    TRY(pk_queue_create(l->ctx, &l->queue, &err));
    TRY(pk_queue_create(l->ctx, &l->other, &err));
    TRY(pk_event_create(l->ctx, &l->begin, &err));
    TRY(pk_event_create(l->ctx, &l->end, &err));
    TRY(pk_buffer_create(l->ctx, 16, 0, &l->buf, &err));
    TRY(pk_buffer_create(l->ctx, 16, PK_BUFFER_pinned, &l->copy, &err));
    TRY(pk_buffer_write(l->buf, 0, before, 16, &err));
    memcpy(l->device, before, 16);
    l->filled = true;
    return PK_OK;
}

static pk_status launch(life *l) {
    const int64_t n = 4;
    pk_array x = pk_array_host(l->x, PK_DTYPE_i32, 1, &n), out, device, wide;

    pk_arg first[3], second[2];
    pk_compile_request requests[] = {
        PK_INIT(pk_compile_request, .kernel = l->kernel, .config = &config,
                .args = first, .arg_count = 3),
        PK_INIT(pk_compile_request, .kernel = l->wide, .config = &config,
                .args = second, .arg_count = 2),
    };

    out = pk_array_host(l->out, PK_DTYPE_i32, 1, &n);
    device = pk_array_device(l->buf, PK_DTYPE_i32, 1, &n);
    wide = pk_array_device(l->copy, PK_DTYPE_i32, 1, &n);
    first[0] = pk_in(&x), first[1] = pk_i32(1), first[2] = pk_out(&out);
    second[0] = pk_tuple(l->items, WIDE), second[1] = pk_inout(&wide);
    TRY(pk_kernels_compile(requests, 2, &err));
    TRY(pk_queue_record(l->queue, l->begin, &err));
    TRY(pk_launch(l->queue, l->kernel, &config, first, 3, &err));
    l->launched = true;
    TRY(pk_launch(l->queue, l->wide, &config, second, 2, &err));
    TRY(pk_prepared_create(l->kernel, &config,
                           (pk_arg[]){pk_in(&x), pk_i32(0), pk_inout(&device)},
                           3, &l->prepared, &err));
    TRY(pk_prepared_launch(l->prepared, l->queue, &err));
    memcpy(l->device, after, 16);
    return PK_OK;
}

static pk_status copy(life *l) {
    const int32_t pattern = 5;
    uint64_t ns;

    TRY(pk_queue_read(l->queue, l->copy, 12, &l->widest, 4, &err));
    TRY(pk_queue_fill(l->queue, l->copy, 0, 16, &pattern, 4, &err));
    TRY(pk_queue_copy(l->queue, l->copy, 4, l->buf, 4, 12, &err));
    TRY(pk_queue_record(l->queue, l->end, &err));
    TRY(pk_queue_flush(l->queue, &err));
    TRY(pk_queue_wait(l->other, l->end, &err));
    TRY(pk_queue_read(l->other, l->copy, 0, l->back, 16, &err));
    TRY(pk_event_wait(l->end, &err));
    TRY(pk_queue_finish(l->queue, &err));
    TRY(pk_queue_finish(l->other, &err));
    ck_assert_int_eq(l->widest, 7 + 10 * (WIDE - 1));
    ck_assert_int_eq(l->back[0], 5);
    ck_assert_mem_eq(l->back + 1, after + 1, 12);
    return pk_event_elapsed(l->begin, l->end, &ns, &err);
}

static pk_status count_call(void *self, pk_status status, pk_error *why) {
    (void)why;
    ++*(int *)self;
    return status;
}

/* A graph that is refused ends all the same, and without memory. */
static pk_status record(life *l) {
    const int32_t pattern = 6;
    pk_graph *graph = NULL;
    pk_status status, ended;
    pk_error why;

    TRY(pk_graph_begin(l->queue, &err));
    status = pk_queue_fill(l->queue, l->copy, 0, 16, &pattern, 4, &err);
    ended = pk_graph_end(l->queue, &graph, &why);
    ck_assert_msg(ended == PK_OK, "%s", why.message);
    if (status == PK_OK)
        status = pk_graph_launch(graph, l->queue, &err);
    pk_graph_release(graph);
    TRY(status);
    l->calls = 0;
    TRY(pk_queue_callback(l->queue, count_call, &l->calls, &err));
    TRY(pk_queue_finish(l->queue, &err));
    ck_assert_int_eq(l->calls, 1);
    TRY(pk_buffer_read(l->copy, 0, l->back, 16, &err));
    ck_assert_int_eq(l->back[3], 6);
    return PK_OK;
}

/* Elements 0 and 2 of the buffer, by way of memory of the library's, and lists
 * that the library makes. */
static pk_status look(life *l) {
    const int64_t n = 2;
    int32_t first[2] = {0}, second[2] = {0};
    pk_array gaps = pk_array_device(l->buf, PK_DTYPE_i32, 1, &n);
    pk_array one = pk_array_host(first, PK_DTYPE_i32, 1, &n);
    pk_array two = pk_array_host(second, PK_DTYPE_i32, 1, &n);
    pk_signatures *list;
    pk_status status;

    gaps.strides[0] = 8;
    two.strides[0] = -4, two.host = second + 1;
    TRY(pk_array_copy(&one, &gaps, &err));
    ck_assert_mem_eq(first, ((int32_t[]){after[0], after[2]}), 8);
    status = pk_queue_copy_array(l->queue, &two, &gaps, &err);
    if (status == PK_OK)
        status = pk_queue_finish_for(l->queue, 60000, &err);
    if (status != PK_OK) {
        pk_error why = err;
        pk_queue_finish(l->queue,
                        NULL); /* it writes to this function's memory */
        err = why;
        return status;
    }
    ck_assert_mem_eq(second, ((int32_t[]){after[2], after[0]}), 8);
    TRY(pk_kernel_signatures(l->kernel, &list, &err));
    ck_assert_uint_gt(pk_signatures_count(list), 0);
    pk_signatures_release(list);
    return PK_OK;
}

static pk_status work(life *l) {
    TRY(make_objects(l));
    TRY(launch(l));
    TRY(copy(l));
    TRY(record(l));
    TRY(look(l));
    ck_assert_mem_eq(l->out, ((int32_t[]){9, 7, 5, 3}), 16);
    TRY(pk_buffer_read(l->buf, 0, l->back, 16, &err));
    ck_assert_mem_eq(l->back, after, 16);
    return PK_OK;
}

static void begin(life *l) {
    for (int i = 0; i < 4; i++) {
        l->x[i] = i + 1;
        l->out[i] = -1;
    }
    for (int i = 0; i < WIDE; i++)
        l->items[i] = pk_i32(7 + 10 * i);
    l->filled = l->launched = false;
}

/* Memory is back: what the calls did that said so is there, and no more. */
static void check_what_was_done(life *l, pk_status status, long n) {
    if (status != PK_OK && l->queue &&
        pk_queue_get_error(l->queue, &err) == PK_NO_MEMORY)
        assert_ok(pk_queue_clear(l->queue, &err)); /* prints went lost */
    if (l->queue)
        assert_ok(pk_queue_finish(l->queue, &err));
    for (int i = 0; i < 4; i++)
        ck_assert_msg(l->out[i] == (l->launched ? 9 - 2 * i : -1),
                      "allocation %ld: the launch %s gave %d", n,
                      l->launched ? "made" : "refused", l->out[i]);
    if (!l->filled)
        return;
    assert_ok(pk_buffer_read(l->buf, 0, l->back, 16, &err));
    ck_assert_msg(memcmp(l->back, l->device, 16) == 0,
                  "allocation %ld: the buffer begins with %d and not %d", n,
                  l->back[0], l->device[0]);
}

static void drop_objects(life *l) {
    pk_prepared_release(l->prepared);
    pk_buffer_release(l->buf);
    pk_buffer_release(l->copy);
    pk_event_release(l->begin);
    pk_event_release(l->end);
    pk_queue_release(l->queue);
    pk_queue_release(l->other);
    l->prepared = NULL;
    l->buf = l->copy = NULL;
    l->begin = l->end = NULL;
    l->queue = l->other = NULL;
}

static void drop_module(life *l) {
    pk_kernel_release(l->kernel);
    pk_kernel_release(l->wide);
    pk_module_release(l->mod);
    l->kernel = l->wide = NULL;
    l->mod = NULL;
}

static void check_status(pk_status status, const counter *c, long n) {
    ck_assert_msg(status == PK_NO_MEMORY || status == PK_NO_DEVICE_MEMORY ||
                      (status == PK_OK && !(c->go_on_failing && c->failed)),
                  "allocation %ld: %s: %s", n, pk_status_name(status),
                  err.message);
    if (status != PK_OK)
        ck_assert_msg(*err.message, "allocation %ld: no words", n);
}

/* ---- lives ---- */

static pk_status open_and_load(life *l, const pk_allocator *allocator) {
    TRY(open_device(l, allocator));
    return load(l);
}

START_TEST(memory_ends_while_a_device_is_opened)
{
    for (long n = 0;; n++) {
        counter c = {.fail_at = n, .go_on_failing = _i};
        const pk_allocator allocator = starving_allocator(&c);
        life l = {0};
        check_status(open_and_load(&l, &allocator), &c, n);
        drop_module(&l);
        pk_context_release(l.ctx);
        ck_assert_msg(c.bytes == 0, "allocation %ld: %lld bytes leak", n,
                      (long long)c.bytes);
        if (!c.failed) {
            ck_assert_int_gt(n, 5);
            return;
        }
    }
}
END_TEST

/* Where the kernels come from. */
typedef enum from { FROM_BEFORE, FROM_CACHE, FROM_COMPILER } from;

static void drop_kernels(life *l, from where) {
    if (where == FROM_BEFORE)
        return;
    drop_module(l);
    if (where == FROM_COMPILER)
        assert_ok(pk_cache_clear(l->ctx, NULL, &err));
    assert_ok(load(l));
}

/* One context for all. */
static void starve(bool go_on_failing, from where, int step) {
    counter c = {.fail_at = -1};
    const pk_allocator allocator = starving_allocator(&c);
    pk_status status;
    life l = {0};

    assert_ok(open_device(&l, &allocator));
    assert_ok(load(&l));
    begin(&l);
    assert_ok(work(&l)); /* now the cache has it */
    drop_objects(&l);
    for (long n = go_on_failing ? step / 2 : 0;; n += step) {
        drop_kernels(&l, where);
        begin(&l);
        c.taken = 0;
        c.failed = false;
        c.go_on_failing = go_on_failing;
        c.fail_at = n;
        status = work(&l);
        check_status(status, &c, n);
        c.fail_at = -1;
        check_what_was_done(&l, status, n);
        drop_objects(&l);
        if (!c.failed)
            break;
        begin(&l);
        assert_ok(work(&l));
        drop_objects(&l);
    }
    drop_module(&l);
    pk_context_release(l.ctx);
    ck_assert_int_eq(c.bytes, 0);
}

START_TEST(memory_ends_while_work_is_given)
{
    starve(_i, FROM_BEFORE, 1);
}
END_TEST

START_TEST(memory_ends_where_a_kernel_is_taken_from_the_cache)
{
    starve(_i, FROM_CACHE, sparing * starved->cached);
}
END_TEST

START_TEST(memory_ends_while_a_kernel_is_compiled)
{
    starve(_i, FROM_COMPILER, sparing * starved->compiled);
}
END_TEST

static void drop_cache(void) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .flags = PK_CONTEXT_no_device,
                                  .cache_dir = cache};
    pk_context *ctx = NULL;

    if (pk_context_create(&options, &ctx, &err) == PK_OK)
        pk_cache_clear(ctx, NULL, &err);
    pk_context_release(ctx);
    rmdir(cache);
}

int main(void) {
    const TTest *const tests[] = {
        memory_ends_while_a_device_is_opened, memory_ends_while_work_is_given,
        memory_ends_where_a_kernel_is_taken_from_the_cache,
        memory_ends_while_a_kernel_is_compiled};

    const char *name = getenv("STARVED");
    int failed;

    if (getenv("SPARING"))
        sparing = atoi(getenv("SPARING"));

    for (size_t i = 0; name && i < sizeof devices / sizeof *devices; i++)
        if (strcmp(devices[i].name, name) == 0)
            starved = &devices[i];
    strcpy(cache, "/tmp/portkern-starved-XXXXXX");
    if (!starved || !mkdtemp(cache))
        return EXIT_FAILURE;
    failed =
        run_tests("runtime_starved", tests, sizeof tests / sizeof *tests, 2);
    drop_cache();
    return failed;
}
