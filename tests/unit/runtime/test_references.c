/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays in buffers as globals of a module: by reference, so kernels write them
 * and see what others write. On the backend that BACKEND names. */
#include "runtime_test.h"

enum { N = 8 };

static pk_context *ctx;
static pk_queue *queue;
static pk_module *mod;

/* The array of the module's that most tests have, D, in its buffer. */
static pk_buffer *buf;
static pk_array array;
static pk_global global;

static void start(void) {
    const char *backend = getenv("BACKEND");

    ctx = open_context(backend ? backend : "interp");
    queue = open_queue(ctx);
    mod = NULL;
    buf = NULL;
}

static void stop(void) {
    pk_module_release(mod);
    pk_buffer_release(buf);
    pk_queue_release(queue);
    pk_context_release(ctx);
}

/* A buffer that holds 0, 1, 2, ... as float64. */
static pk_buffer *counting(int64_t count) {
    double values[64];
    pk_buffer *made = NULL;

    for (int64_t i = 0; i < count; i++)
        values[i] = (double)i;
    assert_ok(pk_buffer_create(ctx, (size_t)count * 8, 0, &made, &err));
    assert_ok(pk_buffer_write(made, 0, values, (size_t)count * 8, &err));
    return made;
}

static pk_array doubles(pk_buffer *in, int64_t count) {
    return pk_array_device(in, PK_DTYPE_f64, 1, &count);
}

/* D has N elements of a buffer of `count`. */
static void start_with(int64_t count) {
    start();
    buf = counting(count);
    array = doubles(buf, N);
    global = (pk_global){.name = "D", .value = pk_inout(&array)};
}

static pk_status make(const char *text, const pk_global *globals, size_t count,
                      pk_module **out) {
    return pk_module_from_source(ctx, text, "k.py", 0, globals, count, out,
                                 &err);
}

static pk_status launch(pk_module *from, const char *name, const pk_arg *args,
                        size_t count) {
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {N});
    pk_kernel *kernel = NULL;
    pk_status status = pk_module_kernel(from, name, &kernel, &err);

    if (status == PK_OK)
        status = pk_launch(queue, kernel, &config, args, count, &err);
    pk_kernel_release(kernel);
    return status == PK_OK ? pk_queue_finish(queue, &err) : status;
}

static void expect(pk_buffer *in, int64_t count, double (*want)(int64_t)) {
    double values[64];

    assert_ok(pk_buffer_read(in, 0, values, (size_t)count * 8, &err));
    for (int64_t i = 0; i < count; i++)
        ck_assert_msg(values[i] == want(i), "[%d] is %g, not %g", (int)i,
                      values[i], want(i));
}

#define HEAD                                                                   \
    "from numba import cuda\n"                                                 \
    "@cuda.jit(device=True)\n"                                                 \
    "def bump(i, by):\n"                                                       \
    "    D[i] += by\n"                                                         \
    "    return D.size\n"                                                      \
    "@cuda.jit(device=True)\n"                                                 \
    "def twice(i, by):\n"                                                      \
    "    return bump(i, by) + bump(i, by)\n"                                   \
    "@cuda.jit\n"

static double after_bumps(int64_t i) {
    return (double)i + 2 * 2 * 0.5 + 100 * 2;
}

START_TEST(kernels_and_what_they_call_write_the_array)
{
    double out[N] = {0};
    pk_array given = pk_array_host(out, PK_DTYPE_f64, 1, &(int64_t){N});
    pk_arg arg = pk_inout(&given);

    start_with(N);
    assert_ok(make(HEAD "def k(out):\n"
                        "    i = cuda.grid(1)\n"
                        "    n = twice(i, 0.5)\n"
                        "    cuda.atomic.add(D, i, 100)\n"
                        "    out[i] = D[i] + n\n",
                   &global, 1, &mod));
    array.shape[0] = 0; /* the module has a copy */
    for (int round = 1; round <= 2; round++) {
        assert_ok(launch(mod, "k", &arg, 1));
        for (int i = 0; i < N; i++)
            ck_assert_double_eq(out[i], i + 101.0 * round + 2 * N);
    }
    expect(buf, N, after_bumps);
    stop();
}
END_TEST

START_TEST(an_array_by_pk_in_is_only_read)
{
    double out[N] = {0};
    pk_array given = pk_array_host(out, PK_DTYPE_f64, 1, &(int64_t){N});
    pk_arg arg = pk_inout(&given);

    start_with(2 * N);
    array.strides[0] = 16;
    global.value = pk_in(&array);
    assert_ok(make(HEAD "def k(out):\n"
                        "    D[0] = 1\n"
                        "@cuda.jit\n"
                        "def r(out):\n"
                        "    i = cuda.grid(1)\n"
                        "    out[i] = D[-1 - i] + D[1:].sum()\n"
                        "@cuda.jit\n"
                        "def unused(out):\n"
                        "    out[cuda.grid(1)] = 3\n",
                   &global, 1, &mod));
    pk_buffer_release(buf); /* the module holds it */
    buf = NULL;
    assert_fails(launch(mod, "k", &arg, 1), PK_TYPE,
                 "cannot write to a read-only array");
    assert_ok(launch(mod, "r", &arg, 1));
    for (int i = 0; i < N; i++)
        ck_assert_double_eq(out[i], 2 * (N - 1 - i) + N * (N - 1));
    assert_ok(launch(mod, "unused", &arg, 1));
    ck_assert_double_eq(out[N - 1], 3);
    stop();
}
END_TEST

static double reversed_or_shifted(int64_t i) {
    return i ? (double)i - 1 : 0;
}

/* The launch must not promise that arrays do not overlap. */
START_TEST(the_same_array_may_be_an_argument_too)
{
    pk_array given;
    pk_arg arg = pk_inout(&given);

    start_with(N);
    given = array;
    assert_ok(make("from numba import cuda\n"
                   "@cuda.jit\n"
                   "def k(a):\n"
                   "    if cuda.grid(1) == 0:\n"
                   "        b = D if a.size > 3 else a\n"
                   "        for i in range(a.size - 1, 0, -1):\n"
                   "            b[i] = a[i - 1]\n"
                   "            a[i - 1] += 0 * D[i]\n",
                   &global, 1, &mod));
    assert_ok(launch(mod, "k", &arg, 1));
    expect(buf, N, reversed_or_shifted);
    stop();
}
END_TEST

static double after_other(int64_t i) {
    return (double)i + 1 + 10;
}

static double after_launched(int64_t i) {
    return (double)i * 2 + 5 + (i == 3 ? 9 : 0);
}

START_TEST(functions_of_other_modules_bring_theirs)
{
    pk_array arrays[2];
    pk_global own[] = {{.name = "D"}, {.name = "E"}};
    pk_global other[] = {{.name = "D"}, {.name = "bump"}, {.name = "twice"}};
    pk_module *library;
    pk_buffer *bufs[2];

    start();
    for (int i = 0; i < 2; i++) {
        bufs[i] = counting(N);
        arrays[i] = doubles(bufs[i], N);
    }
    own[0].value = pk_inout(&arrays[0]);
    own[1].value = pk_in(&arrays[1]); /* that nothing uses */
    assert_ok(make(HEAD "def k():\n    pass\n", own, 2, &library));
    other[0].value = pk_inout(&arrays[1]);
    other[1].value = pk_function_of(library, "bump");
    other[2].value = pk_function_of(library, "twice");
    assert_ok(make("from numba import cuda\n"
                   "@cuda.jit\n"
                   "def k():\n"
                   "    i = cuda.grid(1)\n"
                   "    bump(i, 1)\n"
                   "    twice(i, 5)\n"
                   "    D[i] += 11\n",
                   other, 3, &mod));
    pk_module_release(library);
    assert_ok(launch(mod, "k", NULL, 0));
    expect(bufs[0], N, after_other);
    expect(bufs[1], N, after_other);
    for (int i = 0; i < 2; i++)
        pk_buffer_release(bufs[i]);
    stop();
}
END_TEST

START_TEST(prepared_launches_and_launches_in_kernels_have_it)
{
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {N});
    pk_prepared *prepared;
    pk_kernel *kernel;
    pk_arg arg = pk_f64(5);

    start_with(N);
    assert_ok(make("from numba import cuda\n"
                   "@cuda.jit\n"
                   "def later(x, n):\n"
                   "    x[0] += n\n"
                   "    D[3] += 2 * n\n"
                   "@cuda.jit\n"
                   "def k(by):\n"
                   "    i = cuda.grid(1)\n"
                   "    D[i] += D[i] + by\n"
                   "    if i == 0:\n"
                   "        later[1, 1](D[3:], 1)\n"
                   "        later[1, 1](D[3:5], 2)\n",
                   &global, 1, &mod));
    assert_ok(pk_module_kernel(mod, "k", &kernel, &err));
    assert_ok(pk_kernel_compile(kernel, &config, &arg, 1, NULL, &err));
    assert_ok(pk_prepared_create(kernel, &config, &arg, 1, &prepared, &err));
    pk_kernel_release(kernel);
    pk_module_release(mod);
    mod = NULL;
    assert_ok(pk_prepared_launch(prepared, queue, &err));
    assert_ok(pk_queue_finish(queue, &err));
    expect(buf, N, after_launched);
    pk_prepared_release(prepared);
    stop();
}
END_TEST

START_TEST(arrays_of_records_and_of_two_dimensions_are_known_as_such)
{
    int64_t shape[] = {2, 3};
    double values[6];
    pk_array arrays[2];
    pk_global globals[] = {{.name = "GRID"}, {.name = "REC"}};
    const pk_structure *s;
    pk_buffer *bufs[2];

    start();
    assert_ok(pk_structure_get(
        ctx, "[('label', 'S8'), ('x', 'f8'), ('y', 'f8')]", 0, &s, &err));
    ck_assert_uint_eq(pk_structure_size(s), 24);
    bufs[0] = counting(6);
    bufs[1] = counting(6);
    arrays[0] = pk_array_device(bufs[0], PK_DTYPE_f64, 2, shape);
    arrays[1] = pk_array_device_records(bufs[1], s, 1, shape);
    for (int i = 0; i < 2; i++)
        globals[i].value = pk_inout(&arrays[i]);
    assert_ok(make("from numba import cuda\n"
                   "@cuda.jit\n"
                   "def k():\n"
                   "    if cuda.grid(1) == 0:\n"
                   "        REC[0].x = REC[1].x + GRID[1, 2]\n"
                   "        GRID[:] = GRID * 2 + REC.shape[0]\n",
                   globals, 2, &mod));
    assert_ok(launch(mod, "k", NULL, 0));
    assert_ok(pk_buffer_read(bufs[0], 0, values, sizeof values, &err));
    ck_assert_double_eq(values[5], 12);
    assert_ok(pk_buffer_read(bufs[1], 0, values, sizeof values, &err));
    ck_assert_double_eq(values[1], 4 + 5);
    ck_assert_double_eq(values[0], 0);
    pk_buffer_release(bufs[0]);
    pk_buffer_release(bufs[1]);
    stop();
}
END_TEST

START_TEST(arrays_that_are_not_in_their_buffer_are_refused)
{

    start_with(N);
    array = doubles(buf, N + 1);
    assert_fails(make("", &global, 1, &mod), PK_BAD_ARG,
                 "'D' of the module: its elements lie at bytes 0 to 72 of a "
                 "buffer of 64 bytes");
    array = doubles(buf, N - 1);
    array.offset = 3;
    assert_fails(make("", &global, 1, &mod), PK_BAD_ARG,
                 "elements must lie at multiples of 8");
    array.buffer = (pk_buffer *)ctx;
    assert_fails(make("", &global, 1, &mod), PK_BAD_HANDLE, "its buffer");
    array = doubles(buf, N);
    global.name = NULL;
    assert_fails(make("", &global, 1, &mod), PK_BAD_ARG, "has no name");
    stop();
}
END_TEST

TESTS("references", kernels_and_what_they_call_write_the_array,
      an_array_by_pk_in_is_only_read, the_same_array_may_be_an_argument_too,
      functions_of_other_modules_bring_theirs,
      prepared_launches_and_launches_in_kernels_have_it,
      arrays_of_records_and_of_two_dimensions_are_known_as_such,
      arrays_that_are_not_in_their_buffer_are_refused)
