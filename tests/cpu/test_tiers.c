/* SPDX-License-Identifier: Apache-2.0 */
/* PORTKERN_COMPILE: code that is made quickly computes the same bits as
 * optimised code does, which replaces it while kernels run, without harm to
 * whatever a program does meanwhile. On the cpu backend. */
#include "tests/unit/runtime/cache_test.h"

#include <portkern/host.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>

/* ThreadSanitizer gives up on threads made after fork unless told so. */
__attribute__((no_sanitize("thread"), used)) const char *
__tsan_default_options(void);
const char *__tsan_default_options(void) {
    return "die_after_fork=0";
}

static const char text[] = "import math\n"
                           "import numpy as np\n"
                           "from numba import cuda, njit, prange\n"
                           "@cuda.jit\n"
                           "def product(x, y, out):\n"
                           "    j, i = cuda.grid(2)\n"
                           "    if i < out.shape[0] and j < out.shape[1]:\n"
                           "        s = 0.0\n"
                           "        for k in range(x.shape[1]):\n"
                           "            s += x[i, k] * y[k, j]\n"
                           "        out[i, j] = s + math.sin(s)\n"
                           "@cuda.jit\n"
                           "def tree(x, y, out):\n"
                           "    part = cuda.shared.array(64, np.float64)\n"
                           "    t = cuda.threadIdx.x\n"
                           "    part[t] = x[0, t] * y[t, 0]\n"
                           "    cuda.syncthreads()\n"
                           "    step = 32\n"
                           "    while step:\n"
                           "        if t < step:\n"
                           "            part[t] += part[t + step]\n"
                           "        cuda.syncthreads()\n"
                           "        step //= 2\n"
                           "    if t == 0:\n"
                           "        out[0, 0] = part[0]\n"
                           "@cuda.jit(fastmath=True)\n"
                           "def fast(x, y, out):\n"
                           "    i = cuda.grid(1)\n"
                           "    if i < out.shape[0]:\n"
                           "        s = 0.0\n"
                           "        for k in range(x.shape[1]):\n"
                           "            s += x[i, k] / y[0, 0]\n"
                           "        out[i, 0] = s\n"
                           "@njit(parallel=True)\n"
                           "def total(x):\n"
                           "    s = 0.0\n"
                           "    for i in prange(x.size):\n"
                           "        for j in range(20):\n"
                           "            s += x[i] / (j + 1)\n"
                           "    return s\n";

enum { SIDE = 64, NUMBERS = SIDE * SIDE };

/* A context and the text's functions. */
typedef struct world {
    pk_context *ctx;
    pk_module *mod;
    pk_queue *queue;
} world;

static double left[NUMBERS], right[NUMBERS];

static void fill(void) {
    for (int i = 0; i < NUMBERS; i++) {
        left[i] = (double)(i * 37 % 101) / 7;
        right[i] = (double)(i * 53 % 97 - 40) / 11;
    }
}

/* `how`: PORTKERN_COMPILE. */
static world open_world(const char *how, const char *cache_dir) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = "cpu",
                                  .plugin_path = TEST_PLUGINS,
                                  .cache_dir = cache_dir};
    world w;

    fill();
    setenv("PORTKERN_COMPILE", how, 1);
    assert_ok(pk_context_create(&options, &w.ctx, &err));
    unsetenv("PORTKERN_COMPILE");
    assert_ok(
        pk_module_from_source(w.ctx, text, "k.py", 0, NULL, 0, &w.mod, &err));
    w.queue = open_queue(w.ctx);
    return w;
}

static void close_world(const world *w) {
    pk_queue_release(w->queue);
    pk_module_release(w->mod);
    pk_context_release(w->ctx);
}

static pk_array matrix(double *data) {
    return pk_array_host(data, PK_DTYPE_f64, 2, (int64_t[]){SIDE, SIDE});
}

static void launch(const world *w, const char *name, double *out) {
    const bool tree = strcmp(name, "tree") == 0;
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {4, 4}, .block = {16, 16});
    pk_array arrays[] = {matrix(left), matrix(right), matrix(out)};
    pk_arg args[] = {pk_in(&arrays[0]), pk_in(&arrays[1]),
                     pk_inout(&arrays[2])};
    pk_kernel *kernel;

    if (tree)
        config = PK_INIT(pk_launch_config, .grid = {1}, .block = {SIDE});
    memset(out, 0, NUMBERS * sizeof *out);
    assert_ok(pk_module_kernel(w->mod, name, &kernel, &err));
    assert_ok(pk_launch(w->queue, kernel, &config, args, 3, &err));
    assert_ok(pk_queue_finish(w->queue, &err));
    pk_kernel_release(kernel);
}

static double call_total(const world *w) {
    pk_array array = pk_array_host(left, PK_DTYPE_f64, 1, (int64_t[]){NUMBERS});
    pk_arg arg = pk_in(&array);
    pk_host_function *function;
    pk_result result;

    assert_ok(pk_module_host_function(w->mod, "total", &function, &err));
    assert_ok(pk_call(function, &arg, 1, &result, &err));
    pk_host_function_release(function);
    return result.f64;
}

static pk_context_stats stats_of(const world *w) {
    pk_context_stats found = {.struct_size = sizeof found};

    assert_ok(pk_context_get_stats(w->ctx, &found, &err));
    return found;
}

static void wait_for_better(const world *w, uint64_t modules) {
    for (int i = 0; i < 60000 && stats_of(w).improved < modules; i++)
        usleep(1000);
    ck_assert_uint_eq(stats_of(w).improved, modules);
}

START_TEST(both_versions_compute_the_same_bits)
{
    static const char *const names[] = {"product", "tree"};
    static double full[NUMBERS], first[NUMBERS], better[NUMBERS];
    world reference = open_world("full", "off");
    world w = open_world("tiered", "off");
    double sum = call_total(&reference);

    for (int i = 0; i < 2; i++) {
        launch(&reference, names[i], full);
        launch(&w, names[i], first);
        ck_assert_mem_eq(first, full, sizeof full);
        wait_for_better(&w, (uint64_t)i + 1);
        launch(&w, names[i], better);
        ck_assert_mem_eq(better, full, sizeof full);
    }
    ck_assert(call_total(&w) == sum);
    wait_for_better(&w, 3);
    ck_assert(call_total(&w) == sum);
    ck_assert_uint_eq(stats_of(&w).compiles, 3);
    ck_assert_uint_eq(stats_of(&reference).improved, 0);
    close_world(&w);
    close_world(&reference);
}
END_TEST

START_TEST(the_cache_gets_the_better_version)
{
    static double out[NUMBERS];
    world w;

    make_dir();
    w = open_world("tiered", dir);
    launch(&w, "product", out);
    wait_for_better(&w, 1);
    close_world(&w);
    for (int i = 0; i < 2; i++) {
        w = open_world(i ? "tiered" : "full", dir);
        launch(&w, "product", out);
        ck_assert_uint_eq(stats_of(&w).compiles, 0);
        ck_assert_uint_eq(stats_of(&w).cache_hits, 1);
        ck_assert_uint_eq(stats_of(&w).improved, 0);
        close_world(&w);
    }
}
END_TEST

START_TEST(quick_code_is_kept_apart_from_optimised_code)
{
    static const char *const how[] = {"quick", "full", "quick", "full"};
    static double out[NUMBERS];

    make_dir();
    for (int i = 0; i < 4; i++) {
        world w = open_world(how[i], dir);
        launch(&w, "product", out);
        ck_assert_uint_eq(stats_of(&w).compiles, i < 2);
        ck_assert_uint_eq(stats_of(&w).improved, 0);
        close_world(&w);
    }
}
END_TEST

/* Its results depend on what is optimised. */
START_TEST(fastmath_has_one_version)
{
    static double first[NUMBERS], second[NUMBERS];
    world w;

    make_dir();
    w = open_world("tiered", dir);
    launch(&w, "fast", first);
    ck_assert_uint_eq(stats_of(&w).compiles, 1);
    close_world(&w);
    w = open_world("full", dir);
    launch(&w, "fast", second);
    ck_assert_uint_eq(stats_of(&w).cache_hits, 1);
    close_world(&w);
    ck_assert_mem_eq(first, second, sizeof first);
}
END_TEST

START_TEST(a_bundle_waits_for_the_better_version)
{
    static double out[NUMBERS], again[NUMBERS];
    char path[64];
    pk_module *bundled;
    world w;

    make_dir();
    snprintf(path, sizeof path, "%s/k.pkb", dir);
    w = open_world("tiered", dir);
    launch(&w, "product", out);
    assert_ok(pk_module_save_bundle(w.mod, path, &err));
    close_world(&w);
    w = open_world("full", "off");
    assert_ok(pk_module_from_bundle(w.ctx, path, &bundled, &err));
    pk_module_release(w.mod);
    w.mod = bundled;
    launch(&w, "product", again);
    ck_assert_mem_eq(out, again, sizeof out);
    ck_assert_uint_eq(stats_of(&w).compiles, 0);
    close_world(&w);
}
END_TEST

/* Modules go while they are compiled again. */
START_TEST(contexts_and_modules_go_at_any_time)
{
    static double out[NUMBERS];

    for (int i = 0; i < 6; i++) {
        world w = open_world("tiered", "off");
        launch(&w, "product", out);
        launch(&w, "tree", out);
        usleep((useconds_t)i * 2000);
        pk_module_release(w.mod);
        if (i % 2)
            usleep(3000);
        pk_queue_release(w.queue);
        pk_context_release(w.ctx);
    }
}
END_TEST

typedef struct caller {
    const world *world;
    double sum;
    atomic_bool wrong;
    pthread_t thread;
} caller;

static void *call_often(void *arg) {
    caller *c = arg;

    do
        if (call_total(c->world) != c->sum)
            atomic_store(&c->wrong, true);
    while (!stats_of(c->world).improved);
    if (call_total(c->world) != c->sum)
        atomic_store(&c->wrong, true);
    return NULL;
}

START_TEST(threads_call_while_the_code_changes)
{
    world reference = open_world("full", "off");
    world w = open_world("tiered", "off");
    caller callers[4];

    for (int i = 0; i < 4; i++) {
        callers[i] = (caller){.world = &w, .sum = call_total(&reference)};
        ck_assert_int_eq(
            pthread_create(&callers[i].thread, NULL, call_often, &callers[i]),
            0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(callers[i].thread, NULL);
        ck_assert(!atomic_load(&callers[i].wrong));
    }
    close_world(&w);
    close_world(&reference);
}
END_TEST

static int exit_status(pid_t child) {
    int status;

    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

START_TEST(a_process_may_end_while_it_compiles)
{
    static double out[NUMBERS];

    for (int i = 0; i < 4; i++) {
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (!child) {
            world w = open_world("tiered", "off");
            launch(&w, "product", out);
            usleep((useconds_t)i * 3000);
            exit(7); /* NOLINT(concurrency-mt-unsafe): of one thread */
        }
        ck_assert_int_eq(exit_status(child), 7);
    }
}
END_TEST

/* The thread that compiles is not in the child, which keeps what it has. */
START_TEST(a_child_runs_the_first_version)
{
    static double out[NUMBERS], again[NUMBERS];
    world w = open_world("tiered", "off");
    pid_t child;

    launch(&w, "product", out);
    launch(&w, "tree", again);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (!child) {
        launch(&w, "product", again);
        close_world(&w);
        _exit(memcmp(out, again, sizeof out) ? 1 : 7);
    }
    ck_assert_int_eq(exit_status(child), 7);
    wait_for_better(&w, 2);
    close_world(&w);
}
END_TEST

TESTS("tiers", both_versions_compute_the_same_bits,
      the_cache_gets_the_better_version,
      quick_code_is_kept_apart_from_optimised_code, fastmath_has_one_version,
      a_bundle_waits_for_the_better_version,
      contexts_and_modules_go_at_any_time, threads_call_while_the_code_changes,
      a_process_may_end_while_it_compiles, a_child_runs_the_first_version)
