/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel loops of host functions: the same for any number of threads, from
 * any number of them. On the backend that BACKEND names. */
#include "../runtime_test.h"

#include <portkern/host.h>
#include <pthread.h>

static const char text[] =
    "import numpy as np\n"
    "from numba import get_num_threads, get_thread_id, njit, prange\n"
    "@njit(parallel=True)\n"
    "def total(x):\n"
    "    s = 0.0\n"
    "    for i in prange(x.size):\n"
    "        for j in range(20):\n"
    "            s += x[i] / (j + 1)\n"
    "    return s\n"
    "@njit(parallel=True)\n"
    "def fails(x, limit):\n"
    "    for i in prange(x.size):\n"
    "        for j in range(20):\n"
    "            x[i] += j\n"
    "        if i >= limit and i % 7 == 0:\n"
    "            raise ValueError('at', i)\n"
    "@njit(parallel=True)\n"
    "def makes(n):\n"
    "    out = np.zeros(n)\n"
    "    for i in prange(n):\n"
    "        row = np.ones(50)\n"
    "        row[0] = i\n"
    "        out[i] = row.sum()\n"
    "    return out.sum()\n"
    "@njit(parallel=True)\n"
    "def numbers(x):\n"
    "    wrong = 0\n"
    "    for i in prange(x.size):\n"
    "        for j in range(50):\n"
    "            x[i] += j\n"
    "        if get_thread_id() < 0 or get_thread_id() >= get_num_threads():\n"
    "            wrong += 1\n"
    "    return wrong, get_num_threads(), get_thread_id()\n"
    "@njit(parallel=True)\n"
    "def whose(x):\n"
    "    for i in prange(x.size):\n"
    "        for j in range(500):\n"
    "            x[i] += j\n"
    "        x[i] = get_thread_id()\n";

/* The interpreter is slow. */
enum { MOST = 20000, FEW = 3000, THREADS = 4 };

static pk_context *ctx;
static pk_module *mod;
static double numbers[MOST];
static int64_t count; /* of them */
static bool interp;

static pk_array array_of(double *data) {
    return pk_array_host(data, PK_DTYPE_f64, 1, (int64_t[]){count});
}

static void start(void) {
    const char *backend = getenv("BACKEND");

    interp = !backend || strcmp(backend, "interp") == 0;
    count = interp ? FEW : MOST;
    setenv("PORTKERN_NUM_THREADS", "4", 1);
    ctx = open_context(backend ? backend : "interp");
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
    for (int i = 0; i < count; i++)
        numbers[i] = 1.0 / (i + 3);
}

static void stop(void) {
    pk_module_release(mod);
    pk_context_release(ctx);
    pk_thread_limit_set(0);
}

static pk_host_function *function(const char *name) {
    pk_host_function *fn = NULL;

    assert_ok(pk_module_host_function(mod, name, &fn, &err));
    return fn;
}

static double total_of(pk_host_function *fn) {
    pk_array x = array_of(numbers);
    pk_result r;

    assert_ok(pk_call(fn, (pk_arg[]){pk_in(&x)}, 1, &r, &err));
    return r.f64;
}

START_TEST(a_sum_has_the_same_bits_for_any_number_of_threads)
{
    start();
    pk_host_function *total = function("total");
    const double first = total_of(total);
    double plain = 0;

    for (int i = 0; i < count; i++)
        for (int j = 0; j < 20; j++)
            plain += numbers[i] / (j + 1);
    ck_assert_double_eq_tol(first, plain, 1e-9);
    for (uint32_t n = 1; n <= 6; n++)
        for (int time = 0; time < (interp ? 1 : 20); time++) {
            pk_thread_limit_set(n);
            ck_assert(total_of(total) == first);
        }
    pk_host_function_release(total);
    stop();
}
END_TEST

START_TEST(the_lowest_iteration_raises)
{
    start();
    pk_host_function *fails = function("fails");
    static double own[MOST];
    pk_array x = array_of(own);

    for (int time = 0; time < (interp ? 3 : 40); time++) {
        char wanted[40];
        int64_t limit = 1 + time * 487;

        pk_loop_chunk_set((uint64_t)time % 4 * 5); /* 0: as always */
        snprintf(wanted, sizeof wanted, "ValueError: ('at', %d)",
                 (int)((limit + 6) / 7 * 7));
        ck_assert_int_eq(pk_call(fails, (pk_arg[]){pk_inout(&x), pk_i64(limit)},
                                 2, NULL, &err),
                         PK_KERNEL);
        ck_assert_str_eq(err.message, wanted);
        ck_assert_int_eq(err.line, 16);
    }
    ck_assert_uint_eq(pk_loop_chunk_set(0), (interp ? 2 : 3) * 5);
    pk_host_function_release(fails);
    stop();
}
END_TEST

/* Fills `x` with the number of the thread that ran each iteration; whether all
 * of each chunk are the same. `beside`: a chunk of another size would not have
 * them so. */
static bool fill_by_chunks(pk_host_function *whose, pk_array *x, int64_t chunk,
                           bool *beside) {
    const double *own = x->host;

    assert_ok(pk_call(whose, (pk_arg[]){pk_inout(x)}, 1, NULL, &err));
    for (int64_t i = 1; i < count; i++) {
        if (own[i] == own[i - 1])
            continue;
        if (i % chunk != 0)
            return false;
        *beside |= i % 24 != 0; /* as many chunks as there are by default */
    }
    return true;
}

START_TEST(chunks_have_the_size_that_is_asked_for)
{
    static const int64_t chunks[] = {1, 7, 100, 1 << 20};
    static double own[MOST];
    pk_host_function *whose;
    pk_array x;

    start();
    whose = function("whose");
    x = array_of(own);
    for (int i = 0; i < 4; i++) {
        const bool several = !interp && chunks[i] < count;
        bool beside = false;
        pk_loop_chunk_set((uint64_t)chunks[i]);
        ck_assert_uint_eq(pk_loop_chunk(), (uint64_t)chunks[i]);
        for (int time = 0; time < (several ? 200 : 1) && !beside; time++)
            ck_assert(fill_by_chunks(whose, &x, chunks[i], &beside));
        ck_assert_int_eq(beside, several);
    }
    pk_loop_chunk_set(0);
    for (int time = 0; time < (interp ? 1 : 20); time++) {
        bool beside = false;
        ck_assert(fill_by_chunks(whose, &x, 24, &beside));
    }
    pk_host_function_release(whose);
    stop();
}
END_TEST

START_TEST(threads_have_numbers)
{
    start();
    pk_host_function *fn = function("numbers");
    static double own[MOST];
    pk_array x = array_of(own);

    for (uint32_t n = 1; n <= 4; n++) {
        pk_result r;
        ck_assert_uint_eq(pk_thread_limit_set(n), n - 1);
        ck_assert_uint_eq(pk_thread_limit(), n);
        assert_ok(pk_call(fn, (pk_arg[]){pk_inout(&x)}, 1, &r, &err));
        ck_assert_int_eq(r.items[0].i64, 0);
        ck_assert_int_eq(r.items[1].i64, n);
        ck_assert_int_eq(r.items[2].i64, 0);
        pk_result_release(&r);
    }
    pk_host_function_release(fn);
    stop();
}
END_TEST

typedef struct caller {
    pk_host_function *total, *makes, *fails;
    double wanted;
    bool right;
} caller;

static void *call_many(void *arg) {
    caller *c = arg;
    double *own = calloc(MOST, sizeof *own);
    pk_array in = array_of(numbers), x = array_of(own);
    pk_error why;
    pk_result r;

    c->right = true;
    for (int i = 0; i < (interp ? 1 : 30); i++) {
        pk_call(c->total, (pk_arg[]){pk_in(&in)}, 1, &r, &why);
        c->right &= r.f64 == c->wanted;
        pk_call(c->makes, (pk_arg[]){pk_i64(3000)}, 1, &r, &why);
        c->right &= r.f64 == 2999.0 * 1500 + 49.0 * 3000;
        c->right &= pk_call(c->fails, (pk_arg[]){pk_inout(&x), pk_i64(70)}, 2,
                            NULL, &why) == PK_KERNEL &&
                    strcmp(why.message, "ValueError: ('at', 70)") == 0;
    }
    free(own);
    return NULL;
}

START_TEST(any_number_of_threads_may_call)
{
    start();
    caller callers[THREADS];
    pthread_t ids[THREADS];
    caller one = {.total = function("total"),
                  .makes = function("makes"),
                  .fails = function("fails")};

    one.wanted = total_of(one.total);
    for (int i = 0; i < THREADS; i++) {
        callers[i] = one;
        pthread_create(&ids[i], NULL, call_many, &callers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(ids[i], NULL);
    for (int i = 0; i < THREADS; i++)
        ck_assert(callers[i].right);
    pk_host_function_release(one.total);
    pk_host_function_release(one.makes);
    pk_host_function_release(one.fails);
    stop();
}
END_TEST

TESTS("parallel", a_sum_has_the_same_bits_for_any_number_of_threads,
      the_lowest_iteration_raises, chunks_have_the_size_that_is_asked_for,
      threads_have_numbers, any_number_of_threads_may_call)
