/* SPDX-License-Identifier: Apache-2.0 */
/* One launch: blocks of the grid one after the other. */
#include "core/error.h"
#include "core/interp/machine.h"

pk_status pk_interp_launch(const pk_func *fn, const pk_interp_config *config,
                           const pk_interp_options *options,
                           const pk_allocator *allocator, pk_error *err) {
    uint64_t fuel = options && options->fuel ? options->fuel : UINT64_MAX;
    pk_machine m = {.config = config,
                    .options = options,
                    .err = err,
                    .fuel = fuel,
                    .random = options ? options->seed : 0};
    uint64_t blocks =
        (uint64_t)config->grid[0] * config->grid[1] * config->grid[2];

    pk_arena_init(&m.arena, allocator);
    m.status = pk_machine_init(&m, fn);
    for (uint64_t b = 0; b < blocks && m.status == PK_OK; b++) {
        m.block_number = b;
        m.block[0] = (uint32_t)(b % config->grid[0]);
        m.block[1] = (uint32_t)(b / config->grid[0] % config->grid[1]);
        m.block[2] = (uint32_t)(b / config->grid[0] / config->grid[1]);
        pk_machine_begin_block(&m);
        if (m.status == PK_OK)
            pk_machine_run_block(&m);
    }
    if (options && options->operations)
        *options->operations = fuel - m.fuel;
    pk_machine_finish(&m);
    return m.status;
}
