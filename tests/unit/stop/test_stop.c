/* SPDX-License-Identifier: Apache-2.0 */
/* Launches that do not end: another thread cancels them, or their deadline
 * comes. The queue works again when it is cleared. STOPPED names the backend.
 */
#include "../runtime/runtime_test.h"

#include <pthread.h>
#include <sys/wait.h>
#include <time.h>

/* ThreadSanitizer gives up on threads made after fork unless told so. */
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) {
    return "die_after_fork=0";
}

static const char source[] =
    "from numba import cuda, njit\n"
    "@cuda.jit\n"
    "def waits(a):\n"
    "    while a[cuda.grid(1)] == 0:\n"
    "        a[cuda.grid(1)] -= 0\n"
    "@cuda.jit\n"
    "def waits_together(a):\n"
    "    n = 0\n"
    "    while n >= 0:\n"
    "        cuda.syncthreads()\n"
    "        n += 0\n"
    "    a[cuda.grid(1)] = n\n"
    "@cuda.jit\n"
    "def waits_for_the_grid(a):\n"
    "    g = cuda.cg.this_grid()\n"
    "    n = 0\n"
    "    while n >= 0:\n"
    "        g.sync()\n"
    "    a[cuda.grid(1)] = n\n"
    "@cuda.jit\n"
    "def counts(a):\n"
    "    for i in range(1 << 40):\n"
    "        for j in range(100):\n"
    "            a[cuda.grid(1)] ^= i + j\n"
    "@njit\n"
    "def fib(n):\n"
    "    return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
    "@cuda.jit\n"
    "def recurses(a):\n"
    "    a[cuda.grid(1)] = fib(100)\n"
    "@cuda.jit\n"
    "def many_blocks(a):\n"
    "    if a[0] != 0:\n"
    "        cuda.atomic.add(a, 1, 1)\n"
    "@cuda.jit\n"
    "def innermost(a):\n"
    "    s = 0\n"
    "    for j in range(10**15):\n"
    "        s ^= j * a.size\n"
    "    a[cuda.grid(1)] = s\n"
    "@cuda.jit\n"
    "def innermost_of_steps(a):\n"
    "    s = 0\n"
    "    for j in range(a[0] + 5, 1 << 62, 3):\n"
    "        s ^= j * a.size\n"
    "    a[cuda.grid(1)] = s\n"
    "@cuda.jit\n"
    "def innermost_down(a):\n"
    "    t = cuda.grid(1)\n"
    "    for j in range(10**15, a[t], -1):\n"
    "        a[t] ^= j\n"
    "@cuda.jit\n"
    "def innermost_that_breaks(a):\n"
    "    t = cuda.grid(1)\n"
    "    s = 0\n"
    "    for j in range(t, 10**15 + t):\n"
    "        s ^= j * t\n"
    "        if s == -5 - t:\n"
    "            break\n"
    "    a[t] = s\n"
    "@njit\n"
    "def first(n, k):\n"
    "    s = fib(0)\n"
    "    for j in range(n):\n"
    "        s ^= j * k\n"
    "    return s\n"
    "@cuda.jit\n"
    "def innermost_of_a_function(a):\n"
    "    a[cuda.grid(1)] = first(10**15, a.size) + first(10**15, 3)\n"
    "@cuda.jit\n"
    "def innermost_between_barriers(a):\n"
    "    t = cuda.threadIdx.x\n"
    "    cells = cuda.shared.array(64, 'int64')\n"
    "    cells[t] = t\n"
    "    cuda.syncthreads()\n"
    "    for j in range(10**15):\n"
    "        cells[63 - t] ^= j * t\n"
    "    cuda.syncthreads()\n"
    "    a[cuda.grid(1)] = cells[t]\n"
    "@cuda.jit\n"
    "def launches(a):\n"
    "    if cuda.grid(1) == 0:\n"
    "        waits[2, 64](a)\n"
    "@cuda.jit\n"
    "def meets(a):\n"
    "    g = cuda.cg.this_grid()\n"
    "    a[cuda.grid(1)] = 3\n"
    "    g.sync()\n"
    "    n = a[a.size - 1 - cuda.grid(1)]\n"
    "    g.sync()\n"
    "    a[cuda.grid(1)] = n + 4\n"
    "@cuda.jit\n"
    "def ends(a):\n"
    "    a[cuda.grid(1)] = 7\n";
enum { THREADS = 64 };

static const struct {
    const char *name;
    uint32_t blocks;
} endless[] = {{"waits", 2},  {"waits_together", 2}, {"waits_for_the_grid", 2},
               {"counts", 2}, {"recurses", 2},       {"many_blocks", 1u << 30}};

/* These end where there is a deadline, which makes code for it. */
static const char *const innermost[] = {"innermost",
                                        "innermost_of_steps",
                                        "innermost_down",
                                        "innermost_that_breaks",
                                        "innermost_of_a_function",
                                        "innermost_between_barriers"};

static pk_context *ctx;
static pk_queue *queue;
static pk_module *mod;
static int64_t cells[2 * THREADS];

static void open_cached(uint32_t deadline_ms, const char *cache_dir) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = getenv("STOPPED"),
                                  .cache_dir = cache_dir,
                                  .deadline_ms = deadline_ms};

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 1, NULL, 0, &mod, &err));
    queue = open_queue(ctx);
}

static void open_all(uint32_t deadline_ms) {
    open_cached(deadline_ms, "off");
}

static void close_all(void) {
    pk_queue_release(queue);
    pk_module_release(mod);
    pk_context_release(ctx);
}

static pk_array all_cells(void) {
    return pk_array_host(cells, PK_DTYPE_i64, 1,
                         (int64_t[]){sizeof cells / sizeof *cells});
}

/* The launch, and waiting for it: some devices run it in the one, some in the
 * other. */
static pk_status run_for(const char *name, uint32_t blocks,
                         uint32_t deadline_ms) {
    pk_array a = all_cells();
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {blocks}, .block = {THREADS},
                .deadline_ms = deadline_ms);
    pk_kernel *kernel;
    pk_status status;

    memset(cells, 0, sizeof cells);
    assert_ok(pk_module_kernel(mod, name, &kernel, &err));
    status =
        pk_launch(queue, kernel, &config, (pk_arg[]){pk_inout(&a)}, 1, &err);
    pk_kernel_release(kernel);
    return status == PK_OK ? pk_queue_finish(queue, &err) : status;
}

static pk_status run(const char *name, uint32_t blocks) {
    return run_for(name, blocks, 0);
}

static pk_context_stats stats(void) {
    pk_context_stats s = {.struct_size = sizeof s};

    assert_ok(pk_context_get_stats(ctx, &s, &err));
    return s;
}

static void assert_works(void) {
    assert_ok(pk_queue_clear(queue, &err));
    assert_ok(run("ends", 2));
    for (size_t i = 0; i < 2 * THREADS; i++)
        ck_assert_int_eq(cells[i], 7);
}

/* After a while, in which the launch has most likely begun; it ends as well
 * when it has not. */
static void *cancel(void *arg) {
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    ck_assert_int_eq(pk_queue_cancel(arg, NULL), PK_OK);
    return NULL;
}

START_TEST(another_thread_cancels_what_does_not_end)
{
    open_all(0);
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        pthread_t thread;

        pthread_create(&thread, NULL, cancel, queue);
        assert_fails(run(endless[i].name, endless[i].blocks), PK_CANCELLED,
                     "cancel");
        pthread_join(thread, NULL);
        assert_fails(run("ends", 2), PK_CANCELLED, "cancel");
        assert_works();
    }
    close_all();
}
END_TEST

START_TEST(what_runs_longer_than_the_deadline_is_stopped)
{
    open_all(40);
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        assert_fails(run(endless[i].name, endless[i].blocks), PK_TIMEOUT,
                     "longer than 40 ms");
        assert_fails(pk_queue_finish(queue, &err), PK_TIMEOUT, "40 ms");
        assert_works();
    }
    close_all();
}
END_TEST

START_TEST(a_deadline_ends_innermost_loops)
{
    open_all(40);
    for (size_t i = 0; i < sizeof innermost / sizeof *innermost; i++) {
        assert_fails(run(innermost[i], 2), PK_TIMEOUT, "longer than 40 ms");
        assert_works();
    }
    close_all();
}
END_TEST

START_TEST(where_there_is_a_deadline_cancelling_ends_innermost_loops)
{
    open_all(3600000);
    for (size_t i = 0; i < sizeof innermost / sizeof *innermost; i++) {
        pthread_t thread;

        pthread_create(&thread, NULL, cancel, queue);
        assert_fails(run(innermost[i], 2), PK_CANCELLED, "cancel");
        pthread_join(thread, NULL);
        assert_works();
    }
    close_all();
}
END_TEST

START_TEST(a_cancelled_queue_launches_nothing_until_it_is_cleared)
{
    open_all(0);
    assert_ok(pk_queue_cancel(queue, &err));
    assert_ok(pk_queue_finish(queue, &err)); /* nothing was under way */
    assert_fails(run("ends", 2), PK_CANCELLED,
                 "the queue was cancelled; pk_queue_clear lets it go on");
    ck_assert_int_eq(cells[0], 0);
    assert_works();
    assert_fails(pk_queue_cancel(NULL, &err), PK_BAD_HANDLE, "queue is NULL");
    assert_fails(pk_queue_cancel((pk_queue *)ctx, &err), PK_BAD_HANDLE,
                 "queue");
    close_all();
}
END_TEST

START_TEST(a_launch_has_a_deadline_of_its_own)
{
    open_all(0);
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        assert_fails(run_for(endless[i].name, endless[i].blocks, 40),
                     PK_TIMEOUT,
                     "longer than 40 ms (pk_launch_config.deadline_ms)");
        assert_works();
    }
    for (size_t i = 0; i < sizeof innermost / sizeof *innermost; i++) {
        assert_fails(run_for(innermost[i], 2, 30), PK_TIMEOUT,
                     "longer than 30 ms");
        assert_works();
    }
    close_all();
}
END_TEST

/* Longer than the test waits: it is cancelled after the context's deadline. */
START_TEST(a_launch_may_run_longer_than_its_context_says)
{
    pthread_t thread;

    open_all(10);
    pthread_create(&thread, NULL, cancel, queue);
    assert_fails(run_for("waits", 2, UINT32_MAX), PK_CANCELLED, "cancel");
    pthread_join(thread, NULL);
    assert_works();
    assert_fails(run("waits", 2), PK_TIMEOUT,
                 "longer than 10 ms (PORTKERN_DEADLINE, "
                 "pk_context_options.deadline_ms)");
    close_all();
}
END_TEST

/* Each is compiled once, with those of another deadline and without one. */
START_TEST(launches_with_and_without_a_deadline_are_two_specialisations)
{
    open_all(0);
    assert_ok(run("ends", 2));
    ck_assert_uint_eq(stats().specialisations, 1);
    assert_ok(run_for("ends", 2, 60000));
    ck_assert_uint_eq(stats().specialisations, 2);
    assert_ok(run("ends", 2));
    assert_ok(run_for("ends", 2, UINT32_MAX));
    ck_assert_uint_eq(stats().specialisations, 2);
    ck_assert_uint_eq(stats().compiles, 2);
    close_all();
}
END_TEST

START_TEST(prepared_launches_have_the_deadline_of_their_configuration)
{
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {2}, .block = {THREADS});
    pk_array a = all_cells();
    pk_kernel *kernel;
    pk_prepared *p;
    pthread_t thread;

    open_all(0);
    memset(cells, 0, sizeof cells);
    assert_ok(pk_module_kernel(mod, "innermost", &kernel, &err));
    config.deadline_ms = 40;
    assert_ok(pk_prepared_create(kernel, &config, (pk_arg[]){pk_inout(&a)}, 1,
                                 &p, &err));
    for (int i = 0; i < 2; i++) {
        pk_status status = pk_prepared_launch(p, queue, &err);

        assert_fails(status == PK_OK ? pk_queue_finish(queue, &err)
                                     : pk_queue_get_error(queue, &err),
                     PK_TIMEOUT, "longer than 40 ms");
        assert_works();
    }
    config.deadline_ms = UINT32_MAX;
    assert_ok(pk_prepared_set_config(p, &config, &err));
    assert_ok(pk_prepared_set_arg(p, 0, pk_inout(&a), &err));
    pthread_create(&thread, NULL, cancel, queue);
    if (pk_prepared_launch(p, queue, NULL) == PK_OK)
        pk_queue_finish(queue, NULL);
    pthread_join(thread, NULL);
    assert_fails(pk_queue_finish(queue, &err), PK_CANCELLED, "cancel");
    assert_works();
    pk_prepared_release(p);
    pk_kernel_release(kernel);
    close_all();
}
END_TEST

START_TEST(kernels_that_a_kernel_launches_have_its_deadline)
{
    open_all(0);
    assert_fails(run_for("launches", 2, 40), PK_TIMEOUT, "longer than 40 ms");
    assert_works();
    close_all();
}
END_TEST

START_TEST(compiles_ahead_are_for_the_deadline_of_their_configuration)
{
    pk_array a = all_cells();
    pk_arg arg = pk_inout(&a);
    pk_launch_config configs[] = {
        PK_INIT(pk_launch_config, .grid = {2}, .block = {THREADS}),
        PK_INIT(pk_launch_config, .grid = {2}, .block = {THREADS},
                .deadline_ms = 50)};
    pk_compile_request requests[2];
    pk_kernel *kernel;

    open_all(0);
    assert_ok(pk_module_kernel(mod, "innermost", &kernel, &err));
    for (int i = 0; i < 2; i++)
        requests[i] =
            PK_INIT(pk_compile_request, .kernel = kernel, .config = &configs[i],
                    .args = &arg, .arg_count = 1);
    assert_ok(pk_kernels_compile(requests, 2, &err));
    ck_assert_uint_eq(stats().compiles, 2);
    assert_fails(run_for("innermost", 2, 50), PK_TIMEOUT, "longer than 50 ms");
    ck_assert_uint_eq(stats().compiles, 2);
    pk_kernel_release(kernel);
    close_all();
}
END_TEST

/* A context without a deadline, one with launches that have one, and a context
 * with one, which finds what these have compiled. */
START_TEST(the_disk_cache_keeps_the_two_apart)
{
    char folder[] = "/tmp/portkern-stop-XXXXXX", command[64];

    ck_assert_ptr_nonnull(mkdtemp(folder));
    open_cached(0, folder);
    assert_ok(run("ends", 2));
    close_all();
    open_cached(0, folder);
    assert_fails(run_for("innermost", 2, 40), PK_TIMEOUT, "40 ms");
    assert_ok(pk_queue_clear(queue, &err));
    assert_ok(run_for("ends", 2, 60000));
    ck_assert_uint_eq(stats().compiles, 2);
    assert_ok(run("ends", 2));
    ck_assert_uint_eq(stats().compiles, 2);
    ck_assert_uint_eq(stats().cache_hits, 1);
    close_all();
    open_cached(45, folder);
    assert_fails(run("innermost", 2), PK_TIMEOUT, "45 ms");
    assert_works();
    ck_assert_uint_eq(stats().compiles, 0);
    ck_assert_uint_eq(stats().cache_hits, 2);
    close_all();
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

/* A grid that is stopped leaves its barrier half full: the next one must not
 * find it so. */
START_TEST(a_grid_barrier_works_after_a_grid_was_stopped_in_it)
{
    open_all(0);
    for (int i = 0; i < 3; i++) {
        assert_fails(run_for("waits_for_the_grid", 2, 20), PK_TIMEOUT, "20 ms");
        assert_ok(pk_queue_clear(queue, &err));
        assert_ok(run_for("meets", 2, 60000));
        for (size_t k = 0; k < 2 * THREADS; k++)
            ck_assert_int_eq(cells[k], 7);
    }
    close_all();
}
END_TEST

static void *run_endless(void *arg) {
    (void)arg;
    return run("waits", 2) == PK_CANCELLED ? arg : NULL;
}

/* A device may run one kernel at a time: who waits for it is stopped, too. */
START_TEST(a_launch_behind_an_endless_one_of_another_queue_is_stopped)
{
    static int64_t other_cells[THREADS];
    pk_array a =
        pk_array_host(other_cells, PK_DTYPE_i64, 1, (int64_t[]){THREADS});
    pk_launch_config config = PK_INIT(pk_launch_config, .grid = {1},
                                      .block = {THREADS}, .deadline_ms = 50);
    pk_queue *other;
    pk_kernel *kernel;
    pthread_t thread;
    void *cancelled;
    pk_status status;

    open_all(0);
    other = open_queue(ctx);
    assert_ok(pk_module_kernel(mod, "waits", &kernel, &err));
    pthread_create(&thread, NULL, run_endless, queue);
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    status =
        pk_launch(other, kernel, &config, (pk_arg[]){pk_inout(&a)}, 1, NULL);
    if (status == PK_OK)
        status = pk_queue_finish(other, NULL);
    assert_ok(pk_queue_cancel(queue, NULL));
    pthread_join(thread, &cancelled);
    ck_assert_int_eq(status, PK_TIMEOUT);
    ck_assert_ptr_nonnull(cancelled);
    assert_works();
    pk_kernel_release(kernel);
    pk_queue_release(other);
    close_all();
}
END_TEST

START_TEST(a_child_keeps_the_deadline)
{
    int status;
    pid_t child;

    if (!strcmp(getenv("STOPPED"), "cuda")) /* it does not survive fork() */
        return;
    open_all(40);
    assert_fails(run("waits", 2), PK_TIMEOUT, "40 ms");
    assert_works();
    child = fork();
    if (child == 0) {
        if (run("waits", 2) != PK_TIMEOUT || pk_queue_clear(queue, NULL) ||
            run("ends", 2) || cells[0] != 7)
            _exit(1);
        pk_queue_release(queue);
        pk_module_release(mod);
        pk_context_release(ctx);
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    close_all();
}
END_TEST

START_TEST(the_environment_sets_the_deadline)
{
    setenv("PORTKERN_DEADLINE", "30", 1);
    open_all(0);
    assert_fails(run("waits", 2), PK_TIMEOUT, "longer than 30 ms");
    close_all();
    setenv("PORTKERN_DEADLINE", "soon", 1);
    assert_fails(pk_context_create(NULL, &ctx, &err), PK_ENVIRONMENT,
                 "PORTKERN_DEADLINE=soon: expected a whole number from 1 to");
    unsetenv("PORTKERN_DEADLINE");
}
END_TEST

TESTS("runtime_stop", another_thread_cancels_what_does_not_end,
      what_runs_longer_than_the_deadline_is_stopped,
      a_deadline_ends_innermost_loops,
      where_there_is_a_deadline_cancelling_ends_innermost_loops,
      a_cancelled_queue_launches_nothing_until_it_is_cleared,
      a_launch_has_a_deadline_of_its_own,
      a_launch_may_run_longer_than_its_context_says,
      launches_with_and_without_a_deadline_are_two_specialisations,
      prepared_launches_have_the_deadline_of_their_configuration,
      kernels_that_a_kernel_launches_have_its_deadline,
      compiles_ahead_are_for_the_deadline_of_their_configuration,
      the_disk_cache_keeps_the_two_apart,
      a_grid_barrier_works_after_a_grid_was_stopped_in_it,
      a_launch_behind_an_endless_one_of_another_queue_is_stopped,
      a_child_keeps_the_deadline, the_environment_sets_the_deadline)
