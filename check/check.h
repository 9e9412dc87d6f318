/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the folders of a check: the constructs that functions are made of,
 * and the launches of a script. */
#ifndef PORTKERN_CHECK_CHECK_H
#define PORTKERN_CHECK_CHECK_H

#include "frontend/ast/ast.h"
#include "frontend/frontend.h"

#include <string.h>

typedef struct pk_use {
    struct pk_use *next;
    pk_loc loc;
} pk_use;

/* One kind of thing in a function: a statement, an operator, a function; or a
 * use of Numba on the host. */
typedef struct pk_construct {
    struct pk_construct *next;
    const char *name;    /* "for over range", "numba.cuda.grid" */
    const char *instead; /* of the host: what portkern has; else NULL */
    pk_use *places;      /* of all uses, the first in the text first */
    pk_use **end;
    uint32_t uses;
    int op;       /* the operation of the IR that it is, or -1 */
    bool refused; /* kernels never have it; the host: portkern does not */
} pk_construct;

/* Returns the constructs that a function uses, in order of the text; NULL
 * without any. */
pk_construct *pk_frontend_constructs(const pk_program *program,
                                     const char *name, pk_arena *arena);

/* The last line of a function; 0 when there is none of that name. */
uint32_t pk_frontend_last_line(const pk_program *program, const char *name);

/* Whether another kernel or device function of the script calls it. */
bool pk_frontend_is_called(const pk_program *program, const char *name,
                           pk_arena *arena);

/* Whether a kernel or device function of the script calls it, or a function
 * does that one of them calls. */
bool pk_frontend_is_of_kernels(const pk_program *program, const char *name,
                               pk_arena *arena);

/* One more use of `name` at a node. */
pk_construct *pk_construct_add(pk_construct **first, pk_arena *arena,
                               const pk_ast *node, const char *name);

enum { PK_SITE_AXES = 4 }; /* whose extents are looked at */

/* kernel[grid, block](...) anywhere in the script, or a call of a host
 * function, which has no grid. */
typedef struct pk_launch_site {
    struct pk_launch_site *next;
    const char *kernel; /* its path, "Solver.step" */
    bool is_call;       /* it is a call of a host function */
    bool assumed;       /* a type depends on a guess: how many axes there are;
                           or no call may come to it */
    pk_loc loc;
    bool known; /* the types of all arguments can be seen: */
    pk_signature signature;
    bool *seen;                 /* or those of these arguments */
    bool alone;                 /* one thread is launched */
    uint32_t grid[3], block[3]; /* their shapes; 0: unknown */
    int64_t *values;            /* of integer arguments that are */
    bool *valued;               /* known */
    uint32_t axes; /* of its grid and block, the larger; 0: unknown */
    const pk_ast *node;
    int64_t threads; /* at most, along an axis of the grid; 0: unknown */
    int64_t (*extents)[PK_SITE_AXES]; /* of array arguments; 0: unknown */
    const char *unknown;              /* the argument that cannot be seen */
} pk_launch_site;

/* Whether it launches this function. */
static inline bool pk_launch_is_of(const pk_launch_site *l,
                                   const pk_function_info *info) {
    return strcmp(l->kernel, pk_function_path(info)) == 0;
}

/* The first launch of a function whose block can be seen, or NULL. */
static inline const pk_launch_site *
pk_launch_with_block(const pk_launch_site *l, const pk_function_info *info) {
    while (l && (!pk_launch_is_of(l, info) || !l->block[0] || l->assumed))
        l = l->next;
    return l;
}

/* Types as the function's parameters look by their use, by what the functions
 * take that they are handed to, and as the first launch of it shows them; false
 * for those that are unknown. */
bool pk_frontend_guess(const pk_program *program, const char *name,
                       const pk_launch_site *launches, pk_arena *arena,
                       pk_signature *out);

#endif
