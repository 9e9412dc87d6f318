/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that can have two forms get that which takes less, of launches that
 * were asked for, and later processes begin with it. */
#include "../cache_test.h"

#include <dlfcn.h>
#include <time.h>

enum { BLOCK, THREADS, FORMS, N = 300 };

/* tests/unit/plugins/forms.c */
typedef struct forms_state {
    uint64_t ns[FORMS];
    unsigned launches[FORMS], loads[FORMS], refuses;
    int last;
} forms_state;

static const char counts[] = "from numba import cuda\n"
                             "\n"
                             "@cuda.jit\n"
                             "def count(x):\n"
                             "    i = cuda.grid(1)\n"
                             "    if i < x.size:\n"
                             "        x[i] += i\n";

static forms_state *forms;

static void begin(uint64_t block_us, uint64_t threads_us) {
    void *file =
        dlopen(TEST_PLUGINS "/portkern-forms.so", RTLD_NOW | RTLD_LOCAL);

    ck_assert_ptr_nonnull(file);
    forms = dlsym(file, "forms");
    ck_assert_ptr_nonnull(forms);
    memset(forms, 0, sizeof *forms);
    forms->ns[BLOCK] = 1000 * block_us;
    forms->ns[THREADS] = 1000 * threads_us;
    make_dir();
}

/* So many launches by a new context, as by a new process, of `grids` grids in
 * turn. Those of a prepared launch count, too. */
static void work(int times, int grids, bool prepare) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = "forms",
                                  .plugin_path = TEST_PLUGINS,
                                  .cache_dir = dir};
    int32_t numbers[N] = {0};
    pk_prepared *prepared = NULL;
    pk_context *ctx = NULL;
    pk_kernel *kernel = NULL;
    pk_module *mod = NULL;
    pk_buffer *buffer = NULL;
    pk_queue *queue;
    pk_array x;
    pk_arg arg;

    memset(forms->launches, 0, sizeof forms->launches);
    memset(forms->loads, 0, sizeof forms->loads);
    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, counts, NULL, 0, NULL, 0, &mod, &err));
    assert_ok(pk_module_kernel(mod, "count", &kernel, &err));
    assert_ok(pk_buffer_create(ctx, sizeof numbers, 0, &buffer, &err));
    queue = open_queue(ctx);
    assert_ok(pk_queue_write(queue, buffer, 0, numbers, sizeof numbers, &err));
    x = pk_array_device(buffer, PK_DTYPE_i32, 1, (int64_t[]){N});
    arg = pk_inout(&x);
    for (int i = 0; i < times; i++) {
        const pk_launch_config config =
            PK_INIT(pk_launch_config, .grid = {10 + i % grids}, .block = {32});

        if (prepare && !prepared)
            assert_ok(
                pk_prepared_create(kernel, &config, &arg, 1, &prepared, &err));
        assert_ok(prepared ? pk_prepared_launch(prepared, queue, &err)
                           : pk_launch(queue, kernel, &config, &arg, 1, &err));
    }
    assert_ok(pk_queue_read(queue, buffer, 0, numbers, sizeof numbers, &err));
    assert_ok(pk_queue_finish(queue, &err));
    for (int i = 0; i < N; i++)
        ck_assert_int_eq(numbers[i], times * i);
    ck_assert_uint_eq(forms->launches[BLOCK] + forms->launches[THREADS],
                      (unsigned)times);
    pk_prepared_release(prepared);
    pk_buffer_release(buffer);
    pk_queue_release(queue);
    pk_kernel_release(kernel);
    pk_module_release(mod);
    pk_context_release(ctx);
}

START_TEST(the_faster_form_stays)
{
    begin(10000, 2000);
    work(100, 1, _i);
    ck_assert_int_eq(forms->last, THREADS);
    ck_assert_uint_gt(forms->launches[BLOCK], 25); /* 250 ms, and turns */
    ck_assert_uint_gt(forms->launches[THREADS], 60);
    work(5, 1, _i);
    ck_assert_uint_eq(forms->launches[THREADS], 5);
    ck_assert_uint_eq(forms->loads[THREADS], 1);
    stop();
}
END_TEST

START_TEST(a_slower_form_goes)
{
    begin(10000, 11000);
    work(100, 1, false);
    ck_assert_int_eq(forms->last, BLOCK);
    ck_assert_uint_eq(forms->launches[THREADS], 4); /* one to make ready */
    work(100, 1, false);
    ck_assert_uint_eq(forms->launches[THREADS], 0);
    ck_assert_uint_eq(forms->loads[THREADS], 0);
    stop();
}
END_TEST

START_TEST(a_much_slower_form_goes_at_once)
{
    begin(10000, 90000);
    work(100, 1, false);
    ck_assert_uint_eq(forms->launches[THREADS], 2);
    stop();
}
END_TEST

START_TEST(short_and_very_long_launches_stay_as_they_are)
{
    begin(_i ? 200000 : 400, 100);
    work(1000, 1, false);
    ck_assert_uint_eq(forms->loads[THREADS], 0);
    stop();
}
END_TEST

START_TEST(launches_of_one_grid_are_compared)
{
    begin(10000, 2000);
    work(100, 3, false);
    ck_assert_int_eq(forms->last, THREADS);
    stop();
}
END_TEST

START_TEST(a_form_without_code_is_left_out)
{
    begin(10000, 2000);
    forms->refuses = 1;
    work(100, 1, false);
    ck_assert_uint_eq(forms->launches[THREADS], 0);
    stop();
}
END_TEST

/* ---- a real device: which form is faster is its own affair ---- */

static const char sums[] = "from numba import cuda\n"
                           "\n"
                           "@cuda.jit\n"
                           "def sums(x, rounds):\n"
                           "    i = cuda.grid(1)\n"
                           "    total = 0\n"
                           "    for k in range(rounds):\n"
                           "        total = total * 3 + (i ^ k)\n"
                           "    x[i] = total\n";

enum { MANY = 1 << 14, LONG_NS = 5000000 };

typedef struct words {
    int of_block, of_threads, timed, changed, chosen;
} words;

static void take_line(void *self, pk_log_level level, const char *topic,
                      const char *text) {
    const bool compile = !strcmp(topic, "compile");
    words *w = self;

    (void)level;
    w->of_block += compile && strstr(text, " for block");
    w->of_threads += compile && strstr(text, " for threads");
    w->timed += strstr(text, " ms as threads") != NULL;
    w->changed += strstr(text, ": changed") != NULL;
    w->chosen += strstr(text, "as was chosen") != NULL;
}

/* How long it takes, in nanoseconds. */
static int64_t launch_sums(pk_queue *queue, pk_kernel *kernel, int64_t *numbers,
                           int64_t rounds) {
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {MANY / 64}, .block = {64});
    pk_array x = pk_array_host(numbers, PK_DTYPE_i64, 1, (int64_t[]){MANY});
    const pk_arg args[] = {pk_inout(&x), pk_i64(rounds)};
    struct timespec from, to;

    clock_gettime(CLOCK_MONOTONIC, &from);
    assert_ok(pk_launch(queue, kernel, &config, args, 2, &err));
    assert_ok(pk_queue_finish(queue, &err));
    clock_gettime(CLOCK_MONOTONIC, &to);
    return (to.tv_sec - from.tv_sec) * 1000000000 + to.tv_nsec - from.tv_nsec;
}

/* Launches until the form is chosen, and so many times at most; longer ones
 * where they are short. Returns a sum of the results of the last. */
static uint64_t work_for_real(words *w, int64_t *rounds, int times) {
    static int64_t numbers[MANY];
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = getenv("BACKEND"),
                                  .cache_dir = dir,
                                  .log_level = PK_LOG_info,
                                  .log_self = w,
                                  .log = take_line};
    pk_context *ctx = NULL;
    pk_kernel *kernel = NULL;
    pk_module *mod = NULL;
    pk_queue *queue;
    uint64_t sum = 0;

    *w = (words){0};
    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, sums, NULL, 0, NULL, 0, &mod, &err));
    assert_ok(pk_module_kernel(mod, "sums", &kernel, &err));
    queue = open_queue(ctx);
    for (int i = 0; i < times && !w->timed; i++)
        if (launch_sums(queue, kernel, numbers, *rounds) < LONG_NS &&
            times > 60)
            *rounds += *rounds / 2;
    launch_sums(queue, kernel, numbers, *rounds);
    for (int i = 0; i < MANY; i++)
        sum = sum * 31 + (uint64_t)numbers[i];
    pk_queue_release(queue);
    pk_kernel_release(kernel);
    pk_module_release(mod);
    pk_context_release(ctx);
    return sum;
}

START_TEST(a_device_compares_its_forms)
{
    int64_t rounds = 50;
    words first, w;
    uint64_t sum;

    make_dir();
    sum = work_for_real(&first, &rounds, 2000);
    ck_assert_int_eq(first.of_block, 1);
    ck_assert_int_eq(first.of_threads, 1);
    ck_assert_int_eq(first.timed, 1);
    ck_assert_uint_eq(work_for_real(&w, &rounds, 60), sum);
    ck_assert_int_eq(w.timed, 0);
    ck_assert_int_eq(w.chosen, first.changed);
    setenv("PORTKERN_OPENCL_FORM", "threads", 1);
    ck_assert_uint_eq(work_for_real(&w, &rounds, 60), sum);
    ck_assert_int_eq(w.of_block, 0);
    ck_assert_int_eq(w.timed, 0);
    stop();
}
END_TEST

int main(void) {
    const TTest *const real[] = {a_device_compares_its_forms};
    const TTest *const made_up[] = {
        the_faster_form_stays,
        a_slower_form_goes,
        a_much_slower_form_goes_at_once,
        short_and_very_long_launches_stay_as_they_are,
        launches_of_one_grid_are_compared,
        a_form_without_code_is_left_out};

    return getenv("BACKEND") ? run_tests("forms", real, 1, 1)
                             : run_tests("forms", made_up,
                                         sizeof made_up / sizeof *made_up, 2);
}
