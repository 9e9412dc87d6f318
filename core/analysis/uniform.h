/* SPDX-License-Identifier: Apache-2.0 */
/* Which values are the same in all threads of a block, and which differ from
 * thread to thread in a known step.
 *
 * "The same" is among the threads that are there: the index of a loop that
 * some have left is uniform for the others. Memory is taken to be free of
 * races: a load from one address gives every thread the same. */
#ifndef PORTKERN_CORE_ANALYSIS_UNIFORM_H
#define PORTKERN_CORE_ANALYSIS_UNIFORM_H

#include "base/arena.h"
#include "portkern/ir.h"

/* Along which axes of the block a value may differ; 0 is uniform. */
enum {
    PK_VARY_x = 1,    /* between neighbours along x: the lanes of a row */
    PK_VARY_rows = 2, /* along y or z */
    PK_VARY_all = 3
};

typedef struct pk_uniform {
    const uint8_t *values; /* by value id: PK_VARY_* */
    const uint8_t *locals; /* by local id */
    /* The difference, by value id, between a value that varies along x and that
     * of the next thread along x (addresses: in bytes); 0 when it is unknown.
     */
    const int64_t *steps;
} pk_uniform;

/* Numbers the function (pk_func_number) and looks at all of it. The tables are
 * in `arena` and hold until the function changes. False when there is no
 * memory. */
bool pk_uniform_find(pk_func *fn, pk_arena *arena, pk_uniform *out);

static inline uint8_t pk_uniform_vary(const pk_uniform *u, const pk_value *v) {
    return pk_is_const(v) ? 0 : u->values[v->id];
}
static inline bool pk_is_uniform(const pk_uniform *u, const pk_value *v) {
    return !pk_uniform_vary(u, v);
}
/* The step of an affine value, 0 for others (and for uniform ones). */
static inline int64_t pk_uniform_step(const pk_uniform *u, const pk_value *v) {
    return pk_is_const(v) ? 0 : u->steps[v->id];
}

#endif
