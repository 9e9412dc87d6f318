/* SPDX-License-Identifier: Apache-2.0 */
/* How values in the body of a parallel loop depend on the number of the
 * iteration, by the text: whether an element at an index is the iteration's
 * own. */
#ifndef PORTKERN_FRONTEND_LOWER_WAYS_H
#define PORTKERN_FRONTEND_LOWER_WAYS_H

#include "frontend/module/program.h"
#include "frontend/module/variables.h"

/* Values without a known one come first, so that rounds begin with them. */
typedef enum pk_way {
    PK_WAY_unknown,
    PK_WAY_same,    /* it does not */
    PK_WAY_spaced,  /* it is other in each, with room for more: i * width */
    PK_WAY_own,     /* it is other in each */
    PK_WAY_clipped, /* one of these or a bound that all have: min(i * 8, n) */
    PK_WAY_found,   /* an element at an index that is: labels[i] */
    PK_WAY_varies   /* several may have it, or nothing is known of it */
} pk_way;

/* i // width or i % width: both together are the iteration's own where i is. */
typedef struct pk_division {
    const pk_ast *number, *by; /* NULL: it is none */
    bool rest;
} pk_division;

typedef struct pk_ways pk_ways;
struct pk_ways {
    const pk_program *program;
    pk_arena *arena;
    const pk_vars *vars;
    const pk_ways *around; /* of the function whose variables this uses */
    const pk_ast_list *body;
    uint8_t *given;       /* of variables in front of the body; unknown: none */
    uint8_t *ways, *next; /* of variables; in the round at hand */
    const char **tables;  /* of variables that are found: where */
    pk_division *divisions; /* of variables */
    bool *stored;           /* variables that the body stores, or are given */
    bool returns;           /* it has a return */
    bool makes;             /* or makes functions */
};

/* Makes room for a function's variables; false: memory has ended. */
bool pk_ways_init(pk_ways *w, const pk_program *program, pk_arena *arena,
                  const pk_vars *vars, const pk_ast_list *body);
/* Finds the ways of the variables in a body. */
void pk_ways_find(pk_ways *w);

pk_way pk_way_of(const pk_ways *w, const pk_ast *node);
/* Where a value was looked up; NULL: it is not known, or was not. */
const char *pk_way_table(const pk_ways *w, const pk_ast *node);
pk_division pk_way_division(const pk_ways *w, const pk_ast *node);
/* Whether no two iterations have the same elements at these indices, the first
 * one last: those of x[a, b][c] are c, then (a, b). */
bool pk_ways_own(const pk_ways *w, const pk_ast *const *indices,
                 uint32_t count);

/* Visits what is below a node. Within a loop that does not store its own index
 * that is what this loop makes of it, whatever others do. */
void pk_ways_below(pk_ways *w, const pk_ast *node, pk_ast_visit visit,
                   void *arg);

#endif
