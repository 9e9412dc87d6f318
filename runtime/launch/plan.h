/* SPDX-License-Identifier: Apache-2.0 */
/* What a compiled kernel's parameters mean for a launch: which argument goes
 * where in the packed block, and which arrays the kernel may write. */
#ifndef PORTKERN_RUNTIME_LAUNCH_PLAN_H
#define PORTKERN_RUNTIME_LAUNCH_PLAN_H

#include "compile/pipeline.h"

/* Fills in the spec's steps and written flags from the compiled function, and
 * the entry that plugins are told; the entry lives in the compile's arena. */
pk_status pk_plan_make(pk_pipeline *p, const pk_frame *frame, pk_spec *spec,
                       pk_entry *entry, pk_error *err);

/* Which parameters' memory the function may write, one flag each, in `arena`:
 * those whose pointer reaches a store, an atomic or a call. */
bool *pk_plan_written(pk_func *fn, pk_arena *arena);

#endif
