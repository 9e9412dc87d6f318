/* SPDX-License-Identifier: Apache-2.0 */
/* The ranges of integers in a kernel, as a launch can compute them: from its
 * grid, its block and its arguments.
 *
 *     0: grid_dim.x       40 .. 40        4: at most (3 - 1)
 *     1: block_dim.x     256 .. 256
 *     2: product      10 240 .. 10 240
 *     3: parameter         n .. n
 *
 * A program is a list of nodes, each made of earlier ones. What a value may be
 * at a place of the kernel lies between two numbers, or nothing comes there: an
 * empty range. Where a result does not fit its type it may be anything, so
 * nothing that wraps is missed. */
#ifndef PORTKERN_RECIPE_LAUNCH_RANGE_H
#define PORTKERN_RECIPE_LAUNCH_RANGE_H

#include "portkern/ir.h"

enum { PK_RANGE_NODES = 240 };

typedef enum pk_range_op {
    PK_RANGE_const,     /* `value` */
    PK_RANGE_any,       /* all of the type */
    PK_RANGE_param,     /* of the packed block, at byte `value` */
    PK_RANGE_grid_dim,  /* `value`: the axis */
    PK_RANGE_block_dim, /* the same */
    PK_RANGE_block_id,  /* from 0 to below the grid's extent */
    PK_RANGE_thread_id, /* from 0 to below the block's */
    PK_RANGE_add,
    PK_RANGE_sub,
    PK_RANGE_mul,
    PK_RANGE_min,
    PK_RANGE_max,
    PK_RANGE_floor_div,
    PK_RANGE_floor_mod,
    PK_RANGE_and,
    PK_RANGE_shl,
    PK_RANGE_shr,
    PK_RANGE_popc,
    PK_RANGE_wrap,    /* Python's place of index a of b places */
    PK_RANGE_convert, /* the same number, where the type has it */
    PK_RANGE_index,   /* of Python's range(a, b, c) */
    PK_RANGE_either,  /* a or b */
    PK_RANGE_grown,   /* a or b, which is found by taking for granted that it is
                         at least a; anything where that is not so */
    PK_RANGE_shrunk,  /* the same: at most a */
    PK_RANGE_span,    /* from the least of a to the most of b */
    PK_RANGE_below,   /* a, which is less than b */
    PK_RANGE_upto,    /* a, which is not more than b */
    PK_RANGE_above,   /* a, which is more than b */
    PK_RANGE_from,    /* a, which is not less than b */
    PK_RANGE_same,    /* a, which is b */
    PK_RANGE_lt,      /* of bools: whether a is less than b */
    PK_RANGE_le,
    PK_RANGE_eq,
    PK_RANGE_not,
    PK_RANGE_never, /* a, a bool, is asked to hold nowhere */
    PK_RANGE_OPS
} pk_range_op;

typedef struct pk_range_node {
    uint8_t op;       /* pk_range_op */
    pk_type type;     /* of the number: an integer or bool */
    uint16_t args[3]; /* earlier nodes; as many as the operation has */
    int64_t value;
} pk_range_node;

/* lo .. hi, empty where lo > hi. Of a u64, which may be larger than any
 * int64_t, nothing is known unless lo >= 0. */
typedef struct pk_launch_range {
    int64_t lo, hi;
} pk_launch_range;

typedef struct pk_range_launch {
    const uint32_t *grid, *block; /* along three axes */
    const char *params;           /* the packed block */
} pk_range_launch;

/* How many nodes an operation is made of. */
uint32_t pk_range_op_args(pk_range_op op);

/* Computes all ranges, into room for as many. */
void pk_launch_ranges_find(const pk_range_node *nodes, uint32_t count,
                           const pk_range_launch *launch, pk_launch_range *out);

/* Whether all that is asked holds nowhere in the launch. At most PK_RANGE_NODES
 * nodes. */
bool pk_launch_ranges_hold(const pk_range_node *nodes, uint32_t count,
                           const pk_range_launch *launch);

/* Whether nodes from a file may be used, with so many bytes of parameters. */
bool pk_launch_ranges_fit(const pk_range_node *nodes, uint32_t count,
                          uint32_t params_size);

#endif
