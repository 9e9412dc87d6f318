/* SPDX-License-Identifier: Apache-2.0 */
/* PTX text, which programs hand to the simulated driver: loaded, and what
 * loads is run for a while, with a device so small that nothing takes long. */
#include "base/arena.h"
#include "fuzz.h"
#include "sim/engine.h"

#include <stdlib.h>
#include <string.h>

static void print(void *self, const char *text, size_t length) {
    (void)self;
    (void)text;
    (void)length;
}

static void run(sim_function *function, uint64_t memory) {
    static uint64_t params[4096];
    sim_launch launch = {.grid = {2, 1, 1},
                         .block = {40, 1, 1},
                         .shared_dynamic = 256,
                         .params = params,
                         .stack_bytes = 1024};
    uint32_t offset, size;
    pk_text report;

    for (size_t i = 0; sim_function_param(function, i, &offset, &size); i++) {
        if ((uint64_t)offset + size > sizeof params)
            return;
        if (size == 8) /* pointers, most of them */
            memcpy((char *)params + offset, &memory, 8);
        launch.params_size = offset + size;
    }
    pk_text_init(&report, &pk_heap);
    sim_run(function, &launch, &report);
    pk_text_finish(&report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const sim_profile profile = {
        .sm = 90,
        .ptx_version = 90,
        .sm_count = 1,
        .global_bytes = 1 << 20,
        .shared_block = 49152,
        .shared_optin = 49152,
        .shared_sm = 49152,
        .registers_sm = 65536,
        .threads_sm = 2048,
        .blocks_sm = 32,
        .max_grid = {1024, 1024, 1024},
        .max_block = {1024, 1024, 64},
        .max_threads = 1024,
    };
    const sim_options options = {.checks = SIM_CHECK_all,
                                 .fuel = 2000,
                                 .allocator = &pk_heap,
                                 .print = print};
    sim_device *device = sim_device_new(&profile, &options);
    sim_allocation memory = {0};
    sim_module *module = NULL;
    pk_text log;

    if (!device)
        return 0;
    pk_text_init(&log, &pk_heap);
    sim_memory_new(device, SIM_MEMORY_device, 4096, NULL, &memory);
    if (sim_module_load(device, (const char *)data, size, NULL, &log,
                        &module) == SIM_DONE)
        for (size_t i = 0; i < 3 && sim_module_entry(module, i); i++)
            run(sim_module_entry(module, i), memory.address);
    sim_module_free(module);
    pk_text_finish(&log);
    sim_device_free(device);
    return 0;
}
