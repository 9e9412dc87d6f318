/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of callers that a context keeps (runtime/kernel/class_args.h). */
#ifndef PORTKERN_COMPILE_PROGRAM_KEPT_CLASSES_H
#define PORTKERN_COMPILE_PROGRAM_KEPT_CLASSES_H

#include "frontend/module/module.h"
#include "runtime/kernel/class_args.h"

/* The class that is described so; a new one is kept. */
pk_status pk_kept_class_get(pk_context *ctx, const pk_class *given,
                            const pk_kept_class **out, pk_error *err);
/* The same as globals bind it; NULL when pk_class_get did not give it. */
const pk_binding_class *pk_kept_class_binding(const pk_context *ctx,
                                              const pk_class *given);
/* Frees all of them, with the context. */
void pk_kept_classes_free(pk_context *ctx);

#endif
