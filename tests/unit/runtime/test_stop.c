/* SPDX-License-Identifier: Apache-2.0 */
/* Launches that do not end: another thread cancels them, or their deadline
 * comes. The queue works again when it is cleared. STOPPED names the backend.
 */
#include "runtime_test.h"

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

static void open_all(uint32_t deadline_ms) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = getenv("STOPPED"),
                                  .cache_dir = "off",
                                  .deadline_ms = deadline_ms};

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 1, NULL, 0, &mod, &err));
    queue = open_queue(ctx);
}

static void close_all(void) {
    pk_queue_release(queue);
    pk_module_release(mod);
    pk_context_release(ctx);
}

/* The launch, and waiting for it: some devices run it in the one, some in the
 * other. */
static pk_status run(const char *name, uint32_t blocks) {
    pk_array a = pk_array_host(cells, PK_DTYPE_i64, 1,
                               (int64_t[]){sizeof cells / sizeof *cells});
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {blocks}, .block = {THREADS});
    pk_kernel *kernel;
    pk_status status;

    memset(cells, 0, sizeof cells);
    assert_ok(pk_module_kernel(mod, name, &kernel, &err));
    status =
        pk_launch(queue, kernel, &config, (pk_arg[]){pk_inout(&a)}, 1, &err);
    pk_kernel_release(kernel);
    return status == PK_OK ? pk_queue_finish(queue, &err) : status;
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

START_TEST(a_child_keeps_the_deadline)
{
    int status;
    pid_t child;

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
      a_child_keeps_the_deadline, the_environment_sets_the_deadline)
