/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of arrays as arguments: functions work on the caller's memory, which
 * its owner keeps as long as a result has a part of it. On the backend that
 * BACKEND names. */
#include "../../starving.h"
#include "../runtime_test.h"

#include <portkern/host.h>

static const char text[] = "from numba import njit\n"
                           "import numpy as np\n"
                           "@njit\n"
                           "def add_one(x):\n"
                           "    for a in x:\n"
                           "        for i in range(a.size):\n"
                           "            a[i] += 1\n"
                           "@njit\n"
                           "def beyond(x, a):\n"
                           "    for i in range(a.size - 1):\n"
                           "        a[i + 1] = x[0][i] + 1\n"
                           "@njit\n"
                           "def part(x):\n"
                           "    return x[1][1:], [a[:2] for a in x]\n"
                           "@njit\n"
                           "def turn(x, y):\n"
                           "    x.reverse()\n"
                           "    y.append(np.ones(2))\n"
                           "    return len(x)\n"
                           "@njit\n"
                           "def same(x, y):\n"
                           "    x.append(y[0])\n"
                           "    return len(y)\n"
                           "@njit\n"
                           "def each(x):\n"
                           "    for a in x:\n"
                           "        yield a[1:]\n"
                           "@njit\n"
                           "def count(x):\n"
                           "    return len(x)\n"
                           "@njit\n"
                           "def fails(x):\n"
                           "    y = [a + 1 for a in x]\n"
                           "    if y[0][0] > 0:\n"
                           "        raise ValueError('no')\n"
                           "    return y\n";

static counter memory = {.fail_at = -1};
static pk_context *ctx;
static pk_module *mod;
static pk_result result, after, other;
static bool keeps; /* functions may keep items */

static const char *backend(void) {
    const char *name = getenv("BACKEND");

    return name ? name : "interp";
}

static void start(void) {
    const pk_allocator allocator = starving_allocator(&memory);
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = &allocator,
                                  .plugin_path = TEST_PLUGINS,
                                  .backend = backend(),
                                  .cache_dir = "off"};

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
}

static void stop(void) {
    pk_module_release(mod);
    pk_context_release(ctx);
    ck_assert_int_eq(memory.bytes, 0);
}

static pk_host_function *function(const char *name) {
    pk_host_function *fn = NULL;

    assert_ok(pk_module_host_function(mod, name, &fn, &err));
    return fn;
}

/* Two arrays, and how often the owner of each was called. */
typedef struct items {
    double a[4], b[5];
    pk_array arrays[2];
    int released[2];
    pk_kept_memory *owners[2];
    pk_array_list list;
} items;

static void note_release(void *self) {
    ++*(int *)self;
}

static void make(items *x) {
    *x = (items){.a = {1, 2, 3, 4}, .b = {5, 6, 7, 8, 9}};
    x->arrays[0] = pk_array_host(x->a, PK_DTYPE_f64, 1, (int64_t[]){4});
    x->arrays[1] = pk_array_host(x->b, PK_DTYPE_f64, 1, (int64_t[]){5});
    for (int i = 0; i < 2; i++)
        assert_ok(pk_kept_memory_create(note_release, &x->released[i],
                                        &x->owners[i], &err));
    x->list = (pk_array_list){.items = x->arrays,
                              .count = 2,
                              .owners = x->owners,
                              .keeps = keeps,
                              .after = &after};
}

static void drop(items *x) {
    for (int i = 0; i < 2; i++)
        pk_kept_memory_release(x->owners[i]);
    ck_assert(x->released[0] == 1 && x->released[1] == 1);
}

START_TEST(functions_write_the_callers_memory)
{
    items x;
    start();
    pk_host_function *add_one = function("add_one"),
                     *beyond = function("beyond");
    pk_array to;

    make(&x);
    assert_ok(pk_call(add_one, (pk_arg[]){pk_list_of_arrays(&x.list)}, 1,
                      &result, &err));
    ck_assert(x.a[0] == 2 && x.a[3] == 5 && x.b[4] == 10);
    ck_assert_int_eq(after.kind, PK_RESULT_NONE);

    /* An argument that overlaps an item: what is written is read. */
    to = x.arrays[0];
    assert_ok(pk_call(beyond,
                      (pk_arg[]){pk_list_of_arrays(&x.list), pk_inout(&to)}, 2,
                      NULL, &err));
    ck_assert(x.a[1] == 3 && x.a[2] == 4 && x.a[3] == 5);
    to = pk_array_host(x.b, PK_DTYPE_f64, 1, (int64_t[]){5});
    assert_ok(pk_call(beyond,
                      (pk_arg[]){pk_list_of_arrays(&x.list), pk_inout(&to)}, 2,
                      NULL, &err));
    ck_assert(x.b[0] == 6 && x.b[1] == 3 && x.b[4] == 6);
    drop(&x);
    pk_host_function_release(add_one);
    pk_host_function_release(beyond);
    stop();
}
END_TEST

START_TEST(results_keep_the_owners)
{
    items x;
    start();
    pk_host_function *part = function("part");
    const pk_result *view, *views;

    make(&x);
    assert_ok(pk_call(part, (pk_arg[]){pk_list_of_arrays(&x.list)}, 1, &result,
                      &err));
    view = &result.items[0];
    views = &result.items[1];
    ck_assert(view->data == &x.b[1] && view->memory == x.owners[1]);
    ck_assert_uint_eq(views->count, 2);
    ck_assert(views->items[0].data == x.a &&
              views->items[0].memory == x.owners[0]);
    ck_assert(pk_kept_memory_self(view->memory, note_release) ==
              &x.released[1]);
    ck_assert(!pk_kept_memory_self(views->memory, note_release));
    ck_assert(!pk_kept_memory_self(NULL, note_release));
    for (int i = 0; i < 2; i++)
        pk_kept_memory_release(x.owners[i]);
    ck_assert(!x.released[0] && !x.released[1]);
    pk_result_release(&result);
    ck_assert(x.released[0] == 1 && x.released[1] == 1);
    pk_host_function_release(part);
    stop();
}
END_TEST

START_TEST(lists_that_change_are_given_back)
{
    items x, y;
    start();
    pk_host_function *turn = function("turn"), *same = function("same");
    pk_arg args[2];

    make(&x);
    make(&y);
    y.list.after = &other;
    args[0] = pk_list_of_arrays(&x.list);
    args[1] = pk_list_of_arrays(&y.list);
    assert_ok(pk_call(turn, args, 2, NULL, &err));
    ck_assert_uint_eq(after.count, 2);
    ck_assert(after.items[0].data == x.b && after.items[1].data == x.a);
    ck_assert(after.items[0].memory == x.owners[1]);
    ck_assert_uint_eq(other.count, 3);
    ck_assert(other.items[1].memory == y.owners[1]);
    ck_assert(other.items[2].memory && other.items[2].memory != y.owners[1]);
    ck_assert(*(double *)other.items[2].data == 1);
    pk_result_release(&after);
    pk_result_release(&other);

    args[1] = args[0]; /* one list */
    assert_ok(pk_call(same, args, 2, &result, &err));
    ck_assert_int_eq(result.i64, 3);
    ck_assert_uint_eq(after.count, 3);
    pk_result_release(&after);
    drop(&x);
    drop(&y);
    pk_host_function_release(turn);
    pk_host_function_release(same);
    stop();
}
END_TEST

START_TEST(what_is_no_list_of_arrays_is_refused)
{
    items x;
    start();
    pk_host_function *count = function("count"), *add_one = function("add_one");
    pk_buffer *buf;
    pk_arg arg, tuple;
    int i;

    make(&x);
    arg = pk_list_of_arrays(&x.list);
    tuple = pk_tuple(&arg, 1);
    assert_fails(pk_call(count, &tuple, 1, NULL, &err), PK_BAD_ARG,
                 "a list within a tuple cannot be passed");
    x.arrays[1].dtype = PK_DTYPE_i64;
    assert_fails(pk_call(count, &arg, 1, NULL, &err), PK_TYPE,
                 "item 1 has another dtype, or number of axes, than item 0");
    x.arrays[1].dtype = PK_DTYPE_f64;
    x.arrays[1].ndim = 0;
    assert_fails(pk_call(count, &arg, 1, NULL, &err), PK_BAD_ARG,
                 "item 1 is an array without axes");
    assert_ok(pk_buffer_create(ctx, 40, 0, &buf, &err));
    x.arrays[1] = pk_array_device(buf, PK_DTYPE_f64, 1, (int64_t[]){5});
    assert_fails(pk_call(count, &arg, 1, NULL, &err), PK_BAD_ARG,
                 "item 1 is in a buffer");
    pk_buffer_release(buf);
    x.arrays[1] =
        pk_array_host((char *)x.b + 1, PK_DTYPE_f64, 1, (int64_t[]){3});
    assert_fails(pk_call(count, &arg, 1, NULL, &err), PK_BAD_ARG, "multiples");
    x.list.readonly = true;
    x.arrays[1] = x.arrays[0];
    assert_fails(pk_call(add_one, &arg, 1, NULL, &err), PK_TYPE, "read-only");
    x.list.count = 0; /* of the type of items[0] */
    assert_ok(pk_call(count, &arg, 1, &result, &err));
    ck_assert_int_eq(result.i64, 0);
    x.list.items = NULL;
    assert_fails(pk_call(count, &arg, 1, NULL, &err), PK_BAD_ARG,
                 "the items of the list are NULL");
    arg.value.arrays = NULL;
    assert_fails(pk_call(count, &arg, 1, NULL, &err), PK_BAD_ARG,
                 "the items of the list are NULL");
    assert_fails(pk_kept_memory_create(NULL, &i, x.owners, &err), PK_BAD_ARG,
                 "release is NULL");
    assert_fails(pk_kept_memory_create(note_release, &i, NULL, &err),
                 PK_BAD_ARG, "out is NULL");
    drop(&x);
    pk_host_function_release(count);
    pk_host_function_release(add_one);
    stop();
}
END_TEST

static pk_status call_and_drop(pk_host_function *fn, const pk_arg *args,
                               size_t count) {
    const pk_status status = pk_call(fn, args, count, &result, &err);

    pk_result_release(&result);
    pk_result_release(&after);
    pk_result_release(&other);
    return status;
}

/* Each allocation of a call fails in turn. */
static void starve(const char *name, size_t count, pk_status expected) {
    pk_host_function *fn = function(name);
    pk_status status;
    pk_arg args[2];
    items x, y;

    make(&x);
    make(&y);
    y.list.after = &other;
    args[0] = pk_list_of_arrays(&x.list);
    args[1] = pk_list_of_arrays(&y.list);
    ck_assert_int_eq(call_and_drop(fn, args, count), expected);
    for (long n = 0;; n++) {
        memory.failed = false;
        memory.taken = 0;
        memory.fail_at = n;
        status = call_and_drop(fn, args, count);
        memory.fail_at = -1;
        if (!memory.failed)
            break;
        ck_assert_msg(status == PK_NO_MEMORY || status == PK_KERNEL,
                      "allocation %ld: %s", n, pk_status_name(status));
        ck_assert(*err.message);
    }
    ck_assert_int_eq(status, expected);
    drop(&x);
    drop(&y);
    pk_host_function_release(fn);
}

START_TEST(memory_ends_in_a_call)
{
    start();
    for (int i = 0; i < 2; i++) {
        keeps = i;
        starve("part", 1, PK_OK);
        starve("fails", 1, PK_KERNEL);
        starve("turn", 2, PK_OK);
    }
    keeps = false;
    stop();
}
END_TEST

/* A generator goes on when nobody else keeps the items. */
START_TEST(a_generator_keeps_the_items)
{
    pk_host_function *each;
    pk_result generator;
    pk_arg args[2], parts[2];
    items x;
    start();

    keeps = true;
    make(&x);
    keeps = false;
    each = function("each");
    args[0] = pk_list_of_arrays(&x.list);
    assert_ok(pk_call(each, args, 1, &generator, &err));
    for (int i = 0; i < 2; i++)
        pk_kept_memory_release(x.owners[i]);
    ck_assert(!x.released[0] && !x.released[1]);
    x.list.owners = NULL;
    args[1] = pk_object_of(parts, mod, "each", generator.memory);
    for (int i = 0; i < 2; i++) {
        pk_result_release(&result);
        assert_ok(pk_call(each, args, 2, &result, &err));
        ck_assert(result.data == (i ? x.b : x.a) + 1);
    }
    pk_result_release(&generator);
    ck_assert(x.released[0] == 1 && !x.released[1]); /* the result has it */
    pk_result_release(&result);
    ck_assert_int_eq(x.released[1], 1);
    pk_host_function_release(each);
    stop();
}
END_TEST

START_TEST(calls_keep_no_memory)
{
    const bool is_slow = strcmp(backend(), "cpu") != 0;
    items x;
    start();
    pk_host_function *part = function("part");
    long long before = 0;
    pk_arg arg;

    make(&x);
    arg = pk_list_of_arrays(&x.list);
    for (int i = 0; i < (is_slow ? 300 : 100000); i++) {
        assert_ok(pk_call(part, &arg, 1, &result, &err));
        pk_result_release(&result);
        before = i == 10 ? memory.bytes : before;
    }
    ck_assert_int_eq(memory.bytes, before);
    drop(&x);
    pk_host_function_release(part);
    stop();
}
END_TEST

TESTS("array_lists", functions_write_the_callers_memory,
      results_keep_the_owners, lists_that_change_are_given_back,
      what_is_no_list_of_arrays_is_refused, memory_ends_in_a_call,
      a_generator_keeps_the_items, calls_keep_no_memory)
