/* SPDX-License-Identifier: Apache-2.0 */
/* How fast the simulated GPU is: thread instructions a second of one core's
 * time, of kernels that nvcc compiled (tests/sim/ptx/kernels.cu), the median of
 * some runs, without and with all checkers.
 *
 *     simulator KERNELS.ptx [RUNS] */
#include "base/arena.h"
#include "sim/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FLOATS = 1 << 20, RUNS = 7 };

/* Arguments: i an int, f a float, p an array of FLOATS, z one of zeros. */
static const struct {
    const char *name, *arguments;
    uint32_t grid[2], block[2];
    int32_t ints[3];
} kernels[] = {
    {"saxpy", "ifpp", {4096, 1}, {256, 1}, {FLOATS}},
    {"matmul", "ippp", {16, 16}, {16, 16}, {256}},
    {"mandel", "iiiz", {512, 1}, {256, 1}, {512, 256, 200}},
    {"hist", "ipz", {64, 1}, {256, 1}, {FLOATS}},
    {"reduce", "ipz", {64, 1}, {256, 1}, {FLOATS}},
    {"fibs", "z", {256, 1}, {64, 1}, {0}},
};

static double now(void) {
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static sim_device *open_device(uint32_t checks) {
    const sim_profile profile = {.sm = 90,
                                 .ptx_version = 90,
                                 .sm_count = 16,
                                 .global_bytes = UINT64_C(1) << 34,
                                 .shared_block = 49152,
                                 .shared_optin = 232448,
                                 .shared_sm = 233472,
                                 .registers_sm = 65536,
                                 .threads_sm = 2048,
                                 .blocks_sm = 32,
                                 .max_grid = {2147483647, 65535, 65535},
                                 .max_block = {1024, 1024, 64},
                                 .max_threads = 1024};
    const sim_options options = {.checks = checks, .allocator = &pk_heap};

    return sim_device_new(&profile, &options);
}

static uint64_t array(sim_device *device, char kind) {
    sim_allocation memory;
    float *values;

    if (!sim_memory_new(device, SIM_MEMORY_device, 4 * FLOATS, NULL, &memory))
        exit(1);
    values = sim_memory_bytes(device, memory.address, memory.size, true);
    for (int i = 0; i < FLOATS; i++)
        values[i] = kind == 'z' ? 0.0f : (float)(i % 1000);
    return memory.address;
}

static void pack(sim_device *device, sim_function *function, int index,
                 char *params, size_t *size) {
    const char *arguments = kernels[index].arguments;

    for (size_t i = 0, ints = 0; arguments[i]; i++) {
        uint32_t offset, bytes;
        float number = 2.0f;
        uint64_t address;

        if (!sim_function_param(function, i, &offset, &bytes))
            exit(1);
        if (arguments[i] == 'i') {
            memcpy(params + offset, &kernels[index].ints[ints++], 4);
        } else if (arguments[i] == 'f') {
            memcpy(params + offset, &number, 4);
        } else {
            address = array(device, arguments[i]);
            memcpy(params + offset, &address, 8);
        }
        *size = offset + bytes;
    }
}

/* Thread instructions that a fidelity report counts. */
static double counted(sim_device *device, const char *kernel) {
    double exact = 0, bounded = 0;
    const char *line;
    char words[64];
    pk_text text;

    pk_text_init(&text, &pk_heap);
    sim_device_fidelity(device, &text);
    snprintf(words, sizeof words, "\n%s, ", kernel);
    line = strstr(pk_text_string(&text), words);
    if (line)
        sscanf(line + strlen(words), "%*d: %lf, %lf", &exact, &bounded);
    pk_text_finish(&text);
    return exact + bounded;
}

/* Millions of thread instructions a second, the median. */
static double measure(const char *ptx, size_t length, int index,
                      uint32_t checks, int runs) {
    sim_device *device = open_device(checks);
    const sim_load_options options = {0};
    double times[64], instructions;
    char params[256] = {0};
    sim_launch launch = {.params = params};
    sim_function *function;
    sim_module *module;
    pk_text log;

    pk_text_init(&log, &pk_heap);
    if (sim_module_load(device, ptx, length, &options, &log, &module)) {
        fprintf(stderr, "%s", pk_text_string(&log));
        exit(1);
    }
    function = sim_module_function(module, kernels[index].name);
    if (!function)
        exit(1);
    pack(device, function, index, params, &launch.params_size);
    for (int i = 0; i < 3; i++) {
        launch.grid[i] = i < 2 ? kernels[index].grid[i] : 1;
        launch.block[i] = i < 2 ? kernels[index].block[i] : 1;
    }
    for (int i = 0; i < runs; i++) {
        double start = now();

        if (sim_run(function, &launch, &log)) {
            fprintf(stderr, "%s", pk_text_string(&log));
            exit(1);
        }
        times[i] = now() - start;
    }
    instructions = counted(device, kernels[index].name) / runs;
    qsort(times, (size_t)runs, sizeof *times, by_value);
    sim_module_free(module);
    sim_device_free(device);
    pk_text_finish(&log);
    return instructions / times[runs / 2] / 1e6;
}

int main(int count, char **arguments) {
    int runs = count > 2 ? atoi(arguments[2]) : RUNS;
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    size_t room = 1 << 22, length;
    char *ptx = malloc(room);

    if (!file || !ptx || runs < 1 || runs > 64) {
        fprintf(stderr, "usage: simulator KERNELS.ptx [RUNS]\n");
        return 2;
    }
    length = fread(ptx, 1, room, file);
    fclose(file);
    printf("%-10s %12s %12s\n", "kernel", "M/s", "M/s checked");
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        printf("%-10s %12.0f %12.1f\n", kernels[i].name,
               measure(ptx, length, (int)i, 0, runs),
               measure(ptx, length, (int)i, SIM_CHECK_all, 1));
    free(ptx);
    return 0;
}
