/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime over real devices: fork, threads, and what a process maps that
 * finds its kernel in the cache. Each test runs in a process of its own, which
 * nothing was opened in before. */
#include "runtime_test.h"

#include <pthread.h>
#include <sys/wait.h>

static const char *const backends[] = {"cpu", "opencl"};

static const char source[] = "from numba import cuda\n"
                             "@cuda.jit\n"
                             "def add(x, a):\n"
                             "    i = cuda.grid(1)\n"
                             "    if i < x.size:\n"
                             "        x[i] = x[i] + a\n";

enum { N = 1 << 18 };
static int32_t data[N];

typedef struct rig {
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *kernel;
    pk_queue *queue;
} rig;

/* False, with the reason in the test's output, where there is no such
 * device. */
static bool start(rig *r, const char *backend, const char *cache_dir) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = backend,
                                  .cache_dir = cache_dir};
    pk_status status = pk_context_create(&options, &r->ctx, &err);

    if (status == PK_NO_PLUGIN || status == PK_NO_DRIVER ||
        status == PK_NO_DEVICE) {
        printf("# skipped: %s: %s\n", backend, err.message);
        return false;
    }
    assert_ok(status);
    assert_ok(pk_module_from_source(r->ctx, source, "k.py", 0, NULL, 0, &r->mod,
                                    &err));
    assert_ok(pk_module_kernel(r->mod, "add", &r->kernel, &err));
    r->queue = open_queue(r->ctx);
    return true;
}

static void stop(rig *r) {
    pk_queue_release(r->queue);
    pk_kernel_release(r->kernel);
    pk_module_release(r->mod);
    pk_context_release(r->ctx);
}

/* Adds `a` to every element of `n`. */
static pk_status add(rig *r, pk_queue *queue, int32_t *x, int64_t n,
                     int32_t a) {
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {(uint32_t)((n + 127) / 128)},
                .block = {128});
    pk_array array = pk_array_host(x, PK_DTYPE_i32, 1, &n);
    pk_arg args[] = {pk_inout(&array), pk_i32(a)};
    pk_status status = pk_launch(queue, r->kernel, &config, args, 2, &err);

    return status == PK_OK ? pk_queue_finish(queue, &err) : status;
}

static bool all_are(int32_t value) {
    for (int i = 0; i < N; i++)
        if (data[i] != value)
            return false;
    return true;
}

/* The exit status of a child that runs `work`; -1 when it died or hung. */
static int in_child(int (*work)(rig *), rig *r) {
    int status = 0;
    pid_t child = fork();

    if (!child) {
        alarm(60);
        _exit(work(r));
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int launch_again(rig *r) {
    pk_status status = add(r, r->queue, data, N, 2);

    if (status == PK_OK && !all_are(3))
        return 100;
    stop(r);
    return (int)status;
}

START_TEST(a_child_goes_on_or_is_told_that_it_cannot)
{
    rig r;

    if (!start(&r, backends[_i], "off"))
        return;
    assert_ok(add(&r, r.queue, data, N, 1));
    ck_assert_int_eq(in_child(launch_again, &r), _i ? PK_FORKED : PK_OK);
    ck_assert(all_are(1));
    assert_ok(add(&r, r.queue, data, N, 4));
    ck_assert(all_are(5));
    stop(&r);
}
END_TEST

enum { THREADS = 4, ROUNDS = 20, PART = 1000 };

static void *work_alone(void *arg) {
    rig *r = arg;
    pk_queue *queue = open_queue(r->ctx);
    int32_t x[PART] = {0};

    for (int i = 0; i < ROUNDS; i++)
        assert_ok(add(r, queue, x, PART, i));
    for (int i = 0; i < PART; i++)
        ck_assert_int_eq(x[i], ROUNDS * (ROUNDS - 1) / 2);
    pk_queue_release(queue);
    return NULL;
}

START_TEST(threads_work_side_by_side)
{
    pk_context_stats stats = {.struct_size = sizeof stats};
    pthread_t threads[THREADS];
    rig r;

    if (!start(&r, backends[_i], "off"))
        return;
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, work_alone, &r), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_ok(pk_context_get_stats(r.ctx, &stats, &err));
    ck_assert_uint_eq(stats.compiles, 1);
    stop(&r);
}
END_TEST

START_TEST(a_read_waits_for_the_work_of_other_threads)
{
    const int64_t n = N;
    const int32_t zero = 0;
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {N / 128}, .block = {128});
    pk_array array;
    pk_arg args[2];
    pk_buffer *buf;
    rig r;

    if (!start(&r, backends[_i], "off"))
        return;
    assert_ok(pk_buffer_create(r.ctx, sizeof data, 0, &buf, &err));
    assert_ok(pk_buffer_fill(buf, 0, sizeof data, &zero, 4, &err));
    array = pk_array_device(buf, PK_DTYPE_i32, 1, &n);
    args[0] = pk_inout(&array);
    args[1] = pk_i32(3);
    for (int i = 1; i <= 10; i++) {
        assert_ok(pk_launch(r.queue, r.kernel, &config, args, 2, &err));
        assert_ok(pk_buffer_read(buf, 0, data, sizeof data, &err));
        ck_assert(all_are(3 * i));
    }
    pk_buffer_release(buf);
    stop(&r);
}
END_TEST

static bool maps(const char *word) {
    FILE *file = fopen("/proc/self/maps", "r");
    char line[512];
    bool found = false;

    while (file && fgets(line, sizeof line, file))
        found |= strstr(line, word) != NULL;
    if (file)
        fclose(file);
    return found;
}

static const char *cache_dir;

/* 0: compiled; 1: from the cache; 2 more when the module that has LLVM, or
 * links it, is mapped; 77: no cpu. */
static int run_cached(rig *r) {
    pk_context_stats stats = {.struct_size = sizeof stats};

    if (!start(r, "cpu", cache_dir))
        return 77;
    if (add(r, r->queue, data, N, 1) != PK_OK || !all_are(1))
        return 100;
    pk_context_get_stats(r->ctx, &stats, NULL);
    stop(r);
    return (int)stats.cache_hits + (maps("portkern-cpu-llvm") ? 2 : 0);
}

START_TEST(a_cached_kernel_runs_without_llvm)
{
    char dir[] = "/tmp/portkern-cache-XXXXXX", command[64];
    int first;
    rig r;

    ck_assert(mkdtemp(dir) != NULL);
    cache_dir = dir;
    first = in_child(run_cached, &r);
    if (first != 77) {
        ck_assert_int_eq(first, 2);
        ck_assert_int_eq(in_child(run_cached, &r), 1);
    }
    snprintf(command, sizeof command, "rm -r '%s'", dir);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

LOOP_TESTS("runtime_devices", 2, a_child_goes_on_or_is_told_that_it_cannot,
           threads_work_side_by_side,
           a_read_waits_for_the_work_of_other_threads,
           a_cached_kernel_runs_without_llvm)
