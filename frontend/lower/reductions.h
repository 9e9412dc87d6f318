/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that the iterations of a loop only change by one operation, whose
 * results can be joined in parts: by the text alone. */
#ifndef PORTKERN_FRONTEND_LOWER_REDUCTIONS_H
#define PORTKERN_FRONTEND_LOWER_REDUCTIONS_H

#include "frontend/module/program.h"
#include "frontend/module/variables.h"
#include "portkern/ir.h"

enum { PK_MAX_CALLED = 4 }; /* calls within calls that are followed */

/* A statement that changes the array, or elements of it, or a use of another
 * kind. */
typedef struct pk_change pk_change;
struct pk_change {
    pk_change *next;
    const pk_ast *target; /* y, y[k], row[k]; NULL: it is a use */
    const pk_ast *value;  /* by what; it comes first in min(value, y[k]) */
    const pk_ast *base;   /* the array's name in the function of the loop; NULL:
                             a function within it uses the variable */
    pk_op joins;          /* this with that of other iterations */
    bool divides, first;
    bool element; /* it changes a part */
    bool views;   /* by an array that has a part of this one */
    bool own;     /* no two iterations change the same elements by it */
    /* In which functions the statement is: the loop's calls the first one. */
    const pk_ast *calls[PK_MAX_CALLED];
    uint32_t depth;
};

typedef struct pk_reduction pk_reduction;
struct pk_reduction {
    pk_reduction *next;
    const char *name; /* of the variable, interned */
    pk_op joins;
    bool elements; /* some changes are of elements */
    bool reduced;  /* else an array with other uses, too */
    bool stored;   /* the loop assigns the variable */
    pk_change *changes;
};

/* Returns what the body of a loop in `def` changes. A body that reads such a
 * variable, but for its shape, or changes it in two ways, does not reduce it;
 * nor does one in which each iteration may have an element of its own, as
 * y[i] += x has. */
pk_reduction *pk_reductions_find(const pk_program *program, pk_arena *arena,
                                 const pk_vars *vars, const pk_ast *def,
                                 const pk_ast *loop);

#endif
