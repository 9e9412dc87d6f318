/* SPDX-License-Identifier: Apache-2.0 */
/* A launch: the blocks of the grid, numbered in a row, on the host's threads.
 */
#include "cc.h"

typedef struct job {
    pk_fun *fun;
    const pk_launch_desc *desc;
    char *shared; /* dynamic shared memory of each thread's block */
} job;

/* Blocks first .. last - 1, one after another, in thread number `worker`. */
static void run_blocks(void *arg, uint64_t first, uint64_t last,
                       uint32_t worker) {
    const job *j = arg;
    const pk_launch_desc *d = j->desc;
    cc_place at;

    for (int axis = 0; axis < 3; axis++) {
        at.grid_dim[axis] = d->grid[axis];
        at.block_dim[axis] = d->block[axis];
    }
    at.shared = j->shared + (size_t)worker * d->shared_dynamic;
    for (uint64_t i = first; i < last; i++) {
        at.block_id[0] = (uint32_t)(i % d->grid[0]);
        at.block_id[1] = (uint32_t)(i / d->grid[0] % d->grid[1]);
        at.block_id[2] = (uint32_t)(i / d->grid[0] / d->grid[1]);
        j->fun->run(d->params, &at);
    }
}

/* The packed parameters hold the addresses that mem_address gave, so `refs` is
 * for devices that bind objects. The call returns when all is done. */
pk_status cc_launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                    pk_error *err) {
    const pk_host *host = que->dev->host;
    const uint64_t blocks =
        (uint64_t)desc->grid[0] * desc->grid[1] * desc->grid[2];
    const size_t shared =
        (size_t)host->worker_count(host->self) * desc->shared_dynamic;
    job j = {.fun = fun, .desc = desc};

    if (shared && !(j.shared = cc_take(host, shared, err)))
        return PK_NO_MEMORY;
    host->parallel(host->self, blocks, 1 + blocks / 256, run_blocks, &j);
    cc_give(host, j.shared, shared);
    return PK_OK;
}
