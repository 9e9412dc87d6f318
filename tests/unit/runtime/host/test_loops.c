/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over functions of elements: arrays of all layouts, arrays that overlap,
 * failures and threads. On the backend that BACKEND names; what is right is
 * computed here, in C. */
#include "../runtime_test.h"

#include <portkern/host.h>

static const char text[] = "from numba import njit, vectorize\n"
                           "@njit\n"
                           "def axpy(a, x, y):\n"
                           "    return a * x + y\n"
                           "@vectorize\n"
                           "def plus(a, b):\n"
                           "    return a + b\n"
                           "@njit\n"
                           "def low(a):\n"
                           "    if a >= 50:\n"
                           "        raise ValueError('too high', a)\n"
                           "    return a\n"
                           "@njit\n"
                           "def sums(x, out):\n"
                           "    s = 0.0\n"
                           "    for i in range(x.shape[0]):\n"
                           "        for j in range(x.shape[1]):\n"
                           "            s += x[i, j]\n"
                           "    out[0] = s\n";

enum { N = 200 };

static pk_context *ctx;
static pk_module *mod;

static void start(void) {
    const char *backend = getenv("BACKEND");

    ctx = open_context(backend ? backend : "interp");
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
}

static void stop(void) {
    pk_module_release(mod);
    pk_context_release(ctx);
}

static pk_element_loop *loop_of(const char *name, size_t inputs) {
    pk_element_loop_operand operands[4];
    pk_element_loop *loop = NULL;

    for (size_t i = 0; i <= inputs; i++)
        operands[i] = (pk_element_loop_operand){PK_DTYPE_f64, 0, i == inputs};
    assert_ok(
        pk_element_loop_create(mod, name, operands, inputs + 1, &loop, &err));
    return loop;
}

static pk_status run(pk_element_loop *loop, uint64_t n, double *const *data,
                     const int64_t *steps, uint32_t flags) {
    return pk_element_loop_run(
        loop,
        &PK_INIT(pk_element_loop_run_desc, .flags = flags, .count = n,
                 .data = (void *const *)data, .strides = steps),
        &err);
}

/* All strides of all operands, against a loop of C. */
START_TEST(strides_of_all_kinds)
{
    static double in[4][2 * N], want[2 * N];
    static const int64_t steps[] = {8, 0, 16, -8};
    start();
    pk_element_loop *loop = loop_of("axpy", 3);

    for (int k = 0; k < 4 * 4 * 4 * 2; k++) {
        const int64_t s[] = {steps[k % 4], steps[k / 4 % 4], steps[k / 16 % 4],
                             k / 64 ? 16 : 8};
        double *data[4];
        for (int i = 0; i < 4; i++) {
            data[i] = in[i] + (s[i] < 0 ? N - 1 : 0);
            for (int j = 0; j < 2 * N; j++)
                in[i][j] = i < 3 ? 0.5 * j - i : -1;
        }
        memcpy(want, in[3], sizeof want);
        for (int64_t j = 0; j < N; j++)
            want[j * s[3] / 8] = data[0][j * s[0] / 8] * data[1][j * s[1] / 8] +
                                 data[2][j * s[2] / 8];
        for (uint32_t flags = 0; flags < 2; flags++) {
            for (int j = 0; j < 2 * N; j++)
                in[3][j] = -1;
            assert_ok(run(loop, N, data, s, flags));
            ck_assert(memcmp(want, in[3], sizeof want) == 0);
        }
    }
    pk_element_loop_release(loop);
    stop();
}
END_TEST

/* Later calls read what one call writes. */
START_TEST(calls_are_in_order_where_they_must)
{
    double x[N + 1], sum = 1, total = 0;
    start();
    pk_element_loop *loop = loop_of("plus", 2);

    for (int i = 0; i <= N; i++)
        x[i] = i + 1;
    assert_ok(
        run(loop, N, (double *[]){x, x + 1, x + 1}, (int64_t[]){8, 8, 8}, 0));
    for (int i = 1; i <= N; i++) {
        sum += i + 1;
        ck_assert(x[i] == sum);
    }
    assert_ok(run(loop, N, (double *[]){&total, x, &total},
                  (int64_t[]){0, 8, 0}, PK_LOOP_parallel));
    for (int i = 0; i < N; i++)
        total -= x[i];
    ck_assert(total == 0);
    assert_ok(run(loop, N, (double *[]){x, x, x}, (int64_t[]){8, 8, 8}, 0));
    ck_assert(x[0] == 2 && x[N - 1] == 2 * (sum - N - 1));
    pk_element_loop_release(loop);
    stop();
}
END_TEST

START_TEST(the_first_call_that_fails_says_so)
{
    double x[N], y[N];
    start();
    pk_element_loop *loop = loop_of("low", 1);

    for (int i = 0; i < N; i++)
        x[i] = i;
    assert_ok(run(loop, 50, (double *[]){x, y}, (int64_t[]){8, 8}, 0));
    for (uint32_t flags = 0; flags < 2; flags++)
        for (int step = 1; step < 3; step++) {
            ck_assert_int_eq(run(loop, N / 2, (double *[]){x, y},
                                 (int64_t[]){8 * step, 8}, flags),
                             PK_KERNEL);
            ck_assert_str_eq(err.message, "ValueError: ('too high', 50.0)");
            ck_assert_int_eq(err.line, 11);
            ck_assert(y[49 / step] == 49 / step * step);
        }
    pk_element_loop_release(loop);
    stop();
}
END_TEST

START_TEST(calls_get_arrays)
{
    static double x[4][3][5];
    static const pk_element_loop_operand operands[] = {{PK_DTYPE_f64, 2, false},
                                                       {PK_DTYPE_f64, 1, true}};
    double out[4], want[4] = {0};
    pk_element_loop *loop = NULL;
    start();

    assert_ok(pk_element_loop_create(mod, "sums", operands, 2, &loop, &err));
    for (int i = 0; i < 60; i++)
        (&x[0][0][0])[i] = i;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 15; k++)
            want[i] += x[i][k / 5][k % 5];
    for (uint32_t flags = 0; flags < 2; flags++)
        for (int turned = 0; turned < 2; turned++) {
            const int64_t shape[] = {turned ? 5 : 3, turned ? 3 : 5, 1};
            const int64_t steps[] = {turned ? 8 : 40, turned ? 40 : 8, 8};
            memset(out, 0, sizeof out);
            assert_ok(pk_element_loop_run(
                loop,
                &PK_INIT(pk_element_loop_run_desc, .flags = flags, .count = 4,
                         .data = (void *[]){x, out},
                         .strides = (int64_t[]){120, 8}, .axis_shape = shape,
                         .axis_strides = steps),
                &err));
            ck_assert(memcmp(out, want, sizeof out) == 0);
        }
    pk_element_loop_release(loop);
    stop();
}
END_TEST

/* A run that is stopped from the start leaves what it would have written, one
 * that is not stopped is as any other. */
START_TEST(runs_are_stopped)
{
    static double in[3][N], out[N];
    static double *const data[] = {in[0], in[1], in[2], out};
    static const int64_t steps[] = {8, 8, 8, 8};
    start();
    pk_element_loop *loop = loop_of("axpy", 3);

    for (int i = 0; i < N; i++) {
        in[0][i] = 2;
        in[1][i] = i;
        in[2][i] = 1;
    }
    for (uint32_t flags = 0; flags < 2; flags++) {
        uint32_t word = 1;
        pk_element_loop_run_desc desc = PK_INIT(
            pk_element_loop_run_desc, .flags = flags, .count = N,
            .data = (void *const *)data, .strides = steps, .stop = &word);
        memset(out, 0, sizeof out);
        ck_assert_int_eq(pk_element_loop_run(loop, &desc, &err), PK_CANCELLED);
        ck_assert(strstr(err.message, "stopped"));
        ck_assert(out[0] == 0 && out[N - 1] == 0);
        word = 0;
        assert_ok(pk_element_loop_run(loop, &desc, &err));
        ck_assert(out[0] == 1 && out[N - 1] == 2.0 * (N - 1) + 1);
    }
    pk_element_loop_release(loop);
    stop();
}
END_TEST

/* Broadcast against loops of C, for all orders of axes. */
START_TEST(arrays_are_broadcast)
{
    static double x[4][3][5], y[3][1], out[4][3][5], z;
    start();
    pk_element_loop *loop = loop_of("axpy", 3);
    pk_array arrays[4] = {
        pk_array_host(&z, PK_DTYPE_f64, 0, NULL),
        pk_array_host(x, PK_DTYPE_f64, 3, (int64_t[]){4, 3, 5}),
        pk_array_host(y, PK_DTYPE_f64, 2, (int64_t[]){3, 1}),
        pk_array_host(out, PK_DTYPE_f64, 3, (int64_t[]){4, 3, 5})};

    z = 0.5;
    for (int i = 0; i < 60; i++)
        (&x[0][0][0])[i] = i;
    for (int i = 0; i < 3; i++)
        y[i][0] = 100 * i;
    for (uint32_t flags = 0; flags < 2; flags++) {
        memset(out, 0, sizeof out);
        assert_ok(pk_map(loop, arrays, 4, flags, &err));
        for (int i = 0; i < 60; i++)
            ck_assert((&out[0][0][0])[i] == 0.5 * i + 100 * (i / 5 % 3));
    }
    arrays[1].host = &x[3][0][4]; /* backwards along two axes */
    arrays[1].strides[0] *= -1;
    arrays[1].strides[2] *= -1;
    assert_ok(pk_map(loop, arrays, 4, 0, &err));
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 5; k++)
            ck_assert(out[i][2][k] == 0.5 * x[3 - i][2][4 - k] + 200);
    arrays[1].shape[0] = arrays[3].shape[0] = 0;
    assert_ok(pk_map(loop, arrays, 4, 0, &err));
    pk_element_loop_release(loop);
    stop();
}
END_TEST

START_TEST(arrays_that_do_not_fit)
{
    static double x[12];
    start();
    pk_element_loop *loop = loop_of("plus", 2);
    pk_array a = pk_array_host(x, PK_DTYPE_f64, 1, (int64_t[]){4});
    pk_array b = pk_array_host(x, PK_DTYPE_f64, 1, (int64_t[]){3});
    pk_array c = pk_array_host(x, PK_DTYPE_f32, 1, (int64_t[]){4});

    assert_fails(pk_map(loop, (pk_array[]){a, b, a}, 3, 0, &err), PK_BAD_ARG,
                 "array 1 has 3 elements along axis 0, others have 4");
    assert_fails(pk_map(loop, (pk_array[]){a, c, a}, 3, 0, &err), PK_TYPE,
                 "array 1 has elements of f32, the loop is over f64");
    assert_fails(pk_map(loop, (pk_array[]){a, a}, 2, 0, &err), PK_BAD_ARG,
                 "the loop has 3 operands, not 2");
    b.shape[0] = 1;
    assert_fails(pk_map(loop, (pk_array[]){a, a, b}, 3, 0, &err), PK_BAD_ARG,
                 "array 2 is written and smaller");
    a.host = NULL;
    assert_fails(pk_map(loop, (pk_array[]){a, a, a}, 3, 0, &err), PK_BAD_ARG,
                 "array 0 has no memory");
    assert_fails(pk_map(loop, NULL, 3, 0, &err), PK_BAD_ARG, "arrays is NULL");
    pk_element_loop_release(loop);
    stop();
}
END_TEST

START_TEST(mistakes_say_what_is_wrong)
{
    pk_element_loop_operand operands[] = {{PK_DTYPE_f64, 0, false},
                                          {PK_DTYPE_f64, 0, false},
                                          {PK_DTYPE_f64, 0, true}};
    double x[3];
    pk_element_loop *loop = NULL;
    start();

    assert_fails(pk_element_loop_create(mod, "plus", operands, 2, &loop, &err),
                 PK_BAD_ARG, "no operand is written");
    assert_fails(pk_element_loop_create(mod, "low", operands, 3, &loop, &err),
                 PK_BAD_ARG, "low has 1 parameters");
    assert_fails(pk_element_loop_create(mod, "none", operands, 3, &loop, &err),
                 PK_NAME, "the module has no function 'none'");
    assert_fails(pk_element_loop_create(mod, "plus", operands, 33, &loop, &err),
                 PK_LIMIT, "33 operands");
    operands[1].dtype = PK_DTYPE_void;
    assert_fails(pk_element_loop_create(mod, "plus", operands, 3, &loop, &err),
                 PK_BAD_ARG, "operand 1: ");
    loop = loop_of("plus", 2);
    assert_fails(run(loop, 1, NULL, (int64_t[]){8, 8, 8}, 0), PK_BAD_ARG,
                 "data is NULL");
    assert_fails(
        run(loop, 1, (double *[]){x, NULL, x}, (int64_t[]){8, 8, 8}, 0),
        PK_BAD_ARG, "data[1] is NULL");
    assert_fails(run(loop, 1, (double *[]){x, (double *)((char *)x + 1), x},
                     (int64_t[]){8, 8, 8}, 0),
                 PK_BAD_ARG, "data[1] is no multiple of 8 bytes");
    pk_element_loop_release(pk_element_loop_retain(loop));
    pk_element_loop_release(loop);
    stop();
}
END_TEST

TESTS("loops", strides_of_all_kinds, calls_are_in_order_where_they_must,
      the_first_call_that_fails_says_so, calls_get_arrays, runs_are_stopped,
      arrays_are_broadcast, arrays_that_do_not_fit, mistakes_say_what_is_wrong)
