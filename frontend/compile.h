/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a compile, for pk_frontend_compile and for tools that stop
 * half-way. */
#ifndef PORTKERN_FRONTEND_COMPILE_H
#define PORTKERN_FRONTEND_COMPILE_H

#include "base/shared.h"
#include "frontend/infer/infer.h"

/* Infers function `name` under the compile's signature; NULL after errors. */
PK_SHARED pk_instance *
pk_compile_infer(pk_compile *c, const pk_program *program, const char *name);

/* Gives back what the compile held outside its arena, and sums up what was
 * said: the status of the first error. */
PK_SHARED pk_status pk_compile_finish(pk_compile *c);

#endif
