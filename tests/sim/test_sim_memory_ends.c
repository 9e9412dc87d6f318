/* SPDX-License-Identifier: Apache-2.0 */
/* A run in which the host's memory ends at each allocation in turn: it says
 * so, gives all back, and the next run is well. */
#include "tests/sim/sim_test.h"
#include "tests/unit/starving.h"

#include <stdlib.h>

static const struct {
    const char *file, *kernel;
    uint32_t checks, grid;
} runs[] = {
    {"kernels.ptx", "fibs", 0, 2},
    {"kernels.ptx", "hello", 0, 1},
    {"kernels.ptx", "chain", 0, 5},
    {"kernels.ptx", "chain", SIM_CHECK_all, 5},
    {"races.ptx", "locked_ok", SIM_CHECK_races, 2},
    {"races.ptx", "named_ok", SIM_CHECK_all, 2},
    {"races.ptx", "bytes_1_bad", SIM_CHECK_all, 2},
    {"races.ptx", "warp_shared_ok", SIM_CHECK_all, 2},
    {"checks.ptx", "part_of_block", SIM_CHECK_all, 1},
    {"warps.ptx", "indirect", SIM_CHECK_all, 1},
    {"warps.ptx", "grid_sync", SIM_CHECK_all, 2},
};

enum { RUNS = sizeof runs / sizeof *runs };

static const sim_profile profile = {.sm = 90,
                                    .ptx_version = 90,
                                    .sm_count = 2,
                                    .global_bytes = UINT64_C(1) << 30,
                                    .shared_block = 49152,
                                    .shared_sm = 233472,
                                    .threads_sm = 2048,
                                    .blocks_sm = 32};

/* Everything up to the run without limit, the run with `room` allocations;
 * negative: any number. */
static sim_outcome run_with(int index, long room, counter *count) {
    const pk_allocator allocator = starving_allocator(count);
    const sim_options options = {.checks = runs[index].checks,
                                 .allocator = &allocator};
    const sim_load_options load = {0};
    sim_allocation memory[5];
    char *text = bench_read(runs[index].file);
    uint64_t params[6] = {0};
    sim_launch launch = {.grid = {runs[index].grid, 1, 1},
                         .block = {64, 1, 1},
                         .cooperative = true,
                         .params = params,
                         .params_size = sizeof params};
    sim_device *device;
    sim_module *module;
    sim_outcome outcome;
    pk_text log;

    starve_after(count, -1);
    device = sim_device_new(&profile, &options);
    pk_text_init(&log, &allocator);
    ck_assert_int_eq(
        sim_module_load(device, text, strlen(text), &load, &log, &module),
        SIM_DONE);
    for (int i = 0; i < 5; i++) {
        ck_assert(
            sim_memory_new(device, SIM_MEMORY_device, 65536, NULL, &memory[i]));
        memset(sim_memory_bytes(device, memory[i].address, 65536, true), 0,
               65536);
        params[i] = memory[i].address;
    }
    if (strcmp(runs[index].kernel, "grid_sync") == 0)
        params[2] = 2;
    starve_after(count, room);
    outcome =
        sim_run(sim_module_function(module, runs[index].kernel), &launch, &log);
    starve_after(count, -1);
    sim_module_free(module);
    sim_device_free(device);
    pk_text_finish(&log);
    free(text);
    return outcome;
}

START_TEST(a_run_without_memory_says_so_and_leaks_nothing)
{
    counter count = {0};
    sim_outcome whole = run_with(_i, -1, &count), outcome = SIM_NO_MEMORY;
    long step = 1, room = 0;

    ck_assert_int_eq(count.bytes, 0);
    /* All of the first allocations, then fewer and fewer. */
    for (; outcome == SIM_NO_MEMORY || room < 30; room += step) {
        outcome = run_with(_i, room, &count);
        ck_assert_msg(outcome == SIM_NO_MEMORY || outcome == whole,
                      "%s with %ld allocations: outcome %d, not %d",
                      runs[_i].kernel, room, (int)outcome, (int)whole);
        ck_assert_int_eq(count.bytes, 0);
        step = room < 60 ? 1 : room / 8;
    }
}
END_TEST

LOOP_TESTS("memory ends", RUNS, a_run_without_memory_says_so_and_leaks_nothing)
