/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the tests of modules: a context of the interpreter, and kernels
 * with one output. */
#ifndef PORTKERN_TESTS_MODULE_TEST_H
#define PORTKERN_TESTS_MODULE_TEST_H

#include "runtime_test.h"

static pk_context *ctx;
static pk_queue *queue;

static inline void start(void) {
    ctx = open_context("interp");
    queue = open_queue(ctx);
}

static inline void stop(void) {
    pk_queue_release(queue);
    pk_context_release(ctx);
}

static inline pk_status try_source(const char *text, pk_module **out) {
    return pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, out, &err);
}

/* Launches kernel `k` of the text with one int64 output. */
static inline pk_status run(pk_module *mod, int64_t *out) {
    pk_array array = pk_array_host(out, PK_DTYPE_i64, 1, &(int64_t){1});
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});
    pk_arg arg = pk_inout(&array);
    pk_kernel *kernel = NULL;
    pk_status status = pk_module_kernel(mod, "k", &kernel, &err);

    if (status == PK_OK)
        status = pk_launch(queue, kernel, &config, &arg, 1, &err);
    pk_kernel_release(kernel);
    return status == PK_OK ? pk_queue_finish(queue, &err) : status;
}

#define KERNEL(body)                                                           \
    "from numba import cuda\n"                                                 \
    "@cuda.jit\n"                                                              \
    "def k(out):\n" body

#endif
