/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by tests that set a process up in some way: one kernel's whole life,
 * on the backend that the environment names. */
#ifndef PORTKERN_TESTS_PROCESS_TEST_H
#define PORTKERN_TESTS_PROCESS_TEST_H

#include "runtime_test.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Literals to read, constants to fold, a subnormal, the device library. */
static const char numbers[] =
    "from numba import cuda\n"
    "import math\n"
    "@cuda.jit\n"
    "def numbers(x, y, out):\n"
    "    i = cuda.grid(1)\n"
    "    if i < out.size:\n"
    "        v = x[i]\n"
    "        if i == 0:\n"
    "            print(v, v / 3.0)\n"
    "        t = math.exp(v) / 3.0 + v * 0.1 + (0.1 + 0.2) * 1e-5\n"
    "        s = math.sin(y[i] * v) + t * 1e-310 * 1e300\n"
    "        out[i] = t + s + 1e-310 * v * (1.0 / 3.0)\n"
    "        if i % 2:\n"
    "            out[i] = 4e-320 * v + y[i] * 1e-40\n";

enum { COUNT = 64, PRINTED = 256 };

typedef struct results {
    double out[COUNT];
    char printed[PRINTED];
} results;

static inline const char *backend(void) {
    return getenv("PROCESS_BACKEND");
}

static inline bool backend_is(const char *name) {
    return strcmp(backend(), name) == 0;
}

static inline void keep_print(void *self, const char *text, size_t length) {
    size_t had = strlen(self);

    if (had + length < PRINTED) {
        memcpy((char *)self + had, text, length);
        ((char *)self)[had + length] = '\0';
    }
}

typedef struct life {
    pk_context *ctx;
    pk_module *mod;
    pk_kernel *kernel;
    pk_queue *queue;
    pk_error err;
} life;

#define LIFE_TRY(call)                                                         \
    do {                                                                       \
        pk_status life_ = (call);                                              \
        if (life_ != PK_OK)                                                    \
            return life_;                                                      \
    } while (0)

static inline pk_status life_open(life *l, const char *text, const char *name,
                                  const pk_context_options *options) {
    pk_error *e = &l->err;

    *l = (life){0};
    LIFE_TRY(pk_context_create(options, &l->ctx, e));
    LIFE_TRY(
        pk_module_from_source(l->ctx, text, "k.py", 0, NULL, 0, &l->mod, e));
    LIFE_TRY(pk_module_kernel(l->mod, name, &l->kernel, e));
    return pk_queue_create(l->ctx, &l->queue, e);
}

static inline void life_close(life *l) {
    pk_queue_release(l->queue);
    pk_kernel_release(l->kernel);
    pk_module_release(l->mod);
    pk_context_release(l->ctx);
}

static inline pk_status life_launch(life *l, results *r) {
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {2}, .block = {COUNT / 2});
    int64_t n = COUNT;
    double x[COUNT];
    float y[COUNT];
    pk_array arrays[3] = {pk_array_host(x, PK_DTYPE_f64, 1, &n),
                          pk_array_host(y, PK_DTYPE_f32, 1, &n),
                          pk_array_host(r->out, PK_DTYPE_f64, 1, &n)};
    pk_arg args[] = {pk_in(&arrays[0]), pk_in(&arrays[1]),
                     pk_inout(&arrays[2])};

    for (int i = 0; i < COUNT; i++) {
        x[i] = 0.125 * i + 0.0625;
        y[i] = 1.5f * (float)i;
    }
    LIFE_TRY(pk_launch(l->queue, l->kernel, &config, args, 3, &l->err));
    return pk_queue_finish(l->queue, &l->err);
}

/* Everything, from a context to its end. */
static inline pk_status live(results *r, pk_error *e) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = backend(),
                                  .cache_dir = "off",
                                  .print = keep_print,
                                  .print_self = r->printed};
    pk_status status;
    life l;

    memset(r, 0, sizeof *r);
    status = life_open(&l, numbers, "numbers", &options);
    if (status == PK_OK)
        status = life_launch(&l, r);
    *e = l.err;
    life_close(&l);
    return status;
}

static inline void assert_same(const results *a, const results *b) {
    for (int i = 0; i < COUNT; i++)
        ck_assert_msg(memcmp(&a->out[i], &b->out[i], sizeof a->out[i]) == 0,
                      "out[%d] is %a, expected %a", i, b->out[i], a->out[i]);
    ck_assert_str_eq(a->printed, b->printed);
}

/* How a child process ended that runs `work`: its exit status, or -signal. */
static inline int in_child(int (*work)(void *), void *arg) {
    int status = 0;
    pid_t child = fork();

    if (!child) {
        alarm(60);
        _exit(work(arg));
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

#endif
