/* SPDX-License-Identifier: Apache-2.0 */
/* A device of its own for each test, modules from text or from tests/sim/ptx,
 * and launches with arguments packed in order. */
#ifndef PORTKERN_TESTS_SIM_TEST_H
#define PORTKERN_TESTS_SIM_TEST_H

#include "base/arena.h"
#include "sim/engine.h"
#include "tests/unit/check_main.h"

#include <stdio.h>
#include <string.h>

typedef struct sim_bench {
    sim_device *device;
    sim_module *module;
    pk_text log, report, printed;
    sim_launch launch;
    char params[4096];
    size_t used;
    sim_function *function;
} sim_bench;

static inline void bench_print(void *self, const char *text, size_t length) {
    pk_text_bytes(&((sim_bench *)self)->printed, text, length);
}

static inline void bench_open_with(sim_bench *bench, uint32_t checks,
                                   uint64_t fuel) {
    const sim_profile profile = {
        .sm = 90,
        .ptx_version = 90,
        .sm_count = 4,
        .global_bytes = UINT64_C(1) << 34,
        .shared_block = 49152,
        .shared_optin = 232448,
        .shared_sm = 233472,
        .registers_sm = 65536,
        .threads_sm = 2048,
        .blocks_sm = 32,
        .max_grid = {2147483647, 65535, 65535},
        .max_block = {1024, 1024, 64},
        .max_threads = 1024,
    };
    const sim_options options = {.checks = checks,
                                 .fuel = fuel,
                                 .allocator = &pk_heap,
                                 .print = bench_print,
                                 .self = bench};

    memset(bench, 0, sizeof *bench);
    pk_text_init(&bench->log, &pk_heap);
    pk_text_init(&bench->report, &pk_heap);
    pk_text_init(&bench->printed, &pk_heap);
    bench->device = sim_device_new(&profile, &options);
    ck_assert_ptr_nonnull(bench->device);
}

static inline void bench_open(sim_bench *bench) {
    bench_open_with(bench, 0, 0);
}

static inline void bench_close(sim_bench *bench) {
    if (bench->module)
        sim_module_free(bench->module);
    sim_device_free(bench->device);
    pk_text_finish(&bench->log);
    pk_text_finish(&bench->report);
    pk_text_finish(&bench->printed);
}

static inline void bench_load(sim_bench *bench, const char *ptx) {
    const sim_load_options options = {0};
    sim_outcome outcome = sim_module_load(
        bench->device, ptx, strlen(ptx), &options, &bench->log, &bench->module);

    ck_assert_msg(outcome == SIM_DONE, "load: %s", pk_text_string(&bench->log));
}

static inline char *bench_read(const char *name) {
    char path[1024];
    FILE *file;
    char *text;
    size_t length;

    snprintf(path, sizeof path, "%s/%s", SIM_PTX_DIR, name);
    file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s cannot be opened", path);
    text = calloc(1, 1 << 22);
    ck_assert_ptr_nonnull(text);
    length = fread(text, 1, (1 << 22) - 1, file);
    text[length] = 0;
    fclose(file);
    return text;
}

static inline void bench_load_file(sim_bench *bench, const char *name) {
    char *text = bench_read(name);

    bench_load(bench, text);
    free(text);
}

/* Starts the arguments of a launch. */
static inline void bench_kernel(sim_bench *bench, const char *name,
                                uint32_t grid, uint32_t block) {
    bench->function = sim_module_function(bench->module, name);
    ck_assert_msg(bench->function != NULL, "no kernel %s", name);
    bench->launch = (sim_launch){
        .grid = {grid, 1, 1}, .block = {block, 1, 1}, .params = bench->params};
    bench->used = 0;
}

static inline void bench_put(sim_bench *bench, const void *value, size_t size) {
    bench->used = (bench->used + size - 1) & ~(size - 1);
    memcpy(bench->params + bench->used, value, size);
    bench->used += size;
}

static inline void bench_int(sim_bench *bench, int32_t value) {
    bench_put(bench, &value, sizeof value);
}

static inline void bench_float(sim_bench *bench, float value) {
    bench_put(bench, &value, sizeof value);
}

/* An allocation with what `bytes` says (NULL: nothing is written). */
static inline sim_allocation bench_memory(sim_bench *bench, const void *bytes,
                                          size_t size) {
    sim_allocation memory;

    ck_assert(
        sim_memory_new(bench->device, SIM_MEMORY_device, size, NULL, &memory));
    if (bytes)
        memcpy(sim_memory_bytes(bench->device, memory.address, size, true),
               bytes, size);
    return memory;
}

static inline void *bench_pointer(sim_bench *bench, const void *bytes,
                                  size_t size) {
    sim_allocation memory = bench_memory(bench, bytes, size);

    bench_put(bench, &memory.address, 8);
    return memory.host;
}

static inline void *bench_zeros(sim_bench *bench, size_t size) {
    void *zeros = calloc(1, size), *host;

    ck_assert_ptr_nonnull(zeros);
    host = bench_pointer(bench, zeros, size);
    free(zeros);
    return host;
}

static inline sim_outcome bench_run(sim_bench *bench) {
    bench->launch.params_size = bench->used;
    pk_text_finish(&bench->report);
    pk_text_init(&bench->report, &pk_heap);
    return sim_run(bench->function, &bench->launch, &bench->report);
}

#define bench_expect(bench, outcome)                                           \
    do {                                                                       \
        sim_outcome got_ = bench_run(bench);                                   \
        ck_assert_msg(got_ == (outcome), "outcome %d: %.600s", (int)got_,      \
                      pk_text_string(&(bench)->report));                       \
    } while (0)

#define bench_report_has(bench, words)                                         \
    ck_assert_msg(strstr(pk_text_string(&(bench)->report), words) != NULL,     \
                  "\"%s\" is not in: %.600s", words,                           \
                  pk_text_string(&(bench)->report))

#endif
