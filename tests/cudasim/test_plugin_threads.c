/* SPDX-License-Identifier: Apache-2.0 */
/* The cuda plugin from many threads: contexts of their own and one for all,
 * queues and buffers that come and go, waits for each other's events. What it
 * computes is right; thread sanitizers look at the rest. */
#include "portkern/portkern.h"
#include "tests/unit/check_main.h"

#include <pthread.h>

enum { THREADS = 8, ROUNDS = 12, CELLS = 256 };

static const char source[] = "from numba import cuda\n"
                             "@cuda.jit\n"
                             "def add(x, n):\n"
                             "    i = cuda.grid(1)\n"
                             "    if i < x.size:\n"
                             "        x[i] += n\n";

typedef struct worker {
    pk_context *ctx; /* one for all, or NULL: its own */
    pk_kernel *kernel;
    pk_event *event; /* recorded by the thread before */
    int number, wrong;
    pk_error err;
} worker;

/* Checks are made when all threads have ended: Check is for one thread. */
static bool good(worker *w, pk_status status) {
    w->wrong += status != PK_OK;
    return status == PK_OK;
}

static void use_buffer(worker *w, pk_context *ctx, pk_kernel *kernel,
                       pk_queue *queue, int round) {
    int64_t shape[1] = {CELLS};
    int32_t words[CELLS] = {0};
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {2}, .block = {128});
    pk_buffer *buf;
    pk_array x;
    pk_arg args[2];

    if (!good(w, pk_buffer_create(ctx, sizeof words, 0, &buf, &w->err)))
        return;
    x = pk_array_device(buf, PK_DTYPE_i32, 1, shape);
    args[0] = pk_inout(&x);
    args[1] = pk_i64(w->number);
    good(w, pk_queue_write(queue, buf, 0, words, sizeof words, &w->err));
    good(w, pk_launch(queue, kernel, &config, args, 2, &w->err));
    args[1] = pk_i64(round);
    good(w, pk_launch(queue, kernel, &config, args, 2, &w->err));
    good(w, pk_queue_read(queue, buf, 0, words, sizeof words, &w->err));
    good(w, pk_queue_finish(queue, &w->err));
    for (int i = 0; i < CELLS; i++)
        w->wrong += words[i] != w->number + round;
    pk_buffer_release(buf);
}

static void use_context(worker *w, pk_context *ctx, pk_kernel *kernel,
                        int rounds) {
    pk_queue *queue;

    for (int round = 0; round < rounds; round++) {
        if (!good(w, pk_queue_create(ctx, &queue, &w->err)))
            return;
        use_buffer(w, ctx, kernel, queue, round);
        if (w->event)
            good(w, pk_queue_record(queue, w->event, &w->err));
        good(w, pk_queue_finish(queue, &w->err));
        pk_queue_release(queue);
    }
}

static void *work_shared(void *arg) {
    worker *w = arg;

    use_context(w, w->ctx, w->kernel, ROUNDS);
    return NULL;
}

static void *work_alone(void *arg) {
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "cuda", .cache_dir = "off"};
    worker *w = arg;
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *kernel;

    for (int round = 0; round < 2; round++) {
        if (!good(w, pk_context_create(&options, &ctx, &w->err)))
            return NULL;
        if (good(w, pk_module_from_source(ctx, source, "add.py", 1, NULL, 0,
                                          &mod, &w->err))) {
            if (good(w, pk_module_kernel(mod, "add", &kernel, &w->err))) {
                use_context(w, ctx, kernel, 2);
                pk_kernel_release(kernel);
            }
            pk_module_release(mod);
        }
        pk_context_release(ctx);
    }
    return NULL;
}

static void run_all(worker *w, void *(*work)(void *)) {
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &w[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        ck_assert_msg(!w[i].wrong, "thread %d: %d, %s", i, w[i].wrong,
                      w[i].err.message);
}

START_TEST(threads_share_a_context)
{
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "cuda", .cache_dir = "off"};
    worker w[THREADS] = {{0}};
    pk_error err;
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *kernel;

    ck_assert_int_eq(pk_context_create(&options, &ctx, &err), PK_OK);
    ck_assert_int_eq(
        pk_module_from_source(ctx, source, "add.py", 1, NULL, 0, &mod, &err),
        PK_OK);
    ck_assert_int_eq(pk_module_kernel(mod, "add", &kernel, &err), PK_OK);
    for (int i = 0; i < THREADS; i++) {
        w[i] = (worker){.ctx = ctx, .kernel = kernel, .number = i};
        if (i % 2)
            ck_assert_int_eq(pk_event_create(ctx, &w[i].event, &err), PK_OK);
    }
    run_all(w, work_shared);
    for (int i = 0; i < THREADS; i++)
        pk_event_release(w[i].event);
    pk_kernel_release(kernel);
    pk_module_release(mod);
    pk_context_release(ctx);
}
END_TEST

START_TEST(each_thread_has_a_context)
{
    worker w[THREADS] = {{0}};

    for (int i = 0; i < THREADS; i++)
        w[i].number = i;
    run_all(w, work_alone);
}
END_TEST

TESTS("the cuda plugin's threads", threads_share_a_context,
      each_thread_has_a_context)
