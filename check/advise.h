/* SPDX-License-Identifier: Apache-2.0 */
/* Advice: what a checked program does that compiles, and that its author may
 * not have meant (codes W), or that could be faster (codes P). It is for
 * `portkern check`; a compile never asks for it.
 *
 *     launches.c    what launches in the script say of types and blocks
 *     constructs.c  what a function is made of
 *     types.c       traps of types, from the notes of inference
 *     elements.c    array expressions that Numba computes otherwise
 *     interval.c    which integers come of an operation
 *     threads.c     traps of threads: guards, races, barriers, from the tree
 *     shapes.c      launches of too few axes, gridDim for blockDim
 *     unset.c       variables that a path leaves without a value
 *     abstract_exec.c    a launch that the script shows, gone through on the IR
 *     races.c       which of its accesses nothing orders, who meets at barriers
 *     memory.c      how neighbouring threads use memory, from the IR
 *     strides.c     how far apart they use it where strides tell
 *     lanes.c       what the lanes of a warp compute there
 *
 * All of it may be wrong in one direction only: silent where it does not
 * know. */
#ifndef PORTKERN_CHECK_ADVISE_H
#define PORTKERN_CHECK_ADVISE_H

#include "check/check.h"
#include "frontend/compile.h"

/* One function being looked at, under one signature. */
typedef struct pk_adviser {
    pk_compile *c;
    const pk_instance *instance;
    bool perf;
    bool alone;                     /* it is launched with one thread only */
    const pk_launch_site *launches; /* of the script */
    /* The launch of the kernel that was gone through, or NULL. */
    const struct pk_abstract_run *run;
} pk_adviser;

/* Says something at a node; the code's letter is its severity. */
void pk_advise(const pk_adviser *a, const pk_ast *node, pk_code code,
               const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* A note that belongs to what was said last. */
void pk_advise_note(const pk_adviser *a, const pk_ast *node, const char *format,
                    ...) __attribute__((format(printf, 3, 4)));

/* The type that inference found at a node; the error type when none. */
const pk_ty *pk_advise_type(const pk_adviser *a, const pk_ast *node);
/* The dotted name that a node stands for, "numba.cuda.grid"; NULL for what is
 * none or is a variable. */
const char *pk_advise_path(const pk_adviser *a, const pk_ast *node);

void pk_advise_types(const pk_adviser *a);
void pk_advise_unset(const pk_adviser *a);

#endif
