/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of launches: memory for the words, and reading them
 * (pk_context_take_coverage). */
#ifndef PORTKERN_RUNTIME_LAUNCH_COVERAGE_H
#define PORTKERN_RUNTIME_LAUNCH_COVERAGE_H

#include "runtime/kernel/specialise.h"

/* Gives a launch its words: fills in the packed block and `ref`. */
pk_status pk_coverage_bind(pk_context *ctx, const pk_spec *spec,
                           const pk_frame *frame, pk_ref *ref, pk_error *err);

/* The same for a call of a host function; `range` is the words, memory that the
 * call uses. */
pk_status pk_coverage_bind_call(pk_context *ctx, const pk_spec *spec,
                                const pk_frame *frame, pk_call_range *range,
                                pk_error *err);

#endif
