/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that the iterations of a loop only change by one operation, whose
 * results can be joined in parts: by the text alone. */
#ifndef PORTKERN_FRONTEND_LOWER_REDUCTIONS_H
#define PORTKERN_FRONTEND_LOWER_REDUCTIONS_H

#include "frontend/module/program.h"
#include "frontend/module/variables.h"
#include "portkern/ir.h"

/* A statement that changes the array, or elements of it. */
typedef struct pk_change pk_change;
struct pk_change {
    pk_change *next;
    const pk_ast *target; /* y, y[k] */
    const pk_ast *value;  /* by what; it comes first in min(value, y[k]) */
    pk_op joins;          /* this with that of other iterations */
    bool divides, first;
    bool own; /* no two iterations change the same elements by it */
};

typedef struct pk_reduction pk_reduction;
struct pk_reduction {
    pk_reduction *next;
    const char *name; /* of the variable, interned */
    pk_op joins;
    bool elements; /* some changes are of elements */
    pk_change *changes;
};

/* Returns what the body of a loop reduces, NULL: nothing. A body that reads
 * such a variable, but for its shape, or changes it in two ways, does not
 * reduce it; nor does one in which each iteration may have an element of its
 * own, as y[i] += x has. */
pk_reduction *pk_reductions_find(const pk_program *program, pk_arena *arena,
                                 const pk_vars *vars, const pk_ast *loop);

#endif
