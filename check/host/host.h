/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the host code of a script: its uses of Numba, and its launches. */
#ifndef PORTKERN_CHECK_HOST_HOST_H
#define PORTKERN_CHECK_HOST_HOST_H

#include "check/check.h"

/* Returns the host code's uses of Numba: decorators with their options,
 * launches, copies, streams. In order of the text; NULL without any. */
pk_construct *pk_frontend_host_uses(const pk_program *program, pk_arena *arena);

/* In order of the text. What is wrong with the launches themselves goes to
 * `diags`; with `perf` also what is slow. */
pk_launch_site *pk_frontend_launches(const pk_program *program, bool perf,
                                     pk_arena *arena, pk_diags *diags);

/* Warns of uses of cuda.jit that make no function of the module, and of
 * functions that use names of kernels and are not checked. */
void pk_frontend_unseen(const pk_program *program, pk_arena *arena,
                        pk_diags *diags);

#endif
