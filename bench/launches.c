/* SPDX-License-Identifier: Apache-2.0 */
/* Times the kernels of kernels.py on the device that PORTKERN_BACKEND names:
 *
 *     launches kernels.py [NAME | small]
 *
 * One line per kernel: its name, the milliseconds of the first launch (with
 * all that compiling takes) and the least of a launch and its finish. Arrays
 * are on the device. What the device cannot do has no line. */
#include "bench.h"

#include <string.h>

enum { MAX_ARGS = 6, SECONDS = 1, MAX_RUNS = 2000 };

/* An argument: an array of a type, or a number. */
typedef struct bench_arg {
    pk_dtype dtype;
    uint32_t ndim; /* 0: a scalar */
    int64_t shape[2];
    double value; /* of the scalar, or the elements' range */
} bench_arg;

typedef struct bench {
    const char *name;
    uint32_t grid[2], block[2];
    bench_arg args[MAX_ARGS];
    size_t count;
} bench;

#define F32_1(n)    {PK_DTYPE_f32, 1, {n, 0}, 0}
#define F32_2(h, w) {PK_DTYPE_f32, 2, {h, w}, 0}
#define MANY        10000000
#define SUMS        (1 << 22)

static const bench benches[] = {
    {"vector_add",
     {(MANY + 255) / 256, 1},
     {256, 1},
     {F32_1(MANY), F32_1(MANY), F32_1(MANY)},
     3},
    {"saxpy",
     {(MANY + 255) / 256, 1},
     {256, 1},
     {{PK_DTYPE_f32, 0, {0, 0}, 2.0}, F32_1(MANY), F32_1(MANY)},
     3},
    {"block_sum",
     {SUMS / 256, 1},
     {256, 1},
     {F32_1(SUMS), F32_1(SUMS / 256)},
     2},
    {"matmul_tiled",
     {32, 32},
     {16, 16},
     {F32_2(512, 512), F32_2(512, 512), F32_2(512, 512)},
     3},
    {"matmul_naive",
     {32, 32},
     {16, 16},
     {F32_2(512, 512), F32_2(512, 512), F32_2(512, 512)},
     3},
    {"mandelbrot",
     {57, 38},
     {16, 16},
     {{PK_DTYPE_i32, 2, {600, 900}, 0}, {PK_DTYPE_i64, 0, {0, 0}, 200}},
     2},
    {"fused_math",
     {(MANY + 255) / 256, 1},
     {256, 1},
     {{PK_DTYPE_f64, 1, {MANY, 0}, 0}, {PK_DTYPE_f64, 1, {MANY, 0}, 0}},
     2},
    {"histogram",
     {SUMS / 256, 1},
     {256, 1},
     {{PK_DTYPE_i32, 1, {SUMS, 0}, 256}, {PK_DTYPE_i32, 1, {256, 0}, 0}},
     2},
    {"histogram_shared",
     {SUMS / 2048, 1},
     {256, 1},
     {{PK_DTYPE_i32, 1, {SUMS, 0}, 256}, {PK_DTYPE_i32, 1, {256, 0}, 0}},
     2},
    {"block_votes",
     {SUMS / 256, 1},
     {256, 1},
     {{PK_DTYPE_i32, 1, {SUMS, 0}, 65536},
      {PK_DTYPE_i32, 1, {SUMS / 256, 0}, 0}},
     2},
    {"warp_sum", {SUMS / 256, 1}, {256, 1}, {F32_1(SUMS), F32_1(SUMS / 32)}, 2},
    {"warp_scan", {SUMS / 256, 1}, {256, 1}, {F32_1(SUMS), F32_1(SUMS)}, 2},
    {"warp_pack",
     {SUMS / 256, 1},
     {256, 1},
     {{PK_DTYPE_i32, 1, {SUMS, 0}, 65536},
      {PK_DTYPE_i32, 1, {SUMS, 0}, 0},
      {PK_DTYPE_i32, 1, {SUMS / 32, 0}, 0}},
     3},
    {"warp_match",
     {SUMS / 256, 1},
     {256, 1},
     {{PK_DTYPE_i32, 1, {SUMS, 0}, 16}, {PK_DTYPE_i32, 1, {16, 0}, 0}},
     2},
    {"grid_steps",
     {SUMS / 64 / 256, 1},
     {256, 1},
     {F32_1(SUMS / 64), F32_1(SUMS / 64), {PK_DTYPE_i64, 0, {0, 0}, 20}},
     3},
    {"nbody",
     {16, 1},
     {256, 1},
     {F32_1(4096), F32_1(4096), F32_1(4096), F32_1(4096), F32_1(4096),
      F32_1(4096)},
     6},
};

/* Sizes that Numba's simulator, a Python thread for each of the device's, also
 * gets through (simulator.py). */
enum { FEW = 1 << 12 };
static const bench small[] = {
    {"saxpy",
     {FEW / 256, 1},
     {256, 1},
     {{PK_DTYPE_f32, 0, {0, 0}, 2.0}, F32_1(FEW), F32_1(FEW)},
     3},
    {"block_sum", {FEW / 256, 1}, {256, 1}, {F32_1(FEW), F32_1(FEW / 256)}, 2},
    {"matmul_tiled",
     {4, 4},
     {16, 16},
     {F32_2(64, 64), F32_2(64, 64), F32_2(64, 64)},
     3},
    {"mandelbrot",
     {6, 4},
     {16, 16},
     {{PK_DTYPE_i32, 2, {64, 96}, 0}, {PK_DTYPE_i64, 0, {0, 0}, 200}},
     2},
    {"histogram",
     {FEW / 256, 1},
     {256, 1},
     {{PK_DTYPE_i32, 1, {FEW, 0}, 256}, {PK_DTYPE_i32, 1, {256, 0}, 0}},
     2},
};

static double now(void) {
    return 1e3 * seconds(CLOCK_MONOTONIC);
}

/* The same numbers for everybody: small, none of them subnormal. */
static void fill(void *at, const bench_arg *a, size_t count) {
    int range = a->value > 0 ? (int)a->value : 1;

    for (size_t i = 0; i < count; i++)
        if (a->dtype == PK_DTYPE_f32)
            ((float *)at)[i] = (float)(i * 7919 % 1000) * 0.001f;
        else if (a->dtype == PK_DTYPE_f64)
            ((double *)at)[i] = (double)(i * 7919 % 1000) * 0.001;
        else
            ((int32_t *)at)[i] = (int32_t)(i * 7919 % 65537) % range;
}

static pk_buffer *make_array(pk_context *ctx, const bench_arg *a,
                             pk_array *out) {
    size_t count = (size_t)(a->shape[0] * (a->ndim > 1 ? a->shape[1] : 1));
    size_t bytes = count * pk_dtype_size(a->dtype);
    void *host = malloc(bytes);
    pk_buffer *buf;

    if (!host)
        exit(EXIT_FAILURE);
    fill(host, a, count);
    check(pk_buffer_create(ctx, bytes, 0, &buf, &err), "buffer");
    check(pk_buffer_write(buf, 0, host, bytes, &err), "write");
    free(host);
    *out = pk_array_device(buf, a->dtype, a->ndim, a->shape);
    return buf;
}

static void measure(pk_queue *queue, pk_kernel *kernel, const bench *b,
                    const pk_arg *args) {
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {b->grid[0], b->grid[1]},
                .block = {b->block[0], b->block[1]});
    double first = 0, least = 0, begin = now();

    for (int i = 0; i < MAX_RUNS && (i < 5 || now() - begin < SECONDS * 1e3);
         i++) {
        double start = now(), took;
        pk_status status =
            pk_launch(queue, kernel, &config, args, b->count, &err);
        if (status == PK_UNSUPPORTED)
            return;
        check(status, b->name);
        check(pk_queue_finish(queue, &err), b->name);
        took = now() - start;
        if (i == 0)
            first = took;
        else if (i == 1 || took < least)
            least = took;
    }
    printf("%s %.3f %.4f\n", b->name, first, least);
    fflush(stdout);
}

static void run(pk_context *ctx, pk_module *mod, pk_queue *queue,
                const bench *b) {
    pk_buffer *buffers[MAX_ARGS] = {NULL};
    pk_array arrays[MAX_ARGS];
    pk_arg args[MAX_ARGS];
    pk_kernel *kernel;

    for (size_t i = 0; i < b->count; i++) {
        const bench_arg *a = &b->args[i];
        if (a->ndim) {
            buffers[i] = make_array(ctx, a, &arrays[i]);
            args[i] = pk_inout(&arrays[i]);
        } else if (a->dtype == PK_DTYPE_f32)
            args[i] = pk_f32((float)a->value);
        else
            args[i] = pk_i64((int64_t)a->value);
    }
    check(pk_module_kernel(mod, b->name, &kernel, &err), b->name);
    measure(queue, kernel, b, args);
    pk_kernel_release(kernel);
    for (size_t i = 0; i < b->count; i++)
        pk_buffer_release(buffers[i]);
}

int main(int argc, char **argv) {
    pk_context *ctx;
    pk_module *mod;
    pk_queue *queue;

    if (argc < 2) {
        fprintf(stderr, "usage: launches KERNELS.py [NAME | small]\n");
        return 2;
    }
    check(pk_context_create(NULL, &ctx, &err), "context");
    check(pk_module_from_file(ctx, argv[1], &mod, &err), argv[1]);
    check(pk_queue_create(ctx, &queue, &err), "queue");
    if (argc > 2 && !strcmp(argv[2], "small"))
        for (size_t i = 0; i < sizeof small / sizeof *small; i++)
            run(ctx, mod, queue, &small[i]);
    for (size_t i = 0; i < sizeof benches / sizeof *benches; i++)
        if (argc < 3 || !strcmp(argv[2], benches[i].name))
            run(ctx, mod, queue, &benches[i]);
    pk_queue_release(queue);
    pk_module_release(mod);
    pk_context_release(ctx);
    return 0;
}
