/* SPDX-License-Identifier: Apache-2.0 */
/* Diagnostics for refusals from outside of the frontend: a pass or a backend
 * refuses the kernel, or the module a name. They have the codes and hints of
 * all others, in one place for launches, pk_emit and checks. */
#ifndef PORTKERN_COMPILE_REFUSE_H
#define PORTKERN_COMPILE_REFUSE_H

#include "frontend/module/module.h"
#include "runtime/kernel/module.h"

/* Whether a pass or backend that gave this status cannot have the kernel;
 * others are failures of its own. */
bool pk_is_refusal(pk_status status);

/* Adds what it said. `why->message` is the words and, behind a line break, what
 * to do instead (portkern/plugin.h, emit); without a place the kernel's is
 * meant. */
void pk_refusal_add(const pk_program *program, const char *kernel,
                    const pk_error *why, pk_diags *diags);

/* The module has no function of that name, or, where a `kernel` was asked for,
 * another one. Lists what there is, and what was perhaps meant. */
pk_status pk_refuse_name(pk_module *mod, const char *name, bool kernel,
                         pk_error *err);

/* Nothing says the types of the function's parameters, or several signatures
 * do. */
pk_status pk_refuse_without_types(pk_context *ctx, const pk_program *program,
                                  const char *name, pk_error *err);

/* Reports the faults of the function's decorators or parameters. */
pk_status pk_refuse_faulty(pk_context *ctx, const pk_program *program,
                           const pk_function_info *info, pk_error *err);

#endif
