/* SPDX-License-Identifier: Apache-2.0 */
/* One launch. */
#include "base/os/fpenv.h"
#include "core/interp/machine.h"

static pk_status run(const pk_func *fn, const pk_interp_config *config,
                     const pk_interp_options *options,
                     const pk_allocator *allocator, pk_error *err) {
    uint64_t fuel = options && options->fuel ? options->fuel : UINT64_MAX;
    pk_debug_session debug = {.debugger = options ? options->debugger : NULL};
    pk_order order;
    pk_machine m = {.config = config,
                    .options = options,
                    .err = err,
                    .fuel = fuel,
                    .stop = options ? options->stop : NULL,
                    .order = &order,
                    .debug = debug.debugger ? &debug : NULL,
                    .random = options ? options->seed : 0};
    uint64_t blocks =
        (uint64_t)config->grid[0] * config->grid[1] * config->grid[2];

    pk_order_init(&order, allocator);
    pk_arena_init(&m.arena, allocator);
    m.status = pk_machine_init(&m, fn);
    if (m.status == PK_OK)
        pk_grid_run(&m, fn, blocks);
    pk_machine_settle(&m, fn);
    if (options && options->operations)
        *options->operations = fuel - m.fuel;
    pk_machine_finish(&m);
    pk_order_finish(&order);
    return m.status;
}

pk_status pk_interp_launch(const pk_func *fn, const pk_interp_config *config,
                           const pk_interp_options *options,
                           const pk_allocator *allocator, pk_error *err) {
    pk_fpenv old = pk_fpenv_enter();
    pk_status status = run(fn, config, options, allocator, err);

    pk_fpenv_leave(&old);
    return status;
}
