/* SPDX-License-Identifier: Apache-2.0 */
/* How long kernels of one or two arrays and a result take on an element, on the
 * device that PORTKERN_BACKEND names: what bench/math_rate.py runs.
 *
 *     math_rate KERNELS.py ELEMENTS ROUNDS
 *
 * Each line of the input is a kernel: NAME f32|f64 LOW HIGH, and LOW HIGH again
 * where it has a second array; arguments are spread evenly from LOW to HIGH, in
 * an order that is all but random. Each line of the output is its name and the
 * least processor time of a launch and its finish, in nanoseconds an element.
 */
#include "bench.h"

#include <string.h>

enum { BLOCK = 256, PATIENCE = 1000 }; /* threads; milliseconds */

typedef struct job {
    char name[64], type[8];
    double low[2], high[2];
    uint32_t arrays; /* with the result */
} job;

/* Milliseconds of all threads of the process. */
static double used(void) {
    return 1e3 * seconds(CLOCK_PROCESS_CPUTIME_ID);
}

static void fill(void *at, pk_dtype type, size_t count, double low,
                 double high) {
    for (size_t i = 0; i < count; i++) {
        double part = (double)(i * 2654435761u % count) / (double)count;
        double value = low + part * (high - low);
        if (type == PK_DTYPE_f32)
            ((float *)at)[i] = (float)value;
        else
            ((double *)at)[i] = value;
    }
}

static pk_buffer *make_array(pk_context *ctx, pk_dtype type, size_t count,
                             double low, double high, pk_array *out) {
    size_t bytes = count * pk_dtype_size(type);
    int64_t shape[1] = {(int64_t)count};
    void *host = malloc(bytes);
    pk_buffer *buf;

    if (!host)
        exit(EXIT_FAILURE);
    fill(host, type, count, low, high);
    check(pk_buffer_create(ctx, bytes, 0, &buf, &err), "buffer");
    check(pk_buffer_write(buf, 0, host, bytes, &err), "write");
    free(host);
    *out = pk_array_device(buf, type, 1, shape);
    return buf;
}

static double least_time(pk_queue *queue, pk_kernel *kernel, const pk_arg *args,
                         size_t arg_count, size_t count, int rounds) {
    pk_launch_config config = PK_INIT(
        pk_launch_config, .grid = {(uint32_t)((count + BLOCK - 1) / BLOCK)},
        .block = {BLOCK});
    double least = 0, begin = used();

    for (int i = 0; i <= rounds && (i < 5 || used() - begin < PATIENCE); i++) {
        double start = used(), took;
        check(pk_launch(queue, kernel, &config, args, arg_count, &err),
              "launch");
        check(pk_queue_finish(queue, &err), "finish");
        took = used() - start;
        if (i == 1 || (i > 1 && took < least)) /* the first one compiles */
            least = took;
    }
    return least * 1e6 / (double)count;
}

static void run(pk_context *ctx, pk_module *mod, pk_queue *queue, const job *j,
                size_t count, int rounds) {
    pk_dtype type = strcmp(j->type, "f32") ? PK_DTYPE_f64 : PK_DTYPE_f32;
    pk_buffer *buffers[3];
    pk_array arrays[3];
    pk_arg args[3];
    pk_kernel *kernel;

    for (uint32_t i = 0; i < j->arrays; i++) {
        bool result = i + 1 == j->arrays;
        buffers[i] = make_array(ctx, type, count, result ? 0 : j->low[i],
                                result ? 0 : j->high[i], &arrays[i]);
        args[i] = pk_inout(&arrays[i]);
    }
    check(pk_module_kernel(mod, j->name, &kernel, &err), j->name);
    printf("%s %.4f\n", j->name,
           least_time(queue, kernel, args, j->arrays, count, rounds));
    fflush(stdout);
    pk_kernel_release(kernel);
    for (uint32_t i = 0; i < j->arrays; i++)
        pk_buffer_release(buffers[i]);
}

int main(int argc, char **argv) {
    pk_context *ctx;
    pk_module *mod;
    pk_queue *queue;
    char line[256];

    if (argc != 4) {
        fprintf(stderr, "usage: math_rate KERNELS.py ELEMENTS ROUNDS\n");
        return 2;
    }
    check(pk_context_create(NULL, &ctx, &err), "context");
    check(pk_module_from_file(ctx, argv[1], &mod, &err), argv[1]);
    check(pk_queue_create(ctx, &queue, &err), "queue");
    while (fgets(line, sizeof line, stdin)) {
        job j;
        int found = sscanf(line, "%63s %7s %lf %lf %lf %lf", j.name, j.type,
                           &j.low[0], &j.high[0], &j.low[1], &j.high[1]);
        if (found < 4)
            continue;
        j.arrays = found == 6 ? 3 : 2;
        run(ctx, mod, queue, &j, (size_t)atoll(argv[2]), atoi(argv[3]));
    }
    pk_queue_release(queue);
    pk_module_release(mod);
    pk_context_release(ctx);
    return 0;
}
