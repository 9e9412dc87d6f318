/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of host functions, each twice and more: a later call goes a shorter way
 * than the first, with the same results and failures. On the backend that
 * BACKEND names; what is right is computed here, in C. */
#include "../runtime_test.h"

#include <complex.h>
#include <portkern/host.h>
#include <pthread.h>

static const char text[] = "from numba import njit\n"
                           "@njit\n"
                           "def twice(x):\n"
                           "    return x + x\n"
                           "@njit\n"
                           "def first(a):\n"
                           "    return a[0]\n"
                           "@njit\n"
                           "def shift(to, by):\n"
                           "    for i in range(by.size):\n"
                           "        to[i] = by[i] + 1\n"
                           "@njit\n"
                           "def ratio(x, y):\n"
                           "    return x // y\n"
                           "@njit\n"
                           "def corner(a):\n"
                           "    return a[1, 2], a.shape[1], a[1, 0] > 3\n"
                           "@njit\n"
                           "def kinds(a, b, c, d):\n"
                           "    return d, a, c, b, a < 0, 0.5, b\n"
                           "@njit\n"
                           "def nine(a):\n"
                           "    return a, a, a, a, a, a, a, a, a + 1\n"
                           "import numpy as np\n"
                           "@njit\n"
                           "def third(dtype, by=np.float64):\n"
                           "    return dtype(1) / by(3)\n"
                           "@njit\n"
                           "def two(n):\n"
                           "    a = np.ones(n)\n"
                           "    b = a[::-1] + 1\n"
                           "    return b.sum()\n"
                           "@njit\n"
                           "def five(n):\n"
                           "    a = np.ones(n)\n"
                           "    a_size = a.size\n"
                           "    b = a[::-1] + 1\n"
                           "    c = b[::-1] * 2\n"
                           "    d = c[::-1] + a_size\n"
                           "    e = d[::-1] - n\n"
                           "    return e.sum()\n"
                           "@njit\n"
                           "def pair(x):\n"
                           "    out = np.empty(2)\n"
                           "    out[0] = x\n"
                           "    out[1] = 1\n"
                           "    return out\n"
                           "@njit\n"
                           "def small(n):\n"
                           "    s = 0.0\n"
                           "    for i in range(n):\n"
                           "        a = np.zeros((2, 2))\n"
                           "        a[0, 1] = i\n"
                           "        b = pair(a[0, 1])\n"
                           "        s += a[0].sum() + b[1]\n"
                           "    return s\n"
                           "@njit\n"
                           "def again(n):\n"
                           "    x = np.ones(n)\n"
                           "    for i in range(5):\n"
                           "        x = x * 2 - 1\n"
                           "    return x.sum()\n"
                           "@njit\n"
                           "def chain(n):\n"
                           "    a = np.ones(n)\n"
                           "    b = a + 1\n"
                           "    c = b * 2 + b\n"
                           "    return (c - n).sum()\n"
                           "@njit\n"
                           "def turns(n):\n"
                           "    x = np.ones(n)\n"
                           "    s = 0.0\n"
                           "    for i in range(5):\n"
                           "        t = x * 2\n"
                           "        s += t[i] + x[0]\n"
                           "    return s\n"
                           "@njit\n"
                           "def named(n):\n"
                           "    x = np.ones(n)\n"
                           "    y = x\n"
                           "    for i in range(5):\n"
                           "        x = x + 1\n"
                           "    return y.sum() + x[0]\n"
                           "@njit\n"
                           "def viewed(n):\n"
                           "    x = np.ones(n)\n"
                           "    for i in range(5):\n"
                           "        view = x[1:]\n"
                           "        x = x + 1\n"
                           "        x[0] += view[0]\n"
                           "    return x[0]\n"
                           "@njit\n"
                           "def in_list(n):\n"
                           "    x = np.ones(n)\n"
                           "    kept = [x]\n"
                           "    for i in range(5):\n"
                           "        x = x + 1\n"
                           "        kept.append(x)\n"
                           "    return kept[2][0] + kept[5][0]\n"
                           "@njit\n"
                           "def shrinks(n):\n"
                           "    x = np.ones(n)\n"
                           "    for i in range(5):\n"
                           "        x = x[1:] + x[0]\n"
                           "    return x[0]\n"
                           "@njit\n"
                           "def of_call(n):\n"
                           "    x = np.ones(n)\n"
                           "    return (np.cumsum(x) + 1)[-1]\n"
                           "@njit\n"
                           "def keep(x):\n"
                           "    x = x + 1\n"
                           "    return x * 2\n"
                           "@njit\n"
                           "def lent(n):\n"
                           "    x = np.ones(n)\n"
                           "    y = keep(x)\n"
                           "    return y[0] + x[0]\n"
                           "@njit\n"
                           "def growing(a, n):\n"
                           "    kept = np.ones(100)\n"
                           "    for i in range(n):\n"
                           "        kept = kept + a[i]\n"
                           "        yield kept.sum()\n"
                           "@njit\n"
                           "def in_part(n):\n"
                           "    s = 0.0\n"
                           "    for v in growing(np.ones(9), 9):\n"
                           "        s += v\n"
                           "        if s > n:\n"
                           "            break\n"
                           "    return s\n";

static pk_context *ctx;
static pk_module *mod;
static pk_result result;

static void start(void) {
    const char *backend = getenv("BACKEND");

    ctx = open_context(backend ? backend : "interp");
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
}

static void stop(void) {
    pk_module_release(mod);
    pk_context_release(ctx);
}

static pk_host_function *function(const char *name) {
    pk_host_function *fn = NULL;

    assert_ok(pk_module_host_function(mod, name, &fn, &err));
    return fn;
}

static void call(pk_host_function *fn, const pk_arg *args, size_t count) {
    assert_ok(pk_call(fn, args, count, &result, &err));
}

enum { TIMES = 3 };

START_TEST(numbers_of_all_types_in_turn)
{
    start();
    pk_host_function *twice = function("twice");

    for (int time = 0; time < TIMES; time++) {
        pk_arg truth = pk_bool(true);

        call(twice, (pk_arg[]){pk_i64(-3 - time)}, 1);
        ck_assert_int_eq(result.kind, PK_RESULT_NUMBER);
        ck_assert_int_eq(result.i64, 2 * (-3 - time));
        call(twice, (pk_arg[]){pk_f64(0.1 * time)}, 1);
        ck_assert_int_eq(result.dtype, PK_DTYPE_f64);
        ck_assert(result.f64 == 0.1 * time + 0.1 * time);
        call(twice, (pk_arg[]){pk_f32(0.1f)}, 1);
        ck_assert_int_eq(result.dtype, PK_DTYPE_f32);
        ck_assert(result.f64 == (double)(0.1f + 0.1f));
        call(twice, (pk_arg[]){pk_i8(-100)}, 1);
        ck_assert_int_eq(result.i64, -200);
        call(twice, (pk_arg[]){pk_u64(UINT64_C(1) << 62)}, 1);
        ck_assert(result.dtype == PK_DTYPE_u64 && result.u64 == UINT64_C(1)
                                                                    << 63);
        memset(&truth.value, 0xfe, 1); /* a byte that is no bool of C */
        call(twice, &truth, 1);
        ck_assert_int_eq(result.i64, 2);
        call(twice, (pk_arg[]){pk_c64(1.5f, -2)}, 1);
        ck_assert_int_eq(result.kind, PK_RESULT_COMPLEX);
        ck_assert(result.complex128[0] == 3 && result.complex128[1] == -4);
        call(twice, (pk_arg[]){pk_c128(0.1, 1e300)}, 1);
        ck_assert(result.complex128[0] == 0.2 && result.complex128[1] == 2e300);
        pk_result_release(&result);
        ck_assert_int_eq(result.kind, PK_RESULT_NONE);
    }
    pk_host_function_release(twice);
    stop();
}
END_TEST

/* A function is compiled for each; a default is one, too. */
START_TEST(dtypes_are_arguments)
{
    start();
    pk_host_function *third = function("third");
    const pk_arg single[] = {pk_dtype_value(PK_DTYPE_f32),
                             pk_dtype_value(PK_DTYPE_f32)};
    const pk_arg pairs[] = {pk_dtype_value(PK_DTYPE_c128),
                            pk_dtype_value(PK_DTYPE_f64)};
    const pk_arg none = pk_dtype_value(PK_DTYPE_void);

    for (int time = 0; time < TIMES; time++) {
        call(third, single, 1); /* by float64 */
        ck_assert(result.dtype == PK_DTYPE_f64 && result.f64 == 1.0 / 3.0);
        call(third, single, 2);
        ck_assert(result.dtype == PK_DTYPE_f32 &&
                  result.f64 == (double)(1.0f / 3.0f));
        call(third, pairs, 2);
        ck_assert(result.dtype == PK_DTYPE_c128 &&
                  result.complex128[0] == 1.0 / 3.0);
        assert_fails(pk_call(third, &none, 1, &result, &err), PK_BAD_ARG,
                     "no dtype of numbers");
    }
    pk_host_function_release(third);
    stop();
}
END_TEST

/* Small items are behind each other, and what is around them is not theirs. */
START_TEST(tuples_of_numbers_in_turn)
{
    start();
    pk_host_function *kinds = function("kinds"), *nine = function("nine");

    for (int time = 0; time < TIMES; time++) {
        const pk_result *item;

        call(kinds,
             (pk_arg[]){pk_i8(-100), pk_u16(65535), pk_f32(0.1f),
                        pk_bool(time & 1)},
             4);
        item = result.items;
        ck_assert_int_eq(result.kind, PK_RESULT_TUPLE);
        ck_assert_uint_eq(result.count, 7);
        ck_assert(item[0].dtype == PK_DTYPE_bool &&
                  item[0].boolean == time % 2);
        ck_assert(item[1].dtype == PK_DTYPE_i8 && item[1].i64 == -100);
        ck_assert(item[2].dtype == PK_DTYPE_f32 && item[2].f64 == (double)0.1f);
        ck_assert(item[3].dtype == PK_DTYPE_u16 && item[3].u64 == 65535);
        ck_assert(item[4].dtype == PK_DTYPE_bool && item[4].boolean);
        ck_assert(item[5].dtype == PK_DTYPE_f64 && item[5].f64 == 0.5);
        ck_assert(item[6].dtype == PK_DTYPE_u16 && item[6].u64 == 65535);
        ck_assert_str_eq(item[6].name, "");
        pk_result_release(&result);
        call(nine, (pk_arg[]){pk_i64(time)}, 1);
        ck_assert_uint_eq(result.count, 9);
        ck_assert(result.items[0].i64 == time &&
                  result.items[8].i64 == time + 1);
        pk_result_release(&result);
        assert_ok(pk_call(
            kinds, (pk_arg[]){pk_i8(1), pk_u16(2), pk_f32(3), pk_bool(true)}, 4,
            NULL, &err));
    }
    pk_host_function_release(kinds);
    pk_host_function_release(nine);
    stop();
}
END_TEST

/* Arrays that are aligned or not, read-only, of other types, strided, or
 * wrong. */
START_TEST(arrays_of_all_kinds_in_turn)
{
    start();
    _Alignas(16) double numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    pk_host_function *first = function("first");
    pk_array a, none;

    for (int time = 0; time < TIMES; time++)
        for (int at = 0; at < 4; at++) {
            a = pk_array_host(numbers + at, PK_DTYPE_f64, 1, &(int64_t){4});
            call(first, (pk_arg[]){pk_inout(&a)}, 1);
            ck_assert(result.f64 == numbers[at]);
            call(first, (pk_arg[]){pk_in(&a)}, 1);
            ck_assert(result.f64 == numbers[at]);
            a.strides[0] = -8;
            call(first, (pk_arg[]){pk_inout(&a)}, 1);
            ck_assert(result.f64 == numbers[at]);
            a = pk_array_host(numbers + at, PK_DTYPE_i64, 1, &(int64_t){4});
            call(first, (pk_arg[]){pk_inout(&a)}, 1);
            ck_assert(memcmp(&result.i64, numbers + at, 8) == 0);
            assert_fails(
                pk_call(first, (pk_arg[]){pk_inout(NULL)}, 1, &result, &err),
                PK_BAD_ARG, "the array is NULL");
            ck_assert_int_eq(result.kind, PK_RESULT_NONE);
            a.host = (char *)numbers + 4;
            assert_fails(
                pk_call(first, (pk_arg[]){pk_inout(&a)}, 1, &result, &err),
                PK_BAD_ARG, "must lie at multiples of 8");
            a.host = NULL;
            assert_fails(
                pk_call(first, (pk_arg[]){pk_inout(&a)}, 1, &result, &err),
                PK_BAD_ARG, "no memory");
            a.shape[0] = -1;
            assert_fails(
                pk_call(first, (pk_arg[]){pk_inout(&a)}, 1, &result, &err),
                PK_BAD_ARG, "shape[0] is -1");
        }
    none = pk_array_host(numbers, PK_DTYPE_f64, 1, &(int64_t){1});
    for (int time = 0; time < TIMES; time++)
        call(first, (pk_arg[]){pk_inout(&none)}, 1);
    ck_assert(result.f64 == 1);
    pk_host_function_release(first);
    stop();
}
END_TEST

/* NumPy's loop over overlapping arrays reads what it has written. */
START_TEST(arrays_that_overlap_after_some_that_do_not)
{
    start();
    _Alignas(16) int64_t numbers[64];
    pk_host_function *shift = function("shift");

    for (int time = 0; time < TIMES; time++)
        for (int by = 32; by >= 0; by -= 2) {
            pk_array from, to;
            int64_t want[64];

            for (int i = 0; i < 64; i++)
                numbers[i] = want[i] = i;
            for (int i = 0; i < 32; i++)
                want[by + i] = want[i] + 1;
            from = pk_array_host(numbers, PK_DTYPE_i64, 1, &(int64_t){32});
            to = pk_array_host(numbers + by, PK_DTYPE_i64, 1, &(int64_t){32});
            call(shift, (pk_arg[]){pk_inout(&to), pk_inout(&from)}, 2);
            ck_assert_int_eq(result.kind, PK_RESULT_NONE);
            ck_assert_msg(memcmp(want, numbers, sizeof want) == 0,
                          "arrays %d elements apart", by);
        }
    pk_host_function_release(shift);
    stop();
}
END_TEST

START_TEST(arrays_in_buffers_are_refused)
{
    start();
    pk_host_function *first = function("first");
    double numbers[4] = {1, 2, 3, 4};
    pk_buffer *buffer = NULL;
    pk_array a;

    assert_ok(
        pk_buffer_import_host(ctx, numbers, sizeof numbers, &buffer, &err));
    a = pk_array_device(buffer, PK_DTYPE_f64, 1, (int64_t[]){4});
    for (int time = 0; time < TIMES; time++)
        assert_fails(pk_call(first, (pk_arg[]){pk_inout(&a)}, 1, &result, &err),
                     PK_BAD_ARG, "in a buffer");
    pk_buffer_release(buffer);
    pk_host_function_release(first);
    stop();
}
END_TEST

START_TEST(a_context_without_a_device_calls_nothing)
{
    const pk_context_options options = {.struct_size = sizeof options,
                                        .flags = PK_CONTEXT_no_device,
                                        .cache_dir = "off"};

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
    pk_host_function *twice = function("twice");
    assert_fails(pk_call(twice, (pk_arg[]){pk_i64(1)}, 1, &result, &err),
                 PK_NO_DEVICE, "without a device");
    pk_host_function_release(twice);
    stop();
}
END_TEST

START_TEST(exceptions_before_and_after_results)
{
    start();
    pk_host_function *ratio = function("ratio");

    for (int time = 0; time < TIMES; time++) {
        call(ratio, (pk_arg[]){pk_i64(-7), pk_i64(2)}, 2);
        ck_assert_int_eq(result.i64, -4);
        assert_fails(
            pk_call(ratio, (pk_arg[]){pk_i64(7), pk_i64(0)}, 2, &result, &err),
            PK_KERNEL, "ZeroDivisionError");
        ck_assert_int_eq(result.kind, PK_RESULT_NONE);
        ck_assert_int_eq(err.line, 14);
        assert_fails(pk_call(ratio, (pk_arg[]){pk_i64(7)}, 1, &result, &err),
                     PK_BAD_ARG, "takes 2 arguments");
        assert_fails(pk_call(ratio, NULL, 2, &result, &err), PK_BAD_ARG,
                     "args is NULL");
        assert_ok(
            pk_call(ratio, (pk_arg[]){pk_i64(7), pk_i64(2)}, 2, NULL, &err));
    }
    pk_host_function_release(ratio);
    stop();
}
END_TEST

START_TEST(tuples_of_arrays_of_two_axes)
{
    start();
    int32_t numbers[3][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}};
    pk_array a = pk_array_host(numbers, PK_DTYPE_i32, 2, (int64_t[]){3, 4});
    pk_host_function *corner = function("corner");

    for (int time = 0; time < TIMES; time++) {
        pk_array_set_c_order(&a);
        if (time == 2) { /* in Fortran's order, after others */
            a.shape[0] = 4, a.shape[1] = 3;
            pk_array_set_f_order(&a);
        }
        call(corner, (pk_arg[]){pk_inout(&a)}, 1);
        ck_assert_int_eq(result.kind, PK_RESULT_TUPLE);
        ck_assert_int_eq(result.count, 3);
        ck_assert_int_eq(result.items[0].i64, time == 2 ? 9 : 6);
        ck_assert_int_eq(result.items[1].i64, time == 2 ? 3 : 4);
        ck_assert_int_eq(result.items[2].boolean, time != 2);
        pk_result_release(&result);
    }
    pk_host_function_release(corner);
    stop();
}
END_TEST

static void *call_often(void *arg) {
    pk_host_function *fn = arg;
    bool good = true;

    for (int64_t i = 0; i < 2000; i++) {
        pk_result r;
        pk_arg args[] = {i % 3 ? pk_i64(i) : pk_f64((double)i)};
        good = good && pk_call(fn, args, 1, &r, NULL) == PK_OK &&
               (i % 3 ? r.i64 == 2 * i : r.f64 == 2 * (double)i);
    }
    return good ? fn : NULL;
}

START_TEST(threads_that_call_one_function)
{
    start();
    enum { THREADS = 4 };
    pk_host_function *twice = function("twice");
    pthread_t threads[THREADS];
    void *good;

    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, call_often, twice),
                         0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], &good);
        ck_assert_ptr_nonnull(good);
    }
    pk_host_function_release(twice);
    stop();
}
END_TEST

/* Memory that is out, and the most of it that ever was. */
static _Atomic size_t out_now, out_most;

static void count(size_t more, size_t less) {
    const size_t now = out_now += more - less;

    if (now > out_most)
        out_most = now;
}

static size_t arrays_made; /* with their heads: of LARGE bytes and more */
enum { LARGE = 1 << 17 };

static void *count_alloc(void *self, size_t size) {
    (void)self;
    count(size, 0);
    arrays_made += size >= LARGE;
    return malloc(size);
}

static void *count_resize(void *self, void *old, size_t old_size, size_t size) {
    (void)self;
    count(size, old_size);
    return realloc(old, size);
}

static void count_release(void *self, void *old, size_t size) {
    (void)self;
    count(0, size);
    free(old);
}

/* The most memory that a call of the function takes, when it is compiled. */
static size_t most_in(const char *name, int64_t n, double sum) {
    pk_host_function *fn = function(name);
    size_t before;

    call(fn, (pk_arg[]){pk_i64(n)}, 1);
    arrays_made = 0;
    before = out_now;
    out_most = before;
    call(fn, (pk_arg[]){pk_i64(n)}, 1);
    ck_assert(result.f64 == sum);
    pk_host_function_release(fn);
    return out_most - before;
}

/* The interpreter keeps what was given up, to tell who uses it. */
START_TEST(an_array_goes_behind_its_last_use)
{
    const pk_allocator counting = {
        .alloc = count_alloc, .resize = count_resize, .release = count_release};
    const char *backend = getenv("BACKEND");
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = &counting,
                                  .plugin_path = TEST_PLUGINS,
                                  .backend = backend,
                                  .cache_dir = "off"};
    const int64_t n = 1 << 15;
    size_t least;

    if (!backend || strcmp(backend, "cpu"))
        return;
    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
    least = most_in("two", n, 2.0 * (double)n);
    ck_assert_uint_ge(least, 16 * (size_t)n);
    ck_assert_uint_lt(most_in("five", n, 4.0 * (double)n),
                      least + 4 * (size_t)n);
    stop();
    ck_assert_uint_eq(out_now, 0);
}
END_TEST

START_TEST(small_arrays_that_stay_take_no_memory)
{
    const pk_allocator counting = {
        .alloc = count_alloc, .resize = count_resize, .release = count_release};
    const char *backend = getenv("BACKEND");
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = &counting,
                                  .plugin_path = TEST_PLUGINS,
                                  .backend = backend,
                                  .cache_dir = "off"};

    if (!backend || strcmp(backend, "cpu"))
        return;
    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
    ck_assert_uint_eq(most_in("small", 4, 10), 0);
    stop();
}
END_TEST

/* How many large arrays a call of the function makes. */
static size_t arrays_in(const char *name, double sum) {
    most_in(name, 1 << 15, sum);
    return arrays_made;
}

START_TEST(an_array_takes_the_memory_of_one_that_nobody_uses)
{
    const pk_allocator counting = {
        .alloc = count_alloc, .resize = count_resize, .release = count_release};
    const char *backend = getenv("BACKEND");
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = &counting,
                                  .plugin_path = TEST_PLUGINS,
                                  .backend = backend,
                                  .cache_dir = "off"};
    const double n = 1 << 15;

    if (!backend || strcmp(backend, "cpu"))
        return;
    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
    ck_assert_uint_eq(arrays_in("again", n), 1);
    ck_assert_uint_eq(arrays_in("turns", 15), 2);
    ck_assert_uint_eq(arrays_in("chain", n * (6 - n)), 1);
    ck_assert_uint_eq(arrays_in("of_call", n + 1), 2);
    /* others have it */
    ck_assert_uint_eq(arrays_in("named", n + 6), 2);
    ck_assert_uint_eq(arrays_in("viewed", 21), 6);
    ck_assert_uint_eq(arrays_in("in_list", 9), 6);
    ck_assert_uint_eq(arrays_in("shrinks", 32), 6);
    ck_assert_uint_eq(arrays_in("lent", 5), 2);
    stop();
}
END_TEST

static void check_growing(void) {
    const double sums[] = {200, 400, 700};
    double numbers[] = {1, 2, 3};
    const pk_array a = pk_array_host(numbers, PK_DTYPE_f64, 1, &(int64_t){3});
    pk_arg args[3] = {pk_in(&a), pk_i64(3)}, items[2];
    pk_host_function *growing = function("growing");
    pk_result generator, other;

    assert_ok(pk_call(growing, args, 2, &generator, &err));
    assert_ok(pk_call(growing, args, 2, &other, &err));
    ck_assert_int_eq(generator.kind, PK_RESULT_OBJECT);
    ck_assert_str_eq(generator.class_name, "generator");
    args[2] = pk_object_of(items, mod, "growing", generator.memory);
    for (int i = 0; i < 3; i++) {
        call(growing, args, 3);
        ck_assert(result.f64 == sums[i]);
    }
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pk_call(growing, args, 3, &result, &err), PK_KERNEL);
        ck_assert_str_eq(err.message, "StopIteration");
    }
    args[2] = pk_object_of(items, mod, "growing", other.memory);
    call(growing, args, 3);
    ck_assert(result.f64 == 200);
    args[2] = pk_object_of(items, mod, "in_part", other.memory);
    ck_assert_int_ne(pk_call(growing, args, 3, &result, &err), PK_OK);
    ck_assert_int_ne(pk_call(growing, args + 1, 2, &result, &err), PK_OK);
    pk_result_release(&generator);
    pk_result_release(&other); /* half way */
    pk_host_function_release(growing);
}

START_TEST(generators_go_on_and_leave_nothing)
{
    const pk_allocator counting = {
        .alloc = count_alloc, .resize = count_resize, .release = count_release};
    const char *backend = getenv("BACKEND");
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = &counting,
                                  .plugin_path = TEST_PLUGINS,
                                  .backend = backend ? backend : "interp",
                                  .cache_dir = "off"};

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
    check_growing();
    most_in("in_part", 600, 900);
    stop();
    ck_assert_uint_eq(out_now, 0);
}
END_TEST

TESTS("calls", generators_go_on_and_leave_nothing,
      an_array_takes_the_memory_of_one_that_nobody_uses,
      small_arrays_that_stay_take_no_memory, an_array_goes_behind_its_last_use,
      numbers_of_all_types_in_turn, dtypes_are_arguments,
      tuples_of_numbers_in_turn, arrays_of_all_kinds_in_turn,
      arrays_that_overlap_after_some_that_do_not,
      exceptions_before_and_after_results, tuples_of_arrays_of_two_axes,
      threads_that_call_one_function, arrays_in_buffers_are_refused,
      a_context_without_a_device_calls_nothing)
