/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the cost of a launch over the driver's own call:
 *
 *     PORTKERN_BACKEND=cuda PORTKERN_LIBCUDA=LIBRARY overhead KERNELS.py
 *
 * With libnull_launch.so for the library, whose launches do nothing, all of
 * the time is portkern's. Kernels that do nothing, without arguments, with
 * three arrays and a number and with one to sixteen arrays; the least of some
 * rounds, in nanoseconds of one launch, and how often each function of the
 * driver is called for one. */
#include "bench.h"

#include <dlfcn.h>

enum { LAUNCHES = 2000, ROUNDS = 30, N = 256, MOST = 16 };

static double now(void) {
    return 1e9 * seconds(CLOCK_THREAD_CPUTIME_ID);
}

typedef struct launch {
    pk_queue *queue;
    pk_kernel *kernel;
    pk_prepared *prepared; /* NULL: by pk_launch */
    pk_launch_config config;
    pk_arg args[MOST];
    size_t count;
} launch;

static void launch_once(const launch *l) {
    check(l->prepared ? pk_prepared_launch(l->prepared, l->queue, &err)
                      : pk_launch(l->queue, l->kernel, &l->config, l->args,
                                  l->count, &err),
          "launch");
}

/* Nanoseconds of a launch, its finish left out. */
static double measure(const launch *l) {
    double least = 1e30;

    for (int round = 0; round < ROUNDS; round++) {
        double begin = now(), took;

        for (int i = 0; i < LAUNCHES; i++)
            launch_once(l);
        took = (now() - begin) / LAUNCHES;
        least = took < least ? took : least;
        check(pk_queue_finish(l->queue, &err), "finish");
    }
    return least;
}

/* The driver's functions that launches call, as the simulated one counts. */
static void count_calls(const launch *l) {
    static const char *const names[] = {
#define CUDA_FUNCTION(field, symbol, parameters) #field,
#define CUDA_OPTIONAL(field, symbol, parameters) #field,
#include "plugins/cuda/driver.def"
#undef CUDA_OPTIONAL
#undef CUDA_FUNCTION
    };
    enum { COUNT = sizeof names / sizeof *names };
    const char *name = getenv("PORTKERN_LIBCUDA");
    void *library = name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : NULL;
    uint64_t (*calls)(const char *) = NULL, before[COUNT];

    if (library)
        *(void **)&calls = dlsym(library, "portkern_sim_calls");
    if (!calls)
        return;
    for (size_t i = 0; i < COUNT; i++)
        before[i] = calls(names[i]);
    for (int i = 0; i < LAUNCHES; i++)
        launch_once(l);
    for (size_t i = 0; i < COUNT; i++)
        if (calls(names[i]) > before[i])
            printf("    %s %.2f\n", names[i],
                   (double)(calls(names[i]) - before[i]) / LAUNCHES);
}

/* `label` is what the kernel is called in the output. */
static void run(pk_module *mod, launch *l, const char *name,
                const char *label) {
    check(pk_module_kernel(mod, name, &l->kernel, &err), name);
    launch_once(l);
    printf("%s pk_launch %.0f\n", label, measure(l));
    check(pk_prepared_create(l->kernel, &l->config, l->args, l->count,
                             &l->prepared, &err),
          name);
    printf("%s pk_prepared_launch %.0f\n", label, measure(l));
    count_calls(l);
    pk_prepared_release(l->prepared);
    pk_kernel_release(l->kernel);
    l->prepared = NULL;
}

static const struct {
    size_t count;
    const char *kernel;
} of_arrays[] = {{1, "nothing_of_one"},
                 {2, "nothing_of_two"},
                 {4, "nothing_of_four"},
                 {8, "nothing_of_eight"},
                 {MOST, "nothing_of_sixteen"}};

int main(int argc, char **argv) {
    launch l = {.config =
                    PK_INIT(pk_launch_config, .grid = {1}, .block = {32})};
    const int64_t shape[1] = {N};
    pk_buffer *buffers[MOST];
    pk_array arrays[MOST];
    pk_context *ctx;
    pk_module *mod;

    if (argc != 2) {
        fprintf(stderr, "usage: overhead KERNELS.py\n");
        return 2;
    }
    check(pk_context_create(NULL, &ctx, &err), "context");
    check(pk_module_from_file(ctx, argv[1], &mod, &err), argv[1]);
    check(pk_queue_create(ctx, &l.queue, &err), "queue");
    run(mod, &l, "nothing", "nothing");
    for (int i = 0; i < MOST; i++) {
        check(pk_buffer_create(ctx, N * sizeof(float), 0, &buffers[i], &err),
              "buffer");
        arrays[i] = pk_array_device(buffers[i], PK_DTYPE_f32, 1, shape);
        l.args[i] = pk_inout(&arrays[i]);
    }
    l.args[3] = pk_f32(2);
    l.count = 4;
    run(mod, &l, "nothing_of_four", "nothing_of_four");
    l.args[3] = pk_inout(&arrays[3]);
    for (size_t i = 0; i < sizeof of_arrays / sizeof *of_arrays; i++) {
        char label[32];
        l.count = of_arrays[i].count;
        snprintf(label, sizeof label, "%zu_arrays", l.count);
        run(mod, &l, of_arrays[i].kernel, label);
    }
    for (int i = 0; i < MOST; i++)
        pk_buffer_release(buffers[i]);
    pk_queue_release(l.queue);
    pk_module_release(mod);
    pk_context_release(ctx);
    return 0;
}
