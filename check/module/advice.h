/* SPDX-License-Identifier: Apache-2.0 */
/* A compile that gives advice. */
#ifndef PORTKERN_CHECK_MODULE_ADVICE_H
#define PORTKERN_CHECK_MODULE_ADVICE_H

#include "check/check.h"

typedef struct pk_check_options {
    bool perf;
    bool alone;                     /* it is launched with one thread only */
    bool guessed;                   /* the types are: nothing is said of them */
    const pk_launch_site *launches; /* in the script, of any kernel */
    pk_library *library;            /* may be NULL */
} pk_check_options;

/* pk_frontend_compile, which says W and P codes, too, where it succeeds. */
pk_status pk_frontend_check(const pk_program *program, const char *name,
                            const pk_signature *signature,
                            const pk_check_options *options, pk_arena *arena,
                            pk_ir **out, pk_diags *diags);

/* Checks a kernel after the passes for a GPU, and how it uses memory, in blocks
 * of the shape `block`; 0 is an unknown size. */
void pk_frontend_check_memory(const pk_program *program, pk_func *fn,
                              const uint32_t block[3], pk_arena *arena,
                              pk_diags *diags);

#endif
