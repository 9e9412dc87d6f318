/* SPDX-License-Identifier: Apache-2.0 */
/* One launch: blocks of the grid one after the other, or all together. */
#include "core/error.h"
#include "core/interp/machine.h"

static void run_blocks(pk_machine *m, uint64_t blocks) {
    for (uint64_t b = 0; b < blocks && m->status == PK_OK; b++) {
        pk_machine_begin_block(m, b);
        if (m->status == PK_OK)
            pk_machine_run_block(m);
    }
}

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
    if (m.status == PK_OK && m.syncs_grid && blocks > 1)
        pk_grid_run(&m, fn, blocks);
    else
        run_blocks(&m, blocks);
    if (options && options->operations)
        *options->operations = fuel - m.fuel;
    pk_machine_finish(&m);
    return m.status;
}
