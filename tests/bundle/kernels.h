/* SPDX-License-Identifier: Apache-2.0 */
/* Launches that the program which writes the bundle and the one which runs it
 * do alike. */
#ifndef PORTKERN_TESTS_BUNDLE_KERNELS_H
#define PORTKERN_TESTS_BUNDLE_KERNELS_H

#include <portkern/portkern.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pk_error err;

static inline void works(pk_status status, const char *what) {
    if (status == PK_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, pk_status_name(status), err.message);
    exit(1);
}

static inline void want(bool holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "wrong: %s\n", what);
    exit(1);
}

enum { COUNT = 1000 };

typedef struct launcher {
    pk_context *ctx;
    pk_module *mod;
    pk_queue *queue;
} launcher;

static inline pk_status launch(const launcher *l, const char *name,
                               uint32_t block, const pk_arg *args,
                               size_t count) {
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {(COUNT + block - 1) / block},
                .block = {block});
    pk_kernel *kernel;
    pk_status status;

    works(pk_module_kernel(l->mod, name, &kernel, &err), name);
    status = pk_launch(l->queue, kernel, &config, args, count, &err);
    if (status == PK_OK)
        status = pk_queue_finish(l->queue, &err);
    pk_kernel_release(kernel);
    return status;
}

/* a * x + y, with the default of `a`, in which nothing is rounded. */
static inline void run_axpy(const launcher *l) {
    float x[COUNT], y[COUNT], out[COUNT] = {0};
    const int64_t shape[] = {COUNT};
    pk_array ax = pk_array_host(x, PK_DTYPE_f32, 1, shape);
    pk_array ay = pk_array_host(y, PK_DTYPE_f32, 1, shape);
    pk_array aout = pk_array_host(out, PK_DTYPE_f32, 1, shape);
    const pk_arg args[] = {pk_in(&ax), pk_in(&ay), pk_out(&aout)};

    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)i;
        y[i] = (float)(COUNT - i);
    }
    works(launch(l, "axpy", 128, args, 3), "axpy");
    for (int i = 0; i < COUNT; i++)
        want(out[i] == (float)(2 * i + COUNT - i), "axpy");
}

/* Sums of blocks in a shared array of the block's size: for two sizes. */
static inline void run_sums(const launcher *l, uint32_t block) {
    int64_t x[COUNT], out[COUNT] = {0}, sum;
    const int64_t shape[] = {COUNT};
    pk_array ax = pk_array_host(x, PK_DTYPE_i64, 1, shape);
    pk_array aout = pk_array_host(out, PK_DTYPE_i64, 1, shape);
    const pk_arg args[] = {pk_in(&ax), pk_out(&aout)};

    for (int i = 0; i < COUNT; i++)
        x[i] = i * i;
    works(launch(l, "Sums.of_blocks", block, args, 2), "sums");
    for (uint32_t first = 0; first < COUNT; first += block) {
        sum = 0;
        for (uint32_t i = first; i < COUNT && i < first + block; i++)
            sum += x[i];
        want(out[first / block] == sum, "sums");
    }
}

/* Raises an error with its place and values. */
static inline void run_raise(const launcher *l) {
    const pk_arg arg = pk_i64(7);

    want(launch(l, "raises", 1, &arg, 1) == PK_KERNEL, "raises: the status");
    want(strstr(err.message, "ValueError: 7 of 1 is wrong") != NULL,
         "raises: the message");
    want(err.line == 31 && strcmp(err.file, "kernels.py") == 0,
         "raises: the place");
    works(pk_queue_clear(l->queue, &err), "clear");
}

/* Launches with many rows and few columns may have code of their own. */
static inline void run_doubled(const launcher *l, uint32_t rows,
                               uint32_t columns) {
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {rows / 16, (columns + 15) / 16},
                .block = {16, 16});
    const int64_t shape[] = {rows, columns};
    const size_t count = (size_t)rows * columns;
    float *x = calloc(2 * count, sizeof *x), *out = x + count;
    pk_array ax = pk_array_host(x, PK_DTYPE_f32, 2, shape);
    pk_array aout = pk_array_host(out, PK_DTYPE_f32, 2, shape);
    const pk_arg args[] = {pk_in(&ax), pk_out(&aout)};
    pk_kernel *kernel;

    want(x != NULL, "memory");
    for (size_t i = 0; i < count; i++)
        x[i] = (float)i;
    works(pk_module_kernel(l->mod, "doubled", &kernel, &err), "doubled");
    works(pk_launch(l->queue, kernel, &config, args, 2, &err), "doubled");
    works(pk_queue_finish(l->queue, &err), "doubled");
    pk_kernel_release(kernel);
    for (size_t i = 0; i < count; i++)
        want(out[i] == 2 * x[i], "doubled");
    free(x);
}

static inline void run_all(const launcher *l) {
    run_axpy(l);
    run_sums(l, 32);
    run_sums(l, 64);
    run_doubled(l, 64, 64);
    run_raise(l);
}

#endif
