/* SPDX-License-Identifier: Apache-2.0 */
/* Stepping through a launch by the C API. The sequence of lines is compared
 * with CPython's by tests/python/tools/test_debug.py. */
#include "../starving.h"
#include "runtime_test.h"

#include <portkern/debug.h>

static const char source[] = "from numba import cuda\n"
                             "@cuda.jit(device=True)\n"
                             "def twice(v):\n"
                             "    r = v + v\n"
                             "    return r\n"
                             "@cuda.jit\n"
                             "def kernel(x, k):\n"
                             "    i = cuda.grid(1)\n"
                             "    p = (i, 0.5)\n"
                             "    x[i] = twice(i) + k\n"
                             "    if i == 2:\n"
                             "        raise ValueError('two')\n"
                             "@cuda.jit\n"
                             "def outside(x, k):\n"
                             "    i = cuda.grid(1)\n"
                             "    x[i + k] = 1\n";

typedef struct session {
    pk_debugger debugger;
    pk_debug_break at;
    pk_debug_answer answer;
    char said[512]; /* lines, with the depth in front of each */
    char message[200];
    uint32_t fault_thread;
    int64_t i;
    double second;
    int64_t element;
    bool starves; /* at allocation number `fail_at` of the launch */
    long fail_at;
} session;

static const pk_debug_value *find(const pk_debug_frame *frame,
                                  const char *name) {
    for (uint32_t i = 0; i < frame->variable_count; i++)
        if (!strcmp(frame->variables[i].name, name))
            return &frame->variables[i];
    return NULL;
}

static void look(session *s, const pk_debug_frame *frame) {
    const pk_debug_value *i = find(frame, "i"), *p = find(frame, "p");
    const pk_debug_value *x = find(frame, "x");

    if (i)
        s->i = (int64_t)i->bits[0];
    if (p) {
        ck_assert_int_eq(p->kind, PK_DEBUG_TUPLE);
        ck_assert_int_eq(p->count, 2);
        memcpy(&s->second, &p->items[1].bits[0], sizeof s->second);
    }
    if (x && x->data) {
        ck_assert_str_eq(x->format, "int64");
        ck_assert_int_eq(x->shape[0], 4);
        s->element = ((int64_t *)x->data)[s->debugger.thread[0]];
    }
}

static pk_debug_answer stopped(void *self, const pk_debug_stop *stop) {
    session *s = self;
    char word[32];

    if (stop->reason == PK_DEBUG_FAULT) {
        snprintf(s->message, sizeof s->message, "%s", stop->message);
        s->fault_thread = stop->thread[0];
    }
    if (!stop->frame_count)
        return s->answer;
    snprintf(word, sizeof word, "%u:%u ", stop->frame_count,
             stop->frames[0].line);
    strncat(s->said, word, sizeof s->said - strlen(s->said) - 1);
    look(s, &stop->frames[stop->frame_count - 1]);
    return s->answer;
}

static pk_context *context;
static pk_queue *queue;
static pk_module *module;

static counter memory;
static pk_allocator allocator;

static void open_all(void) {
    pk_context_options options = PK_INIT(
        pk_context_options, .backend = "interp", .allocator = &allocator,
        .flags = PK_CONTEXT_debugger, .cache_dir = "off");

    memory.fail_at = -1;
    allocator = starving_allocator(&memory);
    assert_ok(pk_context_create(&options, &context, &err));
    assert_ok(pk_queue_create(context, &queue, &err));
    assert_ok(pk_module_from_source(context, source, "k.py", 1, NULL, 0,
                                    &module, &err));
}

static void close_all(void) {
    pk_module_release(module);
    pk_queue_release(queue);
    pk_context_release(context);
}

static pk_status launch(session *s, const char *name, int64_t k, int64_t x[4]) {
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {4});
    pk_array array = pk_array_host(x, PK_DTYPE_i64, 1, (int64_t[]){4});
    pk_arg args[] = {pk_inout(&array), pk_i64(k)};
    pk_kernel *kernel;
    pk_status status;

    s->debugger.struct_size = sizeof s->debugger;
    s->debugger.self = s;
    s->debugger.stopped = stopped;
    assert_ok(pk_module_kernel(module, name, &kernel, &err));
    assert_ok(pk_queue_debug(queue, &s->debugger, &err));
    memset(&err, 0, sizeof err);
    atomic_store(&memory.taken, 0);
    memory.fail_at = s->starves ? s->fail_at : -1;
    status = pk_launch(queue, kernel, &config, args, 2, &err);
    memory.fail_at = -1;
    if (status == PK_OK)
        status = pk_queue_finish(queue, &err);
    pk_queue_clear(queue, NULL);
    assert_ok(pk_queue_debug(queue, NULL, NULL));
    pk_kernel_release(kernel);
    return status;
}

START_TEST(steps_go_into_functions_and_next_does_not)
{
    session s = {.answer = PK_DEBUG_STEP, .debugger.thread = {1}};
    session n = {.answer = PK_DEBUG_NEXT, .debugger.thread = {3}};
    int64_t x[4] = {0};

    open_all();
    ck_assert_int_eq(launch(&s, "kernel", 5, x), PK_KERNEL);
    ck_assert_str_eq(s.said, "1:8 1:9 1:10 2:4 2:5 1:11 1:12 ");
    ck_assert_int_eq(launch(&n, "kernel", 5, x), PK_KERNEL);
    ck_assert_int_eq(n.i, 2); /* of the thread that failed */
    ck_assert_double_eq(n.second, 0.5);
    ck_assert_int_eq(x[3], 11);
    close_all();
}
END_TEST

START_TEST(a_fault_is_a_stop_at_its_line_with_the_thread_that_fails)
{
    session s = {.answer = PK_DEBUG_CONTINUE,
                 .debugger.begin = PK_DEBUG_CONTINUE,
                 .debugger.thread = {1}};
    session o = s;
    int64_t x[4] = {0};

    open_all();
    ck_assert_int_eq(launch(&s, "kernel", 5, x), PK_KERNEL);
    ck_assert_str_eq(s.said, "1:12 ");
    ck_assert_str_eq(s.message, "ValueError: two");
    ck_assert_int_eq(s.fault_thread, 2);
    ck_assert_int_eq(launch(&o, "outside", 1, x), PK_BOUNDS);
    ck_assert_str_eq(o.said, "1:16 ");
    ck_assert_int_eq(o.fault_thread, 3);
    ck_assert_int_eq(o.i, 3);
    close_all();
}
END_TEST

START_TEST(breakpoints_stop_the_thread_only)
{
    session s = {.answer = PK_DEBUG_CONTINUE,
                 .debugger.begin = PK_DEBUG_CONTINUE,
                 .debugger.thread = {3},
                 .at.line = 5};
    int64_t x[4] = {0};

    open_all();
    s.debugger.breaks = &s.at;
    s.debugger.break_count = 1;
    ck_assert_int_eq(launch(&s, "kernel", 5, x), PK_KERNEL);
    ck_assert_str_eq(s.said, "2:5 1:12 ");
    close_all();
}
END_TEST

START_TEST(stop_ends_the_launch)
{
    session s = {.answer = PK_DEBUG_STOP};
    int64_t x[4] = {0};

    open_all();
    ck_assert_int_eq(launch(&s, "kernel", 5, x), PK_CANCELLED);
    ck_assert_str_eq(s.said, "1:8 ");
    ck_assert_int_eq(x[0], 0);
    close_all();
}
END_TEST

START_TEST(finish_stops_behind_the_call)
{
    session s = {.answer = PK_DEBUG_FINISH,
                 .debugger.begin = PK_DEBUG_CONTINUE,
                 .debugger.thread = {1},
                 .at.line = 4};
    int64_t x[4] = {0};

    open_all();
    s.debugger.breaks = &s.at;
    s.debugger.break_count = 1;
    ck_assert_int_eq(launch(&s, "kernel", 5, x), PK_KERNEL);
    ck_assert_str_eq(s.said, "2:4 1:11 1:12 ");
    close_all();
}
END_TEST

START_TEST(other_contexts_refuse)
{
    pk_debugger debugger = PK_INIT(pk_debugger, .stopped = stopped);
    pk_context_options options = PK_INIT(
        pk_context_options, .backend = "far", .plugin_path = TEST_PLUGINS,
        .flags = PK_CONTEXT_debugger, .cache_dir = "off");
    pk_context *other = open_context("interp");
    pk_queue *plain;

    open_all();
    assert_ok(pk_queue_create(other, &plain, &err));
    assert_fails(pk_queue_debug(plain, &debugger, &err), PK_UNSUPPORTED,
                 "PK_CONTEXT_debugger");
    debugger.struct_size = 4;
    assert_fails(pk_queue_debug(queue, &debugger, &err), PK_BAD_ARG,
                 "struct_size");
    pk_queue_release(plain);
    pk_context_release(other);
    assert_fails(pk_context_create(&options, &other, &err), PK_UNSUPPORTED,
                 "interp");
    close_all();
}
END_TEST

/* Compiled before, so that the allocations are those of the launch. */
START_TEST(a_launch_without_memory_fails_and_the_next_one_works)
{
    int64_t x[4] = {0};
    bool failed = true;

    open_all();
    launch(&(session){.answer = PK_DEBUG_CONTINUE}, "kernel", 5, x);
    for (long n = 0; failed; n++) {
        session s = {.answer = PK_DEBUG_STEP, .starves = true, .fail_at = n};
        pk_status status;
        atomic_store(&memory.failed, false);
        status = launch(&s, "kernel", 5, x);
        failed = atomic_load(&memory.failed);
        ck_assert_int_eq(status, failed ? PK_NO_MEMORY : PK_KERNEL);
    }
    close_all();
    ck_assert_int_eq(atomic_load(&memory.bytes), 0);
}
END_TEST

TESTS("runtime_debug", steps_go_into_functions_and_next_does_not,
      a_fault_is_a_stop_at_its_line_with_the_thread_that_fails,
      breakpoints_stop_the_thread_only, stop_ends_the_launch,
      finish_stops_behind_the_call,
      a_launch_without_memory_fails_and_the_next_one_works,
      other_contexts_refuse)
