/* SPDX-License-Identifier: Apache-2.0 */
/* Checking a source as a whole: which functions it has, what they are made of,
 * what launches in it say of their types; and a compile that gives advice. */
#ifndef PORTKERN_FRONTEND_CHECK_H
#define PORTKERN_FRONTEND_CHECK_H

#include "frontend/frontend.h"

/* One kind of thing in a function: a statement, an operator, a function. */
typedef struct pk_construct {
    struct pk_construct *next;
    const char *name; /* "for over range", "numba.cuda.grid" */
    pk_loc loc;       /* where it stands first */
    uint32_t uses;
    bool refused; /* kernels never have it */
} pk_construct;

/* In order of the text; NULL without any. */
pk_construct *pk_frontend_constructs(const pk_program *program,
                                     const char *name, pk_arena *arena);

/* kernel[grid, block](...) anywhere in the script. */
typedef struct pk_launch_site {
    struct pk_launch_site *next;
    const char *kernel;
    pk_loc loc;
    bool known; /* the types of all arguments can be seen: */
    pk_signature signature;
    bool alone;          /* one thread is launched */
    const char *unknown; /* the argument that cannot be seen */
} pk_launch_site;

/* In order of the text. What is wrong with the launches themselves goes to
 * `diags`; with `perf` also what is slow. */
pk_launch_site *pk_frontend_launches(const pk_program *program, bool perf,
                                     pk_arena *arena, pk_diags *diags);

typedef struct pk_check_options {
    bool perf;
    bool alone; /* it is launched with one thread only */
} pk_check_options;

/* pk_frontend_compile, which says W and P codes, too, where it succeeds. */
pk_status pk_frontend_check(const pk_program *program, const char *name,
                            const pk_signature *signature,
                            const pk_check_options *options, pk_arena *arena,
                            pk_ir **out, pk_diags *diags);

/* What the passes made of a kernel for a GPU, and how it uses memory. */
void pk_frontend_check_memory(const pk_program *program, pk_func *fn,
                              pk_arena *arena, pk_diags *diags);

#endif
