/* SPDX-License-Identifier: Apache-2.0 */
/* Prepared calls: the same arguments many times, with what is in their memory
 * then. On the backend that BACKEND names. */
#include "../runtime_test.h"

#include <portkern/host.h>

static const char text[] = "from numba import njit\n"
                           "import numpy as np\n"
                           "@njit\n"
                           "def add(a, i, by):\n"
                           "    a[i] += by\n"
                           "    return a[i]\n"
                           "@njit\n"
                           "def dots(pair, by):\n"
                           "    x, y = pair\n"
                           "    return (x * y).sum() * by, x.size\n"
                           "@njit\n"
                           "def made(n):\n"
                           "    return np.full(n, 3)\n"
                           "@njit\n"
                           "def counts(a):\n"
                           "    for i in range(a.size):\n"
                           "        yield a[i]\n"
                           "@njit\n"
                           "def of_list(x):\n"
                           "    for v in x:\n"
                           "        yield v + 1\n"
                           "@njit\n"
                           "def says(n):\n"
                           "    print(n)\n"
                           "@njit\n"
                           "def waits(n):\n"
                           "    while n:\n"
                           "        n += 1\n"
                           "    return n\n";

static pk_context *ctx;
static pk_module *mod;
static pk_result result;

/* False on a device that prepares no calls. */
static bool start(void) {
    const char *backend = getenv("BACKEND");

    ctx = open_context(backend ? backend : "interp");
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
    return backend && strcmp(backend, "cpu") == 0;
}

static void stop(void) {
    pk_module_release(mod);
    pk_context_release(ctx);
}

static pk_status prepare(const char *name, const pk_arg *args, size_t count,
                         pk_prepared_call **out) {
    pk_host_function *fn = NULL;
    pk_status status;

    assert_ok(pk_module_host_function(mod, name, &fn, &err));
    status = pk_prepared_call_create(fn, args, count, out, &err);
    pk_host_function_release(fn); /* the call keeps it */
    return status;
}

static void run(pk_prepared_call *call) {
    assert_ok(pk_prepared_call_run(call, NULL, &result, &err));
}

START_TEST(each_call_sees_the_memory_as_it_is)
{
    double x[] = {1, 2, 3};
    pk_array a = pk_array_host(x, PK_DTYPE_f64, 1, &(int64_t){3});
    pk_arg args[] = {pk_inout(&a), pk_i64(1), pk_f64(0.5)};
    pk_prepared_call *call = NULL, *beyond = NULL;

    if (!start()) {
        ck_assert_int_eq(prepare("add", args, 3, &call), PK_UNSUPPORTED);
        ck_assert(strstr(err.message, "call it with pk_call"));
        stop();
        return;
    }
    assert_ok(prepare("add", args, 3, &call));
    ck_assert(x[1] == 2); /* nothing is called yet */
    args[1] = pk_i64(3);
    assert_ok(prepare("add", args, 3, &beyond));
    memset(args, 0, sizeof args); /* the arguments are read */
    memset(&a, 0, sizeof a);
    for (int i = 1; i < 4; i++) {
        run(call);
        ck_assert(result.f64 == 2 + 0.5 * i && x[1] == result.f64);
        ck_assert_int_eq(pk_prepared_call_run(beyond, NULL, &result, &err),
                         PK_BOUNDS);
        ck_assert_int_eq(result.kind, PK_RESULT_NONE);
    }
    x[1] = 10;
    assert_ok(pk_prepared_call_run(call, NULL, NULL, &err));
    ck_assert(x[1] == 10.5);
    pk_prepared_call_release(call);
    pk_prepared_call_release(beyond);
    stop();
}
END_TEST

/* The second call is found by the shorter way: there was one like it. */
START_TEST(tuples_and_strides)
{
    double x[] = {1, 2, 3, 4}, y[] = {2, 2, 2, 2};
    pk_array a = pk_array_host(x, PK_DTYPE_f64, 1, &(int64_t){4});
    pk_array b = pk_array_host(y, PK_DTYPE_f64, 1, &(int64_t){4});
    pk_arg pair[] = {pk_in(&a), pk_in(&b)};
    pk_arg args[] = {pk_tuple(pair, 2), pk_i64(10)};
    pk_prepared_call *calls[2], *halves;

    if (!start()) {
        stop();
        return;
    }
    for (int i = 0; i < 2; i++)
        assert_ok(prepare("dots", args, 2, &calls[i]));
    a.shape[0] = b.shape[0] = 2;
    a.strides[0] = b.strides[0] = 16;
    assert_ok(prepare("dots", args, 2, &halves));
    for (int i = 0; i < 2; i++) {
        run(calls[i]);
        ck_assert(result.items[0].f64 == 200 && result.items[1].i64 == 4);
        pk_result_release(&result);
        run(halves);
        ck_assert(result.items[0].f64 == 80 && result.items[1].i64 == 2);
        pk_result_release(&result);
        pk_prepared_call_release(calls[i]);
    }
    pk_prepared_call_release(halves);
    stop();
}
END_TEST

START_TEST(results_outlive_the_call)
{
    pk_prepared_call *call;
    pk_result first;

    if (!start()) {
        stop();
        return;
    }
    assert_ok(prepare("made", (pk_arg[]){pk_i64(3)}, 1, &call));
    run(call);
    first = result;
    run(call);
    ck_assert(first.data != result.data);
    pk_prepared_call_release(call);
    stop();
    ck_assert(((int64_t *)first.data)[2] == 3 && first.shape[0] == 3);
    pk_result_release(&first);
    pk_result_release(&result);
}
END_TEST

static void check_items(pk_prepared_call *call, const double *items) {
    for (int i = 0; i < 3; i++) {
        run(call);
        ck_assert(result.f64 == items[i]);
    }
    ck_assert_int_eq(pk_prepared_call_run(call, NULL, &result, &err),
                     PK_KERNEL);
    ck_assert_str_eq(err.message, "StopIteration");
    pk_prepared_call_release(call);
}

/* A generator has a copy of its lists: the arguments say their types only. */
START_TEST(generators_go_on)
{
    double x[] = {1, 2, 3};
    const pk_array a = pk_array_host(x, PK_DTYPE_f64, 1, &(int64_t){3});
    pk_arg args[2], items[2];
    pk_prepared_call *call;
    pk_host_function *fn;

    if (!start()) {
        stop();
        return;
    }
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "of_list" : "counts";
        pk_result generator;

        args[0] = i ? pk_list_of(&a, NULL) : pk_in(&a);
        assert_ok(pk_module_host_function(mod, name, &fn, &err));
        assert_ok(pk_call(fn, args, 1, &generator, &err));
        pk_host_function_release(fn);
        args[1] = pk_object_of(items, mod, name, generator.memory);
        assert_ok(prepare(name, args, 2, &call));
        if (i)
            memset(x, 0, sizeof x);
        check_items(call, (const double[]){1 + i, 2 + i, 3 + i});
        pk_result_release(&generator);
    }
    stop();
}
END_TEST

START_TEST(what_cannot_be_prepared_is_refused)
{
    double x[] = {1, 2, 3};
    const pk_array a = pk_array_host(x, PK_DTYPE_f64, 1, &(int64_t){3});
    pk_arg list = pk_list_of(&a, NULL);
    pk_prepared_call *call = NULL;
    pk_host_function *fn;

    start();
    ck_assert_int_eq(prepare("says", (pk_arg[]){pk_i64(3)}, 1, &call),
                     PK_UNSUPPORTED);
    ck_assert_int_eq(prepare("of_list", &list, 1, &call), PK_UNSUPPORTED);
    ck_assert_int_eq(prepare("made", NULL, 0, &call), PK_BAD_ARG);
    ck_assert_int_eq(prepare("made", (pk_arg[]){pk_f64(0.5)}, 1, &call),
                     PK_TYPE);
    ck_assert_ptr_null(call);
    assert_ok(pk_module_host_function(mod, "made", &fn, &err));
    ck_assert_int_eq(
        pk_prepared_call_create(fn, (pk_arg[]){pk_i64(1)}, 1, NULL, &err),
        PK_BAD_ARG);
    ck_assert_int_eq(
        pk_prepared_call_run((pk_prepared_call *)fn, NULL, NULL, &err),
        PK_BAD_HANDLE);
    pk_host_function_release(fn);
    pk_prepared_call_release(NULL);
    stop();
}
END_TEST

START_TEST(a_word_of_the_callers_stops_it)
{
    const uint32_t stop_now = 1, never = 0;
    pk_prepared_call *call;

    if (!start()) {
        stop();
        return;
    }
    assert_ok(prepare("waits", (pk_arg[]){pk_i64(1)}, 1, &call));
    ck_assert_int_eq(pk_prepared_call_run(call, &stop_now, &result, &err),
                     PK_CANCELLED);
    pk_prepared_call_release(call);
    assert_ok(prepare("waits", (pk_arg[]){pk_i64(0)}, 1, &call));
    assert_ok(pk_prepared_call_run(call, &never, &result, &err));
    pk_prepared_call_release(call);
    stop();
}
END_TEST

TESTS("prepared_calls", each_call_sees_the_memory_as_it_is, tuples_and_strides,
      results_outlive_the_call, generators_go_on,
      what_cannot_be_prepared_is_refused, a_word_of_the_callers_stops_it)
