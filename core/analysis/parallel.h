/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what the iterations of a parallel loop do with the function's locals.
 */
#ifndef PORTKERN_CORE_ANALYSIS_PARALLEL_H
#define PORTKERN_CORE_ANALYSIS_PARALLEL_H

#include "base/arena.h"
#include "portkern/ir.h"

typedef enum pk_parallel_role {
    PK_PARALLEL_unused,
    PK_PARALLEL_shared,  /* only read: what it is in front of the loop */
    PK_PARALLEL_own,     /* an iteration sets it before it reads it */
    PK_PARALLEL_first,   /* it may read it before: what it is in front of the
                            loop, in every iteration */
    PK_PARALLEL_reduced, /* each adds to it, or the like, and else does not
                            look at it */
    PK_PARALLEL_carried  /* it is read for what other iterations have set */
} pk_parallel_role;

typedef struct pk_parallel_local {
    pk_parallel_role role;
    pk_op op;          /* reduced: joins two parts, `add` also those of sub */
    const pk_inst *at; /* carried: where it is read */
    bool live;         /* own, first: read behind the loop, too */
    bool sometimes;    /* live: an iteration may not set it */
} pk_parallel_local;

/* Looks at a `for`; gives an array by local id, which lies in `scratch`. The
 * function's numbers must be dense (pk_func_number). NULL: no memory. */
pk_parallel_local *pk_parallel_find_locals(const pk_func *fn,
                                           const pk_inst *loop,
                                           pk_arena *scratch);

/* Whether iterations leave the loop but by its end or by continue. */
bool pk_parallel_is_left(const pk_inst *loop);

#endif
