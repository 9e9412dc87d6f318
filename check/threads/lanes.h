/* SPDX-License-Identifier: Apache-2.0 */
/* The values that the threads of a block's first warp compute, where they
 * depend on nothing but their ids: numbers, up to a part that is unknown and
 * the same for all of them. A product with a number that only the launch knows,
 * as a row's length, is kept apart:
 *
 *     value = (the same for all) + own + rows[0] * by[0] + rows[1] * by[1]
 */
#ifndef PORTKERN_CHECK_THREADS_LANES_H
#define PORTKERN_CHECK_THREADS_LANES_H

#include "core/analysis/uniform.h"
#include "portkern/ir.h"

enum { PK_LANES = 32, PK_LANE_ROWS = 2 };

typedef struct pk_lanes {
    bool exact; /* the part that is the same for all is 0 */
    int64_t own[PK_LANES];
    int64_t rows[PK_LANE_ROWS][PK_LANES];
    const pk_value *by[PK_LANE_ROWS]; /* NULL: no such part */
} pk_lanes;

typedef struct pk_warp {
    const pk_func *fn;
    const pk_uniform *uniform;
    /* 0: not known, and a row of it is as long as a warp or longer */
    uint32_t block[3];
} pk_warp;

/* How many threads the warp has. */
uint32_t pk_warp_size(const pk_warp *warp);
/* False when the value depends on more than the ids of threads. */
bool pk_lanes_find(const pk_warp *warp, const pk_value *value, pk_lanes *out);

#endif
